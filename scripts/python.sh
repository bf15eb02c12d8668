#!/usr/bin/env bash
# Tests the Python package in a virtual environment of a temporary folder: pytest with the examples of the docstrings and
# pages, the notebook, mypy, stubtest, and the example that draws docs/images/first-moves.png (into the temporary folder).
# Usage: scripts/python.sh [--built]
#
# Without an option maturin builds a wheel, as `pip install ./python` does. With --built the compiled part is that of the
# last build of the workspace in the profile `dev`, and another backend packs the same files with it, which saves a second
# build of all packages. Where there is no Python from 3.11 on, no venv or no package index, it says in one line that
# it was left out.
set -euo pipefail
cd "$(dirname "$0")/.."
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
export CARGO_INCREMENTAL=0 PIP_DISABLE_PIP_VERSION_CHECK=1
built=false
case "${1:-}" in
  "") ;;
  --built) built=true ;;
  *) echo "unknown argument $1, expected --built or none" >&2; exit 2 ;;
esac

tools=$(scripts/python_environment.sh 2>&1) || { echo "the Python package is left out: $tools"; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# An environment of its own, which sees the packages of the other.
"$tools/python" -m venv --without-pip "$folder/venv"
bin="$folder/venv/bin"
"$tools/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
  >"$("$bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/tools.pth"
pip=("$tools/pip" --python "$bin/python" install --quiet --no-index --no-deps)

if [ "$built" = true ]; then
  module="$target/debug/lib_core.so"
  [ -f "$module" ] || { echo "$module is not there: cargo build --workspace" >&2; exit 1; }
  version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
  cp -r python "$folder/source"
  cp "$module" "$folder/source/superko/_core.abi3.so"
  sed -i -e 's/^requires = .*/requires = ["hatchling"]/' -e 's/^build-backend = .*/build-backend = "hatchling.build"/' \
    -e "s/^dynamic = .*/version = \"$version\"/" "$folder/source/pyproject.toml"
  printf '\n[tool.hatch.build]\npackages = ["superko"]\nartifacts = ["superko/_core.abi3.so"]\n' >>"$folder/source/pyproject.toml"
  "${pip[@]}" --no-build-isolation "$folder/source"
else
  export CARGO_TARGET_DIR="$target/python"
  "$tools/maturin" build --quiet --locked --profile dev --manifest-path python/Cargo.toml --interpreter "$bin/python" \
    --out "$folder/wheel"
  "${pip[@]}" "$folder"/wheel/superko-*.whl
fi

"$bin/python" -c 'import ipykernel, nbclient, nbformat' 2>/dev/null \
  || echo "the notebook is left out: ipykernel, nbclient and nbformat cannot be installed"

# From a folder without the sources, so that what is installed is what is tested.
if [[ -z ${SOLVE:-} && -x $target/debug/solve ]]; then
  export SOLVE="$target/debug/solve"
fi
python="$PWD/python"
cd "$folder"
"$bin/python" -m pytest --config-file "$python/pyproject.toml" -p no:cacheprovider "$python/tests"
"$bin/python" -m mypy --config-file "$python/pyproject.toml" --cache-dir "$folder/mypy" \
  "$python/superko" "$python/tests" "$python/examples"
"$bin/python" -m mypy.stubtest --mypy-config-file "$python/pyproject.toml" --allowlist "$python/stubtest.txt" superko
"$bin/python" "$python/examples/first_moves.py" "$folder/first-moves.png" >/dev/null
