"""Certificates are accepted by every checker, and damaged ones are refused."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

import superko

CASES = [
    ("2x2", "psk", {}),
    ("2x3", "ssk", {"start": "OOO/.X.", "to_move": "white"}),
    ("2x2", "kee2020", {"moves": "B2 A1", "lift": "produced"}),
    ("1x4", "kee2009", {"move_values": True}),
    ("1x3", "simple-ko", {"claim": ">= 3"}),
]


@pytest.mark.parametrize(("board", "rules", "asked"), CASES)
def test_certificates_are_accepted_by_every_checker(
    root: Path, empty_folder: Path, board: str, rules: str, asked: dict[str, str]
) -> None:
    certificate = superko.prove(board, rules, **asked)  # type: ignore[arg-type]
    path = empty_folder / "made.cert"
    certificate.save(path)
    assert path.read_bytes() == bytes(certificate) == certificate.data and os.listdir(empty_folder) == ["made.cert"]
    assert superko.check(path) == superko.check(certificate.data) == certificate.verified
    checker = [sys.executable, str(root / "scripts" / "check_certificate.py"), str(path)]
    second = subprocess.run(checker, capture_output=True, text=True)
    assert second.returncode == 0 and "s VERIFIED" in second.stdout, second.stdout + second.stderr
    if program := os.environ.get("SOLVE"):
        first = subprocess.run([program, "check", str(path)], capture_output=True, text=True)
        assert first.returncode == 0 and certificate.verified.summary in first.stdout
    if "claim" not in asked and "move_values" not in asked:
        place = {key: asked[key] for key in ("start", "to_move", "moves", "lift") if key in asked}
        assert certificate.value == superko.solve(board, rules, **place).value  # type: ignore[arg-type]


def test_the_bytes_are_those_of_the_published_certificate(root: Path) -> None:
    published = (root / "solutions" / "2x2" / "psk.cert").read_bytes()
    assert superko.prove("2x2", "psk", move_values=True).data == published


def test_what_is_proved_is_told_by_state() -> None:
    verified = superko.prove("2x2", "psk", moves="B2", move_values=True).verified
    assert verified.game == "2x2 psk" and verified.lemmas > 0 and len(verified.proved) > 2
    first = verified.proved[0]
    assert (first.start, first.to_move, first.moves) == ("../..", "black", ["B2"]) and first.value == 1
    assert {tuple(of.moves) for of in verified.proved} >= {("B2",), ("B2", "pass")}
    assert superko.prove("2x2", "psk", claim=">= 0").verified.proved[0].words == "value at least 0"


def test_a_bounded_certificate_says_under_which_rulesets_its_claim_holds(root: Path) -> None:
    path = root / "tests" / "bounded" / "3x3.cert"
    verified = superko.check(path)
    assert (verified.states, verified.lemmas, verified.reads) == (90, 0, 0)
    assert [(of.start, of.to_move, of.words) for of in verified.proved] == [(".../.../...", "black", "value at least 9")]
    assert {"psk", "ssk", "kee2020"} <= set(verified.follows) and "nssk" not in verified.follows
    for rules in ["psk", "ssk", "kee2020"]:
        assert superko.solve("3x3", rules).value == 9
    with pytest.raises(superko.NotVerified):
        superko.check(path.read_bytes()[:-3])


def test_no_certificate_is_made_of_what_is_not_so() -> None:
    with pytest.raises(superko.Unproved, match="claim: it is not so") as raised:
        superko.prove("2x2", "psk", claim=">= 2")
    assert raised.value.part == "claim"
    for rules, part in [("jann", "rules"), ("psk --scoring territory", "rules")]:
        with pytest.raises(superko.Error) as refused:
            superko.prove("2x2", rules)
        assert refused.value.part == part
    with pytest.raises(superko.Unproved, match="not proved: stopped by the node limit"):
        superko.prove("4x4", "psk", node_limit=100)
    with pytest.raises(superko.Error, match="claim \"big\": expected a relation and a score"):
        superko.prove("2x2", "psk", claim="big")


def test_graphs_and_drafts_have_certificates(tmp_path: Path) -> None:
    assert superko.prove("cycle:5", "psk").value == superko.solve("cycle:5", "psk").value
    file = tmp_path / "draft.toml"
    file.write_text('[clauses]\nbars = ["situation"]\npasses-in-a-row = 2\nprice-of-pass = 1\n')
    assert superko.prove("2x2", str(file)).value == superko.solve("2x2", str(file)).value


def test_a_damaged_certificate_is_refused(empty_folder: Path) -> None:
    certificate = superko.prove("2x2", "psk")
    plain = bytearray(gzip.decompress(certificate.data))
    refused = 0
    for place in range(len(plain) - 40, len(plain), 3):
        damaged = bytes(plain[:place]) + bytes([plain[place] ^ 1]) + bytes(plain[place + 1 :])
        try:
            superko.check(gzip.compress(damaged))
        except superko.NotVerified as error:
            assert str(error).startswith("certificate: ") and len(str(error).splitlines()) == 1
            refused += 1
    assert refused > 5
    with pytest.raises(superko.NotVerified):
        superko.check(certificate.data[:-20])
    with pytest.raises(superko.Error, match="not a certificate") as raised:
        superko.check(b"hello\n")
    assert not isinstance(raised.value, superko.NotVerified)


def test_the_text_of_a_certificate_is_a_certificate() -> None:
    certificate = superko.prove("1x3", "nssk")
    assert superko.check(certificate.text().encode()) == certificate.verified
