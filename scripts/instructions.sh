#!/usr/bin/env bash
# Counts the instructions of some commands and compares them with benches/instructions.txt: whether a change that moves code
# about has made the engines slower. Counts are the same on any machine of the kind, whatever else it does.
#
# Usage: scripts/instructions.sh [--update]
#
#   --update   writes the counts to the file in place of comparing them
#
# It builds the profile `dist` and needs valgrind. Exit status: 0 if each count is within 1 % of the one on record, or valgrind
# is not there, which it says; 1 if one is further away.
set -euo pipefail
cd "$(dirname "$0")/.."
update=false
case "${1:-}" in
  --update) update=true ;;
  "") ;;
  *) echo "unknown argument $1: scripts/instructions.sh [--update]" >&2; exit 2 ;;
esac
if ! command -v valgrind >/dev/null; then
  echo "instructions: left out, as there is no valgrind"
  exit 0
fi

cargo build --quiet --profile dist
solve="${CARGO_TARGET_DIR:-target}/dist/solve"
record=benches/instructions.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
while read -r before command; do
  case "$before" in
    "#"*) echo "$before $command" >>"$folder/record"; continue ;;
  esac
  # shellcheck disable=SC2086
  eval "valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \"\$solve\" $command" >/dev/null 2>"$folder/told" </dev/null
  now=$(sed -n 's/.*I *refs: *//p' "$folder/told" | tr -d ,)
  millions=$(((now + 500000) / 1000000))
  printf '%s %s\n' "$millions" "$command" >>"$folder/record"
  permille=$(((millions - before) * 1000 / (before > 0 ? before : 1)))
  printf '%7d million, %+5d per mille  solve %s\n' "$millions" "$permille" "$command"
  [ "$permille" -le 10 ] && [ "$permille" -ge -10 ] || failed=1
done <"$record"
if [ "$update" = true ]; then
  cp "$folder/record" "$record"
elif [ "$failed" = 1 ]; then
  echo "a count is not within 1 % of $record; if that is meant: scripts/instructions.sh --update" >&2
  exit 1
fi
