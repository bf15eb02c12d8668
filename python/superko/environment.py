"""Go as an environment for learners, in the interface of PettingZoo, under any ruleset of two players.

It is to a learner what ``pettingzoo.classic.go_v5`` is: two agents move in turn, an observation has the stones after the
last eight moves and a mask of the legal actions, and the rewards come at the end. A board need not be square, every
ruleset can be played, and :meth:`GoEnv.values` has the exact value of every legal action in the very state that an agent
is in, history included. It needs pettingzoo, which brings gymnasium and numpy.

>>> from superko import environment
>>> env = environment.env("2x2", "pettingzoo")
>>> env.reset()
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["action_mask"].tolist()
[1, 1, 1, 1, 1]
>>> env.step(1)
>>> env.unwrapped.game.moves
['B2']
>>> environment.raw_env("2x2", "psk").values(["B2", "A1"])
{0: Fraction(1, 1), 3: Fraction(1, 1), 4: Fraction(-1, 1)}
"""

from __future__ import annotations

from typing import Any, Literal

from ._asking import Moves
from ._boards import BoardLike
from ._errors import Error
from ._extras import needed
from ._games import Game
from ._sessions import Session
from ._values import Value

_AECEnv: Any = needed("pettingzoo", "superko.environment").AECEnv
_spaces = needed("gymnasium.spaces", "superko.environment")
_numpy = needed("numpy", "superko.environment")

Ties = Literal["draw", "white"]
"""Who has won where the score is that of the komi: nobody, or White."""

_BOARDS = 8  # the number of moves after which the stones are observed


