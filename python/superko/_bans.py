"""Moves that may not be made, and the earlier moments that bar them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Moment:
    """An earlier moment of a game."""

    number: int
    """The number of the move, 0 for the start."""
    position: str
    """The position that bans the move."""
    before: bool
    """Whether that is the position that the move was made on, and not the one after it."""
    player: str | None
    """Who made the move."""
    move: str | None
    """The move."""


@dataclass(frozen=True)
class Barred:
    """A move that may not be made."""

    move: str
    """The move."""
    player: str
    """Who would make it."""
    number: int
    """The number that it would have."""
    why: str
    """Why it may not be made."""
    moment: Moment | None
    """The earlier moment that bans it; ``None`` if the history has nothing to do with it."""

    @property
    def since(self) -> int | None:
        """The number of the move that made the reason true, 0 for the start."""
        return self.moment.number if self.moment else None

    def __str__(self) -> str:
        return f"move {self.number}, {self.player.capitalize()} {self.move}: {self.why}"


def barred_of(record: dict[str, Any]) -> Barred:
    same = {key: record[key] for key in ("move", "player", "number", "why")}
    return Barred(**same, moment=Moment(**record["moment"]) if record["moment"] else None)
