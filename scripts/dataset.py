#!/usr/bin/env python3
"""Writes the published dataset as Parquet: OUT/BOARD/RULES.parquet and OUT/histories/RULES.parquet, of the files of
solutions/dataset. It needs pyarrow, and nothing else of this repository.

Usage: python3 scripts/dataset.py OUT [--source solutions/dataset] [--boards 2x2,3x3] [--rules psk,ssk] [--file FILE]

Columns are those of the card (solutions/dataset/README.md): moves are lists of texts, `line` is a number or null, `value` is the
exact value as a text, and `points` beside it the same as a floating-point number, null for no-result. Each file has the
board, the ruleset, the SHA-256 sum of the file that it was made of, and the licence in its metadata. With --file it is one file that
`solve dataset` has written, and OUT is the file to be written.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import hashlib
import os
import sys
from fractions import Fraction
from pathlib import Path

try:
    import pyarrow
    import pyarrow.parquet
except ImportError:
    sys.exit("dataset.py: pyarrow is not installed: pip install pyarrow")

ROOT = Path(__file__).resolve().parents[1]
BATCH = 100_000
"""Rows that are held at once."""


def field(name: str) -> list[pyarrow.Field]:
    """The columns that a column of a file becomes."""
    if name == "line":
        return [pyarrow.field(name, pyarrow.int32())]
    if name.startswith(("best_moves", "moves")):
        return [pyarrow.field(name, pyarrow.list_(pyarrow.string()))]
    if name.startswith("value"):
        return [pyarrow.field(name, pyarrow.string()), pyarrow.field(name.replace("value", "points"), pyarrow.float64())]
    return [pyarrow.field(name, pyarrow.string())]


def columns(name: str, cells: list[str]) -> list[list[object]]:
    """The cells of these columns."""
    if name == "line":
        return [[int(cell) if cell else None for cell in cells]]
    if name.startswith(("best_moves", "moves")):
        return [[cell.split() for cell in cells]]
    if name.startswith("value"):
        return [list(cells), [None if cell == "no-result" else float(Fraction(cell)) for cell in cells]]
    return [list(cells)]


def convert(source: Path, target: Path, about: dict[str, str]) -> int:
    """Writes one file, whole or not at all, and returns the number of its rows."""
    about = {**about, "sha256": hashlib.sha256(source.read_bytes()).hexdigest(), "license": "MIT OR Apache-2.0"}
    opened = gzip.open(source, "rt", newline="") if source.suffix == ".gz" else source.open(newline="")
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    rows = 0
    try:
        with opened as file:
            lines = csv.reader(file)
            names = next(lines, [])
            if "value" not in names and "value_a" not in names:
                sys.exit(f"dataset.py: {source}: the columns {names}, expected rows that solve dataset has written")
            schema = pyarrow.schema([new for name in names for new in field(name)], metadata=about)
            with pyarrow.parquet.ParquetWriter(beside, schema, compression="zstd") as writer:
                batch: list[list[str]] = []
                while True:
                    batch = [line for line, _ in zip(lines, range(BATCH))]
                    if not batch:
                        break
                    rows += len(batch)
                    made = [new for name, cells in zip(names, zip(*batch)) for new in columns(name, list(cells))]
                    writer.write_table(pyarrow.table(made, schema=schema))
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the published dataset as Parquet.")
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder, or with --file the file")
    parser.add_argument("--source", type=Path, default=ROOT / "solutions" / "dataset", help="the folder of the dataset")
    parser.add_argument("--boards", help="only these boards, with commas between them")
    parser.add_argument("--rules", help="only these rulesets, with commas between them")
    parser.add_argument("--file", type=Path, help="one file that solve dataset has written")
    args = parser.parse_args()
    if args.file is not None:
        if not args.file.is_file():
            sys.exit(f"dataset.py: --file {args.file}: there is no such file")
        print(f"{args.out}: {convert(args.file, args.out, {})} rows")
        return
    if not (args.source / "histories").is_dir():
        sys.exit(f"dataset.py: --source {args.source}: has no dataset, expected solutions/dataset")
    boards = args.boards.split(",") if args.boards else sorted(path.stem for path in args.source.glob("*x*.json"))
    written = total = 0
    for board in boards:
        files = sorted((args.source / board).glob("*.csv.gz"))
        if not files:
            sys.exit(f"dataset.py: --boards {board!r}: there is no such board in {args.source}")
        for source in files:
            rules = source.name.removesuffix(".csv.gz")
            if args.rules is None or rules in args.rules.split(","):
                total += convert(source, args.out / board / f"{rules}.parquet", {"board": board, "rules": rules})
                written += 1
    for source in sorted((args.source / "histories").glob("*.csv")):
        if args.rules is None or source.stem in args.rules.split(","):
            total += convert(source, args.out / "histories" / f"{source.stem}.parquet", {"rules": source.stem})
            written += 1
    print(f"{args.out}: {written} files, {total} rows")


main()
