#!/usr/bin/env bash
# Makes a wheel of the Python package in the folder OUT, installs it into an empty virtual environment, uses it there, and
# prints its path. Usage: scripts/wheel.sh OUT
#
# One wheel serves every CPython from 3.11 on. On Linux it is linked with zig, where that can be installed, for systems
# whose C library is as old as glibc 2.17 (manylinux2014); without zig it needs the C library of this machine or a newer
# one, which its name says. No path of the machine is in it. PROFILE=release builds faster than the profile dist. Where there is no Python from 3.11 on, no
# venv or no package index, it says why in one line and ends with status 3.
set -euo pipefail
[ $# = 1 ] || { echo "usage: scripts/wheel.sh OUT" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
tools=$(scripts/python_environment.sh)
export PATH="$tools:$PATH" PIP_DISABLE_PIP_VERSION_CHECK=1

options=()
if [ "$(uname -s)" = Linux ]; then
  if "$tools/pip" install --quiet 'ziglang>=0.13,<1' >/dev/null 2>&1; then
    options=(--zig --compatibility manylinux_2_17)
  else
    echo "zig cannot be installed: the wheel needs the C library of this machine or a newer one" >&2
  fi
fi
# shellcheck source=scripts/paths.sh
CARGO_TARGET_DIR="$target/wheel" . scripts/paths.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
CARGO_TARGET_DIR="$target/wheel" "$tools/maturin" build --quiet --locked --profile "${PROFILE:-dist}" \
  --manifest-path python/Cargo.toml "${options[@]}" --out "$folder/wheel"

wheel=$(ls "$folder"/wheel/*.whl)
python3 -m zipfile -e "$wheel" "$folder/files"
no_paths "$folder"/files/superko/*.so
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-index "$wheel"
(cd "$folder" && venv/bin/python -W error -c '
import superko

assert superko.solve((3, 3), "nssk").value == 2
superko.prove("2x2", "psk").save("2x2.cert")
assert superko.check("2x2.cert").summary.endswith("value 1"), superko.check("2x2.cert")
assert superko.compare("2x2", ["psk", "kee2020"]).svg().startswith("<svg")
')
mv "$wheel" "$out/"
echo "$out/$(basename "$wheel")"
