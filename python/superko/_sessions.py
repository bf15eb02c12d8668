"""Questions about the states of a game."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from . import _core
from ._asking import BestMoves, Moves, best_moves_of, draft_of, place_of, rules_text, spend_of
from ._boards import Board, BoardLike, board_of, core_of
from ._certificates import Certificate, certificate_of
from ._explanations import Difference, Explanation, difference_of, explanation_of
from ._solutions import Shares, Solution, shares_of, solution_of
from ._starts import Start
from ._values import Value, known_value

if TYPE_CHECKING:
    from ._core import _Place
    from ._games import Game


class Session:
    """A board with a ruleset, whose states are asked about one after the other.

    What is proved is kept for the questions to come: the same question asked twice costs next to nothing, and one that a
    limit or Ctrl-C has cut short goes on where it was. Several threads may ask at once.

    >>> import superko
    >>> session = superko.Session("2x3", "psk")
    >>> session.value(start="OOO/.X.", to_move="white")
    Fraction(0, 1)
    >>> session.solve(start="OOO/.X.", to_move="white").best_moves
    ['A1', 'C1', 'pass']
    >>> superko.Session("2x3", "ssk").value(start="OOO/.X.", to_move="white")
    Fraction(-1, 1)
    """

    board: Board
    """The board."""
    rules: str
    """The ruleset with its options."""

    def __init__(self, board: BoardLike, rules: str, **options: str | int) -> None:
        self.board = board_of(board)
        self.rules = rules_text(rules, options)
        self._core = _core.Session(*core_of(self.board), self.rules, draft_of(self.rules))

    def __repr__(self) -> str:
        return f"<superko.Session of {self.board} {self.rules}>"

    def __reduce__(self) -> tuple[type[Session], tuple[Board, str]]:
        # What was proved stays behind.
        return type(self), (self.board, self.rules)

    @property
    def results(self) -> int:
        """The number of results kept: lemmas, or states where games may go on for ever."""
        return self._core.results()

    def solve(
        self,
        *,
        start: Start | None = None,
        to_move: str | None = None,
        moves: Moves = (),
        best_moves: BestMoves = "all",
        move_values: bool = True,
        time_limit: float | timedelta | None = None,
        node_limit: int | None = None,
        memory: int | str | None = None,
        threads: int = 1,
    ) -> Solution:
        """The value of a state, its best moves, the values of all moves and a line: see :func:`solve`."""
        found = self._core.solve(
            place_of(self.board, start, to_move, moves),
            best_moves_of(best_moves),
            move_values,
            spend_of(time_limit, node_limit, memory, threads),
        )
        return solution_of(found, self.board, self.rules)

    def value(
        self,
        *,
        start: Start | None = None,
        to_move: str | None = None,
        moves: Moves = (),
        time_limit: float | timedelta | None = None,
        node_limit: int | None = None,
        memory: int | str | None = None,
    ) -> Value | None:
        """The value of a state and nothing else; ``None`` if it was not found within the limits."""
        spend = spend_of(time_limit, node_limit, memory)
        found = self._core.value(place_of(self.board, start, to_move, moves), spend)
        return known_value(json.loads(found)["value"])

    def secure(
        self,
        *,
        start: Start | None = None,
        to_move: str | None = None,
        moves: Moves = (),
        best_moves: BestMoves = "all",
        move_values: bool = True,
        time_limit: float | timedelta | None = None,
        node_limit: int | None = None,
        memory: int | str | None = None,
        threads: int = 1,
    ) -> Shares:
        """What each of more than two players can secure: see :func:`secure`. Nothing is kept."""
        found = self._core.secure(
            place_of(self.board, start, to_move, moves),
            best_moves_of(best_moves),
            move_values,
            spend_of(time_limit, node_limit, memory, threads),
        )
        return shares_of(found, self.board, self.rules)

    def prove(
        self,
        *,
        start: Start | None = None,
        to_move: str | None = None,
        moves: Moves = (),
        claim: str | None = None,
        move_values: bool = False,
        time_limit: float | timedelta | None = None,
        node_limit: int | None = None,
        memory: int | str | None = None,
    ) -> Certificate:
        """A certificate of the value of a state: see :func:`prove`. It is made from nothing, so that its bytes are the
        same whatever the session knows."""
        spend = spend_of(time_limit, node_limit, memory)
        data, proved = self._core.prove(place_of(self.board, start, to_move, moves), claim, move_values, spend)
        return certificate_of(data, proved)

    def why(
        self,
        *,
        start: Start | None = None,
        to_move: str | None = None,
        moves: Moves = (),
        all_facts: bool = False,
        time_limit: float | timedelta | None = None,
        node_limit: int | None = None,
        memory: int | str | None = None,
    ) -> Explanation:
        """Why a value is what it is: see :func:`why`. Nothing is kept."""
        spend = spend_of(time_limit, node_limit, memory)
        found = self._core.why(place_of(self.board, start, to_move, moves), all_facts, spend)
        return explanation_of(found, self.board, self.rules)

    def why_against(
        self,
        against: str,
        *,
        start: Start | None = None,
        to_move: str | None = None,
        moves: Moves = (),
        time_limit: float | timedelta | None = None,
        node_limit: int | None = None,
        memory: int | str | None = None,
    ) -> Difference:
        """Why a value is another under another ruleset: see :func:`why_against`. Nothing is kept."""
        spend = spend_of(time_limit, node_limit, memory)
        other = rules_text(against, {})
        found = self._core.why_against(place_of(self.board, start, to_move, moves), other, draft_of(other), spend)
        return difference_of(found, self.board, self.rules)

    def game(
        self, *, start: Start | None = None, to_move: str | None = None, moves: Moves = ()
    ) -> Game:
        """A game to be played, which asks this session."""
        from ._games import Game

        return Game(self.board, self.rules, start=start, to_move=to_move, moves=moves, session=self)


def look_of(session: Session, place: _Place) -> str:
    """What can be seen of a state without any search, as JSON."""
    return session._core.look(place)


def solve(
    board: BoardLike,
    rules: str,
    *,
    start: Start | None = None,
    to_move: str | None = None,
    moves: Moves = (),
    best_moves: BestMoves = "all",
    move_values: bool = True,
    time_limit: float | timedelta | None = None,
    node_limit: int | None = None,
    memory: int | str | None = None,
    threads: int = 1,
    **options: str | int,
) -> Solution:
    """Solves a board under a ruleset.

    ``board`` is anything of which a :class:`Board` can be made, ``rules`` a name of the catalogue or the path of a rules
    file (``"draft.toml"``), with options in its text or as keywords. ``start`` is a position, its rows from the top with
    ``/`` between them (``X`` Black, ``O`` White, ``.`` empty), a list of its rows, or an array (0 empty, 1 Black, 2 or -1
    White); ``to_move`` is ``"black"`` or ``"white"``, and ``moves`` are played from there under the ruleset.

    ``best_moves="one"`` and ``move_values=False`` save time on large boards. ``time_limit`` is in seconds, ``memory`` in
    bytes or a text such as ``"512M"`` (4 GiB if it is not said). A search that a limit stops gives what it has proved, and
    says so in ``stopped``. The answer is the same on every machine if there is one thread and no limit of time.

    Ctrl-C raises ``KeyboardInterrupt``, and other threads of the program run on meanwhile.

    >>> import superko
    >>> solution = superko.solve("2x2", "psk")
    >>> solution.value
    Fraction(1, 1)
    >>> solution.best_moves
    ['A2', 'B2', 'A1', 'B1']
    >>> solution.move_values["pass"]
    Fraction(-1, 1)
    >>> superko.solve("2x2", "kee2020", lift="produced").value == superko.solve("2x2", "kee2020 --lift produced").value
    True
    >>> superko.solve((2, 3), "ssk", start=[[2, 2, 2], [0, 1, 0]], to_move="white").value
    Fraction(-1, 1)
    >>> superko.solve("2x2", "simple-ko").value
    superko.NO_RESULT
    >>> superko.solve("4x4", "nssk", node_limit=100).bounds
    Bounds(low=Fraction(0, 1), high=Fraction(16, 1))

    Raises :class:`Error` if something that is asked is wrong.
    """
    return Session(board, rules, **options).solve(
        start=start,
        to_move=to_move,
        moves=moves,
        best_moves=best_moves,
        move_values=move_values,
        time_limit=time_limit,
        node_limit=node_limit,
        memory=memory,
        threads=threads,
    )


def secure(
    board: BoardLike,
    rules: str,
    *,
    start: Start | None = None,
    to_move: str | None = None,
    moves: Moves = (),
    best_moves: BestMoves = "all",
    move_values: bool = True,
    time_limit: float | timedelta | None = None,
    node_limit: int | None = None,
    memory: int | str | None = None,
    threads: int = 1,
    **options: str | int,
) -> Shares:
    """What each of three players can secure whatever the two others do, and with ``players=4`` to ``6`` each of so many.
    The arguments are those of :func:`solve`. Black, White, Red, Green, Yellow and Violet play in this order; a position
    has ``X``, ``O``, ``R``, ``G``, ``Y`` and ``V`` for them.

    >>> import superko
    >>> superko.secure("1x3", "psk").points
    {'black': Fraction(3, 1), 'white': Fraction(0, 1), 'red': Fraction(0, 1)}
    >>> [str(points) for points in superko.secure("star:4", "kee2020", players=5).points.values()]
    ['4', '0', '0', '0', '0']
    """
    text = rules_text(rules, options)
    return Session(board, text if "--players" in text.split() else f"{text} --players 3").secure(
        start=start,
        to_move=to_move,
        moves=moves,
        best_moves=best_moves,
        move_values=move_values,
        time_limit=time_limit,
        node_limit=node_limit,
        memory=memory,
        threads=threads,
    )


def prove(
    board: BoardLike,
    rules: str,
    *,
    start: Start | None = None,
    to_move: str | None = None,
    moves: Moves = (),
    claim: str | None = None,
    move_values: bool = False,
    time_limit: float | timedelta | None = None,
    node_limit: int | None = None,
    memory: int | str | None = None,
    **options: str | int,
) -> Certificate:
    """Makes a certificate: a proof of the value, which anyone can check. It has been checked when it is returned.

    ``claim`` asks for one bound alone, such as ``">= 2"`` or ``"< 1/2"``; ``move_values=True`` for the values of the
    states after each first move too. Certificates know every board, and all rules
    that are composed of clauses, as the page ``solutions/CERTIFICATES.md`` defines them.

    >>> import superko
    >>> certificate = superko.prove("2x2", "psk")
    >>> certificate.value
    Fraction(1, 1)
    >>> print(certificate)
    2x2 psk: value 1
    >>> certificate.save("2x2-psk.cert")
    >>> superko.check("2x2-psk.cert") == certificate.verified
    True

    Raises :class:`Unproved` if a limit was reached, the claim is false, or certificates do not know the game.
    """
    return Session(board, rules, **options).prove(
        start=start,
        to_move=to_move,
        moves=moves,
        claim=claim,
        move_values=move_values,
        time_limit=time_limit,
        node_limit=node_limit,
        memory=memory,
    )
