#!/usr/bin/env bash
# Runs every check that a change must pass, each with the seconds that it took. Usage: scripts/check.sh
#
# All steps use the profile `dev` of Cargo.toml, so that nothing is optimised twice. Compilers are at times busy with one
# crate on one core, so what only reads the code (clippy, documentation) runs beside the build, in a folder of its own.
# Tests run under cargo-nextest where it is installed, which prints how long each took, and under `cargo test` where it
# is not.
# What takes longer than a change should wait for is in scripts/deep.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
# A build from a clean clone is not faster for a record of what the next build may reuse.
export CARGO_INCREMENTAL="${CARGO_INCREMENTAL:-0}"
target="${CARGO_TARGET_DIR:-target}"
solve="$target/debug/solve"
run=(cargo test)
if cargo nextest --version >/dev/null 2>&1; then
  run=(cargo nextest run)
fi

# Runs a command and says how long it took.
step() {
  printf '\n== %s\n' "$*"
  local started=$SECONDS
  "$@" || return
  printf -- '-- %s: %d s\n' "$*" $((SECONDS - started))
}

# Everything that the compiler says of the code, without building it.
lint() {
  step cargo clippy --quiet --target-dir "$target/lint" --workspace --all-targets --features cluster -- --deny warnings &&
    # The program as it is built by default. The rules and engines alone, without the program; the program without the page in a browser.
    step cargo clippy --quiet --target-dir "$target/lint" -- --deny warnings &&
    step cargo clippy --quiet --target-dir "$target/lint" --no-default-features -- --deny warnings &&
    step cargo clippy --quiet --target-dir "$target/lint" --no-default-features --features cli -- --deny warnings &&
    RUSTDOCFLAGS="--deny warnings" step cargo doc --quiet --target-dir "$target/lint" --workspace --features cluster --no-deps
}

build() {
  # With the tests, as they ask for more features of some dependencies and everything would be compiled once more.
  step cargo test --quiet --workspace --no-run --test suite
}

# Runs the second checker, where there is a Python, on every certificate that takes it no more than a moment, and the
# second reader of SGF, where Python has it.
second_opinion() {
  if command -v python3 >/dev/null; then
    step scripts/second_opinion.sh && step scripts/own_rulesets.sh "$solve" && step scripts/second_reader.sh "$solve"
  else
    printf '\n== python3 is not installed: the second checker is left out\n'
  fi
}

# The published tables and claims: certificates are verified, every claim is judged that does not take minutes, and some
# results are solved again. Then the searches for lost diagrams that take seconds.
tables() {
  step "$solve" tables --check && step "$solve" claims candidates
}

# The Python package, which has a build of its own.
python_package() {
  step scripts/python.sh
}

# The page: whether its built files are what its sources give, and its tests in a browser.
page() {
  step scripts/web.sh && SOLVE="$solve" step scripts/browser.sh
}

# Several processes: a program with one more feature, in a folder of its own, as the other checks run the usual one.
cluster() {
  CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_TEST_OPT_LEVEL=1 \
    step "${run[@]}" --target-dir "$target/cluster" --features cluster --test cluster
}

# A match against GNU Go, refereed, where it is installed.
match() {
  if command -v python3 >/dev/null; then
    step python3 scripts/gtp_match.py --solve "$solve" --boards 2,3 --node-limit 20000
  else
    printf '\n== python3 is not installed: the match against GNU Go is left out\n'
  fi
}

# Runs two functions at once; what the first prints comes after what the second does.
both() {
  local log status=0
  log=$(mktemp)
  "$1" >"$log" 2>&1 &
  "$2" || status=$?
  wait $! || status=$?
  cat "$log"
  rm -f "$log"
  return "$status"
}

step cargo fmt --all --check
both lint build
both second_opinion tables
both python_package page
match
cluster
step cargo test --quiet --workspace --doc
# The tests come last, so that the last line says how many have passed. Those inside the library take seconds, and
# are not worth another optimised build of it.
CARGO_PROFILE_TEST_OPT_LEVEL=0 step "${run[@]}" --package superko --lib
step "${run[@]}" --workspace --exclude superko --lib --bins
step "${run[@]}" --workspace --test suite
