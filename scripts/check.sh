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
RUSTDOCFLAGS="--deny warnings" step cargo doc --quiet --no-deps
