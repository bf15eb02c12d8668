"""Draws the exact value of every first move on 3x3 under four rulesets.

    python first_moves.py [FILE.png]

Each board shows what a first move of Black on each point is worth: Black's points less White's, if both play best from
there. A ring marks the best moves. The bars below show the value of a pass, on the same scale. The cells (`# %%`) can be
run one by one in an editor that knows them.
"""

# %% Solve
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.patches import Circle

import superko

BOARD = superko.Board("3x3")
RULESETS = {
    "psk": "positional superko",
    "nssk": "natural situational superko",
    "spight --scoring territory": "Spight, by territory",
    "simple-ko --suicide allowed": "basic ko with suicide",
}
compared = superko.compare(BOARD, RULESETS)
print(compared)

# %% How a value is drawn
MOST = len(BOARD)
SCALE = TwoSlopeNorm(vcenter=0, vmin=-MOST, vmax=MOST)
# Blue for Black, orange for White, white for a draw: told apart by colour-blind readers, and the ends are dark in print.
COLOURS = LinearSegmentedColormap.from_list(
    "black-white", ["#8a3b00", "#e08a2e", "#fbe3c5", "#ffffff", "#cfe3f3", "#4a90c4", "#0b3c6f"]
)
NONE = "#d9d9d9"


def colours(value: superko.Value | None) -> tuple[Any, str]:
    """The colour of a value, and one in which a text on it can be read."""
    if value is None or isinstance(value, superko.NoResult):
        return NONE, "black"
    face = COLOURS(SCALE(float(value)))
    light = 0.299 * face[0] + 0.587 * face[1] + 0.114 * face[2]
    return face, "black" if light > 0.5 else "white"


def label(value: superko.Value | None) -> str:
    """A value as a short text; a game without result is none."""
    if value is None:
        return "?"
    return "none" if isinstance(value, superko.NoResult) else f"{value}".replace("-", "\u2212")


def title(value: superko.Value | None) -> str:
    """The value of a position in words."""
    if value is None or isinstance(value, superko.NoResult):
        return "not solved" if value is None else "no result"
    if value == 0:
        return "a draw"
    return f"{'Black' if value > 0 else 'White'} wins by {abs(value)}"


def draw_board(axes: Any, solution: superko.Solution) -> None:
    """The grid, and on each point the value of the move there."""
    rows, cols = BOARD.rows, BOARD.cols
    for row in range(rows):
        axes.plot([0, cols - 1], [row, row], color="#6b6b6b", linewidth=1, zorder=1)
    for col in range(cols):
        axes.plot([col, col], [0, rows - 1], color="#6b6b6b", linewidth=1, zorder=1)
    for place, point in enumerate(BOARD.points):
        x, y = place % cols, rows - 1 - place // cols
        value = solution.move_values[point]
        face, ink = colours(value)
        best = point in solution.best_moves
        if best:
            axes.add_patch(Circle((x, y), 0.47, facecolor="white", edgecolor="black", linewidth=1.6, zorder=2))
        axes.add_patch(Circle((x, y), 0.4, facecolor=face, edgecolor="#333333", linewidth=0.8, zorder=3))
        text = label(value)
        axes.text(x, y - 0.01, text, color=ink, ha="center", va="center", zorder=4, fontsize=15 if len(text) < 4 else 10)
    axes.set_xlim(-0.6, cols - 0.4)
    axes.set_ylim(-0.6, rows - 0.4)
    axes.set_aspect("equal")
    axes.set_xticks(range(cols), [name.rstrip("123456789") for name in BOARD.points[:cols]])
    axes.set_yticks(range(rows), [str(row + 1) for row in range(rows)])
    axes.tick_params(length=0, labelsize=10, colors="#444444")
    axes.spines[:].set_visible(False)


def draw_pass(axes: Any, solution: superko.Solution) -> None:
    """The value of the pass as a bar from the middle."""
    value = solution.move_values["pass"]
    face, _ = colours(value)
    axes.axvline(0, color="#333333", linewidth=1)
    if isinstance(value, superko.NoResult) or value is None:
        axes.text(0.5, 0, label(value), va="center", fontsize=11)
    else:
        axes.barh(0, float(value), height=0.7, color=face, edgecolor="#333333", linewidth=0.8)
        beside = 0.5 if value >= 0 else -0.5
        axes.text(float(value) + beside, 0, label(value), va="center", ha="left" if value >= 0 else "right", fontsize=11)
    axes.set_xlim(-MOST - 4, MOST + 4)
    axes.set_ylim(-0.7, 0.7)
    axes.set_xticks([-MOST, 0, MOST], [f"\u2212{MOST}", "0", f"{MOST}"])
    axes.tick_params(axis="x", length=3, labelsize=9, colors="#444444")
    axes.set_yticks([0], ["pass"])
    axes.tick_params(axis="y", length=0, labelsize=10, colors="#444444")
    axes.spines[["top", "left", "right"]].set_visible(False)


# %% Draw
figure = plt.figure(figsize=(13.5, 4.7), layout="constrained")
grid = figure.add_gridspec(2, len(RULESETS) + 1, height_ratios=[8, 1.3], width_ratios=[*[1] * len(RULESETS), 0.07])
for column, (rules, name) in enumerate(RULESETS.items()):
    solution = compared.solutions[rules]
    board = figure.add_subplot(grid[0, column])
    draw_board(board, solution)
    board.set_title(f"{name}\n{title(solution.value)}", fontsize=13)
    draw_pass(figure.add_subplot(grid[1, column]), solution)
bar = figure.colorbar(ScalarMappable(norm=SCALE, cmap=COLOURS), cax=figure.add_subplot(grid[0, -1]), ticks=[-9, -6, -3, 0, 3, 6, 9])
bar.ax.set_yticklabels(["\u22129 White", "\u22126", "\u22123", "0", "3", "6", "9 Black"], fontsize=10)
bar.outline.set_linewidth(0.8)
figure.suptitle("What each first move of Black on the empty 3x3 board is worth (best moves ringed)", fontsize=14)

# %% Save
here = Path(__file__).resolve().parent
path = Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[1] / "docs" / "images" / "first-moves.png"
path.parent.mkdir(parents=True, exist_ok=True)
# Without the version of matplotlib in the file, the same picture has the same bytes.
figure.savefig(path, dpi=100, metadata={"Software": None}, pil_kwargs={"optimize": True})
