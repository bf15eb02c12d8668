"""Values and what is proved of them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias


class NoResult(enum.Enum):
    """The type of :data:`NO_RESULT`."""

    NO_RESULT = "no-result"

    def __repr__(self) -> str:
        return "superko.NO_RESULT"

    def __str__(self) -> str:
        return "no-result"


NO_RESULT: Final = NoResult.NO_RESULT
"""The value of a game that neither player can end without losing. It is no number: for each player it is better than any
loss and worse than any win."""

WIN_BY_CYCLE: Final = 10000
"""What a cycle that prisoners decide is worth: more than every score."""

Value: TypeAlias = Fraction | NoResult
"""The value of a game: Black's points minus White's, or :data:`NO_RESULT`."""


@dataclass(frozen=True)
class Bounds:
    """What is proved of a value: Black can reach ``low``, and White can hold him to ``high``.

    An end that is exclusive is one that the value cannot have.
    """

    low: Value
    high: Value
    low_exclusive: bool = False
    high_exclusive: bool = False

    def __repr__(self) -> str:
        shown = [f"low={self.low!r}", f"high={self.high!r}"]
        shown += [f"{name}=True" for name in ("low_exclusive", "high_exclusive") if getattr(self, name)]
        return f"Bounds({', '.join(shown)})"

    def __str__(self) -> str:
        ends = [(self.low, self.low_exclusive), (self.high, self.high_exclusive)]
        return " to ".join(f"{end} (exclusive)" if exclusive else str(end) for end, exclusive in ends)


@dataclass(frozen=True)
class FinitePlay:
    """What the players can force where games may go on for ever.

    ``low`` is what Black can force in a game that ends, ``high`` what White can hold him to in one.
    """

    low: int
    high: int
    black_can_force_no_result: bool
    white_can_force_no_result: bool


@dataclass(frozen=True)
class Published:
    """What is published of a start in the repository of superko. No answer rests on it."""

    value: Value | None
    """The value; ``None`` if bounds alone are published."""
    bounds: Bounds
    """The bounds."""
    backing: list[dict[str, str]]
    """What there is to check it with: one backing, or one for each bound. ``kind`` is ``certificate`` (with the ``path`` in the
    repository, ``sha256`` and ``command``), ``remade`` (a certificate of this ``sha256`` that ``command`` makes again) or
    ``search`` (``command`` repeats it)."""

    def __str__(self) -> str:
        known = in_words(self.value) if self.value is not None else f"between {self.bounds.low} and {self.bounds.high}"
        return f"{known}, by {' and '.join(self._by(backing) for backing in self.backing)}"

    @staticmethod
    def _by(backing: dict[str, str]) -> str:
        kind = backing["kind"]
        if kind == "certificate":
            return f"a certificate ({backing['path']})"
        return f"a {'search' if kind == 'search' else 'certificate that is made again'} ({backing['command']})"


def value_of(text: str) -> Value:
    """The value that a record has as a text."""
    return NO_RESULT if text == NO_RESULT.value else Fraction(text)


def known_value(text: str | None) -> Value | None:
    """The value of a record, if it has one."""
    return None if text is None else value_of(text)


def bounds_of(record: dict[str, Any]) -> Bounds:
    """The bounds of a record."""
    low, high = value_of(record["low"]), value_of(record["high"])
    return Bounds(low, high, record.get("low_exclusive", False), record.get("high_exclusive", False))


def published_of(record: dict[str, Any] | None) -> Published | None:
    """What is published, of a record."""
    if record is None:
        return None
    return Published(known_value(record["value"]), bounds_of(record["bounds"]), record["backing"])


def in_words(value: Value) -> str:
    """``2 (Black wins by 2)``, ``0 (draw)``, ``no result``."""
    if isinstance(value, NoResult):
        return "no result"
    if value == 0:
        return "0 (draw)"
    return f"{value} ({'Black' if value > 0 else 'White'} wins by {won_by(value)})"


def won_by(score: Fraction) -> str:
    """The points of who wins; a cycle that prisoners decide is no number of points."""
    return "a cycle" if abs(score) == WIN_BY_CYCLE else str(abs(score))


def answer_in_words(value: Value | None, bounds: Bounds) -> str:
    """A value in words, or its bounds."""
    return in_words(value) if value is not None else f"not solved, between {bounds.low} and {bounds.high}"


def as_number(value: Any) -> float | None:
    """A value as a number to be drawn; ``None`` if it is none."""
    return float(value) if isinstance(value, Fraction) else None
