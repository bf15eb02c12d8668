"""Pictures and plots say by themselves what they show, and nothing that was not proved."""

from __future__ import annotations

import builtins
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import superko
from superko import _colours

BOARDS: list[Any] = [
    "1x1", "2x3", "3x3", "cycle:5", "star:5", "complete:4", "torus:2x3", "torus:3x3", "path:4",
    {"n1": ["n2", "n3"], "n4": ["n5"], "n6": []}, [(i, j) for i in range(6) for j in range(i + 1, 6) if (i + j) % 2],
    [(i, (i - 1) // 2) for i in range(1, 30)],
]  # fmt: skip


def texts(picture: str) -> list[str]:
    return [part.text or "" for part in ET.fromstring(picture).iter() if part.tag.endswith("}text")]


def title(picture: str) -> str:
    return next(part.text or "" for part in ET.fromstring(picture).iter() if part.tag.endswith("}title"))


def filled(picture: str, colour: str) -> int:
    return sum(colour in part.attrib.values() for part in ET.fromstring(picture).iter())


def test_the_picture_of_the_readme_is_what_this_package_draws() -> None:
    picture = Path(__file__).parents[2] / "docs" / "images" / "3x3-psk-nssk.svg"
    assert picture.read_text(encoding="utf-8") == superko.compare("3x3", ["psk", "nssk"]).svg(), "scripts/pictures.sh"


@pytest.mark.parametrize("given", BOARDS, ids=lambda given: given if isinstance(given, str) else type(given).__name__)
def test_pictures_are_drawn_of_every_kind_of_board(given: Any) -> None:
    board = superko.Board(given)
    game = superko.Game(board, "psk")
    if len(board) > 1:
        game.play(board.points[0])
    picture = game._repr_svg_()
    assert filled(picture, "url(#superko-X)") == 1
    names = texts(picture)
    assert "A" in names if board.is_laid_out else set(board.points) <= set(names)
    # Nothing is drawn outside.
    root = ET.fromstring(picture)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    wood = next(part for part in root.iter() if part.attrib.get("fill") == "url(#superko-wood)")
    right, low = float(wood.attrib["width"]), float(wood.attrib["height"])
    for part in root.iter():
        if part.tag.endswith("}circle") and part.attrib["fill"] == "url(#superko-X)" and float(part.attrib["r"]) > 20:
            x, y, radius = (float(part.attrib[key]) for key in ("cx", "cy", "r"))
            assert radius < x < right - radius and radius < y < low - radius
    assert right < width and low < height


def test_points_of_a_graph_are_drawn_apart() -> None:
    from superko._layout import APART, layout_of

    for given in BOARDS[3:]:
        board = superko.Board(given)
        places = list(layout_of(board).places.values())
        for place, (x, y) in enumerate(places):
            for u, v in places[place + 1 :]:
                least = 1 if board.is_laid_out else APART
                assert (x - u) ** 2 + (y - v) ** 2 > (least - 0.01) ** 2, given


def test_a_picture_of_an_answer_says_what_it_is() -> None:
    picture = superko.solve("3x3", "nssk").svg()
    said = texts(picture)
    assert said[:3] == ["2", "3×3 under nssk", "Black to move wins by 2"]
    assert said.count("2") == 1 + 1 + 5 and said.count("\u22122") == 4 + 1 and {"Pass", "best move"} <= set(said)
    # Five frames, and the one of the key.
    assert filled(picture, _colours.BEST) == 6
    assert title(picture).startswith("3×3 under nssk, Black to move wins by 2; A3 \u22122, B3 2, ")


def test_a_picture_says_who_moves_and_what_is_illegal() -> None:
    solution = superko.solve("1x2", "psk", moves="A1 B1")
    said = texts(solution.svg())
    assert "Black to move after 2" in " ".join(said) and "illegal" in said
    assert filled(solution.svg(), _colours.ILLEGAL) >= 2
    white = superko.solve("2x2", "psk", moves="B2 A1 B1")
    assert "White to move after 3 moves, Black wins by 1" in " ".join(texts(white.svg()))
    assert "every move is best" in texts(white.svg()) and not filled(white.svg(), _colours.BEST)
    ended = superko.Game("2x2", "psk", start="X./..", moves="pass pass")
    assert texts(ended.svg())[:3] == ["4", "2×2 under psk", "ended, Black wins by 4"]


def test_nothing_is_drawn_that_is_not_proved() -> None:
    cut = superko.solve("3x4", "nssk", node_limit=500)
    assert cut.value is None
    assert set(texts(cut.svg())) & set("0123456789") <= set("123")
    assert "not solved, or bounds alone" in texts(cut.svg()) and "between 0 and 12" in " ".join(texts(cut.svg()))
    assert texts(cut.svg())[0] == "\u22650"
    endless = superko.solve("3x6", "simple-ko", node_limit=2000, move_values=False)
    assert "or no result" in " ".join(texts(endless.svg())) and texts(endless.svg())[0] == "?"
    found = superko.solve("2x3", "psk", best_moves="one", move_values=False)
    # The value at the head and on the move that keeps it.
    assert texts(found.svg()).count("0") == 2


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        (superko.Bounds(Fraction(-9), Fraction(9)), "?"),
        (superko.Bounds(Fraction(-9), Fraction(4)), "≤4"),
        (superko.Bounds(Fraction(-9), Fraction(4), high_exclusive=True), "<4"),
        (superko.Bounds(Fraction(2), Fraction(9)), "≥2"),
        (superko.Bounds(Fraction(-2), Fraction(4)), "\u22122…4"),
    ],
)
def test_bounds_are_drawn_as_bounds(bounds: superko.Bounds, text: str) -> None:
    assert _colours.bounds_tile(bounds, 9) == _colours.Tile(text, "open")


