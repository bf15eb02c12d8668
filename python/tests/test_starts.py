"""Boards and starts as numbers, lists and arrays; errors name the entry that is not understood."""

from __future__ import annotations

from typing import Any

import pytest

import superko

STARTS: list[Any] = [
    "OOO/.X.",
    ["OOO", ".X."],
    [["O", "O", "O"], [".", "X", "."]],
    [[2, 2, 2], [0, 1, 0]],
    ((-1, -1, -1), (0, 1, 0)),
    [[2.0, 2.0, 2.0], [0.0, 1.0, 0.0]],
    ["OOO", [0, 1, 0]],
]


@pytest.mark.parametrize("start", STARTS)
def test_starts_of_every_form(start: Any) -> None:
    assert superko.solve((2, 3), "ssk", start=start, to_move="white").value == -1
    game = superko.Game((2, 3), "ssk", start=start, to_move="white")
    assert game.start == "OOO/.X." and game.undo(0).start == "OOO/.X."
    assert superko.compare((2, 3), ["psk", "ssk"], start=start, to_move="white").values == {"psk": 0, "ssk": -1}


def test_arrays_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.int8, numpy.int64, numpy.float32):
        start = numpy.zeros((2, 3), dtype=kind)
        start[0], start[1, 1] = -1, 1
        assert superko.solve(start.shape, "ssk", start=start, to_move="white").value == -1
    letters = numpy.array([["O", "O", "O"], [".", "X", "."]])
    assert superko.Game((2, 3), "psk", start=letters).start == "OOO/.X."
    rows = [numpy.array([2, 2, 2]), numpy.array([0, 1, 0])]
    assert superko.Game((2, 3), "psk", start=rows).start == "OOO/.X."
    with pytest.raises(superko.Error, match=r"start: nan at row 1, column 1 \(A2\), expected 0 \(empty\), 1 \(Black\)"):
        superko.solve("2x3", "psk", start=numpy.full((2, 3), numpy.nan))
    with pytest.raises(superko.Error, match=r"start: True at row 1"):
        superko.solve("2x3", "psk", start=numpy.ones((2, 3), dtype=bool))
    with pytest.raises(superko.Error, match=r"start: \[0, 0\] at row 1"):
        superko.solve("2x3", "psk", start=numpy.zeros((2, 3, 2), dtype=int))


def test_rows_and_graphs_have_one_list() -> None:
    assert superko.Game((1, 4), "psk", start=[0, 1, 0, -1]).start == ".X.O"
    assert superko.Game("1x4", "psk", start=[".", "X", ".", "O"]).start == ".X.O"
    assert superko.Game("cycle:4", "psk", start=[0, 1, 0, 2]).position == ".X.O"
    assert superko.Game("2x2", "psk", start=["X.", ".O"]).start == "X./.O"


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ([[3, 0], [0, 0]], "start: 3 at row 1, column 1 (A2), expected 0 (empty), 1 (Black), 2 or -1 (White), or a letter"),
        ([[0, 0], [0, 0.5]], "start: 0.5 at row 2, column 2 (B1), expected 0 (empty)"),
        ([[0, None], [0, 0]], "start: None at row 1, column 2 (B2), expected 0 (empty)"),
        ([["X", "black"], [0, 0]], "start: 'black' at row 1, column 2 (B2), expected"),
        ([[2, 0], [0, -1]], "start: -1 at row 2, column 2 (B1), expected either 2 or -1 for White everywhere"),
        ([[0, 0, 7], [0, 0, 0]], "start: 7 at row 1, column 3, expected"),
        ([[0, 0]], 'start "..": 1 rows, expected 2'),
        ([[0, 0, 0], [0, 0, 0]], 'start ".../...": '),
        ([0, 0, 0, 0], "start: 4 numbers, expected 2 rows of 2 for 2x2"),
        ([[0, 0], 1], "start: row 2 is 1, expected a list of its points"),
        ({"A1": 1}, "start {'A1': 1}: expected a text, or its rows from the top"),
        (b"X./..", "start b'X./..': expected a text"),
        (3, "start 3: expected a text"),
    ],
)
def test_what_is_no_start_is_named(start: Any, says: str) -> None:
    with pytest.raises(superko.Error) as raised:
        superko.solve("2x2", "psk", start=start)
    assert str(raised.value).startswith(says), str(raised.value)
    assert raised.value.part == "start" and len(str(raised.value).splitlines()) == 1


def test_a_grid_is_its_rows_and_columns() -> None:
    assert superko.Board((2, 3)) == superko.Board("2x3") == superko.Board([2, 3])  # type: ignore[list-item]
    with pytest.raises(superko.Error, match='board "0x3"'):
        superko.Board((0, 3))
    with pytest.raises(superko.Error, match="expected none with"):
        superko.Board((2, 3), name="own")
    with pytest.raises(superko.Error, match="edge 2, expected a pair of points"):
        superko.Board((2, 3, 4))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "named", "says"),
    [
        (("2x2", "pks"), {}, "did you mean psk?"),
        (("tours:2x3", "psk"), {}, "did you mean torus:2x3?"),
        (("2x2", "psk"), {"sucide": "allowed"}, "sucide: no argument and no option of a ruleset, did you mean suicide?"),
        (("2x2", "psk"), {"time_limt": 3}, "time_limt: no argument and no option of a ruleset, did you mean time_limit?"),
        (("2x2", "psk"), {"star": "X./.."}, "star: no argument and no option of a ruleset, did you mean start?"),
        (("2x2", "psk"), {"komi": "1"}, 'rules: ruleset "psk --komi 1": option "--komi": expected one of: --suicide'),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(given: Any, named: Any, says: str) -> None:
    with pytest.raises(superko.Error) as raised:
        superko.solve(*given, **named)
    assert says in str(raised.value)


def test_the_catalogue_has_hints() -> None:
    with pytest.raises(superko.Error, match="did you mean kee2020"):
        superko.rulesets()["kee2021"]
    assert "kee2021" not in superko.rulesets() and superko.rulesets().get("kee2021") is None
