"""Values are those of the published tables and of the program."""

from __future__ import annotations

import json
import pickle
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import superko
from superko._values import in_words

ROOT = Path(__file__).resolve().parents[2]

GAMES = ["simple-ko", "psk", "ssk", "nssk", "spight", "kee2009", "kee2020", "jann", "nieminen", "kee2007", "spight2"]


def value(text: str | None) -> superko.Value | None:
    if text is None:
        return None
    return superko.NO_RESULT if text == "no-result" else Fraction(text)


def published() -> list[dict[str, Any]]:
    """The published tables of some boards that were solved with few nodes."""
    found = []
    for board in ("1x3", "1x5", "2x2", "2x3", "3x3", "cycle-5", "star-4", "torus-2x3"):
        for rules in GAMES:
            path = ROOT / "solutions" / board / f"{rules}.json"
            table: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {"value": None}
            if table["value"] is not None and table["effort"]["nodes"] < 20_000:
                found.append(table)
    return found


def test_enough_published_tables_are_compared() -> None:
    assert len(published()) > 60


@pytest.mark.parametrize("table", published(), ids=lambda table: f"{table['board']} {table['rules']}")
def test_values_are_those_of_the_published_tables(table: dict[str, Any]) -> None:
    found = superko.solve(table["board"], table["rules"])
    assert found.value == value(table["value"])
    assert found.best_moves == table["best_moves"] and found.all_best_moves
    assert found.move_values == {of["move"]: value(of["value"]) for of in table["move_values"]}
    assert found.bounds.low == found.bounds.high == found.value
    assert found.stopped is None


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (["--board", "2x2", "--rules", "psk", "--moves", "B2 A1 B1"], {"moves": "B2 A1 B1"}),
        (["--board", "2x3", "--rules", "ssk", "--start", "OOO/.X.", "--to-move", "white"],
         {"start": "OOO/.X.", "to_move": "white"}),
        (["--board", "2x2", "--rules", "kee2020", "--lift", "produced"], {"lift": "produced"}),
        (["--board", "1x4", "--rules", "kee2009", "--scoring", "territory"], {"scoring": "territory"}),
        (["--board", "2x2", "--rules", "simple-ko"], {}),
        # Jann's ruleset keeps what these states remember in tables of each game's own.
        (["--board", "1x3", "--rules", "jann", "--moves", "pass pass"], {"moves": "pass pass"}),
        (["--board", "1x3", "--rules", "jann", "--moves", "B1 pass pass resume accept"],
         {"moves": ["B1", "pass", "pass", "resume", "accept"]}),
    ],
)
def test_a_record_is_that_of_the_program(program: str, arguments: list[str], asked: dict[str, Any]) -> None:
    command = [program, *arguments, "--json", "--move-values", "--best-moves", "all", "--threads", "1"]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    found = superko.solve(arguments[1], arguments[3], **asked)
    for record in (printed, found.record):
        del record["seconds"]
    assert found.record == printed


def test_a_value_is_a_fraction_or_no_result_or_unknown() -> None:
    assert superko.solve("2x2", "psk").value == 1
    assert isinstance(superko.solve("2x2", "psk").value, Fraction)
    none = superko.solve("2x2", "simple-ko")
    assert none.value is superko.NO_RESULT and str(none.value) == "no-result"
    assert none.finite_play is not None and (none.finite_play.low, none.finite_play.high) == (-4, 4)
    assert none.repeats_from is not None and none.line_complete
    cut = superko.solve("4x4", "psk", node_limit=50)
    assert cut.value is None and cut.stopped == "the node limit" and "not solved" in str(cut)
    assert isinstance(cut.bounds.low, Fraction) and isinstance(cut.bounds.high, Fraction)
    assert cut.bounds.low <= cut.bounds.high
    half = superko.solve("1x2", "kee2009", moves="A1 B1")
    assert isinstance(half.value, Fraction)


def test_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    found = superko.solve("2x2", "psk", node_limit=numpy.int64(10**6), time_limit=numpy.float32(60))
    assert found.value == 1


def test_limits_of_time_and_memory_hold() -> None:
    timed = superko.solve("4x5", "psk", time_limit=0.3)
    assert timed.stopped == "the time limit" and timed.seconds < 5
    small = superko.solve("3x4", "simple-ko", memory="1M")
    assert small.stopped == "the memory limit" and small.value is None


def test_best_moves_and_values_of_moves_can_be_left_out() -> None:
    found = superko.solve("2x3", "psk", best_moves="one", move_values=False)
    assert len(found.best_moves) == 1 and not found.move_values and found.value == 0


