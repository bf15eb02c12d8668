#!/usr/bin/env python3
"""Compares the proof with the page on whether every game ends, for headers of random clauses.

Usage: scripts/proof_ends.py [--verified FILE] [--cases N] [--seed N]

    --verified FILE   superko-verified (target/proof/superko-verified)
    --cases N         how many headers whose clauses go together (1000)
    --seed N          of the random numbers (1)

scripts/check_certificate.py has the page's rule. superko-verified prints a line if a theorem says that every game ends under the rules of
a header. Both have to agree on each header that it covers, which are more than half of them. Exit status: 0 if they do, 1 if not,
with the header.
"""

import argparse
import collections
import io
import pathlib
import random
import subprocess
import sys
import tempfile

import check_certificate as page

TITLE = "superko certificate 2\n"
BOARD = "1x3"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--verified", default="target/proof/superko-verified")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def value(rng, clause):
    """A value of the clause; a number is one of the five least."""
    if clause == "bars":
        words = [word for word in page.BARS if word not in page.BANS and rng.random() < 0.15]
        if rng.random() < 0.8:
            words.append(rng.choice(page.BANS))
        return ", ".join(sorted(words, key=page.BARS.index))
    if clause in page.NUMBERS:
        least, most = page.NUMBERS[clause]
        return str(rng.randint(least, min(most, least + 4)))
    if clause == "coupons":
        return rng.choice(["1/2", "1", "2, 1"])
    if clause == "first-pass":
        return rng.choice(["black 1", "white 2", "black 1, white 1"])
    return rng.choice(page.CLAUSES[clause])


def header(rng):
    """A header with one to six random clauses, and in four cases of five each bars and a clause that ends games."""
    chosen = set(rng.sample(list(page.CLAUSES), rng.randint(1, 6))) | ({"bars"} if rng.random() < 0.8 else set())
    chosen |= {rng.choice(["passes-in-a-row", "passes-in-a-row", "second-pass", "passes", "cut"])} if rng.random() < 0.8 else set()
    clauses = [(clause, value(rng, clause)) for clause in page.CLAUSES if clause in chosen]
    return "".join([f"{TITLE}board {BOARD}\n", *(f"clause {clause} {text}\n" for clause, text in clauses if text)])


def by_the_page(text):
    """Whether every game ends, or None if the header is malformed."""
    reader = page.TextReader(io.BytesIO(text.removeprefix(TITLE).encode()), TITLE.encode(), 1)
    try:
        reader.start()
    except page.Wrong:
        return None
    return not reader.rules.endless


def main():
    asked = arguments()
    rng = random.Random(asked.seed)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "header.cert")
        for _ in range(1000 * asked.cases):
            if counts.total() == asked.cases:
                break
            text = header(rng)
            ends = by_the_page(text)
            if ends is None:
                continue
            path.write_text(text + "end\n")
            done = subprocess.run([asked.verified, path], capture_output=True, text=True)
            if done.returncode == 3:
                counts["not covered"] += 1
                continue
            proved = "c every game ends" in done.stdout
            if done.returncode != 1 or "no theorem" not in done.stdout or proved != ends:
                sys.exit(f"{text}by the page every game ends: {ends}; the proof said\n{done.stdout}{done.stderr}")
            counts["every game ends" if ends else "games may go on for ever"] += 1
    if counts.total() < asked.cases or 2 * counts["not covered"] > asked.cases:
        sys.exit(f"too few headers to compare, expected {asked.cases}, most of them covered: {dict(counts)}")
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))


main()
