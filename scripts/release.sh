#!/usr/bin/env bash
# Packs the programs for those who do not build them: an archive superko-VERSION-TARGET in the folder OUT, and its path on
# standard output. Usage: scripts/release.sh OUT [TARGET]
#
# It has solve and superko-check, the licences, completions for every shell and the manual pages, which solve writes: so
# TARGET, which is the host unless it is given, must run here. PROFILE=release builds faster than the profile dist.
set -euo pipefail
[ $# = 1 ] || [ $# = 2 ] || { echo "usage: scripts/release.sh OUT [TARGET]" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
profile="${PROFILE:-dist}"
built="${CARGO_TARGET_DIR:-$PWD/target}/${2:-}/$profile"
target="${2:-$(rustc -vV | sed -n 's/^host: //p')}"
ending="" packed=tar.gz
case "$target" in
  *-windows-*) ending=.exe packed=zip ;;
esac
case "$target" in
  # No other library has to be installed.
  *-windows-msvc) export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static" ;;
esac

cargo build --quiet --locked --profile "$profile" ${2:+--target "$2"} --package superko --package superko-certificate --bins
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
name="superko-$version-$target"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/$name/completions"
cp "$built/solve$ending" "$built/superko-check$ending" README.md CHANGELOG.md CITATION.cff LICENSE-APACHE LICENSE-MIT "$folder/$name/"
cd "$folder"
solve="$name/solve$ending"
for shell in bash elvish fish powershell zsh; do
  "$solve" completions "$shell" >"$name/completions/solve.$shell"
done
"$solve" man --out "$name/man" >/dev/null
if [ "$packed" = tar.gz ]; then
  tar -czf "$out/$name.$packed" "$name"
elif command -v zip >/dev/null; then
  zip -qr "$out/$name.$packed" "$name"
else
  7z a -bso0 "$out/$name.$packed" "$name"
fi
echo "$out/$name.$packed"
