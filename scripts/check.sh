#!/usr/bin/env bash
# The gate: every check that a change must pass, each with the seconds that it took and those that it may take on two idle
# cores. Usage: scripts/check.sh [STEP ...]   (all steps, or those named; format build docs tests ...)
#
# What is exhaustive, or drawn at random in large numbers, is sampled: one part in sixteen, which changes with the number of
# commits, so that sixteen commits in succession see all of it. SUPERKO_SAMPLE=3/16 asks for the third part.
# scripts/deep.sh runs everything, under the same names.
#
# One build, in the profile `dev`, serves the lints, the tests, the program, the cluster and the Python package. Lanes run
# side by side, as compilers are at times busy on one core and a browser waits; a step prints what it has to say when it ends.
set -uo pipefail
cd "$(dirname "$0")/.."

# A build from a clean clone is not faster for a record of what the next build may reuse. A Python module is not linked
# with an interpreter.
export CARGO_INCREMENTAL="${CARGO_INCREMENTAL:-0}" PYO3_BUILD_EXTENSION_MODULE=1
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}"
export SOLVE="$CARGO_TARGET_DIR/debug/solve"
SUPERKO_SAMPLE=$(scripts/sample.sh)
export SUPERKO_SAMPLE

packages=(--workspace --features superko/cluster)
if ! command -v python3 >/dev/null; then
  printf 'python3 is not installed: the Python package and the second checker are left out\n'
  packages+=(--exclude superko-python)
fi
if command -v clippy-driver >/dev/null; then
  RUSTC_WORKSPACE_WRAPPER=$(command -v clippy-driver)
  export RUSTC_WORKSPACE_WRAPPER
else
  printf 'clippy is not installed: its lints are left out\n'
fi
# One test more than there are cores, as some wait.
run=(cargo test)
if cargo nextest --version >/dev/null 2>&1; then
  run=(cargo nextest run --test-threads $(($(getconf _NPROCESSORS_ONLN) + 1)))
fi

# --- the steps: a function each --------------------------------------------------------------------------------------

# And whether the faults of scripts/faults.sh can still be planted.
format() { cargo fmt --all --check && scripts/faults.sh --fits; }

# Everything at once, so that all packages have the same features and nothing is compiled twice. Clippy compiles what it
# checks, as it is a compiler with lints of its own: it says nothing, or the step fails.
build() {
  cargo build --quiet "${packages[@]}" --exclude superko-benches --all-targets 2>"$notes/warnings" || {
    cat "$notes/warnings"
    return 1
  }
  cat "$notes/warnings"
  [ ! -s "$notes/warnings" ]
}

