#!/usr/bin/env python3
"""Plays a match of solve gtp against GNU Go on small squares, and has every game refereed by solve replay.

Usage: scripts/gtp_match.py [--solve PROGRAM] [--boards 2,3,4] [--node-limit NODES] [--seeds 1] [--games]

Each ruleset that both know is played on every board, with both colours, and with every first move of Black, so that the
games differ. Before each move of ours the value is asked for; where it is found, the game may not end below it. The table
says how many games ended above and at the first value that was found, and how many were broken off after 120 moves
because a ruleset lets them go on for ever. GNU Go takes part as a subprocess (Debian's package gnugo); where it is missing this says so and does nothing.
Exit status: 0, or 1 if a game ended below a value, an illegal move was made, or the referee disagrees.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction

# Our ruleset, and the flags by which GNU Go has it. GNU Go's default forbids suicide as ours does.
RULES = [
    ("psk", ["--positional-superko"]),
    ("ssk", ["--situational-superko"]),
    ("simple-ko", ["--simple-ko"]),
]
MOST_MOVES = 120


class Engine:
    """A program that speaks the protocol."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, command):
        """Whether the command was done, and what was replied."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"{self.name} has ended at {command!r}")
            if line.strip():
                lines.append(line.rstrip("\n"))
            elif lines:
                break
        text = "\n".join(lines)
        return text[0] == "=", text[1:].strip()

    def must(self, command):
        done, reply = self.ask(command)
        if not done:
            sys.exit(f"{self.name}: {command}: {reply}")
        return reply

    def quit(self):
        self.ask("quit")
        self.process.wait()


def points(text):
    """The points of a value in words, Black's minus White's; None where it was not found."""
    first = text.split(" ")[0]
    if text.startswith("no result"):
        return Fraction(0)  # better than any loss and worse than any win
    return None if text.startswith("not solved") else Fraction(first)


def play(ours, theirs, size, our_colour, opening):
    """One game: its moves, who made an illegal one, and the values that were found, from our side."""
    for engine in (ours, theirs):
        engine.must(f"boardsize {size}")
        engine.must("clear_board")
        engine.must("komi 0")
    sign = 1 if our_colour == "b" else -1
    moves, values, asked = [], [], 0
    colour = "b"
    while len(moves) < MOST_MOVES and ours.must("gogui-rules_legal_moves"):
        if not moves:
            mv, maker = opening, None
        elif colour == our_colour:
            value = points(ours.must("superko-value"))
            asked += 1
            if value is not None:
                values.append(sign * value)
            mv, maker = ours.must(f"genmove {colour}"), ours
        else:
            mv, maker = theirs.must(f"genmove {colour}"), theirs
        for engine in (ours, theirs):
            if engine is not maker:
                done, why = engine.ask(f"play {colour} {mv}")
                if not done:
                    mover = "the opening" if maker is None else maker.name
                    return moves, f"{engine.name} refuses {colour} {mv} of {mover}: {why}", values, asked
        moves.append(mv)
        colour = "w" if colour == "b" else "b"
    return moves, None, values, asked


def referee(solve, size, rules, moves):
    command = [solve, "replay", "-", "--board", f"{size}x{size}", "--rules", rules, "--json"]
    found = subprocess.run(command, input=" ".join(moves), capture_output=True, text=True)
    return json.loads(found.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solve", default="target/release/solve")
    parser.add_argument("--boards", default="1,2,3,4")
    parser.add_argument("--node-limit", default="200000")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--games", action="store_true", help="print every game")
    args = parser.parse_args()
    gnugo = shutil.which("gnugo", path=os.environ.get("PATH", "") + ":/usr/games")
    if gnugo is None:
        print("left out: there is no gnugo here (Debian: apt-get install gnugo)")
        return 0
    print("| board | rules | we are | games | above the value | at the value | endless | below | illegal | values found |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    wrong = 0
    for size in map(int, args.boards.split(",")):
        for rules, flags in RULES:
            ours = Engine("superko", [args.solve, "gtp", "--rules", rules, "--node-limit", args.node_limit])
            ours.must(f"boardsize {size}")
            openings = ours.must("all_legal b").split(" ")
            for our_colour in "bw":
                counts, proved, asked = Counter(), 0, 0
                for seed in range(1, args.seeds + 1):
                    command = [gnugo, "--mode", "gtp", "--level", "1", "--never-resign", "--seed", str(seed)]
                    theirs = Engine("gnugo", command + flags)
                    for opening in openings:
                        moves, illegal, values, questions = play(ours, theirs, size, our_colour, opening)
                        proved, asked = proved + len(values), asked + questions
                        counts["games"] += 1
                        told = referee(args.solve, size, rules, moves)
                        if args.games:
                            print(f"  {size} {rules} {our_colour}: {' '.join(moves)}: {told['score']}", file=sys.stderr)
                        if illegal or told["illegal"]:
                            counts["illegal"] += 1
                            print(f"illegal: {size} {rules}: {' '.join(moves)}: {illegal or told['illegal']}", file=sys.stderr)
                            continue
                        if told["score"] is None:
                            counts["endless"] += 1
                            end = Fraction(0)
                        else:
                            end = Fraction(told["score"])
                            if ours.must("final_score") != score(end):
                                sys.exit(f"the referee disagrees: {' '.join(moves)}")
                        result = end if our_colour == "b" else -end
                        if values and result < max(values):
                            counts["below"] += 1
                            print(f"below {max(values)}: {size} {rules} {our_colour}: {' '.join(moves)}", file=sys.stderr)
                        elif values and told["score"] is not None:
                            counts["above" if result > values[0] else "at"] += 1
                    theirs.quit()
                wrong += counts["below"] + counts["illegal"]
                cells = [counts["games"], counts["above"], counts["at"], counts["endless"], counts["below"], counts["illegal"]]
                player = "Black" if our_colour == "b" else "White"
                print(f"| {size}x{size} | {rules} | {player} | {' | '.join(map(str, cells))} | {proved} of {asked} |", flush=True)
            ours.quit()
    return 1 if wrong else 0


def score(value):
    """As final_score has it."""
    return "0" if value == 0 else f"B+{value}" if value > 0 else f"W+{-value}"


if __name__ == "__main__":
    sys.exit(main())
