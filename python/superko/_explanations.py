"""Why a value is what it is, and why it is another under another ruleset."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from ._asking import Moves
from ._bans import Barred, barred_of
from ._boards import BoardLike
from ._solutions import Question, question_of
from ._starts import Start
from ._values import Bounds, Value, answer_in_words, bounds_of, known_value

if TYPE_CHECKING:
    from ._boards import Board


@dataclass(frozen=True)
class Parting:
    """The move on which two games part. Every pair has the ruleset of the question first."""

    number: int
    """Its number."""
    player: str
    """The player to move."""
    move: str
    """The move."""
    position: str
    """The position that it is made on, or would be."""
    kind: str
    """How the games part: ``barred``, ``refused``, ``end``, ``score`` or ``stage``, as the schema says."""
    serves_under: int
    """The ruleset under which the move serves the player: 0 or 1."""
    barred: tuple[Barred | None, Barred | None]
    """Why it may not be made under each; ``None`` if it may."""
    words: tuple[str, str]
    """What it does under each in one sentence, or why it may not be made."""
    values: tuple[Value | None, Value | None]
    """The value after it, or without it if it may not be made; the score if it ends the game."""
    goes_on: tuple[list[str], list[str]]
    """How best play goes on under each."""


@dataclass(frozen=True)
class Reason:
    """Why two rulesets differ: a line that is legal under both, along which they differ at every step."""

    line: list[str]
    """The line."""
    values: list[tuple[Value | None, Value | None]]
    """What is compared under each, at the start and after each move: the values, or what ``forced_by`` can force."""
    forced_by: str | None
    """The player whose forced scores are compared; ``None`` if it is the values."""
    parting: Parting | None
    """The move on which the games part; ``None`` if only games without end are judged differently."""


@dataclass(frozen=True)
class Contrast:
    """Another ruleset under which the value or the best moves are others."""

    rules: str
    """The ruleset."""
    value: Value | None
    """The value under it."""
    bounds: Bounds
    """What is proved of it."""
    best_moves: list[str]
    """Moves that are best under it."""
    reason: Reason | None
    """Why; ``None`` if that was not found."""


@dataclass(frozen=True)
class Tempting:
    """A move that looks better than it is."""

    move: str
    """The move."""
    images: list[str]
    """Its images under the symmetries that leave the state as it is, itself first."""
    best_under: list[str]
    """The rulesets under which it is best."""
    greedy: bool
    """Whether the position counts the most after it at once."""
    illegal: str | None
    """Why it may not be made; ``None`` if it may."""
    value: Value | None
    """The value after it; ``None`` if it may not be made, or that was not found."""
    line: list[str]
    """The move and the best replies, up to the end of the game."""


@dataclass(frozen=True)
class Fact:
    """A fact of the history that a value rests on."""

    words: str
    """How it is with it, as a sentence."""
    position: str
    """The position that it is about."""
    holds: bool
    """Whether it is so."""
    value_otherwise: Value | None
    """The value if this fact alone were otherwise; ``None`` if that was not found."""
    changes: bool | None
    """Whether that is another value; ``None`` if it was not found."""


@dataclass(frozen=True)
class Explanation(Question):
    """Why a value is what it is: see :func:`why`."""

    value: Value | None
    """The value; ``None`` if it was not found."""
    bounds: Bounds
    """What is proved of it."""
    best_moves: list[str]
    """Moves that keep it."""
    all_best_moves: bool
    """Whether these are all of them."""
    tempting: list[Tempting]
    """Moves that look better than they are."""
    differing: list[Contrast]
    """The well-known rulesets under which the value or the best moves are others."""
    same: list[str]
    """Those under which they are the same."""
    unlike: dict[str, str]
    """Those under which the moves made do not lead to the state, with the reason."""
    open: list[str]
    """Those under which it was not found."""
    facts: list[Fact] | None
    """The facts of the history that it rests on; ``None`` if they were not found."""
    nodes: int
    """Nodes searched, or states listed."""
    stopped: str | None
    """What was left undone, if anything: the reason."""

    def __repr__(self) -> str:
        return f"<superko.Explanation of {self.board} {self.rules}: {self.bounds if self.value is None else self.value}>"

    def __str__(self) -> str:
        lines = [f"{self.board} {self.rules}", f"value       {answer_in_words(self.value, self.bounds)}"]
        for tempting in self.tempting:
            says = tempting.illegal or f"worth {'not found' if tempting.value is None else tempting.value}"
            lines.append(f"tempting    {', '.join(tempting.images)}: {says}")
        for contrast in self.differing:
            worth = contrast.bounds if contrast.value is None else contrast.value
            lines.append(f"differs     {contrast.rules}: worth {worth}, best {' '.join(contrast.best_moves)}")
        lines += [f"rests on    {fact.words}" for fact in self.facts or [] if fact.changes]
        if self.stopped:
            lines.append(f"left out    {self.stopped}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Difference(Question):
    """Why a value is another under another ruleset: see :func:`why_against`. Every pair has the question's ruleset first."""

    against: str
    """The other ruleset."""
    bounds: tuple[Bounds, Bounds]
    """What is proved of the value under each."""
    values: tuple[Value, Value] | None
    """The value under each; ``None`` if they or the best moves were not found within the limits."""
    best_moves: tuple[list[str], list[str]] | None
    """All best moves under each; ``None`` as before."""
    differs: bool | None
    """Whether the value or the best moves differ; ``None`` if that was not found."""
    reason: Reason | None
    """Why; ``None`` if they do not differ, or if that was not found."""
    nodes: int
    """Nodes searched, or states listed."""
    stopped: str | None
    """What was left undone, if anything: the reason."""

    def __repr__(self) -> str:
        worth = self.values or self.bounds
        return f"<superko.Difference of {self.board}: {self.rules} {worth[0]}, {self.against} {worth[1]}>"

    def __str__(self) -> str:
        worth = self.values or self.bounds
        lines = [f"{self.board}: {worth[0]} under {self.rules}, {worth[1]} under {self.against}"]
        reason = self.reason
        if reason is not None:
            lines.append(f"line        {' '.join(reason.line) or 'none, they part at once'}")
            parting = reason.parting
            if parting is not None:
                lines.append(f"then        move {parting.number}, {parting.player.capitalize()} {parting.move}")
                width = max(len(self.rules), len(self.against))
                for rules, words in zip((self.rules, self.against), parting.words, strict=True):
                    lines.append(f"  under {rules.ljust(width)}  {words}")
        elif self.differs is False:
            lines.append("the value and the best moves are the same")
        if self.stopped:
            lines.append(f"left out    {self.stopped}")
        return "\n".join(lines)