# Whether this run has a step of those that take turns: in one part of four; where it is asked for by name; and where one
# of the last sixteen commits touched what it is there for, as a push may have as many. Usage: its_turn PART PATH...
its_turn() {
  local part=$1
  shift
  [ "${#only[@]}" -gt 0 ] || [ $((${SUPERKO_SAMPLE%/*} % 4)) = "$part" ] || ! git diff --quiet HEAD~16 -- "$@" || {
    echo "left out in this part of the sample, as no change of the last sixteen commits touched $*"
    return 1
  }
}

# The steps in Python, which need an environment that takes half a minute to install.
has_python() { its_turn 0 python scripts/python.sh scripts/python_environment.sh scripts/second_reader.sh; }

# The smaller sets of features, each in one part of sixteen.
features() {
  case $((${SUPERKO_SAMPLE%/*} % 16)) in
    1) cargo clippy --quiet -- --deny warnings ;;
    5) cargo clippy --quiet --no-default-features -- --deny warnings ;;
    9) cargo clippy --quiet --no-default-features --features cli -- --deny warnings ;;
    *) echo "left out in this part of the sample" ;;
  esac
}

# The pages of the interfaces.
docs() {
  its_turn 0 src/lib.rs || return 0
  RUSTDOCFLAGS="--deny warnings" cargo doc --quiet "${packages[@]}" --exclude superko-python --exclude superko-benches --no-deps
}

examples() { cargo test --quiet "${packages[@]}" --exclude superko-benches --doc; }

tests() { "${run[@]}" "${packages[@]}" --exclude superko-benches --lib --bins --tests; }

# Sums and form of the published tables; certificates are verified and results solved again by share.
tables() {
  mkdir -p "$CARGO_TARGET_DIR/verified"
  "$SOLVE" tables --check --shard "$SUPERKO_SAMPLE" --verified "$CARGO_TARGET_DIR/verified/first-$(scripts/checker_sum.sh first)"
}

# The certificates of long runs take minutes: they are verified where a checker is another than the one that verified
# them last.
long_runs() { scripts/long_runs.sh --if-changed; }

claims() { "$SOLVE" claims candidates --shard "$SUPERKO_SAMPLE"; }

second_checker() { scripts/second_opinion.sh && scripts/own_rulesets.sh "$SOLVE"; }

second_reader() {
  has_python || return 0
  scripts/second_reader.sh "$SOLVE"
}

web() { scripts/web.sh; }

# What the steps python and second_reader need, which they say where it cannot be had.
environment() {
  has_python || return 0
  scripts/python_environment.sh || [ $? = 3 ]
}

# The proof in Coq, and the checker that is extracted from it.
proof() {
  its_turn 3 proof scripts/proof.sh certificate/src || return 0
  scripts/proof.sh
}

browser() {
  its_turn 1 web crates/web scripts/browser.sh || return 0
  scripts/browser.sh
}

# The site: the module answers as the program does, and the page solves by it from a file and from a server.
site() {
  its_turn 2 web wasm scripts/module.sh scripts/site.sh || return 0
  local status=0
  scripts/module.sh "$CARGO_TARGET_DIR/module" || status=$?
  [ "$status" != 3 ] || return 0
  [ "$status" = 0 ] || return "$status"
  node wasm/test/parity.mjs "$CARGO_TARGET_DIR/module" "$CARGO_TARGET_DIR/debug/examples/ask"
  scripts/site.sh "$CARGO_TARGET_DIR/site" --page --module "$CARGO_TARGET_DIR/module"
  scripts/browser.sh --site "$CARGO_TARGET_DIR/site"
}

python() {
  has_python || return 0
  scripts/python.sh --built
}

gnugo() { python3 scripts/gtp_match.py --solve "$SOLVE" --boards 2,3 --node-limit 20000; }

# --- how they are run ------------------------------------------------------------------------------------------------

only=("$@")
notes=$(mktemp -d)
trap 'rm -rf "$notes"' EXIT
began=$SECONDS

# Runs a step, and prints what it said in one piece. Usage: step NAME SECONDS
step() {
  local name=$1 budget=$2 started=$SECONDS status=0 log="$notes/$1.log" TIMEFORMAT="%U %S"
  if [ "${#only[@]}" -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then
    return 0
  fi
  (time "$name" >"$log" 2>&1 </dev/null) 2>"$notes/$name.cpu" || status=$?
  local took=$((SECONDS - started)) cpu verdict=""
  cpu=$(awk '{ printf "%d", $1 + $2 }' "$notes/$name.cpu")
  [ "$took" -le "$budget" ] || verdict=", OVER its budget"
  [ "$status" = 0 ] || verdict+=", FAILED"
  printf '%s %d %d %d %d\n' "$name" "$took" "$budget" "$cpu" "$status" >"$notes/$name.took"
  printf '\n== %s\n%s\n-- %s: %d s of %d s%s\n' "$name" "$(cat "$log")" "$name" "$took" "$budget" "$verdict"
  return "$status"
}

printf 'sample %s of what is exhaustive; SUPERKO_SAMPLE=%s scripts/check.sh repeats it, scripts/deep.sh takes all\n' \
  "$SUPERKO_SAMPLE" "$SUPERKO_SAMPLE"

# What needs no build of the program runs beside the compiler.
{
  step web 40
  step environment 60
  step proof 120
} &
step format 10
built=0
step build 240 || built=1
wait
if [ "$built" = 0 ]; then
  {
    step browser 240
    step site 350
  } &
  {
    step python 260
    step tables 270
    step second_checker 45
    step claims 20
    step long_runs 5
    step gnugo 20
    step second_reader 10
    step examples 40
    step features 90
    step docs 120
  } &
  # The tests have the last word, as their last line says how many have passed.
  step tests 480 >"$notes/tests.out" || true
  wait
  cat "$notes/tests.out" 2>/dev/null
fi

# --- the sum ---------------------------------------------------------------------------------------------------------

printf '\n%-16s %8s %8s %8s\n' step seconds budget CPU
failed=0 passed=0 all=0
for name in format build web environment proof tests browser site python tables second_checker claims long_runs gnugo second_reader examples features docs; do
  [ -f "$notes/$name.took" ] || continue
  read -r name took budget cpu status <"$notes/$name.took"
  note=""
  [ "$took" -le "$budget" ] || note="over"
  if [ "$status" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) note="FAILED"; fi
  all=$((all + cpu))
  printf '%-16s %8d %8d %8d  %s\n' "$name" "$took" "$budget" "$cpu" "$note"
done
printf '%-16s %8d %8d %8d  sample %s\n' "whole gate" $((SECONDS - began)) 480 "$all" "$SUPERKO_SAMPLE"
printf 'steps: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
