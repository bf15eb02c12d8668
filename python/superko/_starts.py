"""Positions at the start: texts, rows of letters, and numbers as arrays have them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from ._boards import Board
from ._errors import Error


@runtime_checkable
class ArrayLike(Protocol):
    """What is used of an array of numpy, or of any other that can be a list."""

    def tolist(self) -> Any: ...


Start: TypeAlias = str | Sequence[str] | Sequence[Sequence[str | int]] | Sequence[int] | ArrayLike
"""A position at the start:

* a text, its rows from the top with ``/`` between them, or a diagram: ``"X./.O"``;
* a list of its rows from the top, each a text or a list of letters: ``["X.", ".O"]``;
* numbers in rows from the top, as lists or as an array of numpy: 0 is empty, 1 Black, 2 or -1 White.

Of a graph, which has no rows, a list or an array has one entry for each point."""

STONES = {0: ".", 1: "X", 2: "O", -1: "O"}
"""The letter of each number."""


def start_of(start: Start | None, board: Board) -> str | None:
    """A start as a text."""
    if start is None or isinstance(start, str):
        return start
    given: Any = start.tolist() if isinstance(start, ArrayLike) else start
    if not isinstance(given, Iterable) or isinstance(given, (bytes, dict)):
        raise Error(f"start {start!r}: expected a text, or its rows from the top as lists, texts or an array", "start")
    rows = [row.tolist() if isinstance(row, ArrayLike) else row for row in given]
    if all(isinstance(row, str) for row in rows):
        if not (_in_one_row(board) and all(len(row) == 1 for row in rows)):
            return "/".join(rows)
        rows = [rows]
    elif not any(isinstance(row, Iterable) for row in rows):
        if not _in_one_row(board):
            raise Error(f"start: {len(rows)} numbers, expected {board.rows} rows of {board.cols} for {board}", "start")
        rows = [rows]
    seen: set[int] = set()
    return "/".join(_row(row, number, board, seen) for number, row in enumerate(rows))


def _in_one_row(board: Board) -> bool:
    return board.rows == 1 or not board.is_laid_out


def _row(row: Any, number: int, board: Board, seen: set[int]) -> str:
    if isinstance(row, str):
        return row
    if not isinstance(row, Iterable):
        raise Error(f"start: row {number + 1} is {row!r}, expected a list of its points", "start")
    return "".join(_letter(cell, number, place, board, seen) for place, cell in enumerate(row))


def _letter(cell: Any, row: int, place: int, board: Board, seen: set[int]) -> str:
    found: str | None = None
    if isinstance(cell, str) and len(cell) == 1:
        found = cell
    elif not isinstance(cell, bool) and not isinstance(cell, (str, Iterable)):
        try:
            whole = int(cell)
            if whole == cell:
                found = STONES.get(whole)
                seen.add(whole)
        except (TypeError, ValueError, OverflowError):
            pass
    index = row * board.cols + place
    where = f"row {row + 1}, column {place + 1}"
    if place < board.cols and index < len(board):
        where = board.points[index] if not board.is_laid_out else f"{where} ({board.points[index]})"
    if found is None:
        raise Error(f"start: {cell!r} at {where}, expected 0 (empty), 1 (Black), 2 or -1 (White), or a letter", "start")
    if {2, -1} <= seen:
        raise Error(f"start: {cell!r} at {where}, expected either 2 or -1 for White everywhere", "start")
    return found
