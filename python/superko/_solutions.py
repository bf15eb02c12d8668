"""Answers, made from the records of the compiled part."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._boards import Board
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
    """The value: Black's points less White's as a ``Fraction``, or ``NO_RESULT``; ``None`` if it was not found."""
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
        """The position with the values of the moves on their points, the best moves ringed."""
        texts = {move: short(value, self.move_bounds[move]) for move, value in self.move_values.items()}
        return self.game().svg(texts=texts, best=self.best_moves)

    def _repr_html_(self) -> str:
        from html import escape

        shown = [f"<div>{self.svg()}</div>"]
        if "pass" in self.move_values:
            passed = short(self.move_values["pass"], self.move_bounds["pass"])
            best = ", a best move" if "pass" in self.best_moves else ""
            shown.append(f"<div>pass: {passed}{best}</div>")
        return "".join([*shown, f"<pre>{escape(str(self))}</pre>"])


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

    def __str__(self) -> str:
        said = [f"{player} can secure {share.points or share.bounds}" for player, share in self.shares.items()]
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
