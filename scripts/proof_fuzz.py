#!/usr/bin/env python3
"""Compares the checker that is extracted from the proof with another one, on altered certificates.

Usage: scripts/proof_fuzz.py --solve FILE --verified FILE [--cases N] [--seed N] [--second]

    --solve FILE      the program solve: it writes certificates as text, and checks them
    --verified FILE   superko-verified
    --cases N         how many altered certificates (1000)
    --seed N          of the random numbers (1)
    --second          scripts/check_certificate.py in the place of solve check
    --only NAME       only of certificates whose path has NAME in it

Each case changes one to three words of a published certificate of what the proof covers, up to 2x3: keys, claims, reads,
references, maps, outcomes, clauses, theorems. What the other checker accepts the proved one has to accept: if it does not, one
of both is wrong, and the certificate is kept. The other way round there are differences of form, which are counted. Exit
status: 0 if there is no such case, 1 if there is one.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

RULESETS = ["psk", "ssk", "nssk", "spight", "spight2", "kee2020", "kee2020-march", "new-zealand", "stone-counting", "simple-ko",
            "ljrg-original", "katago-simple", "kee2009", "aga-territory", "bga", "ffg", "ludii-go", "ikeda-area-1",
            "ikeda-area-3", "katago-area", "wmsg", "simplified-wmsg", "fixed-ko", "basic-fixed-ko", "igs", "korean-play", "openspiel", "pgx",
            "pgx-window", "atari-go", "capture-three", "no-pass-go", "nogo", "prisoner-return", "button-go", "kee2007",
            "japanese2003-play"]
BOARDS = ["1x2", "1x3", "1x4", "1x5", "2x2", "2x3"]
LONGEST = 200_000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--solve", required=True)
    parser.add_argument("--verified", required=True)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--second", action="store_true")
    parser.add_argument("--only", default="")
    return parser.parse_args()


def texts(solve, only):
    """The text of each certificate, by its path."""
    found = {}
    for board in BOARDS:
        of_three = pathlib.Path("solutions", "players").glob(f"{board}-*.cert")
        for path in sorted([*pathlib.Path("solutions", board).glob("*.cert"), *of_three]):
            if only in str(path) and (path.stem.split("+")[0] in RULESETS or path.parent.name == "players"):
                text = subprocess.run([solve, "certificate", "show", path], capture_output=True, check=True, text=True).stdout
                if len(text) < LONGEST:
                    found[str(path)] = text
    return found


def altered_word(rng, word, line, lines):
    """Another word for one of a line."""
    if re.fullmatch(r"-?\d+", word):
        return str(int(word) + rng.choice([-2, -1, 1, 2]))
    if word in ("black", "white", "red"):
        return rng.choice([player for player in ("black", "white", "red") if player != word])
    if word in (">=", "<="):
        return ">=" if word == "<=" else "<="
    if re.fullmatch(r"=|[tvh]*x?", word):
        return rng.choice(["=", "t", "v", "h", "x", "vh", "hx", "vx", "tx", "vhx"])
    if word.startswith("margin:") and rng.random() < 0.5:
        start, _, least = word.rpartition(":")
        return f"{start}:{int(least) + rng.choice([-2, -1, 1, 2])}"
    if word[0] in "+-" and ":" in word:
        return rng.choice(["-" if word[0] == "+" else "+"]) + word[1:] if rng.random() < 0.5 else altered_stones(rng, word)
    if re.search(r"[XOR.]", word):
        return altered_stones(rng, word)
    # A word of the same place in another line that begins alike.
    place, others = line.index(word), [other for other in lines if other[:1] == line[:1] and len(other) > line.index(word)]
    return rng.choice(others)[place] if others else word


def altered_stones(rng, word):
    places = [place for place, letter in enumerate(word) if letter in "XOR."]
    if not places:
        return word
    place = rng.choice(places)
    return word[:place] + rng.choice([letter for letter in "XOR." if letter != word[place]]) + word[place + 1 :]


def altered(rng, text):
    lines = [line.split() for line in text.splitlines() if line.strip()]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        number = rng.randrange(1, len(lines))
        line = lines[number]
        kind = rng.random()
        if kind < 0.06:
            del lines[number]
        elif kind < 0.10 and line[0] == "reads" and len(line) > 1:
            del line[rng.randrange(1, len(line))]
        elif len(line) > 1:
            place = rng.randrange(1, len(line))
            line[place] = altered_word(rng, line[place], line, lines)
    return "\n".join(" ".join(line) for line in lines) + "\n"


def main():
    asked = arguments()
    rng = random.Random(asked.seed)
    known = texts(asked.solve, asked.only)
    if not known:
        sys.exit("no certificate of what the proof covers")
    other = [sys.executable, "scripts/check_certificate.py"] if asked.second else [asked.solve, "check"]
    accepted = both = form = left = 0
    paths = list(known)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "altered.cert")
        for case in range(asked.cases):
            path = rng.choice(paths)
            text = altered(rng, known[path])
            file.write_text(text)
            first = subprocess.run([*other, file], capture_output=True).returncode
            proved = subprocess.run([asked.verified, file], capture_output=True, text=True)
            if first not in (0, 1, 2) or proved.returncode not in (0, 1, 3):
                sys.exit(f"case {case} of {path}: exit status {first} and {proved.returncode}: {proved.stdout}{proved.stderr}")
            accepted += first == 0
            both += first == 0 and proved.returncode == 0
            left += proved.returncode == 3
            form += first != 0 and proved.returncode == 0
            if first == 0 and proved.returncode == 1:
                kept = pathlib.Path(f"disputed-{asked.seed}-{case}.cert.txt")
                kept.write_text(text)
                sys.exit(f"{kept}, of {path}: accepted by {' '.join(map(str, other))}, and by the proved checker: {proved.stdout.splitlines()[-1]}")
    print(
        f"{asked.cases} altered certificates of {len(paths)}: {accepted} accepted by {other[-1]}, {both} of them by the proved"
        f" checker, {left} not covered; {form} accepted by the proved one alone, which differ in form"
    )


main()
