"""Compares which moves an engine allows with which moves `solve gtp` allows, on random games.

    python3 docs/examples/tutorial/compare_rules.py --board 2x2 --rules psk -- gnugo --mode gtp --positional-superko

Both are asked by the Go Text Protocol. Before every move of a game, every stone of the player to move and a pass are
tried, each on a fresh board, and the move of the game is then drawn from those that both allow. Exit status 1 and the
moves so far if the two disagree. It needs Python alone, and may be copied and changed freely.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Engine:
    """A program that speaks GTP."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, command: str) -> tuple[bool, str]:
        """Whether the command succeeds, and what is replied."""
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        lines = []
        while not lines or lines[-1]:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the engine ended at: {command}")
            lines.append(line.rstrip("\n"))
        return lines[0].startswith("="), "\n".join(lines).strip()[1:].strip()

    def begin(self, rows: int, columns: int) -> None:
        sizes = [f"boardsize {rows}"] if rows == columns else []
        if not any(self.ask(size)[0] for size in [*sizes, f"boardsize {columns} {rows}"]):
            raise SystemExit(f"the engine has no board of {rows}x{columns}")

    def allows(self, moves: list[str], move: str) -> tuple[bool, str]:
        """Whether a move may be played after others, on a fresh board."""
        self.ask("clear_board")
        for number, played in enumerate(moves):
            self.ask(f"play {'bw'[number % 2]} {played}")
        return self.ask(f"play {'bw'[len(moves) % 2]} {move}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="2x2", help="rows by columns (default 2x2)")
    parser.add_argument("--rules", default="psk", help="the ruleset of solve (default psk)")
    parser.add_argument("--solve", default="solve", help="the program solve")
    parser.add_argument("--games", type=int, default=20, help="how many games (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="which games (default 1)")
    parser.add_argument("engine", nargs="+", help="the command of the engine, after --")
    arguments = parser.parse_args()

    rows, columns = map(int, arguments.board.split("x"))
    points = [f"{COLUMNS[column]}{row + 1}" for row in range(rows) for column in range(columns)]
    ours = Engine([arguments.solve, "gtp", "--rules", arguments.rules])
    theirs = Engine(arguments.engine)
    for engine in (ours, theirs):
        engine.begin(rows, columns)
    draw = random.Random(arguments.seed)
    asked = 0
    for _ in range(arguments.games):
        moves: list[str] = []
        # Two passes in a row end a game for many programs, whatever the ruleset says.
        while moves[-2:] != ["pass", "pass"] and len(moves) < 12 * len(points):
            allowed = []
            for move in [*points, "pass"]:
                (our, reason), (their, reply) = ours.allows(moves, move), theirs.allows(moves, move)
                asked += 1
                if our != their:
                    print(f"moves    {' '.join(moves)}")
                    print(f"next     {move}")
                    print(f"solve    {'legal' if our else reason}")
                    print(f"engine   {'legal' if their else reply}")
                    return 1
                if our:
                    allowed.append(move)
            stones = [move for move in allowed if move != "pass"]
            moves.append(draw.choice(stones) if stones and draw.random() < 0.8 else "pass")
    print(f"{arguments.games} games on {arguments.board} under {arguments.rules}: {asked} moves tried, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
