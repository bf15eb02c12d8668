"""Boards: grids, graphs that have a name, and graphs of one's own."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from operator import index
from typing import Any, Protocol, TypeAlias, runtime_checkable

from . import _core
from ._errors import Error


@runtime_checkable
class GraphLike(Protocol):
    """What is used of a graph of networkx, which is not needed here."""

    @property
    def nodes(self) -> Any: ...
    @property
    def edges(self) -> Any: ...
    def is_directed(self) -> bool: ...


class Board:
    """A board: a name, or a graph.

    A name is rows by columns, such as ``2x3`` or as the numbers ``(2, 3)``, or a graph: ``path:5``, ``cycle:5``,
    ``star:4``, ``complete:4``, ``torus:2x3``. A graph is a list of edges, a mapping from each point to its neighbours,
    a graph of networkx, or a path to a file with two names a line. Points are named by their ``str`` (of a tuple, its parts with ``-`` between them), and
    are numbered in the order in which they come.

    >>> import superko
    >>> superko.Board("2x3").points
    ['A2', 'B2', 'C2', 'A1', 'B1', 'C1']
    >>> superko.Board((2, 3)).name
    '2x3'
    >>> fork = superko.Board([("stem", "left"), ("stem", "right")], name="fork")
    >>> fork.name, fork.points, fork.edges
    ('graph:fork', ['stem', 'left', 'right'], [('stem', 'left'), ('stem', 'right')])
    >>> superko.solve(fork, "psk").value
    Fraction(3, 1)
    """

    name: str
    """The name: that of a graph of one's own begins with ``graph:``."""
    points: list[str]
    """The names of the points, in the order of the letters of a position."""
    edges: list[tuple[str, str]]
    """The pairs of adjacent points."""
    rows: int
    """The number of rows: 1 for a graph that has none."""
    cols: int
    """The number of columns: that of the points for a graph that has no rows."""
    is_grid: bool
    """Whether the board is a grid."""
    is_laid_out: bool
    """Whether the board is drawn in rows and columns: a grid or a torus."""

    def __init__(self, board: BoardLike, *, name: str | None = None) -> None:
        self._name, self._edges = _texts(board, name)
        try:
            record = json.loads(_core.board(self._name, self._edges))
        except Error as error:
            raise _hinted(error, self._name) from None
        self.name = record["name"]
        self.points = record["points"]
        self.edges = [(a, b) for a, b in record["edges"]]
        self.rows, self.cols = record["rows"], record["cols"]
        self.is_grid, self.is_laid_out = record["grid"], record["laid_out"]

    def __len__(self) -> int:
        return len(self.points)

    def __repr__(self) -> str:
        if self._edges is None:
            return f"superko.Board({self.name!r})"
        return f"<superko.Board {self.name}, {len(self.points)} points, {len(self.edges)} edges>"

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.name, self.points, self.edges) == (other.name, other.points, other.edges)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.points), tuple(self.edges)))

    def diagram(self, position: str, last: str | None = None) -> str:
        """A position as a diagram with coordinates, ``last`` in parentheses.

        >>> import superko
        >>> print(superko.Board("2x2").diagram(".X/O.", last="B2"), end="")
          2  .(X)
          1  O .
             A B
        """
        return _core.diagram(self._name, self._edges, position, last)


BoardLike: TypeAlias = (
    Board
    | str
    | tuple[int, int]
    | os.PathLike[str]
    | GraphLike
    | Mapping[Any, Iterable[Any]]
    | Iterable[tuple[Any, Any]]
)
"""What a :class:`Board` can be made of."""


def board_of(board: BoardLike) -> Board:
    """The board itself, or the board that is made of it."""
    return board if isinstance(board, Board) else Board(board)


def core_of(board: Board) -> tuple[str, str | None]:
    """A board as the compiled part takes it: its name and its edges."""
    return board._name, board._edges


def _texts(board: BoardLike, name: str | None) -> tuple[str, str | None]:
    if isinstance(board, Board):
        if name is not None:
            raise Error(f"name {name!r}: expected none with a board that is made already", "name")
        return core_of(board)
    board = _size(board) or board
    if isinstance(board, str):
        if name is not None:
            raise Error(f"name {name!r}: expected none with {board!r}, which names the board", "name")
        return board, None
    if isinstance(board, os.PathLike):
        path = Path(board)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise Error(f"board {str(path)!r}: {error}, expected a file of edges", "board") from None
        return name or path.stem, text
    if isinstance(board, GraphLike):
        if board.is_directed():
            raise Error("board: a directed graph, expected one without directions", "board")
        given = str(getattr(board, "name", "") or "")
        fallback = given if re.fullmatch(r"[\w.-]+", given) else "own"
        return name or fallback, _edge_list(board.nodes, board.edges)
    if isinstance(board, Mapping):
        edges = [(point, other) for point, others in board.items() for other in _listed(others)]
        return name or "own", _edge_list(board, edges)
    return name or "own", _edge_list((), _listed(board))


def _size(board: object) -> str | None:
    """The name of a grid that is given as the numbers of its rows and columns."""
    if not isinstance(board, (tuple, list)) or len(board) != 2 or not all(hasattr(side, "__index__") for side in board):
        return None
    return "x".join(str(index(side)) for side in board)


_SHAPES = ("path", "cycle", "star", "complete", "torus")


def _hinted(error: Error, name: str) -> Error:
    """The error of a board, with the shape that may have been meant."""
    shape, colon, size = name.partition(":")
    meant = _core.nearest(shape.strip().lower(), list(_SHAPES)) if error.part == "board" and colon else None
    return Error(f"{error}; did you mean {meant}:{size}?", "board") if meant and meant != shape else error


def _listed(of: Any) -> list[Any]:
    if isinstance(of, str) or not isinstance(of, Iterable):
        expected = "a name such as '2x3', (rows, columns), pairs of points, a mapping to neighbours, or a graph"
        raise Error(f"board: {of!r}, expected {expected}", "board")
    return list(of)


def _edge_list(points: Iterable[Hashable], edges: Iterable[Any]) -> str:
    """A graph as the text that boards are read from, two names a line."""
    names: dict[Hashable, str] = {}

    def named(point: Hashable) -> str:
        known = names.get(point)
        if known is None:
            known = "-".join(map(str, point)) if isinstance(point, tuple) else str(point)
            if not known or re.search(r"[\s,#]", known):
                raise Error(f"board: point {point!r}, expected a name of letters, digits, - and _", "board")
            if known in names.values():
                raise Error(f"board: two points are called {known!r}, expected each name once", "board")
            names[point] = known
        return known

    lines = [named(point) for point in points]
    for edge in edges:
        ends = tuple(edge) if isinstance(edge, Iterable) and not isinstance(edge, str) else ()
        if len(ends) != 2:
            raise Error(f"board: edge {edge!r}, expected a pair of points", "board")
        lines.append(f"{named(ends[0])} {named(ends[1])}")
    return "\n".join(lines)
