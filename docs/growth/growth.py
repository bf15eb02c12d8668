#!/usr/bin/env python3
"""How the effort grows with the board: python3 docs/growth/growth.py [--solve PROGRAM] [--nodes N] [--only SERIES] [--draw]

Solves the empty boards of a list under seven rulesets, each on one thread with a limit of nodes, smaller boards first, and
makes bounded certificates of those of which Black has all. A series ends at the second board that it does not finish. Under
simple-ko a node is a state that a retrograde analysis lists, and the limit is ten times as high. It writes growth.csv beside
this file, by way of growth.csv.part until it is whole, and from that growth.svg; --draw only draws. The counts of nodes are
the same on every machine, the seconds are not. What took a long run is not measured here: it is on the page of
solutions/long-runs, which has the commands.
"""
import argparse
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "growth.csv")
PICTURE = os.path.join(HERE, "growth.svg")

BOARDS = ("2x3 1x7 2x4 1x9 3x3 2x5 1x11 3x4 2x6 1x13 2x7 1x14 3x5 4x4 2x8 3x6 4x5 5x5").split()
RULESETS = ("simple-ko", "psk", "ssk", "nssk", "spight", "kee2009", "kee2020")
BOUNDED = "bounded proof"
# Boards of which Black has all points, and how many they are.
ALL_POINTS = {"2x4": 8, "3x3": 9, "2x5": 10, "2x6": 12, "2x7": 14, "3x5": 15, "2x8": 16, "3x6": 18, "4x5": 20, "5x5": 25}
# The bound on Black's stones with which the search begins, where that is not the least: as for solutions/bounded/.
FIRST_BOUND = {"4x5": 12}
# What took long runs: the board, what was proved, and the nodes and seconds of all runs in solutions/long-runs/README.md.
LONG = "long run"
LONG_RUNS = (("5x5", ">= 25", 464_578_770, 1935.94),)
FIELDS = ("series", "board", "positions", "value", "nodes", "seconds", "finished")

# Colours that are told apart with any eyes (Okabe and Ito, 2008), and the shapes of the marks.
LOOKS = {
    "simple-ko": ("#999999", "square"),
    "psk": ("#0072b2", "circle"),
    "ssk": ("#56b4e9", "circle"),
    "nssk": ("#009e73", "square"),
    "spight": ("#e69f00", "diamond"),
    "kee2009": ("#d55e00", "diamond"),
    "kee2020": ("#cc79a7", "diamond"),
    BOUNDED: ("#000000", "square"),
    LONG: ("#000000", "diamond"),
}


def output(command):
    """What a command prints, and the seconds that it took."""
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}: {done.stderr.strip()}")
    return done.stdout, time.monotonic() - began


def positions(solve, board):
    """The legal positions of a board."""
    text, _ = output([solve, "count", "--positions", "--board", board, "--json"])
    return int(json.loads(text)["positions"])


def solved(solve, board, rules, nodes):
    """A row of the table but for the count of positions: the value of an empty board."""
    limit = ["--threads", "1", "--best-moves", "one", "--node-limit", str(nodes)]
    text, _ = output([solve, "--board", board, "--rules", rules, "--json", "--quiet"] + limit)
    found = json.loads(text)
    finished = found["value"] is not None
    value = found["value"] if finished else f"{found['bounds']['low']} to {found['bounds']['high']}"
    seconds = round(found["seconds"], 3)
    return {"value": value, "nodes": found["nodes"], "seconds": seconds, "finished": finished}


