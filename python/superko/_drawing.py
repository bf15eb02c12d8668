"""Boards drawn as SVG: each picture says by itself what it shows.

Everything is written into attributes, as a style sheet in a notebook would reach into other pictures, and the ground is
paper, so that a picture can be read on dark pages too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from ._boards import Board
from ._colours import (
    BEST,
    COORD,
    DIFFERS,
    FILLS,
    GRID,
    ILLEGAL,
    INK,
    INK_2,
    PAPER,
    PLATE,
    SHADOW,
    STONES,
    WOOD,
    WOOD_2,
    WOOD_EDGE,
    Tile,
)
from ._layout import Place, layout_of

STEP = 48
"""The distance of two lines of a grid."""

STONE = 21.6
"""The radius of a stone."""

EDGE = 10
"""The paper around everything."""

SCALE, MOST = 1.5, 1000
"""How many pixels a unit has, and the greatest width of a picture in pixels."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

LETTERS = {"black": "X", "white": "O", "red": "R", "green": "G", "yellow": "Y", "violet": "V"}
"""The letter of each player in a position."""


@dataclass(frozen=True)
class Panel:
    """A board with its heading, tiles and marks."""

    board: Board
    position: str
    title: str
    """What it is, such as a board and a ruleset."""
    says: str
    """What is said below the title."""
    head: Tile | None = None
    """The value."""
    mover: str | None = None
    """Who is to move, drawn as a stone where there is no value."""
    last: str | None = None
    """The point of the last move."""
    tiles: Mapping[str, Tile] = field(default_factory=dict)
    """What stands on points, and beside the other moves."""
    best: frozenset[str] = frozenset()
    """The moves whose tiles are framed."""
    illegal: frozenset[str] = frozenset()
    """Points with a sign that nothing may be played there."""
    differs: frozenset[str] = frozenset()
    """Moves whose tiles have a dog-ear; ``value`` is the tile at the head."""
    every_move_is_best: bool = False

    @property
    def spoken(self) -> str:
        """The panel in one line, for readers that do not see it."""
        said = [f"{move} {tile.text}" for move, tile in self.tiles.items()]
        return "; ".join([f"{self.title}, {self.says}", *([", ".join(said)] if said else [])])


def svg(panels: Sequence[Panel]) -> str:
    """Panels side by side."""
    drawn = [_panel(panel) for panel in panels]
    heads = max(part.head for part in drawn)
    gap, across, rows, low = 28.0, float(EDGE), list[str](), 0.0
    row_top, row_low = float(EDGE), 0.0
    for part in drawn:
        if across > EDGE and across + part.width > MOST:
            across, row_top, row_low = float(EDGE), row_low + gap, 0.0
        rows.append(f'<g transform="translate({across:g} {row_top + heads - part.head:g})">{part.shapes}</g>')
        across += part.width + gap
        row_low = max(row_low, row_top + heads - part.head + part.height)
        low = max(low, across - gap)
    key, keys_high = _key(panels, EDGE, row_low + 6, low)
    width, height = low + EDGE, row_low + keys_high + EDGE
    scale = min(SCALE, MOST / width)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width * scale:.0f}" '
            f'height="{height * scale:.0f}" role="img" font-family="{FONT}" font-weight="600" text-anchor="middle">',
            f"<title>{escape(' | '.join(panel.spoken for panel in panels))}</title>",
            _gradients("".join(panel.position + LETTERS.get(panel.mover or "", "") for panel in panels)),
            f'<rect width="{width:g}" height="{height:g}" rx="7" fill="{PAPER}"/>',
            *rows,
            key,
            "</svg>",
        ]
    )


@dataclass(frozen=True)
class _Drawn:
    shapes: str
    width: float
    head: float
    """The height of what stands above the board."""
    height: float


def _panel(panel: Panel) -> _Drawn:
    layout = layout_of(panel.board)
    width, high = layout.width * STEP, layout.height * STEP
    sign = 34.0 if panel.head is None else max(34, _wide(panel.head.text, 19) + 12)
    lines = _wrapped(panel.title, max(width - sign - 9, 160), 12.5)
    said = _wrapped(panel.says, max(width - sign - 9, 160), 10, bold=False)
    head = max(34, 15 * len(lines) + 13 * len(said)) + 10.0
    parts = []
    if panel.head is not None:
        parts.append(_tile(panel.head, sign / 2, 17, sign, 34, 19 if len(panel.head.text) < 4 else 14))
        if "value" in panel.differs:
            parts.append(_ear(sign, 0, 11))
    elif panel.mover:
        parts.append(_stone(LETTERS[panel.mover], 17, 17, 15))
    else:
        sign = -9
    y = 12.0
    for line in lines:
        parts.append(_text(line, sign + 9, y, 12.5, INK, anchor="start"))
        y += 15
    for line in said:
        parts.append(_text(line, sign + 9, y + 2, 10, INK_2, anchor="start", weight=400))
        y += 13
    parts.append(f'<g transform="translate(0 {head:g})">{_board(panel)}</g>')
    reach = max(_wide(line, 12.5) for line in lines), max(_wide(line, 10, bold=False) for line in said)
    width = max(width, sign + 9 + max(reach))
    foot, foot_high = _foot(panel, head + high + 10, width)
    return _Drawn("".join([*parts, foot]), width, head, head + high + foot_high)


