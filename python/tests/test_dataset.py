"""The published dataset is read as it is written, and says what the solver says."""

from __future__ import annotations

import csv
import gzip
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import superko
from superko import Error


def test_rows_are_those_of_the_file(root: Path) -> None:
    rows = superko.load_dataset("2x3", "kee2009", source=root / "solutions")
    with gzip.open(root / "solutions/dataset/2x3/kee2009.csv.gz", "rt", newline="") as file:
        written = list(csv.DictReader(file))
    assert len(rows) == len(written) == 2 * 489
    for row, text in zip(rows, written, strict=True):
        assert (row.position, row.to_move, row.representative) == (text["position"], text["to_move"], text["representative"])
        assert (str(row.value), " ".join(row.best_moves)) == (text["value"], text["best_moves"])
        assert str(row.line or "") == text["line"]
    assert {row.to_move for row in rows} == {"black", "white"}


def test_rows_are_what_the_solver_says(root: Path) -> None:
    for rules in ("psk", "simple-ko", "kee2020"):
        session = superko.Session("2x2", rules)
        for row in superko.load_dataset((2, 2), rules, source=root / "solutions"):
            solution = session.solve(start=row.position, to_move=row.to_move)
            assert solution.value == row.value, row
            assert tuple(solution.best_moves) == row.best_moves, row
            assert row.line in (len(solution.line), None), row


def test_histories_lead_to_the_position_and_to_other_values(root: Path) -> None:
    pairs = superko.load_dataset("2x2", "psk", source=root / "solutions/dataset", histories=True)
    assert len(pairs) > 5
    for pair in pairs:
        assert pair.a.value != pair.b.value
        for history in (pair.a, pair.b):
            game = superko.Game("2x2", "psk", start=history.start, to_move=history.first)
            for move in history.moves:
                game.play(move)
            assert (game.position, game.player) == (pair.position, pair.to_move)
            assert game.value() == history.value
    assert superko.load_dataset("1x1", "psk", source=root / "solutions", histories=True) == []


def test_the_folder_is_found_from_below(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "python" / "tests")
    assert superko.load_dataset("1x1", "PSK")[0].best_moves == ("pass",)


def test_a_file_of_the_program_is_read(root: Path, tmp_path: Path, program: str) -> None:
    for name in ("rows.csv", "rows.csv.gz"):
        path = tmp_path / name
        command = [program, "dataset", "--board", "1x4", "--rules", "psk --suicide allowed", "--out", str(path)]
        subprocess.run(command, check=True, capture_output=True)
        rows = superko.load_dataset("1x4", "psk --suicide allowed", source=path)
        assert len(rows) == 2 * 41
        with pytest.raises(Error, match="positions of 1x4, expected 2x2"):
            superko.load_dataset("2x2", "psk", source=path)


def test_what_is_not_there_is_named(root: Path, empty_folder: Path) -> None:
    with pytest.raises(Error, match="no solutions/dataset in") as raised:
        superko.load_dataset("2x2", "psk")
    assert raised.value.part == "source"
    solutions = root / "solutions"
    with pytest.raises(Error, match="board '4x4': expected one of 1x1, .*, 3x3; solve dataset --board 4x4") as raised:
        superko.load_dataset("4x4", "psk", source=solutions)
    assert raised.value.part == "board"
    with pytest.raises(Error, match="rules 'pks': expected one of .*psk.*, did you mean") as raised:
        superko.load_dataset("2x2", "pks", source=solutions)
    assert raised.value.part == "rules"
    with pytest.raises(Error, match="board"):
        superko.load_dataset("2by2", "psk", source=solutions)
    with pytest.raises(Error, match="is not there, expected the folder solutions"):
        superko.load_dataset("2x2", "psk", source="nowhere")
    (empty_folder / "other").mkdir()
    with pytest.raises(Error, match="has no dataset"):
        superko.load_dataset("2x2", "psk", source="other")
    for text, why in [
        ("position,value\n", "line 1: the columns"),
        ("position,to_move,representative,value,best_moves,line\n..,black,..,1\n", "line 2: 4 cells"),
        ("position,to_move,representative,value,best_moves,line\n..,red,..,1,A1,2\n", "the player 'red'"),
        ("position,to_move,representative,value,best_moves,line\n..,black,..,x,A1,2\n", "line 2: "),
    ]:
        (empty_folder / "rows.csv").write_text(text)
        with pytest.raises(Error, match=why):
            superko.load_dataset("1x2", "psk", source="rows.csv")
    packed = (solutions / "dataset/2x2/psk.csv.gz").read_bytes()
    (empty_folder / "torn.csv.gz").write_bytes(packed[:-20])
    with pytest.raises(Error, match="expected rows of the dataset"):
        superko.load_dataset("2x2", "psk", source="torn.csv.gz")


def test_frames(root: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = superko.load_dataset("2x2", "psk", source=root / "solutions", frame=True)
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 114
    assert frame.loc[0, "value"] == 1 and isinstance(frame.loc[0, "value"], Fraction)
    endless = superko.load_dataset("2x2", "simple-ko", source=root / "solutions", frame=True)
    assert endless["line"].isna().any() and (endless["value"] == superko.NO_RESULT).any()
    pairs = superko.load_dataset("2x2", "psk", source=root / "solutions", histories=True, frame=True)
    assert (pairs["value_a"] != pairs["value_b"]).all()


def test_parquet_has_the_same_rows(root: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    script = root / "scripts" / "dataset.py"
    command = [sys.executable, str(script), str(tmp_path), "--boards", "1x3,2x2", "--rules", "psk,simple-ko"]
    subprocess.run(command, check=True, capture_output=True)
    for rules in ("psk", "simple-ko"):
        rows = superko.load_dataset("2x2", rules, source=root / "solutions")
        table = parquet.read_table(tmp_path / "2x2" / f"{rules}.parquet").to_pylist()
        assert len(table) == len(rows)
        for row, packed in zip(rows, table, strict=True):
            assert packed["position"] == row.position and packed["to_move"] == row.to_move
            assert packed["value"] == str(row.value) and tuple(packed["best_moves"]) == row.best_moves
            assert packed["line"] == row.line
            points = None if row.value is superko.NO_RESULT else float(row.value)
            assert packed["points"] == points
        pairs = parquet.read_table(tmp_path / "histories" / f"{rules}.parquet").to_pylist()
        wanted = superko.load_dataset("1x3", rules, source=root / "solutions", histories=True)
        assert [pair["position"] for pair in pairs if pair["board"] == "1x3"] == [pair.position for pair in wanted]
