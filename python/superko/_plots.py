"""Plots of matplotlib: what the moves are worth, in the colours of the pictures."""

from __future__ import annotations

from fractions import Fraction
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ._colours import BEST, COORD, FILLS, GRID, ILLEGAL, INK, INK_2, PAPER, STONES, WOOD, WOOD_EDGE, Tile
from ._drawing import Panel
from ._extras import needed
from ._layout import Layout, Place, layout_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INCH = 0.75
"""The distance of two lines of a grid."""

FOOT = 0.75
"""The height of a row of moves that are no points, in the same distance."""


def plotted(panel: Panel, axes: Axes | None, name: str) -> Axes:
    """A heat map of the values of moves, on axes of its own unless some are given."""
    pyplot = needed("matplotlib.pyplot", name)
    if axes is None:
        across, down = _size(panel)
        _, axes = pyplot.subplots(figsize=(INCH * max(across, 3.5), INCH * down + _above([panel])), layout="compressed")
        axes.figure.set_facecolor(PAPER)
    _draw(panel, axes)
    return axes


def side_by_side(panels: Sequence[Panel], name: str) -> Figure:
    """Heat maps in one figure, with a scale of the colours."""
    pyplot = needed("matplotlib.pyplot", name)
    across, down = (max(side) for side in zip(*map(_size, panels), strict=True))
    columns = min(len(panels), max(1, int(18 / max(across, 4))))
    rows = -(-len(panels) // columns)
    size = INCH * max(across, 4.2) * columns, (INCH * down + _above(panels)) * rows + 0.6
    figure: Figure = pyplot.figure(figsize=size, layout="compressed")
    for place, panel in enumerate(panels):
        _draw(panel, figure.add_subplot(rows, columns, place + 1))
    _scale(figure, panels)
    return figure


def _above(panels: Sequence[Panel]) -> float:
    """The height of the titles, and of what is between them and the edge."""
    return 0.4 + 0.2 * max(len(_title(panel)) for panel in panels)


def _size(panel: Panel) -> tuple[float, float]:
    layout = layout_of(panel.board)
    return layout.width, layout.height + FOOT * bool(_words(panel))


def _title(panel: Panel) -> list[str]:
    """The lines of the title."""
    letters_a_line = max(28, int(8.5 * _size(panel)[0]))
    says = f"{panel.says}; every move is best" if panel.every_move_is_best else panel.says
    return [line for text in (panel.title, says) for line in wrap(text, letters_a_line, break_on_hyphens=False)]


def _words(panel: Panel) -> list[str]:
    """The moves that are no points."""
    return [move for move in panel.tiles if move not in panel.board.points]


def _draw(panel: Panel, axes: Axes) -> None:
    layout = layout_of(panel.board)
    width, height = _size(panel)
    axes.set_title("\n".join(_title(panel)), fontsize=10, color=INK)
    axes.add_patch(_box((layout.width / 2, layout.height / 2), layout.width, layout.height, WOOD, WOOD_EDGE, 0, 0.15))
    for lines, style in ((layout.lines, "solid"), (layout.stubs, "dotted")):
        for (x, y), (u, v) in lines:
            axes.plot([x, u], [y, v], color=GRID, linewidth=1.2, linestyle=style, zorder=1)
    for name, (x, y) in layout.names:
        axes.text(x, y, name, color=COORD, ha="center", va="center", fontsize=8)
    letters = panel.position.replace("/", "").replace("|", "")
    for letter, (name, place) in zip(letters, layout.places.items(), strict=True):
        _point(panel, axes, layout, name, place, letter)
    left = 0.1
    for word in _words(panel):
        y = layout.height + 0.45
        axes.text(left, y, word.capitalize(), color=INK, ha="left", va="center", fontsize=10)
        _tile(axes, panel.tiles[word], (left + 0.16 * len(word) + 0.6, y), 0.8, 0.56, word in panel.best)
        left += 0.16 * len(word) + 1.4
    axes.set_xlim(-0.05, max(width, left) + 0.05)
    axes.set_ylim(height + 0.05, -0.05)
    axes.set_aspect("equal")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.patch.set_visible(False)
    axes.spines[:].set_visible(False)


def _point(panel: Panel, axes: Axes, layout: Layout, name: str, place: Place, letter: str) -> None:
    from matplotlib.patches import Circle

    if letter in STONES:
        _, face, _, edge = STONES[letter]
        axes.add_patch(Circle(place, 0.45, facecolor=face, edgecolor=edge, zorder=2))
    if name == panel.last:
        ring = STONES["X" if letter in "OY" else "O"][1]
        axes.add_patch(Circle(place, 0.19, fill=False, edgecolor=ring, linewidth=1.5, zorder=3))
    if name in panel.illegal:
        x, y = place
        axes.add_patch(Circle(place, 0.16, facecolor=WOOD, edgecolor=ILLEGAL, linewidth=1.8, zorder=2))
        axes.plot([x - 0.1, x + 0.1], [y + 0.1, y - 0.1], color=ILLEGAL, linewidth=1.8, zorder=3)
    if name in panel.tiles:
        # Fields of a heat map touch, where they have a grid to touch in.
        side = 0.9 if panel.board.is_laid_out else 0.8
        _tile(axes, panel.tiles[name], place, side, side, name in panel.best)


def _tile(axes: Axes, tile: Tile, place: Place, width: float, height: float, best: bool) -> None:
    face, edge, ink = FILLS[tile.kind]
    box = _box(place, width, height, face, BEST if best else edge, 3, 0.08)
    box.set_linewidth(2.6 if best else 1)
    if tile.kind == "open":
        box.set_linestyle("dashed")
    axes.add_patch(box)
    size = 12 if len(tile.text) < 4 else 9 if len(tile.text) < 6 else 7
    axes.text(*place, tile.text, color=ink, ha="center", va="center", fontsize=size, fontweight="bold", zorder=4)


def _box(middle: Place, width: float, height: float, face: str, edge: str, order: int, radius: float) -> Any:
    from matplotlib.patches import FancyBboxPatch

    corner = middle[0] - width / 2 + radius, middle[1] - height / 2 + radius
    style = f"round,pad={radius},rounding_size={radius}"
    inner = width - 2 * radius, height - 2 * radius
    return FancyBboxPatch(corner, *inner, boxstyle=style, facecolor=face, edgecolor=edge, zorder=order)


def _scale(figure: Figure, panels: Sequence[Panel]) -> None:
    """What the colours mean that there are."""
    from matplotlib.patches import Patch

    points = len(panels[0].board)
    third, two = Fraction(points, 3), Fraction(2 * points, 3)
    depths = {"1": f"by up to {third}", "2": f"by up to {two}", "3": f"by more than {two}"}
    says = {f"w{depth}": f"White {by}" for depth, by in reversed(depths.items())}
    says |= {"even": "a draw", **{f"b{depth}": f"Black {by}" for depth, by in depths.items()}}
    says |= {"void": "no result", "open": "not solved"}
    kinds = {tile.kind for panel in panels for tile in panel.tiles.values()}
    shown = [kind for kind in says if kind in kinds]
    handles = [Patch(facecolor=FILLS[kind][0], edgecolor=FILLS[kind][1], label=says[kind]) for kind in shown]
    if any(panel.best for panel in panels):
        handles.append(Patch(facecolor="none", edgecolor=BEST, linewidth=2, label="best move"))
    columns = min(len(handles), max(1, int(figure.get_figwidth() / 1.5)))
    figure.legend(handles=handles, loc="outside lower center", ncols=columns, frameon=False, fontsize=8, labelcolor=INK_2)
    figure.set_facecolor(PAPER)
