#!/usr/bin/env bash
# Every check that a change must pass. Usage: scripts/check.sh
set -euo pipefail
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$*"; "$@"; }
step cargo fmt --check
step cargo clippy --quiet --all-targets -- --deny warnings
step cargo test
# The cheapest of the published tables are solved again: about two minutes of one core.
step cargo run --quiet -- tables --check
RUSTDOCFLAGS="--deny warnings" step cargo doc --quiet --no-deps
