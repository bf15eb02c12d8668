#!/usr/bin/env bash
# Every check that a change must pass. Usage: scripts/check.sh
set -euo pipefail
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$*"; "$@"; }
step cargo fmt --check
step cargo clippy --quiet --all-targets -- --deny warnings
step cargo test
# Release, as both solve for minutes; the published certificates are verified, and some tables solved again.
step cargo run --quiet --release -- claims
step cargo run --quiet --release -- tables --check
# The second checker, where there is a Python: every certificate that takes it no more than a moment.
if command -v python3 >/dev/null; then
  step scripts/second_opinion.sh
else
  printf '\n== python3 is not here: the second checker is left out\n'
fi
RUSTDOCFLAGS="--deny warnings" step cargo doc --quiet --no-deps
