#!/usr/bin/env bash
# Packs the programs for those who do not build them: an archive superko-VERSION-TARGET in the folder OUT, with its sum in
# OUT/SHA256SUMS, and its path on standard output. Usage: scripts/release.sh OUT [TARGET]
#
# It has solve and superko-check, how to install them, the licences, completions for every shell and the manual pages, which
# solve writes: so TARGET, which is the host unless it is given, must run here. PROFILE=release builds faster than the profile
# dist. No path of the machine is in the programs. The archive is unpacked again and tried in an empty folder (scripts/installed.sh). With `site` for TARGET it is the
# site of scripts/site.sh, of which nothing may be left out.
set -euo pipefail
[ $# = 1 ] || [ $# = 2 ] || { echo "usage: scripts/release.sh OUT [TARGET]" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
root=$PWD
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
target="${2:-$(rustc -vV | sed -n 's/^host: //p')}"
name="superko-$version-$target"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Packs the folder of this name into OUT. Usage: pack ENDING
pack() {
  local packed="$name.$1" sums="$out/SHA256SUMS"
  rm -f "$out/$packed"
  (
    cd "$folder"
    if [ "$1" = tar.gz ]; then
      tar -czf "$out/$packed" "$name"
    elif command -v zip >/dev/null; then
      zip -qr "$out/$packed" "$name"
    else
      7z a -bso0 "$out/$packed" "$name"
    fi
    cd "$out"
    touch "$sums"
    grep -vF "  $packed" "$sums" >"$folder/sums" || true
    if command -v sha256sum >/dev/null; then sha256sum "$packed"; else shasum -a 256 "$packed"; fi >>"$folder/sums"
    LC_ALL=C sort -k 2 "$folder/sums" >"$sums"
  )
}

if [ "$target" = site ]; then
  scripts/site.sh "$folder/$name" --whole >&2
  cp LICENSE-APACHE LICENSE-MIT "$folder/$name/"
  pack zip
  echo "$out/$name.zip"
  exit
fi

profile="${PROFILE:-dist}"
built="${CARGO_TARGET_DIR:-$PWD/target}/${2:-}/$profile"
ending="" packed=tar.gz
case "$target" in
  *-windows-*) ending=.exe packed=zip ;;
esac
case "$target" in
  # No other library has to be installed.
  *-windows-msvc) export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=+crt-static" ;;
esac

# shellcheck source=scripts/paths.sh
. scripts/paths.sh
cargo build --quiet --locked --profile "$profile" ${2:+--target "$2"} --package superko --package superko-certificate --bins
no_paths "$built/solve$ending" "$built/superko-check$ending"
mkdir -p "$folder/$name/completions"
cp "$built/solve$ending" "$built/superko-check$ending" README.md CHANGELOG.md CITATION.cff LICENSE-APACHE LICENSE-MIT "$folder/$name/"
cat >"$folder/$name/INSTALL.md" <<'EOF'
# How to install superko

Nothing has to be installed: in this folder, `./solve serve --open` shows boards in your browser, and
`./solve --board 2x2 --rules kee2020` solves one. `solve` and `superko-check` need no other file.

* To have them everywhere, copy both into a folder of your `PATH`, such as `~/.local/bin`.
* The programs are not signed. If macOS refuses them: `xattr -d com.apple.quarantine solve superko-check`. If Windows asks,
  choose "More info", then "Run anyway".
* Manual pages: `man -l man/solve.1` shows one; in `~/.local/share/man/man1` all of them are found as `man solve`.
* Completions of the shell:

| shell | copy | to |
| --- | --- | --- |
| bash | `completions/solve.bash` | `~/.local/share/bash-completion/completions/solve` |
| zsh | `completions/_solve` | a folder of `$fpath` |
| fish | `completions/solve.fish` | `~/.config/fish/completions/` |
| elvish | `completions/solve.elv` | the end of `~/.config/elvish/rc.elv` |
| PowerShell | `completions/_solve.ps1` | the end of the file `$PROFILE` |

The links of `README.md` lead to files of the repository. They are not in this archive, and neither are the published tables
and certificates, which `solve book` and `solve tables --check` read: those run in a clone of the repository.
EOF
for shell in bash:solve.bash elvish:solve.elv fish:solve.fish powershell:_solve.ps1 zsh:_solve; do
  "$built/solve$ending" completions "${shell%%:*}" >"$folder/$name/completions/${shell#*:}"
done
"$built/solve$ending" man --out "$folder/$name/man" >/dev/null
pack "$packed"

mkdir "$folder/unpacked"
cd "$folder/unpacked"
if [ "$packed" = tar.gz ]; then
  tar -xzf "$out/$name.$packed"
elif command -v unzip >/dev/null; then
  unzip -q "$out/$name.$packed"
else
  7z x -bso0 "$out/$name.$packed"
fi
"$root/scripts/installed.sh" "$name" "$name" >&2
echo "$out/$name.$packed"
