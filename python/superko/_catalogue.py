"""The catalogue of rulesets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _core


@dataclass(frozen=True)
class Option:
    """An option of a ruleset."""

    name: str
    """Its name: in a ruleset's text with ``--`` before it, as a keyword with ``_`` in place of ``-``."""
    values: list[str]
    """The values that it can have, the default first."""
    help: str
    """What it is for."""


@dataclass(frozen=True)
class Reading:
    """A choice that a document leaves open."""

    option: str | None
    """The option that varies it; ``None`` for a choice that is settled."""
    text: str
    """The readings."""
    forced_by: str
    """What forces or suggests the default."""


@dataclass(frozen=True)
class Ruleset:
    """A ruleset of the catalogue."""

    id: str
    """Its name."""
    title: str
    """Its name in prose."""
    document: str
    """The document that it carries out."""
    summary: str
    """What sets it apart, in one line."""
    names: list[str]
    """Other names, each with the options that it chooses."""
    options: dict[str, Option]
    """Its options, by their names."""
    articles: list[tuple[str, str]]
    """The articles that it carries out: their number or title, and what they say."""
    state: str
    """What the state of a game consists of."""
    always_ends: bool
    """Whether every game ends, with the options at their defaults."""
    readings: list[Reading]
    """What the document leaves open, and how it was read."""

    def __str__(self) -> str:
        return f"{self.id}: {self.summary}"


class _Rulesets(dict[str, Ruleset]):
    """The rulesets; a name that is none is answered with the name that may have been meant."""

    def __missing__(self, name: object) -> Ruleset:
        if isinstance(name, str):
            # It says whether this is a name at all, such as "ing" for one of these with options.
            _core.Session("1x1", None, name)
        raise KeyError(name)


def rulesets() -> dict[str, Ruleset]:
    """All rulesets, by their names.

    >>> import superko
    >>> list(superko.rulesets())[:4]
    ['simple-ko', 'psk', 'ssk', 'nssk']
    >>> superko.rulesets()["kee2020"].options["lift"].values
    ['stands', 'produced', 'produced-ko']
    """
    return _Rulesets((record["id"], _ruleset(record)) for record in json.loads(_core.catalogue()))


def _ruleset(record: dict[str, Any]) -> Ruleset:
    same = ("id", "title", "document", "summary", "names", "state", "always_ends")
    return Ruleset(
        **{key: record[key] for key in same},
        options={option["name"]: Option(**option) for option in record["options"]},
        articles=[(number, says) for number, says in record["articles"]],
        readings=[Reading(**reading) for reading in record["readings"]],
    )
