"""The notebooks run, and show what is written in them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("ipykernel")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("pandas")
pytest.importorskip("matplotlib")

from notebooks import executed  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_is_written_in_it(path: Path) -> None:
    written = nbformat.read(path, as_version=4)
    nbformat.validate(written)
    today = executed(path)
    pictures = 0
    for number, (cell, new) in enumerate(zip(written.cells, today.cells, strict=True)):
        if cell.cell_type != "code":
            continue
        again = f"cell {number}: python/tests/notebooks.py {path.name} writes it anew"
        assert len(cell.outputs) == len(new.outputs), again
        for old, output in zip(cell.outputs, new.outputs, strict=True):
            assert output.output_type == old.output_type != "error", again
            assert output.get("text") == old.get("text"), again
            for kind in ("text/plain", "image/svg+xml"):
                assert output.get("data", {}).get(kind) == old.get("data", {}).get(kind), again
            pictures += "image/svg+xml" in output.get("data", {})
    assert pictures >= 3
