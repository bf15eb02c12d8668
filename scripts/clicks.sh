#!/usr/bin/env bash
# How soon the page is answered: a table for docs/measurements.md. Usage: scripts/clicks.sh [PROGRAM]
#
# Of each game the empty board is asked about first, by a program that knows nothing of the game yet, and then the position
# after a click in the middle. Times are those that curl tells, of the look and of the answer in full.
set -euo pipefail
cd "$(dirname "$0")/.."
solve="${1:-target/release/solve}"
folder=$(mktemp -d)
"$solve" serve --port 0 >"$folder/address" &
server=$!
trap 'kill "$server"; rm -rf "$folder"' EXIT
until [ -s "$folder/address" ]; do sleep 0.1; done
page=$(sed "s/^Open //; s/ .*//" "$folder/address")

# The milliseconds that a request takes.
took() {
  local seconds
  seconds=$(curl --silent --show-error --fail --output "$folder/body" --write-out '%{time_total}' "$@")
  awk -v seconds="$seconds" 'BEGIN { printf "%.0f", seconds * 1000 }'
}

# The look at a question and its answer.
asked() {
  printf '%s | %s' "$(took --data "$1" "${page}api/look")" \
    "$(took --get --data-urlencode "q=$1" "${page}api/solve")"
  grep -q '^event: answer' "$folder/body"
}

printf '| board | rules | look ms | answer ms | look after a click ms | answer after a click ms |\n|---|---|---|---|---|---|\n'
for game in 2x2:B2 2x3:B2 3x3:B2; do
  for rules in simple-ko psk ssk nssk spight kee2009 kee2020; do
    question="{\"board\": \"${game%:*}\", \"rules\": \"$rules\""
    printf '| %s | %s | %s | %s |\n' "${game%:*}" "$rules" "$(asked "$question}")" "$(asked "$question, \"moves\": [\"${game#*:}\"]}")"
  done
done
