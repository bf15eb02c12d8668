"""The published dataset: every position of a small board, and positions whose value depends on the history."""

from __future__ import annotations

import csv
import gzip
import os
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, overload

from . import _core
from ._boards import Board, BoardLike
from ._errors import Error
from ._extras import needed
from ._values import NO_RESULT, Value

Player: TypeAlias = Literal["black", "white"]
"""A player to move."""


class DatasetRow(NamedTuple):
    """A position as the start of a new game, with what is proved of it."""

    position: str
    """The position: rows from the top with ``/`` between them."""
    to_move: Player
    """The player to move."""
    representative: str
    """The position that stands for all starts that symmetries of the board and the exchange of the colours make equal,
    Black to move. Who trains on some rows and tests on others splits by it."""
    value: Value
    """Black's points minus White's under best play, or :data:`NO_RESULT`."""
    best_moves: tuple[str, ...]
    """All best moves."""
    line: int | None
    """The number of moves of the program's line of best play; ``None`` if it goes on for ever."""


class DatasetHistory(NamedTuple):
    """What has been played before a position, and the value after it."""

    start: str
    """The position at the start."""
    first: Player
    """The player who moved first."""
    moves: tuple[str, ...]
    """The moves."""
    value: Value
    """Black's points minus White's under best play after them, or :data:`NO_RESULT`."""
    best_moves: tuple[str, ...]
    """All best moves after them."""


class DatasetPair(NamedTuple):
    """A position with two histories that lead to different values."""

    position: str
    """The position to which both lead."""
    to_move: Player
    """The player to move there."""
    a: DatasetHistory
    """A history, as short as one that was found."""
    b: DatasetHistory
    """Another, after which the value is another."""


@overload
def load_dataset(
    board: BoardLike,
    rules: str,
    *,
    source: str | os.PathLike[str] | None = None,
    histories: Literal[False] = False,
    frame: Literal[False] = False,
) -> list[DatasetRow]: ...
@overload
def load_dataset(
    board: BoardLike,
    rules: str,
    *,
    source: str | os.PathLike[str] | None = None,
    histories: Literal[True],
    frame: Literal[False] = False,
) -> list[DatasetPair]: ...
@overload
def load_dataset(
    board: BoardLike,
    rules: str,
    *,
    source: str | os.PathLike[str] | None = None,
    histories: bool = False,
    frame: Literal[True],
) -> Any: ...


def load_dataset(
    board: BoardLike,
    rules: str,
    *,
    source: str | os.PathLike[str] | None = None,
    histories: bool = False,
    frame: bool = False,
) -> Any:
    """The rows of the published dataset for a board under a ruleset of the catalogue: every legal position with each
    player to move. With ``histories`` the positions of that board whose value depends on the history, each with two
    histories. With ``frame`` a data frame of pandas.

    ``source`` is the folder ``solutions``, or the folder ``dataset`` in it, or a file that ``solve dataset`` has written for
    this board. Without it the folder is the one called ``solutions`` in the working directory or the nearest directory
    above it. The `card of the dataset`_ says what a row is.

    .. _card of the dataset: https://github.com/superko/superko/blob/main/solutions/dataset/README.md

    >>> import superko
    >>> rows = superko.load_dataset("3x3", "psk")
    >>> len(rows), rows[0].value, rows[0].best_moves
    (25350, Fraction(9, 1), ('B2',))
    >>> pairs = superko.load_dataset("1x3", "psk", histories=True)
    >>> pairs[0].position, pairs[0].a.moves, pairs[0].a.value, pairs[0].b.moves, pairs[0].b.value
    ('XX.', ('A1', 'C1', 'B1'), Fraction(3, 1), ('B1', 'pass', 'A1'), Fraction(-3, 1))
    """
    name = Board(board).name
    path = _path(name, rules, source, histories)
    rows: list[Any]
    rows = list(_read(path, _PAIR_HEAD, _pair, name)) if histories else list(_read(path, _HEAD, _row, name))
    if not frame:
        return rows
    pandas = needed("pandas", "load_dataset(frame=True)")
    columns = {key: [row[place] for row in rows] for place, key in enumerate(type(rows[0])._fields)} if rows else {}
    if histories and rows:
        for side in "ab":
            for place, key in enumerate(DatasetHistory._fields):
                columns[f"{key}_{side}"] = [history[place] for history in columns[side]]
            del columns[side]
    return pandas.DataFrame(
        {key: pandas.array(cells, dtype="Int64") if key == "line" else _objects(pandas, cells) for key, cells in columns.items()}
    )


