#!/usr/bin/env bash
# Makes the site: a folder that any plain web server shows, and a double click on its index.html. Usage:
# scripts/site.sh OUT [--page] [--module DIR] [--whole]
#
# OUT gets the page with the engines as a module in workers, the published results, claims and tables, the documentation as a
# book in docs/, and the documentation of the library in api/. With --page it is the page alone. OUT is replaced as a whole
# if it is such a site, and written if it is not there. With --module the modules are those in a folder that
# scripts/module.sh has written. SOLVE names the program; without it the program is built. Where the
# module cannot be built the page is a book of results, which is said in one line; likewise what else is left out. With
# --whole, as for what is published, nothing is left out: status 1, and OUT stays as it was.
set -euo pipefail
cd "$(dirname "$0")/.."
usage="usage: scripts/site.sh OUT [--page] [--module DIR] [--whole]"
out="" page=false module="" whole=false
while [ $# -gt 0 ]; do
  case "$1" in
    --page) page=true ;;
    --module) module=${2:?$usage}; shift ;;
    --whole) whole=true ;;
    -*) echo "$usage" >&2; exit 2 ;;
    *) [ -z "$out" ] || { echo "$usage" >&2; exit 2; }; out=$1 ;;
  esac
  shift
done
[ -n "$out" ] || { echo "$usage" >&2; exit 2; }
if [ -e "$out" ] && ! grep -qs '<html[^>]* data-source="\(module\|book\)"' "$out/index.html"; then
  if [ ! -d "$out" ] || [ -n "$(ls -A "$out")" ]; then
    echo "$out is there and is no site, expected a folder that is not there, an empty one, or a site" >&2
    exit 2
  fi
fi
mkdir -p "$(dirname "$out")"
made=$(mktemp -d "$(dirname "$out")/.site-XXXXXX")
chmod 755 "$made"
trap 'rm -rf "$made"' EXIT

if [ -z "${SOLVE:-}" ]; then
  cargo build --quiet --release --bin solve
  SOLVE="${CARGO_TARGET_DIR:-target}/release/solve"
fi
"$SOLVE" book --tables solutions --out "$made" --force >/dev/null

status=0
if [ -n "$module" ]; then
  cp "$module"/{superko,laboratory}.wasm{,.js} "$made"
else
  scripts/module.sh "$made" || status=$?
fi
case $status in
  0) sed -i 's/data-source="book"/data-source="module"/' "$made/index.html" ;;
  3) [ "$whole" = false ] || exit 1 ;;
  *) exit "$status" ;;
esac

if [ "$page" = false ]; then
  if [ -d web/node_modules/markdown-it ] || npm --prefix web ci --silent --ignore-scripts; then
    node web/book.mjs "$made/docs" --site
    sed -i 's/ data-source=/ data-docs="docs\/index.html" data-source=/' "$made/index.html"
  else
    echo "the packages of web/ cannot be installed: the book of the documentation is left out"
    [ "$whole" = false ] || exit 1
  fi
  RUSTDOCFLAGS="${RUSTDOCFLAGS:-} -D warnings" cargo doc --quiet --no-deps --lib --workspace --exclude superko-benches \
    --exclude superko-module --features superko/cluster
  cp -r "${CARGO_TARGET_DIR:-target}/doc" "$made/api"
  rm -f "$made/api/.lock"
fi

rm -rf "$out"
mv "$made" "$out"
trap - EXIT
echo "$out: $(find "$out" -type f | wc -l) files, $(du -sm "$out" | cut -f1) MB; open index.html in it"