class GoEnv(_AECEnv):  # type: ignore[misc]
    """A game as an ``AECEnv``: see :func:`env`."""

    metadata = {"name": "superko_go_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    render_mode = "ansi"

    game: Game
    """The game with its referee, which moves are made in."""

    def __init__(
        self, board: BoardLike, rules: str, *, komi: float = 0.0, ties: Ties = "draw", **options: str | int
    ) -> None:
        super().__init__()
        if ties not in ("draw", "white"):
            raise Error(f'ties: {ties!r}, expected "draw" or "white"', "ties")
        session = Session(board, rules, **options)
        self.game = Game(session.board, session.rules, session=session)
        self._komi, self._ties = komi, ties
        self._points = session.board.points
        rows, columns, actions = session.board.rows, session.board.cols, len(self._points) + 1
        if not session.board.is_grid:
            raise Error(f"board: {session.board}, expected a grid", "board")
        self._refuse_other_moves()
        observed = {
            "observation": _spaces.Box(low=0, high=1, shape=(rows, columns, 2 * _BOARDS + 1), dtype=bool),
            "action_mask": _spaces.Box(low=0, high=1, shape=(actions,), dtype=_numpy.int8),
        }
        self.possible_agents = ["black_0", "white_0"]
        self.observation_spaces = {agent: _spaces.Dict(observed) for agent in self.possible_agents}
        self.action_spaces = {agent: _spaces.Discrete(actions) for agent in self.possible_agents}
        self._clear()

    def _refuse_other_moves(self) -> None:
        """Raises :class:`Error` where more than two play, or a move is neither a stone nor the last action."""
        probe = self.game.copy()
        others = [move for move in probe.legal if move not in self._points and move not in ("pass", "resign")]
        for _ in range(2):
            if not probe.ended:
                probe.play(probe.legal[0])
        if others or probe.player not in ("black", None):
            more = f"the move {others[0]}" if others else "more than two players"
            raise Error(f"rules: {self.game.rules} has {more}, which an action cannot be", "rules")

    def _clear(self) -> None:
        rows, columns = self.game.board.rows, self.game.board.cols
        self.agents = self.possible_agents[:]
        self.agent_selection = self._to_move()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._planes = _numpy.zeros((rows, columns, 2 * _BOARDS), dtype=bool)

    def observation_space(self, agent: str) -> Any:
        """The space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: from the empty board, or after ``options={"moves": ...}``. Nothing is drawn by lot."""
        session, moves = self.game.session, (options or {}).get("moves", ())
        given = Game(session.board, session.rules, session=session, moves=moves).moves
        self.game.undo(len(self.game.moves))
        self._clear()
        for move in given:
            self._play(move)
        self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """Makes the move of the agent whose turn it is; ``None`` once the game has ended. Raises :class:`IllegalMove` if it
        may not be made: :func:`env` ends the game instead."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._play(self._move(int(action)))  # type: ignore[arg-type]
        self._accumulate_rewards()

    def _play(self, move: str) -> None:
        mover = self.agent_selection
        self.game.play(move)
        own, other = self._stones(mover)
        self._planes = _numpy.dstack((own, other, self._planes[:, :, :-2]))
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(mover)]
        if self.game.ended:
            self.terminations = dict.fromkeys(self.agents, True)
            black = self._reward()
            self.rewards = {"black_0": black, "white_0": -black}

    def _reward(self) -> float:
        score = self.game.score
        ahead = 0 if score is None else score - self._komi
        if ahead == 0:
            return 0.0 if self._ties == "draw" else -1.0
        return 1.0 if ahead > 0 else -1.0

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: ``observation``, a bool array of rows, columns and 17 planes, and ``action_mask``, an int8
        array with 1 for each legal action, all 0 for the agent whose turn it is not.

        Planes 2k and 2k + 1 have the stones after the last move but k of the agent who made it, and of his opponent; the
        last plane is 1 for White."""
        shape = self._planes.shape[:2]
        player = _numpy.full(shape, agent == "white_0", dtype=bool)
        mask = _numpy.zeros(len(self._points) + 1, dtype=_numpy.int8)
        if agent == self.agent_selection and not self.game.ended:
            mask[[self._action(move) for move in self._legal()]] = 1
        elif agent == self.agent_selection:
            mask[-1] = 1
        return {"observation": _numpy.dstack((self._planes, player)), "action_mask": mask}

    def render(self) -> str:
        """The game as a text."""
        return str(self.game)

    def close(self) -> None:
        """Nothing is open."""

    def values(self, moves: Moves | None = None, **limits: Any) -> dict[int, Value | None]:
        """The exact value of each legal action where the game stands, or after ``moves``: Black's points minus White's,
        without komi. ``None`` where it was not found within the limits, which are those of :meth:`Session.solve`."""
        asked = self.game.moves if moves is None else moves
        solution = self.game.session.solve(moves=asked, **limits)
        return {self._action(move): value for move, value in solution.move_values.items()}

    def _action(self, move: str) -> int:
        return self._points.index(move) if move in self._points else len(self._points)

    def _move(self, action: int) -> str:
        if action < len(self._points):
            return self._points[action]
        return "resign" if self._legal() == ["resign"] else "pass"

    def _legal(self) -> list[str]:
        """The legal moves, of which the resignation is one where there is no other."""
        legal = self.game.legal
        return [move for move in legal if move != "resign"] or legal

    def _to_move(self) -> str:
        return f"{self.game.player}_0"

    def _stones(self, agent: str) -> list[Any]:
        rows = _numpy.array([list(row) for row in self.game.position.split("/")])
        letters = ("X", "O") if agent == "black_0" else ("O", "X")
        return [rows == letter for letter in letters]


def raw_env(
    board: BoardLike = "3x3", rules: str = "pettingzoo", *, komi: float = 0.0, ties: Ties = "draw", **options: str | int
) -> GoEnv:
    """The environment of :func:`env` without the wrappers: an illegal action raises :class:`IllegalMove`."""
    return GoEnv(board, rules, komi=komi, ties=ties, **options)


def env(
    board: BoardLike = "3x3", rules: str = "pettingzoo", *, komi: float = 0.0, ties: Ties = "draw", **options: str | int
) -> Any:
    """An environment of a grid under a ruleset, with the wrappers of go_v5: an illegal action ends the game with the
    reward -1.

    Actions are intersections by row from the top left, and after them the pass (the resignation where nobody may
    pass). The rewards at the end are 1 for the winner and -1 for the loser by score and ``komi``, and both 0 in a
    draw; with ``ties="white"``, as in go_v5 and pgx, White has won it. ``rules`` are those of the programs under
    ``"pettingzoo"``, ``"pgx"`` and ``"openspiel"``. Raises :class:`Error` for a board that is no grid, and for rulesets
    with other moves or more players."""
    wrappers = needed("pettingzoo.utils.wrappers", "superko.environment")
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(board, rules, komi=komi, ties=ties, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
