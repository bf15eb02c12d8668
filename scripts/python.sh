#!/usr/bin/env bash
# Builds the Python package into a wheel, installs it in a virtual environment of a temporary folder and runs its tests:
# formatting and lints of the compiled part, pytest with the examples of the docstrings and pages, mypy, stubtest, and the
# example that draws docs/images/first-moves.png (into the temporary folder). Usage: scripts/python.sh
#
# Where there is no Python from 3.11 on, no venv or no package index, it says in one line that it was left out.
set -euo pipefail
cd "$(dirname "$0")/.."
target="$(realpath -m "${CARGO_TARGET_DIR:-target}")"
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$target/python" PIP_DISABLE_PIP_VERSION_CHECK=1

left_out() {
  echo "the Python package is left out: $1"
  exit 0
}

command -v python3 >/dev/null || left_out "python3 is not installed"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || left_out "$(python3 --version) is older than 3.11"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" >"$folder/log" 2>&1 || left_out "python3 -m venv does not work: $(tail -n 1 "$folder/log")"
bin="$folder/venv/bin"
"$bin/pip" install --quiet --no-compile 'maturin>=1.9,<2' 'mypy>=1.15' 'pytest>=8' 'matplotlib>=3.8' 'networkx>=3' 'pandas>=2.1' \
  >"$folder/log" 2>&1 || left_out "what its tests need cannot be installed: $(tail -n 1 "$folder/log")"

cargo fmt --manifest-path python/Cargo.toml --check
cargo clippy --quiet --locked --manifest-path python/Cargo.toml -- --deny warnings
"$bin/maturin" build --quiet --locked --profile dev --manifest-path python/Cargo.toml --interpreter "$bin/python" \
  --out "$folder/wheel"
"$bin/pip" install --quiet --no-index "$folder"/wheel/superko-*.whl

# From a folder without the sources, so that the wheel is what is tested.
if [[ -z ${SOLVE:-} && -x $target/debug/solve ]]; then
  export SOLVE="$target/debug/solve"
fi
python="$PWD/python"
cd "$folder"
"$bin/pytest" --config-file "$python/pyproject.toml" -p no:cacheprovider "$python/tests"
"$bin/mypy" --config-file "$python/pyproject.toml" --cache-dir "$folder/mypy" \
  "$python/superko" "$python/tests" "$python/examples"
"$bin/stubtest" --mypy-config-file "$python/pyproject.toml" --allowlist "$python/stubtest.txt" superko
"$bin/python" "$python/examples/first_moves.py" "$folder/first-moves.png" >/dev/null
