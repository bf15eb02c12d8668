#!/usr/bin/env bash
# Runs what is too long for scripts/check.sh, for hours: tests of research, many more mutants, drawn lemmas and
# inputs than usual, claims and searches for candidates that take minutes, every published result solved again, the
# certificates of long runs under the first checker, and every published certificate under the second.
# Usage: scripts/deep.sh [CASES]   (100000 by default, of each kind)
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release
./target/release/solve claims --deep
./target/release/solve claims candidates --deep
./target/release/solve tables --check --full
./target/release/solve check solutions/long-runs/*.cert
if command -v python3 >/dev/null; then
  scripts/second_opinion.sh 1000000
fi
SUPERKO_FUZZ_CASES="${1:-100000}" cargo test --release --workspace -- --include-ignored
