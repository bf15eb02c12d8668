"""Answers, made from the records of the compiled part."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from ._boards import Board
from ._extras import needed
from ._pictures import solution_plot, solution_svg
from ._values import (
    Bounds,
    FinitePlay,
    Published,
    Value,
    answer_in_words,
    bounds_of,
    known_value,
    published_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._games import Game


@dataclass(frozen=True)
class Question:
    """A state that something was asked about."""

    board: Board
    """The board."""
    rules: str
    """The ruleset with its options, as it was asked for."""
    options: dict[str, str]
    """The value of each option of the ruleset."""
    start: str
    """The position at the start."""
    to_move: str
    """Who moved first: ``black``, ``white`` or ``red``."""
    moves: list[str]
    """The moves made from the start."""

    def game(self) -> Game:
        """The state as a game that can be played on."""
        from ._games import Game

        return Game(self.board, self.rules, start=self.start, to_move=self.to_move, moves=self.moves)


@dataclass(frozen=True)
class Solution(Question):
    """What was found: see :func:`solve`. Everything that is given is proved; what a limit left out is missing."""

    value: Value | None
    """The value: Black's points minus White's as a ``Fraction``, or ``NO_RESULT``; ``None`` if it was not found."""
    bounds: Bounds
    """What is proved of the value."""
    may_be_no_result: bool
    """Whether the value, which was not found, may also be that there is no result; then the bounds are those of finite play."""
    published: Published | None
    """What is published of this start under these rules, if anything is and no move was made. Nothing else here rests on it."""
    finite_play: FinitePlay | None
    """What each player can force in finite play, where games may go on for ever."""
    best_moves: list[str]
    """First moves that keep the value, in the order of the points, the pass last."""
    all_best_moves: bool
    """Whether these are all of them."""
    move_values: dict[str, Value | None]
    """Every legal first move with its value, ``None`` if it was not found; empty if they were not asked for."""
    move_bounds: dict[str, Bounds]
    """The same moves, with what is proved of their values."""
    line: list[str]
    """A line of best play."""
    line_complete: bool
    """Whether the line goes on to the end of the game, or to where it repeats itself."""
    repeats_from: int | None
    """If the line goes on for ever: the number of moves after which it repeats itself."""
    nodes: int
    """Nodes searched, or states listed."""
    results: int
    """Results kept: lemmas, or states."""
    stopped: str | None
    """What stopped the search before it had done all that was asked, such as ``the time limit``."""
    seconds: float = field(compare=False)
    """The time that it took."""
    record: dict[str, Any] = field(compare=False, repr=False)
    """All of it as ``solve --json`` prints it; its schema is ``solutions/schema/solve.json``."""

    def __repr__(self) -> str:
        known = self.value if self.value is not None else self.bounds
        return f"<superko.Solution of {self.board} {self.rules}: {known}>"

    def __str__(self) -> str:
        lines = [
            f"{self.board} {self.rules}",
            *([f"published   {self.published}"] if self.published else []),
            f"value       {answer_in_words(self.value, self.bounds)}{', or no result' if self.may_be_no_result else ''}",
        ]
        if self.finite_play:
            low, high = self.finite_play.low, self.finite_play.high
            lines.append(f"finite play Black is sure of {low} or more, White of {high} or less")
        if self.best_moves:
            which = "best moves " if self.all_best_moves else "a best move"
            lines.append(f"{which} {', '.join(self.best_moves)}")
        if self.line:
            lines.append(f"line        {' '.join(self.line)}")
        if self.stopped:
            lines.append(f"stopped     by {self.stopped}; all that is said above is proved")
        return "\n".join(lines)

    def svg(self) -> str:
        """The position as a picture: its value, who is to move, what each move is worth, the best moves framed."""
        return solution_svg(self)

    def plot(self, axes: Axes | None = None) -> Axes:
        """The same as a heat map of matplotlib, on axes of its own unless some are given."""
        return solution_plot(self, axes)

    def rows(self) -> list[dict[str, Any]]:
        """The moves as a list: one row for each, with its value, what is proved of it, and whether it is best, ``None`` if
        that is not known."""
        return [
            {"move": move, "value": value, "low": bounds.low, "high": bounds.high, "best": self._is_best(move)}
            for (move, value), bounds in zip(self.move_values.items(), self.move_bounds.values(), strict=True)
        ]

    def _is_best(self, move: str) -> bool | None:
        return True if move in self.best_moves else False if self.all_best_moves else None

    def frame(self) -> Any:
        """The moves as a data frame of pandas, by move. Values stay fractions, or ``NO_RESULT``."""
        pandas = needed("pandas", "frame()")
        columns = ["move", "value", "low", "high", "best"]
        frame = pandas.DataFrame(self.rows(), columns=columns, dtype=object).astype({"best": "boolean"})
        return frame.set_index("move")

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        said = []
        if self.line:
            goes_on = "" if self.line_complete else " …"
            ever = "" if self.repeats_from is None else f", for ever from move {self.repeats_from + 1}"
            more = "" if len(self.line) <= 30 else f" … ({len(self.line)} moves)"
            said.append(f"Line: {' '.join(self.line[:30])}{more or goes_on}{ever}")
        if self.published:
            said.append(f"Published: {self.published}")
        if self.stopped:
            said.append(f"Stopped by {self.stopped}; all that is shown is proved.")
        return "".join([self.svg(), *(f"<div>{escape(line)}</div>" for line in said)])


@dataclass(frozen=True)
class Share:
    """What one of more than two players can secure whatever the others do."""

    player: str
    """The player."""
    points: Value | None
    """His own points; ``None`` if they were not found."""
    bounds: Bounds
    """What is proved of them."""
    best_moves: list[str]
    """Moves of the player to move: by which he secures as much, or by which another is held to as little."""
    all_best_moves: bool
    """Whether these are all of them."""
    move_values: dict[str, Value | None]
    """Every legal first move with what it secures for the player."""
    line: list[str]
    """A line of best play, the others against him."""
    stopped: str | None
    """What stopped the search, if anything did."""


@dataclass(frozen=True)
class Shares(Question):
    """What each of more than two players can secure: see :func:`secure`."""

    shares: dict[str, Share]
    """The share of each player, in the order of play."""
    nodes: int
    """Nodes searched."""
    stopped: str | None
    """What stopped the search before it had done all that was asked."""
    seconds: float = field(compare=False)
    """The time that it took."""
    record: dict[str, Any] = field(compare=False, repr=False)
    """All of it as ``solve --players 3 --json`` prints it for three."""

    @property
    def points(self) -> dict[str, Value | None]:
        """The points of each player."""
        return {player: share.points for player, share in self.shares.items()}

    def __repr__(self) -> str:
        return f"<superko.Shares of {self}>"

    def __str__(self) -> str:
        said = [f"{player} can secure {share.bounds if share.points is None else share.points}" for player, share in self.shares.items()]
        return f"{self.board} {self.rules}: {', '.join(said)}"


def short(value: Value | None, bounds: Bounds) -> str:
    """A value for a small place."""
    if value is None:
        return f"{bounds.low}…{bounds.high}"
    return "none" if str(value) == "no-result" else str(value).replace("-", "\u2212")


def question_of(record: dict[str, Any], board: Board, rules: str) -> dict[str, Any]:
    same = {key: record[key] for key in ("options", "start", "to_move", "moves")}
    return {"board": board, "rules": rules, **same}


def _move_values(record: dict[str, Any]) -> dict[str, Value | None]:
    return {of["move"]: known_value(of["value"]) for of in record.get("move_values", [])}


def solution_of(text: str, board: Board, rules: str) -> Solution:
    """A solution of what the compiled part has found."""
    record = json.loads(text)
    finite = record.get("finite_play")
    same = {
        key: record[key]
        for key in ("best_moves", "all_best_moves", "line", "line_complete", "nodes", "results", "seconds")
    }
    return Solution(
        **question_of(record, board, rules),
        **same,
        value=known_value(record["value"]),
        bounds=bounds_of(record["bounds"]),
        may_be_no_result=record.get("may_be_no_result", False),
        published=published_of(record.get("published")),
        finite_play=FinitePlay(**finite) if finite else None,
        move_values=_move_values(record),
        move_bounds={of["move"]: bounds_of(of["bounds"]) for of in record.get("move_values", [])},
        repeats_from=record.get("repeats_from"),
        stopped=record.get("stopped"),
        record=record,
    )


def shares_of(text: str, board: Board, rules: str) -> Shares:
    """The shares of what the compiled part has found."""
    record = json.loads(text)

    def share(of: dict[str, Any]) -> Share:
        return Share(
            player=of["player"],
            points=known_value(of["points"]),
            bounds=bounds_of(of["bounds"]),
            best_moves=of["best_moves"],
            all_best_moves=of["all_best_moves"],
            move_values=_move_values(of),
            line=of["line"],
            stopped=of.get("stopped"),
        )

    return Shares(
        **question_of(record, board, rules),
        shares={of["player"]: share(of) for of in record["secured"]},
        nodes=record["nodes"],
        stopped=record.get("stopped"),
        seconds=record["seconds"],
        record=record,
    )
