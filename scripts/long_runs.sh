#!/usr/bin/env bash
# Verifies the certificates of solutions/long-runs by the Rust checker, and that each proves what its page says.
# Usage: scripts/long_runs.sh [--if-changed] [NAME.cert ...]
#
# It takes minutes, so certificate/tests/long-runs.verified has the sum of the checker's sources and that of the certificates of the last time
# when all were verified: with --if-changed nothing is done while both are the same. Whoever changes the checker commits the
# file with the change.
set -euo pipefail
cd "$(dirname "$0")/.."
solve="${SOLVE:-}"
folder=solutions/long-runs
record="checker $(scripts/checker_sum.sh first)
certificates $(sha256sum <"$folder/SHA256SUMS" | cut -c1-16)"
if [ "${1:-}" = --if-changed ]; then
  shift
  if [ "$record" = "$(cat certificate/tests/long-runs.verified 2>/dev/null)" ]; then
    echo "the checker and the certificates are those of the last time when all were verified"
    exit 0
  fi
fi
if [ -z "$solve" ]; then
  cargo build --quiet --release
  solve="${CARGO_TARGET_DIR:-target}/release/solve"
fi
names=("$@")
[ $# -gt 0 ] || names=($(awk '{print $2}' "$folder/SHA256SUMS"))
(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
for name in "${names[@]}"; do
  started=$SECONDS
  # The last line, without the part that says who speaks.
  proved=$("$solve" check --memory 16G "$folder/$name" | sed -n 's/^s VERIFIED //p')
  if [ -z "$proved" ] || ! grep -qF "$proved" "$folder/README.md"; then
    echo "$name: not verified, or not what $folder/README.md says: $proved" >&2
    exit 1
  fi
  printf '%s: %s (%d s)\n' "$name" "$proved" $((SECONDS - started))
done
if [ $# -eq 0 ]; then
  printf '%s\n' "$record" >certificate/tests/long-runs.verified
fi
