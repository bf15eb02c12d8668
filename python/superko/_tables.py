"""The published tables, read from their folder."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ._errors import Error
from ._extras import needed
from ._values import known_value

Kind: TypeAlias = Literal["empty", "moves", "positions", "differences", "counts"]
"""Which tables are wanted."""

Row: TypeAlias = dict[str, Any]
"""A row of a table."""


def tables(
    folder: str | os.PathLike[str] | None = None,
    kind: Kind = "empty",
    *,
    board: str | None = None,
    frame: bool | None = None,
) -> Any:
    """The published tables, from the folder ``solutions`` of the project: a data frame if pandas is installed, else a list
    of dicts. ``frame`` says which of the two is wanted.

    Without a folder it is the one called ``solutions`` in the working directory or the nearest directory above it. With
    ``board`` the rows of that board alone are read.

    ======================  ====================================================================================
    ``kind``                a row for
    ======================  ====================================================================================
    ``"empty"``             each empty board under each ruleset: value, bounds, best moves
    ``"moves"``             each first move on an empty board under each ruleset: value, bounds
    ``"positions"``         each start position of a board up to symmetry: its value under every game, by its name
    ``"differences"``       each of the smallest positions on which two rulesets differ: their values
    ``"counts"``            each number of games that was counted
    ======================  ====================================================================================

    Values are a ``Fraction`` or ``NO_RESULT``, and ``None`` where they were not found.

    >>> import superko
    >>> rows = superko.tables(kind="empty", board="3x3", frame=False)
    >>> [(row["rules"], row["value"]) for row in rows if row["name"] in ("psk", "nssk")]
    [('psk', Fraction(9, 1)), ('nssk', Fraction(2, 1))]
    """
    if kind not in _KINDS:
        raise Error(f"kind {kind!r}: expected one of: {', '.join(_KINDS)}", "kind")
    if frame is None:
        frame = importlib.util.find_spec("pandas") is not None
    place = _folder(folder)
    try:
        rows = [row for row in _KINDS[kind](place, board) if board is None or row["board"] == board]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise Error(f"folder {str(place)!r}: {error!r}, expected published tables", "folder") from None
    if not frame:
        return rows
    pandas = needed("pandas", "tables(frame=True)")
    return pandas.DataFrame(rows).astype({key: object for row in rows[:1] for key in row if key in _VALUES})


_VALUES = {"value", "low", "high", "value_a", "value_b"}


def _folder(folder: str | os.PathLike[str] | None) -> Path:
    if folder is not None:
        given = Path(folder)
        if not (given / "summary.csv").is_file():
            raise Error(f"folder {str(given)!r}: has no summary.csv, expected published tables", "folder")
        return given
    here = Path.cwd()
    for above in (here, *here.parents):
        if (above / "solutions" / "summary.csv").is_file():
            return above / "solutions"
    raise Error(f"folder: no solutions in {str(here)!r} or above it, expected a path", "folder")


def _csv(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _whole(text: str) -> int | None:
    return int(text) if text else None


def _empty(folder: Path, _: str | None) -> Iterator[Row]:
    for row in _csv(folder / "summary.csv"):
        yield {
            "board": row["board"],
            "name": row["name"],
            "rules": row["rules"],
            "options": dict(pair.split("=") for pair in row["options"].split(";") if pair),
            "value": known_value(row["value"] or None),
            "low": known_value(row["low"]),
            "high": known_value(row["high"]),
            "finite_low": _whole(row["finite_low"]),
            "finite_high": _whole(row["finite_high"]),
            "best_moves": row["best_moves"].split(),
            "all_best_moves": row["all_best_moves"] == "true",
            "nodes": int(row["nodes"]),
            "results": int(row["results"]),
        }


def _moves(folder: Path, board: str | None) -> Iterator[Row]:
    for row in _empty(folder, board):
        if board not in (None, row["board"]):
            continue
        table = _json(folder / row["board"].replace(":", "-") / f"{row['name']}.json")
        for of in table["move_values"]:
            value = known_value(of.get("value"))
            yield {
                **{key: row[key] for key in ("board", "name", "rules", "options")},
                "move": of["move"],
                "value": value,
                "low": known_value(of.get("low")) if value is None else value,
                "high": known_value(of.get("high")) if value is None else value,
            }


def _positions(folder: Path, board: str | None) -> Iterator[Row]:
    pattern = "*.csv" if board is None else f"{board.replace(':', '-')}.csv"
    for path in sorted((folder / "strong").glob(pattern)):
        name = _json(path.with_suffix(".json"))["board"]
        for row in _csv(path):
            position, images = row.pop("position"), int(row.pop("images"))
            values = {column: known_value(text or None) for column, text in row.items()}
            yield {"board": name, "position": position, "images": images, **values}


def _differences(folder: Path, _: str | None) -> Iterator[Row]:
    for pair in _json(folder / "differences.json")["pairs"]:
        for example in pair["examples"]:
            one, other = example["a"], example["b"]
            yield {
                "a": pair["a"],
                "b": pair["b"],
                "board": example["board"],
                "position": example["position"],
                "value_a": known_value(one["value"]),
                "value_b": known_value(other["value"]),
                "best_moves_a": one["best_moves"],
                "best_moves_b": other["best_moves"],
            }


def _counts(folder: Path, _: str | None) -> Iterator[Row]:
    for path in sorted((folder / "counts").glob("*.json")):
        counts = _json(path)
        for games in counts["games"]:
            yield {
                "board": counts["board"],
                "legal_positions": int(counts["legal_positions"]),
                "rules": games["rules"],
                "games": int(games["count"]),
            }


_KINDS: dict[str, Callable[[Path, str | None], Iterator[Row]]] = {
    "empty": _empty,
    "moves": _moves,
    "positions": _positions,
    "differences": _differences,
    "counts": _counts,
}
