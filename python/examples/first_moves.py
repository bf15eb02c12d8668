"""Draws the exact value of every first move on 3x3 under four rulesets.

    python first_moves.py [FILE.png]

Each board shows what a first move of Black on each point is worth: Black's points minus White's, if both play best from
there. The best moves are framed; the pass stands below. The cells (`# %%`) can be run one by one in an editor that knows
them.
"""

# %% Solve
from __future__ import annotations

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import superko

RULESETS = {
    "psk": "positional superko",
    "nssk": "natural situational superko",
    "spight --scoring territory": "Spight, by territory",
    "simple-ko --suicide allowed": "basic ko with suicide",
}
compared = superko.compare("3x3", RULESETS)
print(compared)

# %% Draw
figure = compared.plot()
for axes, name in zip(figure.axes, RULESETS.values(), strict=True):
    _, says = axes.get_title().rsplit("\n", 1)
    axes.set_title(f"{name}\n{says}", fontsize=11)
figure.set_figheight(figure.get_figheight() + 0.5)
figure.suptitle("What each first move of Black on the empty 3x3 board is worth")

# %% Save
here = Path(__file__).resolve().parent
path = Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[1] / "docs" / "images" / "first-moves.png"
path.parent.mkdir(parents=True, exist_ok=True)
# Without the version of matplotlib in the file, the same picture has the same bytes.
figure.savefig(path, dpi=100, metadata={"Software": None}, pil_kwargs={"optimize": True})