def test_several_threads_find_the_same_values() -> None:
    one, two = (superko.solve("3x3", "nssk", threads=threads) for threads in (1, 2))
    assert (one.value, one.best_moves, one.move_values) == (two.value, two.best_moves, two.move_values)
    assert one.value == 2


def test_a_line_is_played_by_the_referee_to_its_score() -> None:
    for rules in ("psk", "kee2009", "kee2020", "nieminen"):
        found = superko.solve("2x2", rules)
        game = superko.Game("2x2", rules, moves=found.line)
        assert game.ended and game.score == found.value


def test_three_players() -> None:
    shares = superko.secure("1x3", "psk")
    assert shares.points == {"black": 3, "white": 0, "red": 0}
    assert shares.shares["black"].best_moves == ["B1"]
    assert shares == superko.secure("1x3", "psk --players 3")
    with pytest.raises(superko.Error, match="secure"):
        superko.solve("1x3", "psk --players 3")
    with pytest.raises(superko.Error, match="--players 3"):
        superko.Session("1x3", "psk").secure()


def test_more_players() -> None:
    shares = superko.secure("star:4", "kee2020", players=6)
    assert list(shares.points) == ["black", "white", "red", "green", "yellow", "violet"]
    assert list(shares.points.values()) == [Fraction(points) for points in (4, 0, 0, 0, 0, 0)]
    green = superko.secure("2x2", "psk", players=4, start="G./GR", to_move="green")
    assert green.shares["green"].points is not None and green.shares["red"].points == 0
    with pytest.raises(superko.Error, match="at most 31 with 4 players"):
        superko.secure("6x6", "psk", players=4)
    with pytest.raises(superko.Error, match="expected --players 3 or more"):
        superko.secure("1x3", "psk", players=2)


def test_boards_of_ones_own() -> None:
    value = superko.solve("cycle:5", "psk").value
    ring = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
    assert superko.solve(ring, "psk").value == value
    assert superko.solve({a: [b, (a - 1) % 5] for a, b in ring}, "psk").value == value
    assert superko.Board(ring, name="ring").name == "graph:ring"
    assert superko.Board({"a": []}).points == ["a"]


def test_a_board_from_a_file(empty_folder: Path) -> None:
    path = empty_folder / "fork.txt"
    path.write_text("stem left\nstem right\n")
    board = superko.Board(path)
    assert (board.name, board.points) == ("graph:fork", ["stem", "left", "right"])
    assert superko.solve(board, "psk").best_moves == ["stem"]


def test_a_graph_of_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    grid = networkx.grid_2d_graph(2, 3)
    board = superko.Board(grid)
    assert board.points[:3] == ["0-0", "0-1", "0-2"] and len(board.edges) == 7
    assert superko.solve(grid, "psk").value == superko.solve("2x3", "psk").value
    with pytest.raises(superko.Error, match="directed"):
        superko.Board(networkx.DiGraph([(0, 1)]))


def test_compare() -> None:
    found = superko.compare("1x6", ["psk", "ssk", "nssk"], start=".X.X.X")
    assert found.values["psk"] == 1 and found.values["ssk"] == 6 and found.differs
    assert found.moves["E1"]["psk"] == 1 and found.moves["E1"]["ssk"] == 6 and "E1" in found.differing_moves
    assert "A1" not in found.differing_moves
    assert found.rows()[0]["ssk"] == 6 and found.rows()[0]["move"] is None
    same = superko.compare("2x2", ["spight", "kee2009"])
    assert not same.differs and not same.differing_moves
    cut = superko.compare("4x4", ["psk", "ssk"], node_limit=50)
    assert not cut.differs and cut.values == {"psk": None, "ssk": None}
    endless = superko.compare("2x2", ["psk", "simple-ko"])
    assert endless.differs and endless.values["simple-ko"] is superko.NO_RESULT
    barred = superko.compare("2x2", ["psk", "ssk"], moves="B2 A1 A2 B1 A2 B2 A2 B1 pass")
    assert barred.moves["A1"].keys() == {"ssk"} and "A1" in barred.differing_moves and "banned" in str(barred)
    with pytest.raises(superko.Error, match="two rulesets"):
        superko.compare("2x2", ["psk"])
    with pytest.raises(superko.Error, match="under psk"):
        superko.compare("1x2", ["psk", "ssk"], moves="A1 B1 A1")


def test_a_comparison_as_a_frame() -> None:
    pytest.importorskip("pandas")
    frame = superko.compare("2x2", ["psk", "kee2020"]).frame()
    assert frame.loc["pass", "psk"] == -1


