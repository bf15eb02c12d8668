#!/usr/bin/env bash
# Tests the page in a real browser: solve serve under headless Chromium. Usage: scripts/browser.sh [--images | --site DIR]
#
# With --images it also writes the pictures of the page in docs/images. With --site it tests the site in a folder, which
# scripts/site.sh has made, in place of the program. SOLVE names the program; without it the program is
# built. CHROMIUM names the browser, if it is not /usr/bin/chromium; it is installed where apt-get and root are there. Where node or a browser is missing, it says so and
# leaves the tests out.
set -euo pipefail
cd "$(dirname "$0")/.."
options=()
case "${1:-}" in
  "") ;;
  --images) options=(--images "$PWD/docs/images") ;;
  --site) options=(--site "${2:?expected a folder after --site}") ;;
  *) echo "unknown argument $1, expected --images, --site DIR or none" >&2; exit 2 ;;
esac

leave_out() {
  echo "$1: the tests in a browser are left out"
  exit 0
}

if ! command -v npm >/dev/null || ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)'; then
  leave_out "node 20 or later and npm are not installed"
fi
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
if [ ! -x "$CHROMIUM" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  log=$(mktemp)
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } >"$log" 2>&1; then
    tail -n 3 "$log"
  fi
  rm -f "$log"
fi
[ -x "$CHROMIUM" ] || leave_out "there is no browser at $CHROMIUM"
if [ ! -d web/node_modules/playwright-core ]; then
  npm --prefix web ci --silent --ignore-scripts || leave_out "the packages of web/ cannot be installed"
fi

if [ "${1:-}" = --site ]; then
  exec node web/test/browser.mjs "${options[@]}"
fi
if [ -z "${SOLVE:-}" ]; then
  cargo build --quiet --bin solve
  SOLVE="${CARGO_TARGET_DIR:-target}/debug/solve"
fi
node web/test/browser.mjs "$SOLVE" "${options[@]}"
