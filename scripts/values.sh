#!/usr/bin/env bash
# Prints the table of values in the README: boards down, rulesets across, from the empty board, Black to move.
# Usage: scripts/values.sh [BOARD ...]
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release
boards=("$@")
[ ${#boards[@]} -gt 0 ] || boards=(1x2 1x3 1x4 1x5 1x6 1x7 1x8 1x9 1x10 2x2 2x3 2x4 2x5 3x3 3x4)
rulesets=$(./target/release/solve rules | cut -d ' ' -f 1)
row() { printf '|'; printf ' %s |' "$@"; printf '\n'; }
# shellcheck disable=SC2086
row board $rulesets
# shellcheck disable=SC2086
row --- $(for _ in $rulesets; do echo ---; done)
for board in "${boards[@]}"; do
  values=()
  for rules in $rulesets; do
    found=$(./target/release/solve --board "$board" --rules "$rules" --best-moves one --json)
    value=$(sed -n 's/^  "value": "\(.*\)",$/\1/p' <<<"$found")
    values+=("${value:-?}")
  done
  row "$board" "${values[@]}"
done
