#!/usr/bin/env bash
# Prints a sum of the sources of a checker, without lines that are comments: what it verified is verified as long as the
# sum is the same.
# Usage: scripts/checker_sum.sh first|second   (the Rust checker, with what compares its theorems with the tables and the
# versions of its dependencies; the Python one)
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  first)
    files=(certificate/Cargo.toml $(find certificate/src -type f | LC_ALL=C sort) crates/tables/src/{bounded,cache,results,statement}.rs)
    comment='//'
    ;;
  second)
    files=(scripts/check_certificate.py)
    comment='#'
    ;;
  *) echo "usage: scripts/checker_sum.sh first|second" >&2; exit 2 ;;
esac
{
  for file in "${files[@]}"; do
    echo "$file"
    grep -vE "^\s*($comment|\$)" "$file"
  done
  [ "$1" = second ] || grep -A1 -E '^name = "(adler2|crc32fast|flate2|miniz_oxide)"$' Cargo.lock
} | sha256sum | cut -c1-16