def proved(solve, board, value, nodes):
    """Likewise: a bounded proof that Black gets so many points."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "proof.cert")
        claim = ["--bounded", "--claim", f">= {value}", "--node-limit", str(nodes), "--out", path]
        if board in FIRST_BOUND:
            claim += ["--first-bound", str(FIRST_BOUND[board])]
        text, seconds = output([solve, "prove", "--board", board, "--rules", "kee2009", "--quiet"] + claim)
        spent = re.search(r"(\d+) nodes", text)
        finished = os.path.exists(path)
    nodes = int(spent.group(1)) if spent else 0
    return {"value": f">= {value}", "nodes": nodes, "seconds": round(seconds, 3), "finished": finished}


def measured(solve, nodes, bounded_nodes, only, before):
    """The rows, one after the other. Those of other series than the only one are as before."""
    counts = {board: positions(solve, board) for board in BOARDS}
    boards = sorted(BOARDS, key=counts.get)
    for series in RULESETS + (BOUNDED,):
        if only not in (None, series):
            yield from (row for row in before if row["series"] == series)
            continue
        unfinished = 0
        for board in boards:
            if series != BOUNDED:
                row = solved(solve, board, series, nodes * 10 if series == "simple-ko" else nodes)
            elif board in ALL_POINTS:
                row = proved(solve, board, ALL_POINTS[board], bounded_nodes)
            else:
                continue
            yield {"series": series, "board": board, "positions": counts[board], **row}
            print(series, board, row["value"], row["nodes"], file=sys.stderr)
            unfinished += not row["finished"]
            if unfinished == 2:
                break
    for board, value, nodes, seconds in LONG_RUNS:
        row = {"value": value, "nodes": nodes, "seconds": seconds, "finished": True}
        yield {"series": LONG, "board": board, "positions": counts[board], **row}


def mark(shape, x, y, colour, filled):
    """A mark of a series."""
    look = f'fill="{colour if filled else "#ffffff"}" stroke="{colour}"'
    if shape == "circle":
        return f'<circle cx="{x}" cy="{y}" r="4" {look}/>'
    if shape == "square":
        return f'<rect x="{x - 4}" y="{y - 4}" width="8" height="8" {look}/>'
    return f'<path d="M{x} {y - 5}l5 5l-5 5l-5 -5z" {look}/>'


def picture(rows):
    """The figure: nodes against legal positions, both by powers of ten."""
    left, top, width, height, margin = 70, 40, 760, 480, 170
    low_x, high_x, low_y, high_y = 2, 12, 1, 9

    def at(row):
        x = left + width * (math.log10(row["positions"]) - low_x) / (high_x - low_x)
        y = top + height * (high_y - math.log10(max(row["nodes"], 10))) / (high_y - low_y)
        return round(x), round(y)

    title = "Nodes until the value of the empty board is found, or proved, against its legal positions"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + margin} {top + height + 74}" '
        'font-family="sans-serif" font-size="13" fill="#222222">',
        f"<title>{title}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="{left}" y="22" font-size="15">{title}</text>',
    ]
    for power in range(low_x, high_x + 1):
        x = left + width * (power - low_x) // (high_x - low_x)
        parts.append(f'<path d="M{x} {top}v{height}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x}" y="{top + height + 18}" text-anchor="middle">1e{power}</text>')
    for power in range(low_y, high_y + 1):
        y = top + height * (high_y - power) // (high_y - low_y)
        parts.append(f'<path d="M{left} {y}h{width}" stroke="#dddddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">1e{power}</text>')
    middle = left + width // 2
    parts.append(f'<text x="{middle}" y="{top + height + 64}" text-anchor="middle">legal positions</text>')
    names = {}
    for place, (series, (colour, shape)) in enumerate(LOOKS.items()):
        points = sorted((at(row), row["finished"]) for row in rows if row["series"] == series)
        line = " ".join(f"{x},{y}" for (x, y), _ in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        parts += [mark(shape, x, y, colour, finished) for (x, y), finished in points]
        x, y = left + width + 24, top + 10 + 24 * place
        parts += [mark(shape, x, y, colour, True), f'<text x="{x + 14}" y="{y + 5}">{series}</text>']
    y = top + 10 + 24 * len(LOOKS)
    parts += [mark("square", left + width + 24, y, "#222222", False)]
    parts.append(f'<text x="{left + width + 38}" y="{y + 5}">stopped there</text>')
    for row in rows:
        names[row["board"]] = at(row)[0]
    for place, (board, x) in enumerate(sorted(names.items(), key=lambda item: item[1])):
        y = top + height + 30 + 9 * (place % 3)
        parts.append(f'<text x="{x}" y="{y}" font-size="9" text-anchor="middle" fill="#666666">{board}</text>')
    return "\n".join(parts + ["</svg>", ""])


def read():
    """The rows of the table."""
    with open(TABLE, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row.update(positions=int(row["positions"]), nodes=int(row["nodes"]), finished=row["finished"] == "True")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--solve", default="target/release/solve", help="the program")
    parser.add_argument("--nodes", type=int, default=6_000_000, help="the limit of nodes of one value")
    parser.add_argument("--bounded-nodes", type=int, default=120_000_000, help="the same of one bounded proof")
    parser.add_argument("--only", metavar="SERIES", choices=LOOKS, help="measure one series and keep the others")
    parser.add_argument("--draw", action="store_true", help="only draw what growth.csv has")
    args = parser.parse_args()
    if not args.draw:
        beside = f"{TABLE}.part"
        with open(beside, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
            writer.writeheader()
            before = read() if args.only else []
            for row in measured(args.solve, args.nodes, args.bounded_nodes, args.only, before):
                writer.writerow(row)
                file.flush()
        os.replace(beside, TABLE)
    with open(PICTURE, "w", encoding="utf-8") as file:
        file.write(picture(read()))


if __name__ == "__main__":
    main()