def test_the_colour_of_a_value_has_its_sign_and_its_depth() -> None:
    kinds = [_colours.value_tile(Fraction(value), 9).kind for value in (-9, -6, -3, 0, 3, 4, 6, 7)]
    assert kinds == ["w3", "w2", "w1", "even", "b1", "b2", "b2", "b3"]
    assert _colours.value_tile(superko.NO_RESULT, 9).kind == "void"


def test_the_colours_are_those_of_the_page(root: Path) -> None:
    tokens = root / "web" / "src" / "css" / "tokens.css"
    if not tokens.exists():
        pytest.skip("the page has no tokens.css")
    light = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", tokens.read_text()))
    for kind, colours in _colours.FILLS.items():
        assert colours == (light[kind], light[f"{kind}-edge"], light[f"{kind}-ink"])
    names = ["PAPER", "INK", "INK_2", "WOOD", "WOOD_2", "WOOD_EDGE", "GRID", "COORD", "PLATE", "ILLEGAL", "DIFFERS"]
    for name in names:
        assert getattr(_colours, name) == light[name.lower().replace("_", "-")], name
    assert _colours.BEST == light["best-wood"]
    for letter, colour in (("X", "black"), ("O", "white")):
        shades = [light[f"{colour}-{shade}"] for shade in ("1", "2", "3", "edge")]
        assert list(_colours.STONES[letter]) == shades


def test_a_comparison_marks_what_is_unlike_most() -> None:
    moves = "A2 B1 B2 A1 B2 pass A2 A1 pass"
    compared = superko.compare("2x2", ["psk", "ssk", "nssk", "kee2020"], moves=moves)
    picture = compared.svg()
    # The value, B1 and the pass under kee2020, and the key.
    assert filled(picture, _colours.DIFFERS) == 4
    assert texts(picture).count("\u22121") == 2 and "differs from the others" in texts(picture)
    two = superko.compare("3x3", ["psk", "nssk"]).svg()
    # Under nssk four more moves are best; a mere change of size is not marked.
    assert filled(two, _colours.DIFFERS) == 1 + 4 + 1
    cut = superko.compare("3x4", ["psk", "nssk"], node_limit=300)
    assert not filled(cut.svg(), _colours.DIFFERS)


def test_notebooks_show_pictures() -> None:
    solution, compared = superko.solve("2x2", "psk"), superko.compare("2x2", ["psk", "kee2020"])
    for shown in (solution, compared, superko.Game("2x2", "psk")):
        assert shown._repr_svg_() in shown._repr_html_()
    assert "Line: A2 B1 B2 pass pass" in solution._repr_html_()
    assert "Stopped by the node limit" in superko.solve("3x4", "psk", node_limit=100)._repr_html_()
    assert repr(compared) == "<superko.Comparison of 2x2: psk 1, kee2020 0>"


def test_what_is_drawn_is_escaped() -> None:
    game = superko.Game("2x2", "psk")
    picture = game.svg(texts={"A1": "<b>"}, title="<b>")
    assert "<b>" not in picture and texts(picture).count("<b>") == 2


def test_a_solution_as_a_frame() -> None:
    pytest.importorskip("pandas")
    frame = superko.solve("2x2", "psk").frame()
    assert frame.loc["pass", "value"] == -1 and isinstance(frame.loc["pass", "value"], Fraction)
    assert list(frame[frame["best"]].index) == ["A2", "B2", "A1", "B1"]
    assert superko.solve("3x4", "psk", node_limit=300).frame()["value"].isna().all()


def test_plots_are_heat_maps_of_the_values() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    axes = superko.solve("3x3", "nssk").plot()
    said = [text.get_text() for text in axes.texts]
    assert said.count("2") == 1 + 5 and said.count("\u22122") == 5 and "Pass" in said
    assert axes.get_title() == "3×3 under nssk\nBlack to move wins by 2"
    given = pyplot.figure().add_subplot()
    assert superko.solve("cycle:5", "psk").plot(given) is given
    figure = superko.compare("2x2", ["psk", "kee2020"], moves="B2").plot()
    assert [axes.get_title().splitlines()[0] for axes in figure.axes] == ["2×2 under psk", "2×2 under kee2020"]
    (legend,) = figure.legends
    assert "best move" in [text.get_text() for text in legend.get_texts()]
    figure.canvas.draw()
    pyplot.close("all")


@pytest.mark.parametrize(("package", "call"), [("pandas", "frame"), ("matplotlib", "plot")])
def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch, package: str, call: str) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **others: Any) -> Any:
        if name.split(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **others)

    monkeypatch.setattr("importlib.import_module", without)
    for answer in (superko.solve("2x2", "psk"), superko.compare("2x2", ["psk", "ssk"])):
        with pytest.raises(ModuleNotFoundError, match=rf"{call}\(\) needs {package}.*: pip install {package}") as raised:
            getattr(answer, call)()
        assert len(str(raised.value).splitlines()) == 1
