#!/usr/bin/env bash
# Prints the tables of values in docs/, Black to move: boards (from the empty board) or positions down,
# rulesets across. A question mark is a value that was not found within a minute.
# Usage: scripts/values.sh [--rules "NAME ..."] [BOARD[=POSITION] ...]
#        scripts/values.sh --editions
#        scripts/values.sh --players     the points that Black, White and Red can each secure
set -euo pipefail
cd "$(dirname "$0")/.."
rulesets="simple-ko psk ssk nssk spight kee2009 kee2020"
boards=(1x2 1x3 1x4 1x5 1x6 1x7 1x8 1x9 1x10 2x2 2x3 2x4 2x5 3x3 3x4)
if [ "${1:-}" = --editions ]; then
  "$0" --rules "spight spight2 kee2007 kee2009 kee2020-march kee2020" 1x2=.X 1x5=..X.. 1x5=.XXXX 2x2=../XX
  printf '\n'
  exec "$0" --rules "spight-territory kee2009-territory nieminen jann-territory" 1x2 1x3 1x4 1x5 1x6 1x7 2x2 2x3 2x4 3x3
fi
options=()
if [ "${1:-}" = --players ]; then
  options=(--players 3)
  rulesets="psk ssk nssk kee2009 kee2020"
  boards=(1x2 1x3 1x4 1x5 1x6 1x7 1x8 1x9 1x10 2x2 2x3 2x4 2x5 2x6 3x3 3x4)
  shift
fi
if [ "${1:-}" = --rules ]; then
  rulesets=$2
  shift 2
fi
[ $# -eq 0 ] || boards=("$@")
cargo build --quiet --release
row() { printf '|'; printf ' %s |' "$@"; printf '\n'; }
# shellcheck disable=SC2086
row board $rulesets
# shellcheck disable=SC2046,SC2086
row --- $(for _ in $rulesets; do echo ---; done)
for board in "${boards[@]}"; do
  start=()
  [ "$board" = "${board%%=*}" ] || start=(--start "${board#*=}")
  values=()
  for rules in $rulesets; do
    found=$(./target/release/solve --board "${board%%=*}" ${start[@]+"${start[@]}"} --rules "$rules" ${options[@]+"${options[@]}"} \
      --best-moves one --time-limit 60s --json) || [ $? -eq 3 ]
    # The value, or with three players what each can secure.
    value=$(sed -n 's/^ *"\(value\|points\)": "\(.*\)",$/\2/p' <<<"$found" | paste -sd ' ')
    values+=("${value:-?}")
  done
  row "${board/=/ }" "${values[@]}"
done
