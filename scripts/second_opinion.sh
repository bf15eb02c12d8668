#!/usr/bin/env bash
# Has the second checker verify the published certificates up to a size. Usage: scripts/second_opinion.sh [KIBIBYTES]
# All of them take it hours, nearly all of that for solutions/long-runs; PYTHON names another Python, such as pypy3, which
# is several times as fast there.
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:-8}
find solutions -name '*.cert' -size "-$((size + 1))k" -print0 | sort -z \
  | xargs -0 "${PYTHON:-python3}" scripts/check_certificate.py --quiet \
  | awk '/: s VERIFIED /{verified++; next} {print; failed++}
         END {printf "%d certificates verified by the second checker, %d not\n", verified, failed; exit failed || !verified}'
