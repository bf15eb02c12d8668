"""What is wrong is named in one line, with its part."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import superko

SOLVED: list[tuple[tuple[Any, ...], dict[str, Any], str, str]] = [
    (("2y3", "psk"), {}, "board", 'board "2y3": '),
    (("2x3", "pks"), {}, "rules", 'rules: ruleset "pks": no ruleset has this name, did you mean psk?'),
    (("2x3", None), {}, "rules", "rules: None, expected the name of a ruleset"),
    (("2x3", "psk --suicide never"), {}, "rules", "rules: "),
    (("2x3", "psk"), {"suicide": "never"}, "rules", "rules: "),
    (("2x3", "psk"), {"suicide": "allowed --scoring area"}, "rules", "rules: option suicide='allowed --scoring"),
    (("2x3", "psk"), {"komi": "1"}, "rules", 'rules: ruleset "psk --komi 1": option "--komi": expected one of: --suicide'),
    (("2x3", "psk"), {"suicide": True}, "rules", "rules: option suicide=True"),
    (("2x2", "psk"), {"start": "X"}, "start", 'start "X": 1 rows, expected 2'),
    (("2x2", "psk"), {"start": 3}, "start", "start 3: expected a text"),
    (("2x2", "psk"), {"to_move": "red"}, "to_move", 'to_move "red": expected black or white'),
    (("2x2", "psk"), {"to_move": "blue"}, "to_move", 'to_move "blue": expected black or white'),
    (("2x2", "psk"), {"moves": "Z9"}, "moves", "moves: "),
    (("2x2", "psk"), {"moves": ["Z9"]}, "moves", "moves: "),
    (("2x2", "psk"), {"moves": [1]}, "moves", "moves: [1], expected names"),
    (("2x2", "psk"), {"moves": 1}, "moves", "moves: 1, expected names"),
    (("1x2", "psk"), {"moves": "A1 B1 A1"}, "moves", "moves: move 3, Black A1: banned"),
    (("2x2", "psk"), {"moves": "pass pass"}, "moves", "moves: move 2 ends the game"),
    (("2x2", "psk"), {"time_limit": -1}, "time_limit", "time_limit -1: expected a number of seconds"),
    (("2x2", "psk"), {"time_limit": timedelta(days=-1)}, "time_limit", "time_limit "),
    (("2x2", "psk"), {"time_limit": float("nan")}, "time_limit", "time_limit nan: "),
    (("2x2", "psk"), {"time_limit": "5"}, "time_limit", "time_limit '5': "),
    (("2x2", "psk"), {"time_limit": 1e300}, "time_limit", "time_limit 1"),
    (("2x2", "psk"), {"node_limit": 0}, "node_limit", "node_limit 0: "),
    (("2x2", "psk"), {"node_limit": 1 << 64}, "node_limit", "node_limit 18446744073709551616: "),
    (("2x2", "psk"), {"memory": "12"}, "memory", "memory '12': expected at least '1M'"),
    (("2x2", "psk"), {"memory": "many"}, "memory", "memory 'many': "),
    (("2x2", "psk"), {"threads": 0}, "threads", "threads 0: "),
    (("2x2", "psk"), {"threads": 257}, "threads", "threads 257: "),
    (("2x2", "psk"), {"best_moves": "few"}, "best_moves", "best_moves 'few': "),
    ((3, "psk"), {}, "board", "board: 3, expected a name such as '2x3'"),
    (([(1, 2, 3)], "psk"), {}, "board", "board: edge (1, 2, 3), expected a pair"),
    (([("a b", "c")], "psk"), {}, "board", "board: point 'a b', expected a name"),
    (([("pass", "c")], "psk"), {}, "edges", "edges: line 1"),
    (([(1, "1")], "psk"), {}, "board", "board: two points are called '1'"),
    (([], "psk"), {}, "edges", "edges: no vertex"),
    (({"a": 3}, "psk"), {}, "board", "board: 3, expected"),
    ((Path("/nowhere/at/all"), "psk"), {}, "board", "board '/nowhere/at/all': "),
]


@pytest.mark.parametrize(("given", "named", "part", "begins"), SOLVED)
def test_what_is_wrong_is_named(given: tuple[Any, ...], named: dict[str, Any], part: str, begins: str) -> None:
    with pytest.raises(superko.Error) as raised:
        superko.solve(*given, **named)
    error = raised.value
    assert isinstance(error, ValueError)
    assert str(error).startswith(begins), str(error)
    assert error.part == part
    assert len(str(error).splitlines()) == 1


def test_errors_are_named_as_they_are_imported() -> None:
    assert superko.Error.__module__ == superko.solve.__module__ == "superko"
    assert issubclass(superko.IllegalMove, superko.Error) and issubclass(superko.NotVerified, superko.Error)


def test_files_that_are_not_there(empty_folder: Path) -> None:
    with pytest.raises(superko.Error, match="certificate 'none.cert': No such file"):
        superko.check("none.cert")
    with pytest.raises(superko.Error, match="certificate: int, expected bytes or a path"):
        superko.check(3)  # type: ignore[arg-type]
    with pytest.raises(superko.Error, match="no solutions in"):
        superko.tables()
    with pytest.raises(superko.Error, match="summary.csv"):
        superko.tables(empty_folder)
    (empty_folder / "summary.csv").write_text("board\n1x1\n")
    with pytest.raises(superko.Error, match="expected published tables"):
        superko.tables(empty_folder)
    with pytest.raises(superko.Error, match="kind 'all': expected one of: empty, moves"):
        superko.tables(empty_folder, "all")  # type: ignore[arg-type]
