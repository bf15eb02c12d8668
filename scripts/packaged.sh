#!/usr/bin/env bash
# Packs the packages as a registry would get them, into the folder OUT; then installs the programs from these files alone, in
# a folder that is no checkout, and tries them there (scripts/installed.sh). Usage: scripts/packaged.sh OUT
#
# It is what `cargo install superko superko-certificate` does once they are published: cargo gets a folder in place of the
# registry, which has the packed files, unpacked, and the packages of others at the versions of Cargo.lock; and it keeps to the
# lock file that is packed with the program. PROFILE=dist builds what is published. Packages of others that this machine has
# not seen yet are downloaded.
set -euo pipefail
[ $# = 1 ] || { echo "usage: scripts/packaged.sh OUT" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset CARGO_TARGET_DIR RUSTC_WORKSPACE_WRAPPER

sum() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

unpublished=()
for manifest in */Cargo.toml crates/*/Cargo.toml; do
  if grep -qx 'publish = false' "$manifest" && [ "$manifest" != fuzz/Cargo.toml ]; then
    unpublished+=(--exclude "$(sed -n 's/^name = "\(.*\)"/\1/p' "$manifest" | head -n 1)")
  fi
done
# What is packed is compiled below, all of it together.
cargo package --quiet --locked --no-verify --allow-dirty --workspace "${unpublished[@]}" --target-dir "$folder/packed"
cargo vendor --quiet --locked --versioned-dirs "$folder/registry" >/dev/null
count=0
for package in "$folder"/packed/package/*.crate; do
  name=$(basename "$package" .crate)
  tar -xzf "$package" -C "$folder/registry"
  for licence in LICENSE-APACHE LICENSE-MIT; do
    cmp -s "$licence" "$folder/registry/$name/$licence" || { echo "$name has no $licence" >&2; exit 1; }
  done
  printf '{"files":{},"package":"%s"}' "$(sum "$package")" >"$folder/registry/$name/.cargo-checksum.json"
  cp "$package" "$out/"
  count=$((count + 1))
done

mkdir "$folder/home" "$folder/elsewhere"
printf '[source.crates-io]\nreplace-with = "packed"\n[source.packed]\ndirectory = "%s"\n' "$folder/registry" >"$folder/home/config.toml"
cd "$folder/elsewhere"
CARGO_HOME="$folder/home" cargo install --quiet --locked --offline --profile "${PROFILE:-release}" --root "$folder/installed" \
  --target-dir "$folder/target" superko superko-certificate 2>"$folder/said" || { cat "$folder/said" >&2; exit 1; }
"$root/scripts/installed.sh" "$folder/installed/bin"
echo "$out: $count packages"
