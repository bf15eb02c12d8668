"""Certificates: proofs of values, which can be checked by a program that trusts neither the solver nor its search."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _core
from ._asking import CHECK_MEMORY, bytes_of
from ._errors import Error
from ._values import Value, known_value


@dataclass(frozen=True)
class Proved:
    """What a certificate proves of one state."""

    start: str
    """The position at the start."""
    to_move: str
    """Who moved first."""
    moves: list[str]
    """The moves made from there."""
    value: Value | None
    """The value, if the certificate proves it."""
    words: str
    """All that is proved of the state: its value, or bounds."""


@dataclass(frozen=True)
class Verified:
    """What a certificate that is right proves."""

    game: str
    """The board, and the ruleset with its options."""
    lemmas: int
    """The number of its lemmas."""
    reads: int
    """The number of facts of the history that they rely on."""
    proved: list[Proved]
    """The states that it is about."""
    summary: str
    """All of it in one line."""
    states: int = 0
    """The number of states of the proof, if it is a bounded certificate; then it has neither lemmas nor reads."""
    follows: list[str] = field(default_factory=list)
    """The rulesets under which the claims of a bounded certificate hold, such as ``"psk"``."""

    @property
    def value(self) -> Value | None:
        """The value of the state, if the certificate proves it; of several states, that of the first."""
        return self.proved[0].value

    def __str__(self) -> str:
        return self.summary


class Certificate:
    """A certificate that has been made and checked: see :func:`prove`."""

    data: bytes
    """The bytes of the file."""
    verified: Verified
    """What it proves."""

    def __init__(self, data: bytes, verified: Verified) -> None:
        self.data, self.verified = data, verified

    @property
    def value(self) -> Value | None:
        """The value of the state, if the certificate proves it."""
        return self.verified.value

    def __bytes__(self) -> bytes:
        return self.data

    def __len__(self) -> int:
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certificate) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        return f"<superko.Certificate, {len(self.data)} bytes: {self.verified.summary}>"

    def __str__(self) -> str:
        return self.verified.summary

    def text(self) -> str:
        """The certificate as text: what ``solve certificate show`` prints.

        >>> import superko
        >>> print(superko.prove("1x1", "psk").text().splitlines()[0])
        superko certificate 1
        """
        return _core.show(self.data, CHECK_MEMORY)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file: beside its place under another name, then renamed, so that it is written whole or not at
        all."""
        path = Path(path)
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            beside.write_bytes(self.data)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def check(
    certificate: bytes | bytearray | memoryview | Certificate | str | os.PathLike[str],
    *,
    memory: int | str = CHECK_MEMORY,
) -> Verified:
    """Checks a certificate, of lemmas or a bounded one, in either form: bytes, or the path of a file.

    >>> import superko
    >>> print(superko.check(superko.prove("1x2", "kee2020").data))
    1x2 kee2020: value 0

    Raises :class:`NotVerified` if a step is not right or malformed, and :class:`Error` if it is no certificate at all.
    """
    if isinstance(certificate, Certificate):
        data = certificate.data
    elif isinstance(certificate, (bytes, bytearray, memoryview)):
        data = bytes(certificate)
    else:
        try:
            data = Path(certificate).read_bytes()
        except OSError as error:
            what = f"certificate {os.fspath(certificate)!r}: {error.strerror}, expected a file"
            raise Error(what, "certificate") from None
        except (TypeError, ValueError):
            what = f"certificate: {type(certificate).__name__}, expected bytes or a path"
            raise Error(what, "certificate") from None
    return _verified(json.loads(_core.check(data, bytes_of(memory))))


def certificate_of(data: bytes, proved: str) -> Certificate:
    """A certificate of the compiled part."""
    return Certificate(data, _verified(json.loads(proved)))


def _verified(record: dict[str, Any]) -> Verified:
    return Verified(
        game=record["game"],
        lemmas=record["lemmas"],
        reads=record["reads"],
        proved=[_proved(of) for of in record["proved"]],
        summary=record["summary"],
        states=record["states"],
        follows=record["follows"],
    )


def _proved(record: dict[str, Any]) -> Proved:
    # A state is named as in a theorem of the certificate: POSITION PLAYER, and after MOVE,MOVE.
    start, to_move, *after = record["state"].split()
    return Proved(
        start=start,
        to_move=to_move,
        moves=after[1].split(",") if after else [],
        value=known_value(record["value"]),
        words=record["words"],
    )
