#!/usr/bin/env bash
# Verifies the certificates of solutions/long-runs by the Rust checker, and that each proves what its page says.
# Usage: scripts/long_runs.sh [--if-changed] [NAME.cert ...]
#
# They take minutes each, so certificate/tests/long-runs.verified has a line for each that was verified: the sum of the
# checker's sources, that of the certificate, and its name. With --if-changed those are verified whose line is of another
# checker; what has no line yet is left to scripts/deep.sh. What is verified gets its line; whoever changes the checker
# commits the file with the change.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=solutions/long-runs
record=certificate/tests/long-runs.verified
checker=$(scripts/checker_sum.sh first)
again=true
if [ "${1:-}" = --if-changed ]; then
  again=false
  shift
fi
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(awk '{print $2}' "$folder/SHA256SUMS")
(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
solve="${SOLVE:-}"
for name in "${names[@]}"; do
  line="$checker $(awk -v name="$name" '$2 == name { print $1 }' "$folder/SHA256SUMS") $name"
  if [ "$again" = false ] && grep -qxF "$line" "$record" 2>/dev/null; then
    echo "$name: verified by the same checker before"
    continue
  fi
  if [ "$again" = false ] && ! grep -qF "${line#* }" "$record" 2>/dev/null; then
    echo "$name: not verified yet, left to scripts/deep.sh"
    continue
  fi
  if [ -z "$solve" ]; then
    cargo build --quiet --release
    solve="${CARGO_TARGET_DIR:-target}/release/solve"
  fi
  started=$SECONDS
  # What the last line says without its first words.
  proved=$("$solve" check --memory 16G "$folder/$name" | sed -n 's/^s VERIFIED //p')
  if [ -z "$proved" ] || ! grep -qF "$proved" "$folder/README.md"; then
    echo "$name: not verified, or not what $folder/README.md says: $proved" >&2
    exit 1
  fi
  printf '%s: %s (%d s)\n' "$name" "$proved" $((SECONDS - started))
  # The line of another checker, or of another certificate of this name, goes.
  { grep -v " $name\$" "$record" 2>/dev/null || true; echo "$line"; } | LC_ALL=C sort -k3 >"$record.new"
  mv "$record.new" "$record"
done
