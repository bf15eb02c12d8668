"""Boards drawn as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from html import escape

from ._boards import Board

STEP = 48
"""The distance of two lines of a grid, in pixels."""

WOOD, LINE, BLACK, WHITE, RED, GOOD = "#ecd9b0", "#4a3c22", "#16130f", "#fbfaf5", "#b3261e", "#0b6a53"

STONES = {"X": BLACK, "O": WHITE, "R": RED}


def svg(
    board: Board,
    position: str,
    *,
    last: str | None = None,
    texts: Mapping[str, str] | None = None,
    best: Iterable[str] = (),
    crossed: Iterable[str] = (),
    title: str = "",
) -> str:
    """A position: texts stand on their points, the points of best moves are ringed, and crossed ones are struck out."""
    places, width, height = _places(board)
    letters = dict(zip(board.points, position.replace("/", "").replace("|", ""), strict=True))
    label = escape(title or f"{board}: {position}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" font-family="sans-serif" text-anchor="middle">',
        f"<title>{label}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="{WOOD}"/>',
        *_lines(board, places),
        *_names(board, places),
    ]
    ringed, struck, texts = set(best), set(crossed), texts or {}
    for name, (x, y) in places.items():
        stone = letters[name]
        text = texts.get(name)
        if stone in STONES:
            edge = ' stroke="#4a3c22"' if stone == "O" else ""
            parts.append(_circle(x, y, 0.46 * STEP, f'fill="{STONES[stone]}"{edge}'))
            if name == last:
                colour = BLACK if stone == "O" else WHITE
                parts.append(_circle(x, y, 0.2 * STEP, f'fill="none" stroke="{colour}" stroke-width="2"'))
        if name in ringed or text is not None:
            ring = f' stroke="{GOOD}" stroke-width="3"' if name in ringed else ""
            parts.append(_circle(x, y, 0.36 * STEP, f'fill="{WOOD}"{ring}'))
        if name in struck:
            arm = 0.2 * STEP
            parts.append(
                f'<path d="M{x - arm:g} {y - arm:g}L{x + arm:g} {y + arm:g}M{x - arm:g} {y + arm:g}'
                f'L{x + arm:g} {y - arm:g}" stroke="{RED}" stroke-width="3"/>'
            )
        if text is not None:
            size = 17 if len(text) < 4 else 12
            parts.append(
                f'<text x="{x:g}" y="{y:g}" dy="0.36em" font-size="{size}" fill="{BLACK}">{escape(text)}</text>'
            )
    return "".join([*parts, "</svg>"])


def _circle(x: float, y: float, radius: float, style: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {style}/>'


def _places(board: Board) -> tuple[dict[str, tuple[float, float]], float, float]:
    """Where the points are, and the size of the picture."""
    edge = 1.1 * STEP
    if board.is_laid_out:
        places = {
            name: (edge + place % board.cols * STEP, edge - 0.3 * STEP + place // board.cols * STEP)
            for place, name in enumerate(board.points)
        }
        return places, 2 * edge + (board.cols - 1) * STEP, 2 * edge + (board.rows - 1) * STEP
    degree = dict.fromkeys(board.points, 0)
    for pair in board.edges:
        for name in pair:
            degree[name] += 1
    around = list(board.points)
    centre = [name for name in around if len(around) > 3 and degree[name] == len(around) - 1]
    middle = centre[0] if len(centre) == 1 else None
    if middle is not None:
        around.remove(middle)
    radius = max(STEP, STEP * 1.3 * len(around) / math.tau)
    size = 2 * (edge + radius)
    places = {}
    for place, name in enumerate(around):
        angle = math.tau * place / len(around) - math.pi / 2
        x, y = size / 2 + radius * math.cos(angle), size / 2 + radius * math.sin(angle)
        places[name] = (round(x, 1), round(y, 1))
    if middle is not None:
        places[middle] = (size / 2, size / 2)
    return places, size, size


def _lines(board: Board, places: Mapping[str, tuple[float, float]]) -> list[str]:
    lines = []
    for one, other in board.edges:
        (x, y), (u, v) = places[one], places[other]
        if board.is_laid_out and max(abs(x - u), abs(y - v)) > 1.5 * STEP:
            # A line of a torus that leaves the picture on one side and comes back on the other.
            out = 0.6 * STEP
            across = (out, 0.0) if y == v else (0.0, out)
            lines.append(_line(x, y, x - across[0], y - across[1]))
            lines.append(_line(u, v, u + across[0], v + across[1]))
        else:
            lines.append(_line(x, y, u, v))
    return lines


def _line(x: float, y: float, u: float, v: float) -> str:
    return f'<line x1="{x:g}" y1="{y:g}" x2="{u:g}" y2="{v:g}" stroke="{LINE}" stroke-width="1.4"/>'


def _names(board: Board, places: Mapping[str, tuple[float, float]]) -> list[str]:
    style = f'font-size="12" fill="{LINE}"'
    if not board.is_laid_out:
        beside = 0.66 * STEP
        return [
            f'<text x="{x:g}" y="{y + beside:g}" dy="0.2em" {style}>{escape(name)}</text>'
            for name, (x, y) in places.items()
        ]
    names = []
    for place, name in enumerate(board.points):
        x, y = places[name]
        column, row = name.rstrip("0123456789"), name.lstrip("ABCDEFGHJKLMNOPQRSTUVWXYZ")
        if place % board.cols == 0:
            names.append(f'<text x="{x - 0.8 * STEP:g}" y="{y:g}" dy="0.36em" {style}>{row}</text>')
        if place // board.cols == board.rows - 1:
            names.append(f'<text x="{x:g}" y="{y + 0.95 * STEP:g}" {style}>{column}</text>')
    return names
