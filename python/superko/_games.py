"""Games played move by move, and what may be played next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ._asking import Moves, place_of, rules_text
from ._bans import Barred, barred_of
from ._boards import Board, BoardLike, board_of
from ._errors import Error, IllegalMove
from ._pictures import game_svg
from ._sessions import Session, look_of
from ._solutions import Solution
from ._starts import Start, start_of
from ._values import Value, in_words


@dataclass(frozen=True)
class Step:
    """A move that was made."""

    number: int
    """Its number, from 1."""
    player: str
    """The player."""
    move: str
    """The move."""
    position: str
    """The position after it."""
    captured: list[str]
    """The opposing stones that it removed."""
    lost: list[str]
    """The own stones that it removed."""
    words: str
    """All of it in one sentence."""

    def __str__(self) -> str:
        return self.words


class Game:
    """A game that is played under a ruleset, with a referee: on a board that is solved, or on a grid of up to 52x52.

    >>> import superko
    >>> game = superko.Game("1x2", "psk")
    >>> game.play("A1").words
    '1. Black A1'
    >>> game.play("B1").captured
    ['A1']
    >>> print(game, end="")
    1x2 psk, Black to move
    <BLANKLINE>
      1  .(O)
         A B
    >>> game.legal
    ['pass']
    >>> print(game.barred[0])
    move 3, Black A1: banned, it would recreate the position after move 1 (Black A1)
    >>> game.barred[0].moment.position
    'X.'
    >>> try:
    ...     game.play("A1")
    ... except superko.IllegalMove as error:
    ...     print(error)
    moves: move 3, Black A1: banned, it would recreate the position after move 1 (Black A1)
    >>> _ = game.play("pass"), game.play("pass")
    >>> game.ended, game.score
    (True, Fraction(-2, 1))
    >>> game.undo(4).position
    '..'
    >>> large = superko.Game("19x19", "psk", moves="Q16 D4")
    >>> large.play("C16").words, len(large.legal)
    ('3. Black C16', 359)
    >>> try:
    ...     large.solve()
    ... except superko.Error as error:
    ...     print(error)
    board "19x19": 361 intersections are too many: at most 64, and about 16 are solved from the empty board (docs/limits.md)
    """

    board: Board
    """The board."""
    rules: str
    """The ruleset with its options."""
    session: Session
    """What :meth:`solve` asks; copies share it."""

    def __init__(
        self,
        board: BoardLike,
        rules: str,
        *,
        start: Start | None = None,
        to_move: str | None = None,
        moves: Moves = (),
        session: Session | None = None,
        **options: str | int,
    ) -> None:
        self.board, self.rules = board_of(board), rules_text(rules, options)
        if session is not None and (session.board, session.rules) != (self.board, self.rules):
            raise Error(f"session: of {session.board} {session.rules}, expected one of this game", "session")
        self.session = session or Session(self.board, self.rules)
        self._start, self._to_move = start_of(start, self.board), to_move
        self._look = self._looked(moves)
        illegal = self._look["illegal"]
        if illegal is not None:
            raise _illegal(barred_of(illegal))

    def _looked(self, moves: Moves) -> dict[str, Any]:
        look = look_of(self.session, place_of(self.board, self._start, self._to_move, moves))
        return dict(json.loads(look))

    def play(self, move: str) -> Step:
        """Makes a move: a point, ``pass``, or a word that the ruleset knows. Raises :class:`IllegalMove` if it may not be
        made; the game is then left as it was."""
        if not isinstance(move, str):
            raise Error(f"moves: {move!r}, expected the name of a move", "moves")
        look = self._looked([*self.moves, move])
        illegal = look["illegal"]
        if illegal is not None:
            raise _illegal(barred_of(illegal))
        self._look = look
        return self.steps[-1]

    def undo(self, count: int = 1) -> Game:
        """Takes moves back, and returns the game."""
        if not 0 <= count <= len(self.moves):
            raise Error(f"count {count!r}: expected a number from 0 to {len(self.moves)}", "count")
        self._look = self._looked(self.moves[: len(self.moves) - count])
        return self

    def copy(self) -> Game:
        """A game in the same state, to be played on."""
        copied = Game.__new__(Game)
        copied.__dict__.update(self.__dict__)
        return copied

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        # What was proved stays behind.
        return _made, (self.board, self.rules, self._start, self._to_move, self.moves)

    @property
    def start(self) -> str:
        """The position at the start."""
        return str(self._look["start"])

    @property
    def moves(self) -> list[str]:
        """The moves made."""
        return list(self._look["moves"])

    @property
    def steps(self) -> list[Step]:
        """The moves made, and what they did."""
        return [Step(**step) for step in self._look["steps"]]

    @property
    def position(self) -> str:
        """The position: its rows from the top with ``/`` between them, or one letter for each point of a graph."""
        return str(self._look["position"])

    @property
    def last(self) -> str | None:
        """The point of the last move, if it was a stone play."""
        last: str | None = self._look["last"]
        return last

    @property
    def player(self) -> str | None:
        """Whose turn it is: ``black``, ``white``, ... ``violet``; ``None`` when the game has ended."""
        player: str | None = self._look["player"]
        return player

    @property
    def stage(self) -> str | None:
        """The stage of play, of rulesets that have several, if it is not the first."""
        stage: str | None = self._look["stage"]
        return stage

    @property
    def legal(self) -> list[str]:
        """The moves that may be made."""
        return list(self._look["legal"])

    @property
    def barred(self) -> list[Barred]:
        """The moves that the history bans, each with the moment that bans it."""
        return [barred_of(record) for record in self._look["barred"]]

    @property
    def refused(self) -> dict[str, str]:
        """Plays on empty points that the rules never admit here, such as suicide, each with the reason."""
        return {record["move"]: record["why"] for record in self._look["refused"]}

    @property
    def ended(self) -> bool:
        """Whether the game has ended."""
        return self._look["ended"] is not None

    @property
    def score(self) -> Fraction | None:
        """When the game has ended, Black's points minus White's; with more than two players, Black's points."""
        ended = self._look["ended"]
        return Fraction(ended["score"]) if ended else None

    @property
    def area(self) -> Fraction:
        """Black's area minus White's, if the game ended as it stands."""
        return Fraction(self._look["count"]["score"])

    def solve(self, **asked: Any) -> Solution:
        """Solves the state: the arguments are those of :meth:`Session.solve` but the state.

        >>> import superko
        >>> superko.Game("2x2", "psk", moves="B2 A1 B1").solve().best_moves
        ['A2', 'pass']
        """
        return self.session.solve(start=self._start, to_move=self._to_move, moves=self.moves, **asked)

    def value(self, **limits: Any) -> Value | None:
        """The value of the state; of a game that has ended, its score."""
        if self.ended:
            return self.score
        return self.session.value(start=self._start, to_move=self._to_move, moves=self.moves, **limits)

    def svg(self, *, texts: Mapping[str, str] | None = None, best: Iterable[str] = (), title: str = "") -> str:
        """The board as a picture, with who is to move. Points on which nothing may be played have a sign; ``texts`` may give
        a text for some moves, ``best`` those of them that are framed, and ``title`` a title.

        >>> import superko
        >>> superko.Game("2x2", "psk", moves="B2").svg().startswith("<svg ")
        True
        """
        return game_svg(self, texts or {}, best, title)

    def _repr_html_(self) -> str:
        return self.svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _heading(self) -> str:
        score = self.score
        if score is None:
            return f"{self.board} {self.rules}, {str(self.player).capitalize()} to move"
        return f"{self.board} {self.rules}, ended: {in_words(score)}"

    def __str__(self) -> str:
        return f"{self._heading()}\n\n{self.board.diagram(self.position, self.last)}"

    def __repr__(self) -> str:
        return f"<superko.Game {self._heading()}, {self.position}>"


def _made(board: Board, rules: str, start: str | None, to_move: str | None, moves: list[str]) -> Game:
    return Game(board, rules, start=start, to_move=to_move, moves=moves)


def _illegal(barred: Barred) -> IllegalMove:
    error = IllegalMove(f"moves: {barred}", "moves")
    error.barred = barred
    return error
