"""Arguments that several functions share, checked and put into the form of the compiled part."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import cache
from numbers import Real
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import _core
from ._errors import Error
from ._starts import start_of

if TYPE_CHECKING:
    from ._boards import Board
    from ._core import _Place, _Spend
    from ._starts import Start

Moves: TypeAlias = str | Iterable[str]
"""Moves by their names, or all in one text, in the form of the command line: ``"B2 A1 pass"``."""

BestMoves: TypeAlias = Literal["all", "one"]
"""Whether all best moves are wanted, or one will do."""

ARGUMENTS = (
    "start", "to_move", "moves", "best_moves", "move_values", "time_limit", "node_limit", "memory", "threads", "claim",
    "all_facts", "session",
)  # fmt: skip
"""The keywords that are no options of a ruleset."""

LEAST_MEMORY = 1 << 20
"""The least size of the tables, in bytes."""

CHECK_MEMORY = 4 << 30
"""How much a check may hold at once, in bytes, if it is not said."""


def rules_text(rules: object, options: Mapping[str, object]) -> str:
    """A ruleset with options, as a command line has them."""
    if not isinstance(rules, str):
        raise Error(f"rules: {rules!r}, expected the name of a ruleset, such as 'kee2020', or of a rules file", "rules")
    words = [rules]
    for name, value in options.items():
        _check_keyword(name)
        text = str(value)
        if not isinstance(value, (str, int)) or isinstance(value, bool) or not re.fullmatch(r"[\w-]+", text):
            raise Error(f"rules: option {name}={value!r}, expected the name of one of its values", "rules")
        words.append(f"--{name.replace('_', '-')} {text}")
    return " ".join(words)


def _check_keyword(name: str) -> None:
    """Refuses a keyword that is no option of any ruleset and is nearly one, or nearly an argument."""
    options = _option_keywords()
    meant = None if name in options else _core.nearest(name, sorted({*options, *ARGUMENTS}))
    if meant is not None:
        raise Error(f"{name}: no argument and no option of a ruleset, did you mean {meant}?", name)


@cache
def _option_keywords() -> frozenset[str]:
    rulesets = json.loads(_core.catalogue())
    return frozenset(option["name"].replace("-", "_") for ruleset in rulesets for option in ruleset["options"])


def draft_of(rules: str) -> bytes | None:
    """What is in the rules file that a ruleset with options names, if it names one: its name ends in ``.toml``."""
    name = rules.split(" --", 1)[0]
    if not name.endswith(".toml"):
        return None
    try:
        return Path(name).read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise Error(f"rules: {name}: {reason}, expected a rules file", "rules") from error


def place_of(board: Board, start: Start | None, to_move: str | None, moves: Moves) -> _Place:
    """Where a question begins, and the moves made from there."""
    if to_move is not None and not isinstance(to_move, str):
        raise Error(f"to_move {to_move!r}: expected a text", "to_move")
    if not isinstance(moves, (str, Iterable)):
        raise Error(f"moves: {moves!r}, expected names of moves", "moves")
    made: str | list[str] = moves if isinstance(moves, str) else list(moves)
    if not isinstance(made, str) and not all(isinstance(move, str) for move in made):
        raise Error(f"moves: {made!r}, expected names of moves", "moves")
    return {"start": start_of(start, board), "to_move": to_move, "moves": made}


def spend_of(
    time_limit: float | timedelta | None,
    node_limit: int | None,
    memory: int | str | None,
    threads: int = 1,
) -> _Spend:
    """How much may be spent."""
    seconds: float | None = None
    if time_limit is not None:
        given = time_limit.total_seconds() if isinstance(time_limit, timedelta) else time_limit
        if isinstance(given, bool) or not isinstance(given, Real) or not 0 <= given < math.inf:
            raise Error(f"time_limit {time_limit!r}: expected a number of seconds", "time_limit")
        seconds = float(given)
    nodes = _whole(node_limit, 1 << 64)
    if node_limit is not None and nodes is None:
        raise Error(f"node_limit {node_limit!r}: expected a whole number of at least 1", "node_limit")
    count = _whole(threads, 257)
    if count is None:
        raise Error(f"threads {threads!r}: expected a whole number from 1 to 256", "threads")
    bytes_ = None if memory is None else bytes_of(memory)
    return {"seconds": seconds, "nodes": nodes, "memory": bytes_, "threads": count}


def bytes_of(memory: int | str) -> int:
    """A size in bytes; K, M and G are powers of 1024."""
    found: int | None = None
    if isinstance(memory, str):
        read = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMG]?)(?:i?B)?", memory.strip(), re.IGNORECASE)
        if read:
            found = int(float(read[1]) * 1024 ** " KMG".index(read[2].upper() or " "))
    else:
        found = _whole(memory, 1 << 63)
    if found is None or not LEAST_MEMORY <= found < 1 << 63:
        raise Error(f"memory {memory!r}: expected at least '1M', such as '512M', or a number of bytes", "memory")
    return found


def best_moves_of(best_moves: str) -> bool:
    """Whether all best moves are wanted."""
    if best_moves not in ("all", "one"):
        raise Error(f"best_moves {best_moves!r}: expected 'all' or 'one'", "best_moves")
    return best_moves == "all"


def _whole(number: Any, below: int) -> int | None:
    """A whole number of any type, such as those of numpy, from 1 on; ``None`` if it is none."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        return None
    whole = index(number)
    return whole if 1 <= whole < below else None
