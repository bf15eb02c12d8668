"""The examples in the docstrings and on the pages print what they say, and the package is whole."""

from __future__ import annotations

import doctest
import os
import re
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import pytest

import superko


@pytest.fixture
def folder_of_the_project(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder in which the tables are found and files may be written."""
    os.symlink(root / "solutions", tmp_path / "solutions")
    monkeypatch.chdir(tmp_path)


def docstrings() -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [test for test in finder.find(superko, "superko", globs={}) if test.examples]


@pytest.mark.usefixtures("folder_of_the_project")
@pytest.mark.parametrize("test", docstrings(), ids=lambda test: test.name)
def test_docstrings(test: doctest.DocTest) -> None:
    assert doctest.DocTestRunner().run(test).failed == 0


def test_what_is_public_has_a_docstring_and_most_have_an_example() -> None:
    for name in superko.__all__:
        public = getattr(superko, name)
        if callable(public):
            assert public.__doc__, name
    with_examples = {test.name.split(".")[1] for test in docstrings() if "." in test.name}
    functions = {name for name in superko.__all__ if name.islower()}
    assert functions | {"Session", "Game", "Board"} <= with_examples


@pytest.mark.usefixtures("folder_of_the_project")
@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_pages(root: Path, page: str) -> None:
    text = (root / page).read_text(encoding="utf-8")
    # The examples of a page build on each other; the other lines become blank, so that numbers of lines are right.
    kept, inside = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = line == "```pycon"
            kept.append("")
        else:
            kept.append(line if inside else "")
    globs: dict[str, Any] = {}
    test = doctest.DocTestParser().get_doctest("\n".join(kept), globs, page, page, 0)
    assert len(test.examples) >= 3
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_links_of_the_pages_lead_somewhere(root: Path) -> None:
    for page in ("docs/python.md", "python/README.md"):
        text = (root / page).read_text(encoding="utf-8")
        links = [link for link in re.findall(r"\]\(([^)#]+)", text) if not link.startswith("https://")]
        for link in links:
            assert ((root / page).parent / link).exists(), (page, link)


def test_the_package_is_typed_and_licensed(root: Path) -> None:
    assert resources.files("superko").joinpath("py.typed").is_file()
    about = metadata.metadata("superko")
    assert about["License-Expression"] == "MIT OR Apache-2.0"
    licences = about.get_all("License-File") or []
    assert sorted(licences) == ["LICENSE-APACHE", "LICENSE-MIT"]
    for name in licences:
        assert (root / name).read_bytes() == (root / "python" / name).read_bytes()
    (version,) = re.findall(r'(?m)^version = "(.*)"', (root / "Cargo.toml").read_text())[:1]
    assert superko.__version__ == version
