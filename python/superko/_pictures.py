"""What pictures show of games, solutions and comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ._colours import Tile, bounds_tile, value_tile
from ._drawing import Panel, in_figures, moving, svg
from ._plots import plotted, side_by_side
from ._values import Bounds, NoResult, Value, won_by

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ._comparisons import Comparison
    from ._games import Game
    from ._solutions import Solution


def game_svg(game: Game, texts: Mapping[str, str], best: Iterable[str], title: str) -> str:
    """A game as it stands."""
    panel = _game(game, title or f"{in_figures(game.board)} under {game.rules}")
    tiles = {move: Tile(text, "even") for move, text in texts.items()}
    return svg([replace(panel, tiles=tiles, best=frozenset(best) & tiles.keys())])


def solution_svg(solution: Solution) -> str:
    """A position with the values of its moves."""
    return svg([_solution(solution)])


def comparison_svg(comparison: Comparison) -> str:
    """A position under several rulesets, with a dog-ear where one of them is unlike most."""
    panels = [_solution(solution) for solution in comparison.solutions.values()]
    solutions = list(comparison.solutions.values())
    odd: list[set[str]] = [set() for _ in solutions]
    for move in comparison.moves:
        for place in _unlike([_what_it_does(solution, move) for solution in solutions]):
            odd[place].add(move)
    values = [None if solution.value is None else str(solution.value) for solution in solutions]
    for place in _unlike(values):
        odd[place].add("value")
    return svg([replace(panel, differs=frozenset(marks)) for panel, marks in zip(panels, odd, strict=True)])


def solution_plot(solution: Solution, axes: Axes | None) -> Axes:
    """A heat map of the values of moves."""
    return plotted(_solution(solution), axes, "plot()")


def comparison_plot(comparison: Comparison) -> Figure:
    """Heat maps under several rulesets."""
    return side_by_side([_solution(solution) for solution in comparison.solutions.values()], "plot()")


def tile_of(value: Value | None, bounds: Bounds, solution: Solution, *, may_be_no_result: bool) -> Tile:
    """The tile of a value of a solution, or of what is proved of it."""
    points = len(solution.board)
    if value is not None:
        return value_tile(value, points)
    return Tile("?", "open") if may_be_no_result else bounds_tile(bounds, points)


def move_tiles(solution: Solution) -> dict[str, Tile]:
    """The tile of each move of which something is proved."""
    # Bounds of a move are those of finite play where a game may have no result.
    endless = solution.options.get("cycles") == "no-result"
    tiles = {
        move: tile_of(value, solution.move_bounds[move], solution, may_be_no_result=endless)
        for move, value in solution.move_values.items()
    }
    if not tiles and solution.value is not None:
        # A best move keeps the value.
        tiles = dict.fromkeys(solution.best_moves, value_tile(solution.value, len(solution.board)))
    return tiles


def headline(solution: Solution, player: str | None) -> str:
    """What a position is worth, in words."""
    mover, value = moving(player, solution.moves), solution.value
    if value is None:
        bounds = f"between {solution.bounds.low} and {solution.bounds.high}".replace("-", "\u2212")
        return f"{mover}, not solved: {bounds}{', or no result' if solution.may_be_no_result else ''}"
    if isinstance(value, NoResult):
        return f"{mover}, no result"
    winner = "black" if value > 0 else "white"
    return f"{mover} wins by {won_by(value)}" if value and mover == f"{winner.capitalize()} to move" else f"{mover}, {_won(value)}"


def _won(score: Fraction) -> str:
    return "a draw" if score == 0 else f"{'Black' if score > 0 else 'White'} wins by {won_by(score)}"


def framed(solution: Solution) -> frozenset[str]:
    """The best moves; none where every move is best, as that says nothing of any."""
    return frozenset() if every_move_is_best(solution) else frozenset(solution.best_moves)


def every_move_is_best(solution: Solution) -> bool:
    """Whether all of several moves are best."""
    return len(solution.move_values) > 1 and set(solution.best_moves) == set(solution.move_values)


def _solution(solution: Solution) -> Panel:
    panel = _game(solution.game(), f"{in_figures(solution.board)} under {solution.rules}")
    return replace(
        panel,
        says=headline(solution, panel.mover),
        head=tile_of(solution.value, solution.bounds, solution, may_be_no_result=solution.may_be_no_result),
        tiles=move_tiles(solution),
        best=framed(solution),
        every_move_is_best=every_move_is_best(solution),
    )


def _game(game: Game, title: str) -> Panel:
    score, players = game.score, int(game._look["options"].get("players", 2))
    if score is None:
        says, head = moving(game.player, game.moves), None
        if game.stage:
            says += f", {game.stage}"
    elif players > 2:
        says, head = f"ended, Black has {score} points", Tile(str(score), "even")
    else:
        says, head = f"ended, {_won(score)}", value_tile(score, len(game.board))
    barred = {barred.move for barred in game.barred}
    return Panel(
        board=game.board,
        position=game.position,
        title=title,
        says=says,
        head=head,
        mover=game.player,
        last=game.last,
        illegal=frozenset((barred | game.refused.keys()) & set(game.board.points)),
    )


def _what_it_does(solution: Solution, move: str) -> str | None:
    """What a move is worth doing under a ruleset: whether it may be made, is best, and who wins; ``None`` if that is not
    all proved."""
    if not solution.move_values:
        return None
    if move not in solution.move_values:
        return "illegal"
    value = solution.move_values[move]
    if value is None or not solution.all_best_moves:
        return None
    sign = "none" if isinstance(value, NoResult) else (value > 0) - (value < 0)
    return f"{sign} {move in solution.best_moves}"


def _unlike(found: list[str | None]) -> list[int]:
    """Which of these are unlike most of them; if there is no most, unlike the first that is known."""
    counts = Counter(of for of in found if of is not None)
    if len(counts) < 2:
        return []
    (most, times), (_, next_times) = counts.most_common(2)
    first = next(of for of in found if of is not None)
    usual = most if times > next_times else first
    return [place for place, of in enumerate(found) if of is not None and of != usual]
