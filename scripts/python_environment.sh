#!/usr/bin/env bash
# Makes a virtual environment with what the tests in Python need, in the target folder, and prints the folder of its
# programs. Usage: scripts/python_environment.sh
#
# One that has the same packages is used again. Where there is no Python from 3.11 on, no venv or no package index, it says
# why on standard error and ends with status 3. What runs notebooks, what writes Parquet, and the environments of learners
# are not there for every system: without them the rest is made, and who needs one sees that it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=('maturin>=1.9,<2' 'hatchling>=1.27,<2' 'mypy>=1.15' 'pytest>=8' 'matplotlib>=3.8' 'networkx>=3' 'pandas>=2.1' 'sgfmill>=1.1')
columns=('pyarrow>=15')
notebooks=('nbclient>=0.10,<1' 'nbformat>=5.10,<6' 'ipykernel>=6.29,<8' 'matplotlib-inline>=0.1.7')
learners=('pettingzoo[classic]>=1.25' 'open_spiel>=1.6' 'pgx>=2.4')
made_of="$(python3 --version) ${packages[*]} ${columns[*]} ${notebooks[*]} ${learners[*]}"
folder="$(realpath -m "${CARGO_TARGET_DIR:-target}")/python-environment"
export PIP_DISABLE_PIP_VERSION_CHECK=1

left_out() {
  echo "$1" >&2
  exit 3
}

command -v python3 >/dev/null || left_out "python3 is not installed"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || left_out "$(python3 --version) is older than 3.11"
if [ "$(cat "$folder/made-of" 2>/dev/null)" != "$made_of" ]; then
  rm -rf "$folder"
  mkdir -p "$(dirname "$folder")"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  python3 -m venv "$folder" >"$log" 2>&1 || left_out "python3 -m venv does not work: $(tail -n 1 "$log")"
  "$folder/bin/pip" install --quiet --no-compile "${packages[@]}" >"$log" 2>&1 \
    || left_out "what its tests need cannot be installed: $(tail -n 1 "$log")"
  "$folder/bin/pip" install --quiet --no-compile "${columns[@]}" >"$log" 2>&1 || true
  "$folder/bin/pip" install --quiet --no-compile "${notebooks[@]}" >"$log" 2>&1 || true
  for package in "${learners[@]}"; do
    "$folder/bin/pip" install --quiet --no-compile "$package" >"$log" 2>&1 || true
  done
  echo "$made_of" >"$folder/made-of"
fi
echo "$folder/bin"
