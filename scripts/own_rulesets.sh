#!/usr/bin/env bash
# Has every ruleset of docs/examples/ proved on the boards from 1x2 to 2x3, the empty board and every first move, and has
# both checkers verify the proofs. Usage: scripts/own_rulesets.sh SOLVE
# Neither checker knows these rulesets: the clauses in the header of a certificate are all that they go by.
set -euo pipefail
solve=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for rules in docs/examples/*.toml; do
  name=$(basename "$rules" .toml)
  # What is no ruleset has no clauses: a document of claims.
  grep -q '^\[clauses\]' "$rules" || continue
  for board in 1x2 1x3 1x4 2x2 1x5 1x6 2x3; do
    certificate="$folder/$name-$board.cert"
    "$solve" prove --board "$board" --rules "$rules" --move-values --quiet --out "$certificate" >/dev/null
    # What each says is proved: the clauses, and the value of every state.
    proved='/: value /p; s/^\(s VERIFIED .*\]\):.*/\1/p'
    one=$("$solve" check "$certificate" | sed -n "$proved" | sort)
    two=$(python3 scripts/check_certificate.py "$certificate" | sed -n "$proved" | sort)
    if [ "$one" != "$two" ] || ! grep -q '^s VERIFIED ' <<<"$one"; then
      printf '%s on %s: one checker says\n%s\nthe other\n%s\n' "$name" "$board" "$one" "$two"
      exit 1
    fi
    values=$(grep -c ': value ' <<<"$one")
    printf '%-13s  %s  %d values in %d bytes, verified twice\n' "$name" "$board" "$values" "$(stat -c %s "$certificate")"
  done
done
