"""The colours of pictures and plots, and the tiles that values are drawn as.

They are the light ones of ``web/src/css/tokens.css``, so that the page and every picture look alike. The colour of a tile
says who is ahead, as the sign of its number does: blue Black, rust White, in three depths (up to a third of the points, up
to two thirds, more). A tile with a dashed edge says that only bounds are proved.
"""

from __future__ import annotations

from dataclasses import dataclass

from ._values import Bounds, NoResult, Value

PAPER, INK, INK_2, HAIRLINE, CONTROL = "#faf7f1", "#211d17", "#5f574a", "#e4dccd", "#8a7f6b"
WOOD, WOOD_2, WOOD_EDGE, GRID, COORD, PLATE = "#ecd8b1", "#e5cd9f", "#cdb283", "#6b5330", "#5f4a2a", "#f8ecd3"
BEST, ILLEGAL, DIFFERS, SHADOW = "#0b5f4a", "#a3201b", "#86176a", "#3c280a"

STONES = {
    "X": ("#56524d", "#1d1b18", "#0d0c0a", "#0d0c0a"),
    "O": ("#ffffff", "#f8f5ee", "#dcd4c4", "#857552"),
    "R": ("#e2685c", "#b3261e", "#8a1710", "#6e110b"),
    "G": ("#5cb585", "#2b7d51", "#1b5938", "#12402a"),
    "Y": ("#fbe38c", "#e6bd2f", "#c19610", "#8a6a06"),
    "V": ("#a788d6", "#6f4ba8", "#4f3180", "#392160"),
}
"""The colours of a stone, by its letter: in the light, itself, in the shade, and its edge."""

FILLS = {
    "b1": ("#dce9f7", "#8fb3d8", "#10305a"),
    "b2": ("#a9cdf0", "#5e97cf", "#0b2747"),
    "b3": ("#1f5c9e", "#17477c", "#ffffff"),
    "w1": ("#fde6d6", "#d39a70", "#5a2708"),
    "w2": ("#f7bd93", "#cb7f44", "#4a1d03"),
    "w3": ("#b0460f", "#8a3408", "#ffffff"),
    "even": ("#f6f3ec", "#b3a78f", "#2b261e"),
    "void": ("#ebe3f8", "#ae97d8", "#3b2470"),
    "open": ("#fbf4e4", "#a08c63", "#4d3f22"),
}
"""The colours of a tile, by its kind: its face, its edge and its text."""


@dataclass(frozen=True)
class Tile:
    """A short text on a small square of paper."""

    text: str
    """The text."""
    kind: str
    """The kind, which has its colours: one of :data:`FILLS`."""


def value_tile(value: Value, points: int) -> Tile:
    """The tile of a value on a board with so many points."""
    if isinstance(value, NoResult):
        return Tile("none", "void")
    if value == 0:
        return Tile("0", "even")
    depth = 1 if 3 * abs(value) <= points else 2 if 3 * abs(value) <= 2 * points else 3
    return Tile(number(value), f"{'b' if value > 0 else 'w'}{depth}")


def bounds_tile(bounds: Bounds, points: int) -> Tile:
    """The tile of a value that was not found."""
    low, high = bounds.low, bounds.high
    if isinstance(low, NoResult) or isinstance(high, NoResult):
        return Tile("?", "open")
    known_low, known_high = low > -points or bounds.low_exclusive, high < points or bounds.high_exclusive
    if known_low and known_high:
        return Tile(f"{number(low)}…{number(high)}", "open")
    if known_low:
        return Tile(f"{'>' if bounds.low_exclusive else '≥'}{number(low)}", "open")
    if known_high:
        return Tile(f"{'<' if bounds.high_exclusive else '≤'}{number(high)}", "open")
    return Tile("?", "open")


def number(value: Value) -> str:
    """A number with a true minus sign."""
    return str(value).replace("-", "\u2212")