def test_the_catalogue() -> None:
    rulesets = superko.rulesets()
    assert set(GAMES) <= rulesets.keys() and not rulesets["simple-ko"].always_ends
    kee = rulesets["kee2020"]
    assert kee.articles and kee.readings and kee.options["suicide"].values[0] == "forbidden"
    for name in rulesets:
        superko.Session("1x1", name)


def test_a_rules_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "draft.toml"
    file.write_text('[clauses]\nbars = ["position", "initialised-twice"]\nlifted-by = "pass"\npasses-in-a-row = "players + 1"\n')
    session = superko.Session("2x2", str(file))
    assert session.value() == superko.solve("2x2", "kee2020").value
    produced = superko.solve("1x2", str(file), start=".X", lift="produced").value
    assert produced == superko.solve("1x2", "kee2020", start=".X", lift="produced").value
    assert pickle.loads(pickle.dumps(session)).value() == session.value()
    file.write_text("[clauses]\nbras = []\n")
    with pytest.raises(superko.Error, match=r"draft\.toml:2:1: clause .bras. is not known, did you mean bars"):
        superko.solve("2x2", str(file))
    with pytest.raises(superko.Error, match="expected a rules file"):
        superko.solve("2x2", str(tmp_path / "nowhere.toml"))


def test_what_is_published_of_a_start_is_said_beside_the_answer() -> None:
    found = superko.solve("5x5", "psk", node_limit=1, move_values=False)
    assert found.value is None and found.published is not None and found.published.value == 25
    assert found.published.backing[0]["path"] == "solutions/long-runs/5x5.cert"
    said = "published   25 (Black wins by 25), by a certificate (solutions/long-runs/5x5.cert)"
    assert said in str(found)
    assert superko.Game("2x2", "psk", moves="A1").solve().published is None


def test_a_win_by_a_cycle_is_no_number_of_points() -> None:
    cycle = Fraction(10000)
    assert [in_words(cycle), in_words(-cycle)] == ["10000 (Black wins by a cycle)", "-10000 (White wins by a cycle)"]
    assert in_words(Fraction(3, 2)) == "3/2 (Black wins by 3/2)"


def test_a_value_that_may_be_no_result_says_so() -> None:
    found = superko.solve("3x6", "simple-ko", node_limit=2000)
    assert found.value is None and found.may_be_no_result and "between -18 and 18, or no result" in str(found)
    assert not superko.solve("3x6", "simple-ko --cycles draw", node_limit=2000).may_be_no_result
    assert not superko.solve("2x2", "simple-ko").may_be_no_result


def test_why_names_the_rulesets_that_differ_and_the_moves_that_tempt() -> None:
    found = superko.why("1x9", "nssk")
    assert found.value == 1 and found.rules == "nssk"
    d1 = next(tempting for tempting in found.tempting if tempting.move == "D1")
    assert d1.images == ["D1", "F1"] and "psk" in d1.best_under and d1.value == 0 and d1.line[0] == "D1"
    psk = next(contrast for contrast in found.differing if contrast.rules == "psk")
    assert psk.value == 0 and psk.reason is not None and psk.reason.parting is not None
    ours, theirs = psk.reason.parting.barred
    assert ours is None and theirs is not None and theirs.moment is not None
    assert list(psk.reason.values[0]) == [1, 0]
    assert len(psk.reason.values) == len(psk.reason.line) + 1
    assert found.facts is not None and any(fact.changes for fact in found.facts)
    after = superko.why("3x3", "nssk", moves="B2 B3 A2 C2 A3 pass C3 B3")
    assert after.unlike["psk"].startswith("move 8, White B3: banned")
    stopped = superko.why("3x3", "psk", node_limit=500)
    assert (stopped.value, stopped.facts, stopped.differing) == (None, None, []) and stopped.stopped


def test_why_against_tells_the_line_and_the_bar() -> None:
    found = superko.Session("3x3", "nssk").why_against("psk")
    assert found.values is not None and list(found.values) == [2, 9]
    assert found.differs and found.against == "psk"
    assert found.reason is not None and found.reason.parting is not None
    assert found.reason.parting.words[1] == "banned, it would recreate the position after move 5 (Black A3)"
    same = superko.why_against("2x2", "psk", "ssk")
    assert (same.differs, same.reason) == (False, None)
    for against, expected in [("psk", "expected another"), ("pks", "did you mean psk"), ("ssk --players 3", "2 players")]:
        with pytest.raises(superko.Error, match=expected) as caught:
            superko.why_against("2x2", "psk", against)
        assert caught.value.part == "against"
