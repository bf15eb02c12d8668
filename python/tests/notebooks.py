"""Runs a notebook, and keeps of its outputs what is the same on every machine.

    python notebooks.py FILE.ipynb ...     writes the outputs into the files

What is kept is text and pictures of boards, so that a notebook can be read where nothing runs it, and the test can compare
it with what comes out today. Plots are left out: their bytes depend on the version of matplotlib.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient


def executed(path: Path) -> Any:
    """The notebook with the outputs that it has today."""
    notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # A kernel on a busy machine may send the text of one print in two messages.
        client = NotebookClient(
            notebook,
            timeout=120,
            kernel_name="python3",
            resources={"metadata": {"path": folder}},
            coalesce_streams=True,
        )
        # Else a kernel warns on standard error of what it does on every machine.
        client.extra_arguments = ["--log-level=ERROR"]
        client.execute()
    for cell in notebook.cells:
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [kept for output in cell.outputs if (kept := _kept(output)) is not None]
    return notebook


def _kept(output: Any) -> Any:
    data = output.get("data")
    if data is None:
        return output
    if "image/png" in data:
        return None
    if "image/svg+xml" in data:
        # The same picture is in the HTML.
        data.pop("text/html", None)
    output.metadata = {}
    return output


def write(path: Path) -> None:
    """Puts the outputs into the file."""
    notebook = executed(path)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for given in sys.argv[1:]:
        write(Path(given))
