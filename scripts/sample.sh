#!/usr/bin/env bash
# Prints the part of what is exhaustive that the gate looks at on this commit, such as 3/16: what SUPERKO_SAMPLE says, or
# the number of commits modulo sixteen, so that sixteen commits in succession see all parts. In a shallow clone, which
# does not know its number, it is the first digit of the commit; without git it is 1/16.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -n "${SUPERKO_SAMPLE:-}" ]; then
  if ! [[ $SUPERKO_SAMPLE =~ ^[0-9]{1,3}/[0-9]{1,3}$ ]] || ((10#${SUPERKO_SAMPLE%/*} < 1 || 10#${SUPERKO_SAMPLE%/*} > 10#${SUPERKO_SAMPLE#*/})); then
    echo "SUPERKO_SAMPLE=$SUPERKO_SAMPLE: expected a part such as 3/16" >&2
    exit 2
  fi
  part=$SUPERKO_SAMPLE
elif ! git rev-parse --verify --quiet HEAD >/dev/null 2>&1; then
  part=1/16
elif [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  part=$((16#$(git rev-parse HEAD | cut -c1) + 1))/16
else
  part=$(($(git rev-list --count HEAD) % 16 + 1))/16
fi
echo "$part"
