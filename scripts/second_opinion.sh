#!/usr/bin/env bash
# Has the second checker verify the published certificates up to a size, or the share of them that SUPERKO_SAMPLE names.
# Usage: scripts/second_opinion.sh [KIBIBYTES]   (8 by default)
#
# It may hold more reads at once than usual, which 1x12/kee2009.cert needs. What it has verified is remembered in the
# target folder, for this source of the checker, and not verified again. All certificates take it hours, nearly all of
# that for solutions/long-runs; PYTHON names another Python, such as pypy3, which is several times as fast there.
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:-8}
sample=$(SUPERKO_SAMPLE=${SUPERKO_SAMPLE:-1/1} scripts/sample.sh)
remembered="${CARGO_TARGET_DIR:-target}/verified/second-$(scripts/checker_sum.sh second)"
mkdir -p "$(dirname "$remembered")"
touch "$remembered"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A certificate is in the share that its own sum names, so that the shares are even and do not move.
find solutions -name '*.cert' -size "-$((size + 1))k" -print0 | LC_ALL=C sort -z | xargs -0 sha256sum \
  | awk -v part="${sample%/*}" -v of="${sample#*/}" '{
      number = 0
      for (digit = 1; digit <= 6; digit++) number = number * 16 + index("0123456789abcdef", substr($1, digit, 1)) - 1
      if (number % of == part - 1) print
    }' >"$work/share"
grep -vFf "$remembered" "$work/share" >"$work/new" || true
before=$(($(wc -l <"$work/share") - $(wc -l <"$work/new")))
# The name comes before a verdict only where there are two certificates: the first is given twice.
status=0
if [ -s "$work/new" ]; then
  { head -n 1 "$work/new"; cat "$work/new"; } | cut -c67- | tr '\n' '\0' \
    | xargs -0 "${PYTHON:-python3}" scripts/check_certificate.py --quiet --max-reads 400000000 >"$work/said" || status=$?
  sed -n 's/: s VERIFIED .*//p' "$work/said" | LC_ALL=C sort -u >"$work/names"
  grep -v ': s VERIFIED ' "$work/said" || true
  awk 'NR == FNR { verified[$0]; next } (substr($0, 67) in verified) { print $1 }' "$work/names" "$work/new" >>"$remembered"
  verified=$(wc -l <"$work/names")
else
  verified=0
fi
failed=$(($(wc -l <"$work/new") - verified))
echo "part $sample of the certificates up to $size KiB: $verified verified by the second checker, $before before, $failed not"
[ "$failed" = 0 ] && [ "$status" = 0 ] && [ $((verified + before)) -gt 0 ]
