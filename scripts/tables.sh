#!/usr/bin/env bash
# Solves and writes everything in solutions/ anew, and checks what it has written. Usage: scripts/tables.sh
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release
./target/release/solve tables "$@"
./target/release/solve tables --check --quick
