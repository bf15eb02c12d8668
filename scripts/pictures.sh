#!/usr/bin/env bash
# Makes the pictures of docs/images anew: the page (scripts/browser.sh --images), the boards of the README and the values of
# first moves from Python, the pictures in the notebook, a game in SGF as BesoGo shows it, and a session with solve gtp.
# Usage: scripts/pictures.sh
#
# It needs node, Chromium, and Python 3.11 with matplotlib and the package in python/. What is missing is named, and its
# picture stays as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release
solve="$PWD/target/release/solve"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

has() {
  local missing=()
  for program in "$@"; do command -v "$program" >/dev/null || missing+=("$program"); done
  [ "${#missing[@]}" = 0 ] || { echo "not made, as there is no ${missing[*]}"; return 1; }
}

echo "the page:"
SOLVE="$solve" scripts/browser.sh --images

echo "the boards of the README, by Python:"
if has python3 && python3 -c 'import superko' 2>/dev/null; then
  python3 -c 'import superko; print(superko.compare("3x3", ["psk", "nssk"]).svg(), end="")' >docs/images/3x3-psk-nssk.svg
else
  echo "not made: pip install ./python"
fi

echo "first moves, by Python:"
if has python3 && python3 -c 'import matplotlib, superko' 2>/dev/null; then
  python3 python/examples/first_moves.py docs/images/first-moves.png
else
  echo "not made: pip install ./python matplotlib"
fi

echo "the notebook, by Python:"
if has python3 && python3 -c 'import ipykernel, matplotlib, nbclient, numpy, pandas, superko' 2>/dev/null; then
  python3 python/tests/notebooks.py python/examples/*.ipynb
else
  echo "not made: pip install './python[notebook]' ipykernel nbclient"
fi

echo "a game in SGF, as BesoGo shows it:"
if has npm node; then
  (cd "$folder" && npm pack --silent besogo@0.0.2-alpha >/dev/null && tar xzf besogo-0.0.2-alpha.tgz)
  "$solve" --board 3x3 --rules nssk --move-values --sgf "$folder/line.sgf" >/dev/null
  node web/test/viewer.mjs "$folder/package" "$folder/line.sgf" docs/images/sgf-viewer.png
fi

echo "a session with solve gtp:"
if has node; then
  node web/test/session.mjs "$solve" docs/images/gtp-session.png \
    "boardsize 3" "play black B2" "showboard" "superko-moves" "superko-set-rules nssk" "superko-value" "superko-line"
fi