def _board(panel: Panel) -> str:
    """The wood, its lines, and what stands on the points."""
    layout = layout_of(panel.board)

    def at(place: Place) -> str:
        return f"{place[0] * STEP:g} {place[1] * STEP:g}"

    grid = "".join(f"M{at(one)}L{at(other)}" for one, other in layout.lines)
    stubs = "".join(f"M{at(one)}L{at(other)}" for one, other in layout.stubs)
    line = f'fill="none" stroke="{GRID}" stroke-width="1.5" stroke-linecap="square"'
    parts = [
        f'<rect x=".5" y=".5" width="{layout.width * STEP - 1:g}" height="{layout.height * STEP - 1:g}" rx="7" '
        f'fill="url(#superko-wood)" stroke="{WOOD_EDGE}"/>',
        f'<path d="{grid}" {line}/>' if grid else "",
        f'<path d="{stubs}" {line} stroke-dasharray="3 3"/>' if stubs else "",
    ]
    parts += [_text(name, x * STEP, y * STEP, 10, COORD, weight=500) for name, (x, y) in layout.names]
    letters = dict(zip(panel.board.points, panel.position.replace("/", "").replace("|", ""), strict=True))
    # A vertex of a graph, or a point of a board of one row, has no crossing of lines to be seen by.
    dots = not panel.board.is_grid or 1 in (panel.board.rows, panel.board.cols)
    for name, (u, v) in layout.places.items():
        x, y = u * STEP, v * STEP
        if letters[name] in STONES:
            parts.append(_stone(letters[name], x, y, STONE))
        elif dots and name not in panel.tiles and name not in panel.illegal:
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="3.5" fill="{GRID}"/>')
        if name == panel.last:
            colour = STONES["X" if letters[name] in "OY" else "O"][1]
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="none" stroke="{colour}" stroke-width="2"/>')
        if name in panel.illegal:
            parts.append(_sign(x, y, 7.6))
        if name in panel.tiles:
            parts.append(_marked(panel, name, x, y, 34, 28, 17))
    return "".join(parts)


def _marked(panel: Panel, move: str, x: float, y: float, width: float, height: float, size: float) -> str:
    """The tile of a move, framed if it is best, with its dog-ear."""
    tile = panel.tiles[move]
    if len(tile.text) > 3:
        width, size = width + 5, size * (0.76 if len(tile.text) == 4 else 0.66 if len(tile.text) < 6 else 0.58)
    parts = [_tile(tile, x, y, width, height, size)]
    right, top = x + width / 2, y - height / 2
    if move in panel.best:
        parts.append(
            f'<rect x="{x - width / 2 - 3.6:g}" y="{top - 3.6:g}" width="{width + 7.2:g}" height="{height + 7.2:g}" '
            f'rx="8.5" fill="none" stroke="{BEST}" stroke-width="2.2"/>'
        )
        right, top = right + 3, top - 3
    if move in panel.differs:
        parts.append(_ear(right + 1, top - 1, 10))
    return "".join(parts)


def _foot(panel: Panel, top: float, width: float) -> tuple[str, float]:
    """The pass and other moves that are no points, and how high they stand."""
    parts, x, y = [], 1.0, top + 15
    for move in panel.tiles:
        if move in panel.board.points:
            continue
        word = move.capitalize()
        wide = _wide(word, 12)
        if x > 1 and x + wide + 50 > width:
            x, y = 1.0, y + 34
        parts += [_text(word, x, y, 12, INK, anchor="start"), _marked(panel, move, x + wide + 27, y, 32, 24, 14)]
        x += wide + 62
    return "".join(parts), y + 16 - (top - 10) if parts else 0


