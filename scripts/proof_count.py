#!/usr/bin/env python3
"""Counts the published certificates that the checker extracted from the proof verifies, by what their rules have.

Usage: scripts/proof_count.py [--verified FILE] [--largest BYTES] [--seconds N] [--jobs N] [PATH ...]

    --verified FILE   superko-verified (target/proof/superko-verified)
    --largest BYTES   files above this size are not tried (none)
    --seconds N       each file is stopped after so long (3600)
    --jobs N          how many at a time (1)
    PATH              files and folders (solutions)

A line for each file that is not verified, and a table as docs/proof.md has it. Exit status: 0 if each file was verified, not tried,
of what is not covered, or took more time or memory than there is; 1 if one was not.
"""

import argparse
import collections
import concurrent.futures
import gzip
import pathlib
import resource
import subprocess
import sys

# What a clause stands for in the table; the first kind that has one of a certificate's clauses counts.
KINDS = [
    ("three players and more", ("players ",)),
    ("coupons", ("coupons ",)),
    ("passed situations (`kee2007`)", ("all-pass-in-one-situation ",)),
    ("a cycle that prisoners decide (`japanese2003-play`)", ("repetition prisoners",)),
    ("means of scoring positions (`kee2009`)", ("scored ",)),
    ("taxes", ("tax ",)),
    ("games without a score: captures, no passes, passes for a prisoner", ("captures ", "passes ", "bars capture")),
    ("a repetition that draws or loses, with `cut` and `window`", ("repetition ", "cut ", "window ")),
    ("stones or territory, prices of passes, first and last passes, two successions",
     ("scoring ", "price-of-pass ", "first-pass ", "last-pass ", "successions ")),
    ("`bars move`, `bars-only captures`", ("bars move", "bars-only ")),
]
REST = "bans on repetition and what lifts them, passes that end the game, draws at an occurrence, closed sets"
BOUNDED = "bounded"


def kind(path):
    """The kind of a certificate, from its header."""
    data = path.read_bytes()
    if data.startswith(b"\x1f\x8b"):
        with gzip.open(path) as file:
            data = file.read(1 << 16)
    lines = data[: 1 << 16].decode("utf-8", "replace").splitlines()
    if lines[0].startswith("superko bounded"):
        return BOUNDED
    clauses = []
    for line in lines[1:]:
        if line.split()[:1] not in (["board"], ["edges"], ["map"], ["rules"], ["option"], ["clause"]):
            break
        clauses.append("scored " if line == "rules kee2009" else line.removeprefix("clause "))
    for name, words in KINDS:
        if any(clause.startswith(words) for clause in clauses):
            return name
    return REST


def tried(verified, path, largest, seconds):
    """The file; whether it is verified; whether a refusal is excused, as not covered or short of time or memory; the last line printed."""
    if largest and path.stat().st_size > largest:
        return path, False, True, "not tried"
    try:
        done = subprocess.run([verified, path], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return path, False, True, f"no answer after {seconds} s"
    said = (done.stderr or done.stdout).strip().splitlines() or [f"exit status {done.returncode}"]
    memory = done.returncode in (-6, -9, 134, 137) or "too much memory" in said[-1]
    return path, done.returncode == 0, memory or done.returncode == 3, said[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--verified", default="target/proof/superko-verified")
    parser.add_argument("--largest", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("paths", nargs="*", default=["solutions"])
    asked = parser.parse_args()
    files = sorted(file for path in map(pathlib.Path, asked.paths) for file in ([path] if path.is_file() else path.rglob("*.cert")))
    all_of, right, wrong = collections.Counter(), collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for path, verified, excused, said in pool.map(lambda file: tried(asked.verified, file, asked.largest, asked.seconds), files):
            name = kind(path)
            all_of[name] += 1
            right[name] += verified
            wrong += not verified and not excused
            if not verified:
                print(f"{path}: {said}", flush=True)
    print("\n| kind | files | verified |\n|---|---:|---:|")
    for name, count in all_of.most_common():
        print(f"| {name} | {count:,} | {right[name]:,} |")
    print(f"| all | {all_of.total():,} | {right.total():,} |")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\n{memory.ru_utime:.0f} s of user time, at most {memory.ru_maxrss / 1e6:.1f} GB")
    sys.exit(wrong > 0)


main()