def why(
    board: BoardLike,
    rules: str,
    *,
    start: Start | None = None,
    to_move: str | None = None,
    moves: Moves = (),
    all_facts: bool = False,
    time_limit: float | timedelta | None = None,
    node_limit: int | None = None,
    memory: int | str | None = None,
    **options: str | int,
) -> Explanation:
    """Why a value is what it is: moves that look better and are not, the well-known rulesets under which it is another, and
    the facts of the history that it rests on. ``all_facts`` seeks the value without each fact to the end.

    >>> import superko
    >>> found = superko.why("3x3", "nssk")
    >>> found.value, found.best_moves
    (Fraction(2, 1), ['B3', 'A2', 'B2', 'C2', 'B1'])
    >>> psk = next(contrast for contrast in found.differing if contrast.rules == "psk")
    >>> psk.value, psk.reason.line
    (Fraction(9, 1), ['B2', 'B3', 'A2', 'C2', 'A3', 'pass', 'C3'])
    >>> psk.reason.parting.move, psk.reason.parting.words
    ('B3', ('8. White B3, captures 1', 'banned, it would recreate the position after move 5 (Black A3)'))

    The other arguments are those of :func:`solve`.
    """
    from ._sessions import Session

    return Session(board, rules, **options).why(
        start=start,
        to_move=to_move,
        moves=moves,
        all_facts=all_facts,
        time_limit=time_limit,
        node_limit=node_limit,
        memory=memory,
    )


