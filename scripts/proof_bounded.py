#!/usr/bin/env python3
"""Exchanges the moves of bounded certificates one by one, and compares the verdicts of the proved checker and of the one in Python.

Usage: scripts/proof_bounded.py VERIFIED FILE...

Each case has the clauses of positional superko in the place of the file's, and one move exchanged for the next intersection or a
pass. What one checker accepts the other has to accept. Exit status: 0 if that is so, 1 if not.
"""

import gzip
import pathlib
import subprocess
import sys
import tempfile

PSK = ["clause bars position", "clause passes-in-a-row 2"]


def cases(path):
    """The certificate under positional superko, and with each move exchanged."""
    header, moves = gzip.decompress(pathlib.Path(path).read_bytes()).split(b"data\n", 1)
    lines = [line for line in header.decode().splitlines() if not line.startswith(("rules", "clause"))]
    header = "\n".join([*lines[:2], *PSK, *lines[2:], "data\n"]).encode()
    yield header + moves
    points = max([move for move in moves if move != 255], default=0) + 1
    for place, move in enumerate(moves):
        for other in ((move + 1) % points if move != 255 else 0, 255 if move != 255 else 1):
            yield header + moves[:place] + bytes([other]) + moves[place + 1 :]


def main():
    verified, *paths = sys.argv[1:]
    number = accepted = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "altered.cert")
        for path in paths:
            for case in cases(path):
                file.write_bytes(case)
                first = subprocess.run([sys.executable, "scripts/check_certificate.py", "-q", file], capture_output=True).returncode
                proved = subprocess.run([verified, file], capture_output=True, text=True)
                if {first, proved.returncode} - {0, 1} or first != proved.returncode:
                    sys.exit(f"case {number} of {path}: exit status {first} and {proved.returncode}: {proved.stdout}{proved.stderr}")
                number += 1
                accepted += first == 0
    print(f"{number} altered, {accepted} accepted, as by the checker in Python")


main()
