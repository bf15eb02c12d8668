"""The published tables are read as they are written."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest

import superko


def test_empty_boards(root: Path) -> None:
    rows = superko.tables(root / "solutions", frame=False)
    with (root / "solutions" / "summary.csv").open() as file:
        written = list(csv.DictReader(file))
    assert len(rows) == len(written) > 100
    for row, text in zip(rows, written, strict=True):
        assert (row["board"], row["name"], row["nodes"]) == (text["board"], text["name"], int(text["nodes"]))
        assert str(row["value"]) == (text["value"] or "None")
    (row,) = (row for row in rows if (row["board"], row["name"]) == ("2x2", "simple-ko"))
    assert row["value"] is superko.NO_RESULT and row["options"]["cycles"] == "no-result" and row["finite_high"] == 4
    open_rows = [row for row in rows if row["value"] is None]
    assert open_rows and all(row["low"] < row["high"] for row in open_rows)


def test_moves_positions_differences_and_counts(root: Path) -> None:
    folder = root / "solutions"
    moves = superko.tables(folder, "moves", board="2x2", frame=False)
    assert {row["move"]: row["value"] for row in moves if row["name"] == "psk"} == superko.solve("2x2", "psk").move_values
    positions = superko.tables(folder, "positions", board="2x2", frame=False)
    assert sum(row["images"] for row in positions) == json.loads((folder / "strong/2x2.json").read_text())["positions"]
    for row in positions:
        assert row["psk"] == superko.solve("2x2", "psk", start=row["position"]).value
    differences = superko.tables(folder, "differences", frame=False)
    row = next(row for row in differences if (row["a"], row["b"]) == ("psk", "ssk"))
    for name in "ab":
        found = superko.solve(row["board"], row[name], start=row["position"])
        assert (found.value, found.best_moves) == (row[f"value_{name}"], row[f"best_moves_{name}"])
    counts = superko.tables(folder, "counts", board="2x2", frame=False)
    assert {row["rules"]: row["games"] for row in counts}["psk"] == 386356909593


def test_tables_of_graphs_are_found_by_their_names(root: Path) -> None:
    assert superko.tables(root / "solutions", "moves", board="cycle:5", frame=False)


def test_the_folder_is_found_from_below(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "python" / "tests")
    assert superko.tables(board="1x1", frame=False)


def test_frames(root: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = superko.tables(root / "solutions", board="3x3")
    assert isinstance(frame, pandas.DataFrame)
    value = frame.set_index("name").loc["nssk", "value"]
    assert value == 2 and isinstance(value, Fraction)