def why_against(
    board: BoardLike,
    rules: str,
    against: str,
    *,
    start: Start | None = None,
    to_move: str | None = None,
    moves: Moves = (),
    time_limit: float | timedelta | None = None,
    node_limit: int | None = None,
    memory: int | str | None = None,
    **options: str | int,
) -> Difference:
    """Why a value is another under another ruleset, with options in its text.

    >>> import superko
    >>> found = superko.why_against("2x2", "spight", "psk")
    >>> found.values
    (Fraction(0, 1), Fraction(1, 1))
    >>> found.reason.line, found.reason.parting.move
    (['A2', 'B1', 'B2', 'A1', 'B2', 'pass', 'A2', 'pass'], 'pass')

    The other arguments are those of :func:`solve`.
    """
    from ._sessions import Session

    return Session(board, rules, **options).why_against(
        against,
        start=start,
        to_move=to_move,
        moves=moves,
        time_limit=time_limit,
        node_limit=node_limit,
        memory=memory,
    )


def explanation_of(record: str, board: Board, rules: str) -> Explanation:
    """An explanation, made from its record."""
    found = json.loads(record)
    contrasts = found["contrasts"] or {"tempting": [], "differing": [], "same": [], "unlike": [], "open": []}
    return Explanation(
        **question_of(found, board, rules),
        value=known_value(found["value"]),
        bounds=bounds_of(found["bounds"]),
        best_moves=found["best_moves"],
        all_best_moves=found["all_best_moves"],
        tempting=[_tempting(tempting) for tempting in contrasts["tempting"]],
        differing=[_contrast(contrast) for contrast in contrasts["differing"]],
        same=contrasts["same"],
        unlike={unlike["against"]: unlike["why"] for unlike in contrasts["unlike"]},
        open=contrasts["open"],
        facts=None if found["facts"] is None else [_fact(fact) for fact in found["facts"]],
        nodes=found["nodes"],
        stopped=found.get("stopped"),
    )


def difference_of(record: str, board: Board, rules: str) -> Difference:
    """A difference, made from its record."""
    found = json.loads(record)
    sides = found["sides"]
    one, other = found["bounds"]
    return Difference(
        **question_of(found, board, rules),
        against=found["against"]["name"],
        bounds=(bounds_of(one), bounds_of(other)),
        values=None if sides is None else (_value(sides[0]["value"]), _value(sides[1]["value"])),
        best_moves=None if sides is None else (sides[0]["best_moves"], sides[1]["best_moves"]),
        differs=found["differ"],
        reason=_reason(found["why"]),
        nodes=found["nodes"],
        stopped=found.get("stopped"),
    )


def _value(text: str) -> Value:
    value = known_value(text)
    assert value is not None
    return value


def _tempting(record: dict[str, Any]) -> Tempting:
    after = record["after"]
    return Tempting(
        move=record["move"],
        images=record["images"],
        best_under=record["best_under"],
        greedy=record["greedy"],
        illegal=record["illegal"],
        value=known_value(after["value"]) if after else None,
        line=record["line"],
    )


def _contrast(record: dict[str, Any]) -> Contrast:
    return Contrast(
        rules=record["against"]["name"],
        value=known_value(record["value"]),
        bounds=bounds_of(record["bounds"]),
        best_moves=record["best_moves"],
        reason=_reason(record["why"]),
    )


def _fact(record: dict[str, Any]) -> Fact:
    otherwise = record["otherwise"]
    return Fact(
        words=record["words"],
        position=record["position"],
        holds=record["holds"],
        value_otherwise=known_value(otherwise["value"]),
        changes=otherwise["changes"],
    )


def _reason(record: dict[str, Any] | None) -> Reason | None:
    if record is None:
        return None
    compared = [record["at_the_start"], *(step["compared"] for step in record["line"])]
    parting = record["parting"]
    return Reason(
        line=[step["move"] for step in record["line"]],
        values=[(known_value(one), known_value(other)) for one, other in compared],
        forced_by=record.get("forced_by"),
        parting=None if parting is None else _parting(parting),
    )


def _parting(record: dict[str, Any]) -> Parting:
    one, other = record["under"]

    def words(part: dict[str, Any]) -> str:
        return str(part["barred"]["why"] if part["barred"] else part["made"]["words"])

    def barred(part: dict[str, Any]) -> Barred | None:
        return barred_of(part["barred"]) if part["barred"] else None

    return Parting(
        number=record["number"],
        player=record["player"],
        move=record["move"],
        position=record["position"],
        kind=record["kind"],
        serves_under=record["serves_under"],
        barred=(barred(one), barred(other)),
        words=(words(one), words(other)),
        values=(known_value(one["value"]), known_value(other["value"])),
        goes_on=(one["goes_on"], other["goes_on"]),
    )
