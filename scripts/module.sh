#!/usr/bin/env bash
# Builds the WebAssembly modules of the page into a folder. Usage: scripts/module.sh OUT
#
# OUT gets superko.wasm, which solves, and laboratory.wasm, which also criticises rules and which the page reads when that is
# asked for; and each as a script (.wasm.js), as a page that is opened as a file reads no other files. With the target of
# rustup if it can be had; else, as root on Debian, with its compiler for web pages and the source of std, in
# target/web-toolchain. Exit status: 0; 3 with one line if there is neither, and OUT is not written; 1 if a module cannot be
# built or is too large.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 1 ] || { echo "usage: scripts/module.sh OUT" >&2; exit 2; }
out=$1
most_kib=620
target=wasm32-unknown-unknown
folder=${CARGO_TARGET_DIR:-target}

leave_out() {
  echo "$1: the module of the page is left out"
  exit 3
}

command -v node >/dev/null || leave_out "node is not installed"
flags=()
toolchain=()
if command -v rustup >/dev/null && rustup target add "$target" >/dev/null 2>&1; then
  :
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  # Debian has no std for this target with rustup's compiler, but a compiler of its own with the source of its std. The
  # packages are unpacked in a folder: nothing else on the machine changes but the library of LLVM.
  here=$PWD/$folder/web-toolchain
  if [ ! -x "$here/usr/bin/rustc" ]; then
    mkdir -p "$here/debs"
    (
      apt-get update && apt-get install -y --no-install-recommends libllvm22 && cd "$here/debs" || exit 1
      std=$(apt-cache depends libstd-rust-web-dev | sed -n 's/.*Depends: \(libstd-rust-web-[0-9.]*\)$/\1/p') || exit 1
      apt-get download rustc-web rust-web-src libstd-rust-web-dev "$std" || exit 1
      for package in *.deb; do dpkg -x "$package" .. || exit 1; done
    ) >"$here/log" 2>&1 || leave_out "neither rustup's target $target nor Debian's compiler for web pages can be had"
  fi
  linker=$(find "$(rustc --print sysroot)" -name rust-lld | head -n 1)
  toolchain=(env "LD_LIBRARY_PATH=$here/usr/lib/$(uname -m)-linux-gnu" "RUSTC=$here/usr/bin/rustc" RUSTC_BOOTSTRAP=1
    "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker")
  flags=(-Zbuild-std=std,panic_abort)
else
  leave_out "rustup's target $target cannot be had"
fi

# The stack of the main thread of other systems, and all the memory that a module may have.
RUSTFLAGS="-C link-arg=-zstack-size=16777216 -C link-arg=--max-memory=4294967296"
# shellcheck source=scripts/paths.sh
. scripts/paths.sh
unset RUSTC_WORKSPACE_WRAPPER
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
build() {
  "${toolchain[@]}" cargo build --quiet --profile web --target "$target" "${flags[@]}" -p superko-module --lib "${@:2}"
  cp "$folder/$target/web/superko_module.wasm" "$made/$1.wasm"
}
build laboratory
build superko --no-default-features
no_paths "$made"/*.wasm
node - "$made" "$most_kib" <<'EOF'
const { readFileSync, writeFileSync } = require("node:fs");
const zlib = require("node:zlib");
const [, , folder, most] = process.argv;
for (const name of ["superko", "laboratory"]) {
  const bytes = readFileSync(`${folder}/${name}.wasm`);
  writeFileSync(`${folder}/${name}.wasm.js`, `superkoModule("${name}", "${bytes.toString("base64")}");\n`);
  const kib = zlib.brotliCompressSync(bytes).length / 1024;
  console.log(`${name}.wasm: ${bytes.length} bytes, ${kib.toFixed(0)} KiB over the wire (brotli)`);
  if (name === "superko" && kib > Number(most)) {
    console.error(`superko.wasm is larger than ${most} KiB`);
    process.exitCode = 1;
  }
}
EOF
mkdir -p "$out"
cp "$made"/*.wasm "$made"/*.wasm.js "$out"
