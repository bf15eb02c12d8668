"""What is raised: each error is a ``ValueError`` with a message of one line that says what was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._bans import Barred


class Error(ValueError):
    """Something that was asked is wrong.

    >>> import superko
    >>> try:
    ...     superko.solve("2x2", "psk", start="X.")
    ... except superko.Error as error:
    ...     print(error.part, "|", error)
    start | start "X.": 1 rows, expected 2 for the 2x2 board
    """

    part: str
    """The name of the argument that is wrong; empty if none is."""

    def __init__(self, message: str, part: str = "") -> None:
        super().__init__(message)
        self.part = part


class IllegalMove(Error):
    """A move that :meth:`Game.play` refuses."""

    barred: Barred
    """Why, and the earlier moment that bans it, if one does."""


class Unproved(Error):
    """No certificate was made: a limit was reached, the claim is false, or certificates do not know the game."""


class NotVerified(Error):
    """A certificate that is malformed, or a step of which is not right."""