def _key(panels: Sequence[Panel], left: float, top: float, width: float) -> tuple[str, float]:
    """What the signs mean that the panels have, and how high it stands."""
    tiles = [tile for panel in panels for tile in panel.tiles.values()]
    heads = [panel.head for panel in panels if panel.head]
    entries: list[tuple[str, str]] = []
    if any(panel.best for panel in panels):
        frame = f'<rect x="-7" y="-6" width="14" height="12" rx="3.5" fill="none" stroke="{BEST}" stroke-width="1.8"/>'
        entries.append((frame, "best move"))
    if any(panel.every_move_is_best for panel in panels):
        where = "" if len(panels) == 1 else ", where none is framed"
        entries.append(("", f"every move is best{where}"))
    if any(panel.illegal for panel in panels):
        entries.append((_sign(0, 0, 5.5), "illegal"))
    if any(panel.differs for panel in panels):
        entries.append((_ear(5, -5, 10), "differs from the others" if len(panels) > 2 else "differs"))
    unsolved = {tile.text for tile in [*tiles, *heads] if tile.kind == "open"}
    if unsolved:
        says = "not solved" if unsolved == {"?"} else "not solved, or bounds alone"
        entries.append((_tile(Tile("", "open"), 0, 0, 14, 12, 8), says))
    parts, x, y = [], left, top + 6
    for sign, says in entries:
        wide = _wide(says, 10, bold=False)
        before = 22 if sign else 0
        if x > left and x + before + wide > left + width:
            x, y = left, y + 17
        if sign:
            parts.append(f'<g transform="translate({x + 8:g} {y:g})">{sign}</g>')
        parts.append(_text(says, x + before, y, 10, INK_2, anchor="start", weight=400))
        x += before + wide + 12
    return "".join(parts), y + 14 - top if entries else 0


def _tile(tile: Tile, x: float, y: float, width: float, height: float, size: float) -> str:
    face, edge, ink = FILLS[tile.kind]
    dashed = ' stroke-dasharray="3 2"' if tile.kind == "open" else ""
    return (
        f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" rx="5" fill="{face}" '
        f'stroke="{edge}"{dashed}/>{_text(tile.text, x, y, size, ink)}'
    )


def _stone(letter: str, x: float, y: float, radius: float) -> str:
    edge = STONES[letter][3]
    return (
        f'<circle cx="{x + 1.2:g}" cy="{y + 2:g}" r="{radius:g}" fill="{SHADOW}" fill-opacity=".32"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="url(#superko-{letter})" stroke="{edge}"/>'
    )


def _sign(x: float, y: float, radius: float) -> str:
    arm = radius * 0.67
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{PLATE}" stroke="{ILLEGAL}" stroke-width="2.4"/>'
        f'<path d="M{x - arm:g} {y + arm:g}L{x + arm:g} {y - arm:g}" stroke="{ILLEGAL}" stroke-width="2.4"/>'
    )


def _ear(right: float, top: float, size: float) -> str:
    return (
        f'<path d="M{right - size:g} {top:g}H{right:g}V{top + size:g}Z" fill="{DIFFERS}" stroke="{PLATE}" '
        'stroke-width=".8"/>'
    )


def _text(
    text: str, x: float, y: float, size: float, colour: str, *, anchor: str = "middle", weight: int = 600
) -> str:
    if not text:
        return ""
    other = ("" if anchor == "middle" else f' text-anchor="{anchor}"') + ("" if weight == 600 else f' font-weight="{weight}"')
    # The middle of a figure is about a third of its size above the line that it stands on; not every viewer knows
    # dominant-baseline.
    return f'<text x="{x:g}" y="{y + 0.36 * size:g}" font-size="{size:g}" fill="{colour}"{other}>{escape(text)}</text>'


def _gradients(letters: str) -> str:
    parts = [
        f'<defs><linearGradient id="superko-wood" x2="0" y2="1"><stop stop-color="{WOOD}"/>'
        f'<stop offset="1" stop-color="{WOOD_2}"/></linearGradient>'
    ]
    for letter, (light, itself, shade, _) in STONES.items():
        if letter in letters:
            parts.append(
                f'<radialGradient id="superko-{letter}" cx=".36" cy=".3" r=".8"><stop stop-color="{light}"/>'
                f'<stop offset=".5" stop-color="{itself}"/><stop offset="1" stop-color="{shade}"/></radialGradient>'
            )
    return "".join([*parts, "</defs>"])


def _wide(text: str, size: float, *, bold: bool = True) -> float:
    """About how wide a text is, in the wider ones of usual fonts: nothing measures letters here."""
    letters = sum(0.36 if letter in "iljtfr.,:;|! '()-" else 0.92 if letter in "mwMW%" else 0.64 for letter in text)
    return size * letters * (1.06 if bold else 0.97)


def _wrapped(text: str, width: float, size: float, *, bold: bool = True) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and _wide(f"{lines[-1]} {word}", size, bold=bold) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def in_figures(board: Board) -> str:
    """The name of a board as a picture has it."""
    if board.is_grid:
        return board.name.replace("x", "×")
    own = board.name.removeprefix("graph:")
    return board.name if own == board.name else "own graph" if own == "own" else f"graph {own}"


def moving(mover: str | None, moves: Iterable[str]) -> str:
    """Who is to move, after how many moves."""
    count = len(list(moves))
    after = "" if count == 0 else f" after {count} move{'s' if count > 1 else ''}"
    return f"{str(mover).capitalize()} to move{after}"
