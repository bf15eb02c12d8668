"""Exact values of tiny Go boards, under rules for which the history matters.

>>> import superko
>>> superko.solve("2x2", "psk").value
Fraction(1, 1)

Scores are Black's points minus White's everywhere, as fractions. Coordinates are a letter for the column from the left (no
I) and a number for the row from the bottom. A position is its rows from the top with ``/`` between them: ``X`` Black,
``O`` White, ``.`` empty.

* :func:`solve` asks about a position once, a :class:`Session` again and again; :func:`compare` asks under several
  rulesets, :func:`secure` for three to six players.
* :func:`why` says why a value is what it is, :func:`why_against` why it is another under another ruleset.
* A :class:`Game` is played move by move, and knows what may be played and what is banned by which moment.
* :func:`prove` makes certificates, :func:`check` checks them.
* :func:`rulesets` has the catalogue, :func:`tables` the published tables, :func:`load_dataset` every position of
  a small board.

What is wrong with a question is raised as an :class:`Error`, a ``ValueError`` of one line.
"""

from importlib import metadata as _metadata

from ._bans import Barred, Moment
from ._boards import Board
from ._catalogue import Option, Reading, Ruleset, rulesets
from ._certificates import Certificate, Proved, Verified, check
from ._comparisons import Comparison, compare
from ._dataset import DatasetHistory, DatasetPair, DatasetRow, load_dataset
from ._errors import Error, IllegalMove, NotVerified, Unproved
from ._explanations import Contrast, Difference, Explanation, Fact, Parting, Reason, Tempting, why, why_against
from ._games import Game, Step
from ._sessions import Session, prove, secure, solve
from ._solutions import Question, Share, Shares, Solution
from ._tables import tables
from ._values import NO_RESULT, Bounds, FinitePlay, NoResult, Published, Value

__version__ = _metadata.version("superko")

__all__ = [
    "NO_RESULT",
    "Barred",
    "Board",
    "Bounds",
    "Certificate",
    "Comparison",
    "Contrast",
    "DatasetHistory",
    "DatasetPair",
    "DatasetRow",
    "Difference",
    "Error",
    "Explanation",
    "Fact",
    "FinitePlay",
    "Game",
    "IllegalMove",
    "Moment",
    "NoResult",
    "NotVerified",
    "Option",
    "Parting",
    "Proved",
    "Published",
    "Question",
    "Reading",
    "Reason",
    "Ruleset",
    "Session",
    "Share",
    "Shares",
    "Solution",
    "Step",
    "Tempting",
    "Unproved",
    "Value",
    "Verified",
    "check",
    "compare",
    "load_dataset",
    "prove",
    "rulesets",
    "secure",
    "solve",
    "tables",
    "why",
    "why_against",
]

# Errors, help and pickles name what users import, not the file that it is written in.
for _name in __all__:
    _public = globals()[_name]
    if callable(_public) and _public.__module__.startswith("superko."):
        _public.__module__ = "superko"
del _name, _public