_HEAD = ["position", "to_move", "representative", "value", "best_moves", "line"]
_HISTORY = ["start", "first", "moves", "value", "best_moves"]
_PAIR_HEAD = ["board", "position", "to_move", *(f"{key}_{side}" for side in "ab" for key in _HISTORY)]


def _objects(pandas: Any, cells: list[Any]) -> Any:
    return pandas.Series(cells, dtype=object)


def _path(board: str, rules: str, source: str | os.PathLike[str] | None, histories: bool) -> Path:
    """The file that has what is wanted."""
    given = None if source is None else Path(source)
    if given is not None and given.is_file():
        return given
    folder = _folder(given)
    name = rules.strip().lower()
    path = folder / "histories" / f"{name}.csv" if histories else folder / board.replace(":", "-") / f"{name}.csv.gz"
    if path.is_file():
        return path
    boards = sorted((place.name for place in folder.iterdir() if any(place.glob("*.csv.gz"))), key=_sides)
    if not histories and board not in boards:
        raise Error(
            f"board {board!r}: expected one of {', '.join(boards)}; solve dataset --board {board} makes others", "board"
        )
    places = folder.glob("histories/*.csv") if histories else (folder / board).glob("*.csv.gz")
    known = sorted(place.name.split(".")[0] for place in places)
    meant = _core.nearest(name, known)
    hint = f", did you mean {meant}?" if meant else ""
    raise Error(f"rules {rules!r}: expected one of {', '.join(known)}, which are published for {board}{hint}", "rules")


def _sides(name: str) -> tuple[int, ...]:
    return tuple(int(side) for side in name.split("x") if side.isdigit())


def _folder(given: Path | None) -> Path:
    if given is not None:
        for folder in (given / "dataset", given):
            if (folder / "histories").is_dir():
                return folder
        expected = "expected the folder solutions, or dataset in it, or a file that solve dataset has written"
        raise Error(f"source {str(given)!r}: {'has no dataset' if given.is_dir() else 'is not there'}, {expected}", "source")
    here = Path.cwd()
    for above in (here, *here.parents):
        if (above / "solutions" / "dataset" / "histories").is_dir():
            return above / "solutions" / "dataset"
    raise Error(f"source: no solutions/dataset in {str(here)!r} or above it, expected a path", "source")


_Record = TypeVar("_Record", DatasetRow, DatasetPair)


def _read(
    path: Path, head: list[str], record: Callable[[list[str]], _Record], board: str
) -> Iterator[_Record]:
    """The records of a file; of pairs those of a board."""
    place = 1
    try:
        opened = gzip.open(path, "rt", encoding="utf-8", newline="") if _is_packed(path) else path.open(encoding="utf-8", newline="")
        with opened as file:
            lines = csv.reader(file)
            found = next(lines, [])
            if found != head:
                raise ValueError(f"the columns {', '.join(found)!r}, expected {', '.join(head)!r}")
            for place, cells in enumerate(lines, 2):
                if len(cells) != len(head):
                    raise ValueError(f"{len(cells)} cells, expected {len(head)}")
                if head is _PAIR_HEAD:
                    if cells[0] != board:
                        continue
                elif place == 2:
                    _check_board(cells[0], board)
                yield record(cells)
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise Error(f"source {str(path)!r}, line {place}: {error}, expected rows of the dataset", "source") from None


def _is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


def _check_board(position: str, board: str) -> None:
    sides = [int(side) for side in board.split("x")] if "x" in board and ":" not in board else []
    rows = position.split("/")
    if sides and [len(rows), len(rows[0])] != sides:
        raise ValueError(f"positions of {len(rows)}x{len(rows[0])}, expected {board}")


_VALUES: dict[str, Value] = {"no-result": NO_RESULT}


def _value(text: str) -> Value:
    value = _VALUES.get(text)
    if value is None:
        value = _VALUES[text] = Fraction(text)
    return value


def _player(text: str) -> Player:
    if text == "black":
        return "black"
    if text == "white":
        return "white"
    raise ValueError(f"the player {text!r}, expected black or white")


def _row(cells: list[str]) -> DatasetRow:
    position, to_move, representative, value, moves, line = cells
    return DatasetRow(
        position, _player(to_move), representative, _value(value), tuple(moves.split()), int(line) if line else None
    )


def _history(cells: list[str]) -> DatasetHistory:
    start, first, moves, value, best = cells
    return DatasetHistory(start, _player(first), tuple(moves.split()), _value(value), tuple(best.split()))


def _pair(cells: list[str]) -> DatasetPair:
    return DatasetPair(cells[1], _player(cells[2]), _history(cells[3:8]), _history(cells[8:13]))
