#!/usr/bin/env bash
# Checks the page in web/: its types and unit tests, that web/src/records.ts is what the schemas give, and that the built
# files in web/dist are what its sources give, byte for byte; and that the documentation makes a book, in which every link
# leads somewhere. Everything happens in a temporary copy. Usage: scripts/web.sh
#
# Where there is no node of version 20 or later, or no network for the packages that web/package-lock.json names, it says
# so and leaves the check out: a build of the program needs neither.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null || ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)'; then
  echo "node 20 or later and npm are not installed: the check of web/ is left out"
  exit 0
fi

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
node web/records.mjs "$copy/records.ts"
if ! cmp -s web/src/records.ts "$copy/records.ts"; then
  diff -u web/src/records.ts "$copy/records.ts" | head -n 40 >&2 || true
  echo "web/src/records.ts is not what solutions/schema gives: run npm run build in web/ and commit what it writes" >&2
  exit 1
fi
root=$PWD
tar -C web --exclude=./node_modules -cf - . | tar -C "$copy" -xf -
cd "$copy"
if ! npm ci --silent --ignore-scripts >"$copy/npm.log" 2>&1; then
  if npm ping --silent >/dev/null 2>&1; then
    cat "$copy/npm.log" >&2
    echo "the packages of web/package-lock.json cannot be installed" >&2
    exit 1
  fi
  echo "there is no network for the packages of web/: the check of web/ is left out"
  exit 0
fi
npm run --silent check
npm test --silent
node build.mjs "$copy/built"
node book.mjs --root "$root" "$copy/documentation"
cd "$root"
if ! diff -r web/dist "$copy/built" >/dev/null; then
  diff -rq web/dist "$copy/built" >&2 || true
  echo "web/dist is not what web/src gives: run npm run build in web/ and commit what it writes" >&2
  exit 1
fi
echo "web/dist is what web/src gives"
