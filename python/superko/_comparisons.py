"""One position under several rulesets, side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from html import escape
from typing import TYPE_CHECKING, Any

from ._asking import Moves
from ._boards import BoardLike, board_of
from ._errors import Error
from ._extras import needed
from ._pictures import comparison_plot, comparison_svg
from ._sessions import Session
from ._solutions import Solution, short
from ._starts import Start
from ._values import Bounds, NoResult, Value

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Comparison:
    """One position under several rulesets: see :func:`compare`."""

    solutions: dict[str, Solution]
    """The solution under each ruleset, by its text."""

    @property
    def values(self) -> dict[str, Value | None]:
        """The value under each ruleset."""
        return {rules: solution.value for rules, solution in self.solutions.items()}

    @property
    def moves(self) -> dict[str, dict[str, Value | None]]:
        """Every move with its value under each ruleset that admits it."""
        found: dict[str, dict[str, Value | None]] = {}
        for rules, solution in self.solutions.items():
            for move, value in solution.move_values.items():
                found.setdefault(move, {})[rules] = value
        return found

    @property
    def differs(self) -> bool:
        """Whether it is proved that the value under some two of the rulesets differs."""
        return _differ([solution.bounds for solution in self.solutions.values()])

    @property
    def differing_moves(self) -> list[str]:
        """The moves of which it is proved that they are worth something else, or may not be made, under some of the
        rulesets."""
        return [move for move, values in self.moves.items() if len(values) < len(self.solutions) or self._differs(move)]

    def _differs(self, move: str) -> bool:
        return _differ([solution.move_bounds[move] for solution in self.solutions.values()])

    def rows(self) -> list[dict[str, Any]]:
        """The table as a list: one row for the value of the position, whose move is ``None``, and one for each move. A
        ruleset that does not admit a move is missing in its row."""
        return [{"move": None, **self.values}, *({"move": move, **of} for move, of in self.moves.items())]

    def frame(self) -> Any:
        """The table as a data frame of pandas, by move. Values stay fractions, or ``NO_RESULT``."""
        pandas = needed("pandas", "frame()")
        return pandas.DataFrame(self.rows(), dtype=object).set_index("move")

    def plot(self) -> Figure:
        """Heat maps side by side, in a figure of matplotlib."""
        return comparison_plot(self)

    def __str__(self) -> str:
        table = self._cells()
        widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table)
        return "\n".join(line.rstrip() for line in lines)

    def _cells(self) -> list[list[str]]:
        solutions = list(self.solutions.values())
        table = [["", *self.solutions], ["value", *(short(of.value, of.bounds) for of in solutions)]]
        for move in self.moves:
            row = [move]
            for solution in solutions:
                if move in solution.move_values:
                    text = short(solution.move_values[move], solution.move_bounds[move])
                    row.append(f"{text} *" if move in solution.best_moves else text)
                else:
                    row.append("banned")
            table.append(row)
        return table

    def __repr__(self) -> str:
        found = [f"{rules} {of.bounds if of.value is None else of.value}" for rules, of in self.solutions.items()]
        board = next(iter(self.solutions.values())).board
        return f"<superko.Comparison of {board}: {', '.join(found)}>"

    def svg(self) -> str:
        """The position under each ruleset, side by side. A dog-ear marks what is unlike most of the others: the value, and
        a move that may be made, is best, or wins. With two rulesets, or on a tie, the first is the measure."""
        return comparison_svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        head, *rows = self._cells()
        differing = {"value"} if self.differs else set()
        differing.update(self.differing_moves)

        def row(cells: list[str], tag: str) -> str:
            style = ' style="font-weight:bold"' if cells[0] in differing else ""
            return f"<tr{style}>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        table = row(head, "th") + "".join(row(cells, "td") for cells in rows)
        return f"{self.svg()}<table>{table}</table>"


def compare(
    board: BoardLike,
    rules: Iterable[str],
    *,
    start: Start | None = None,
    to_move: str | None = None,
    moves: Moves = (),
    time_limit: float | timedelta | None = None,
    node_limit: int | None = None,
    memory: int | str | None = None,
    threads: int = 1,
) -> Comparison:
    """Solves one position under several rulesets, each with options in its text. The limits are for each of them.

    >>> import superko
    >>> found = superko.compare("1x6", ["psk", "ssk"], start=".X.X.X")
    >>> found.values
    {'psk': Fraction(1, 1), 'ssk': Fraction(6, 1)}
    >>> found.differs, found.differing_moves
    (True, ['E1'])
    >>> print(found)
           psk  ssk
    value  1    6
    A1     −6   −6
    C1     1 *  1
    E1     1 *  6 *
    pass   1 *  1

    Best moves have a star.
    """
    names = list(dict.fromkeys([rules] if isinstance(rules, str) else rules))
    if len(names) < 2:
        raise Error(f"rules: {names!r}, expected two rulesets or more", "rules")
    made, played = board_of(board), moves if isinstance(moves, str) else list(moves)

    def solution(name: str) -> Solution:
        try:
            return Session(made, name).solve(
                start=start,
                to_move=to_move,
                moves=played,
                time_limit=time_limit,
                node_limit=node_limit,
                memory=memory,
                threads=threads,
            )
        except Error as error:
            if error.part == "rules":
                raise
            raise Error(f"{error}, under {name}", error.part) from None

    return Comparison({name: solution(name) for name in names})


def _differ(bounds: list[Bounds]) -> bool:
    """Whether some two values with these bounds cannot be the same."""
    for place, one in enumerate(bounds):
        for other in bounds[place + 1 :]:
            ends = (one.low, one.high, other.low, other.high)
            if any(isinstance(end, NoResult) for end in ends):
                # No result is known only as an exact value, and is the same as no number that is one.
                if one.low == one.high and other.low == other.high and one.low != other.low:
                    return True
            elif one.high < other.low or other.high < one.low:  # type: ignore[operator]
                return True
    return False
