#!/usr/bin/env bash
# Runs everything, for many hours on two cores: what the gate samples in full and under the same names, every published
# result solved and proved again, every certificate under both checkers, many more drawn mutants and inputs, the searches
# and claims that take minutes, the wheel, the packages and the archive, all sets of features, and the planted faults.
#
# Usage: scripts/deep.sh [--list] [--shard N/COUNT] [--for SECONDS] [--record] [JOB ...]
#
#   --list         prints the jobs, and how each ended
#   --shard 2/8    the second of eight shares of the jobs, for one of eight machines
#   --for 3600     begins no job after so many seconds
#   --record       does not run again what scripts/deep.passed says has passed, and writes there at the end what has: a run
#                  goes on where another machine left it, whose word is taken (after an interruption: --list --record)
#   JOB            jobs by name; a name that ends with * stands for all that begin so
#
# A job that has passed is not run again while what it looks at is the same: its log is in target/deep, under a sum of
# those files. So an interrupted run goes on where it was. Exit status: 0 if all jobs that were asked for have passed,
# 1 if one failed, 3 if some are left.
set -uo pipefail
cd "$(dirname "$0")/.."
export CARGO_INCREMENTAL=0 PYO3_BUILD_EXTENSION_MODULE=1
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/target}"
unset SUPERKO_SAMPLE
export SOLVE="$CARGO_TARGET_DIR/release/solve"
logs="$CARGO_TARGET_DIR/deep"
mkdir -p "$logs"

packages=(--workspace --features superko/cluster --exclude superko-benches)
command -v python3 >/dev/null || packages+=(--exclude superko-python)

# What jobs look at: files and folders whose sum says whether a job is to be run again.
checker="certificate/Cargo.toml certificate/src"
engine="Cargo.toml Cargo.lock $checker crates/*/Cargo.toml crates/*/src src"
tests="certificate/tests/{suite,true,false} crates/*/tests tests"
published="docs README.md solutions"
# What makes the tables, without the protocols, the page, several processes and the program around them; and the tables, without
# the long runs, which are not made again, and the pages, at which tables-check looks. Notes of claims quote published.jsonl.
maker="Cargo.lock $checker crates/{go,rules,solve,prove,query,lab,conform,store,tables}/src"
tables="solutions :!solutions/long-runs :!solutions/*.md :!solutions/plots"

# --- jobs: name, what it looks at, command ---------------------------------------------------------------------------

names=() inputs=() commands=()
job() {
  names+=("$1") inputs+=("$2") commands+=("$3")
}

release="cargo build --quiet --release"
partition='cargo nextest run "${packages[@]}" --lib --bins --tests --no-fail-fast --partition'
if cargo nextest --version >/dev/null 2>&1; then
  for part in 1 2 3 4 5 6 7 8; do
    job "tests-$part" "$engine $tests $published scripts/check_certificate.py" "$partition slice:$part/8"
  done
else
  job tests "$engine $tests $published scripts/check_certificate.py" 'cargo test "${packages[@]}" --lib --bins --tests --no-fail-fast'
fi
job examples "$engine" 'cargo test "${packages[@]}" --doc'
job features "$engine benches" 'for set in "" "--no-default-features" "--no-default-features --features records" "--no-default-features --features cli"; do
  cargo clippy --quiet $set -- --deny warnings || exit; done; cargo clippy --quiet --package superko-python -- --deny warnings &&
  cargo clippy --quiet --package superko-benches --all-targets -- --deny warnings && cargo bench --package superko-benches --no-run'
job claims "$engine" "$release && \$SOLVE claims --deep"
job candidates "$engine" "$release && \$SOLVE claims candidates --deep"
for part in 1 2 3 4; do
  job "tables-check-$part" "$maker solutions" "$release && \$SOLVE tables --check --shard $part/4"
done
for part in $(seq 1 16); do
  job "second-$part" "scripts/check_certificate.py solutions" "SUPERKO_SAMPLE=$part/16 scripts/second_opinion.sh 1000000"
done
while read -r _ name; do
  job "long-runs-${name%.cert}" "$checker solutions/long-runs/$name" "$release && scripts/long_runs.sh $name"
done <solutions/long-runs/SHA256SUMS
job proof "proof solutions scripts/proof.sh scripts/proof_count.py scripts/proof_ends.py scripts/check_certificate.py certificate/tests" "scripts/proof.sh --all"
job proof-fuzz "$checker proof scripts/proof.sh scripts/proof_fuzz.py" "$release && scripts/proof.sh && { [ ! -x \$CARGO_TARGET_DIR/proof/superko-verified ] ||
  { python3 scripts/proof_fuzz.py --solve \$SOLVE --verified \$CARGO_TARGET_DIR/proof/superko-verified --cases \${CASES:-100000} &&
    python3 scripts/proof_fuzz.py --solve \$SOLVE --verified \$CARGO_TARGET_DIR/proof/superko-verified --cases 10000 --second &&
    python3 scripts/proof_bounded.py \$CARGO_TARGET_DIR/proof/superko-verified solutions/bounded/{2x4,2x5,3x3}.cert; }; }"
job wheel "$engine python" "scripts/python.sh"
job packaged "$engine solutions web/dist web/lib.rs README.md scripts/packaged.sh scripts/installed.sh" "scripts/packaged.sh \$CARGO_TARGET_DIR/packages"
job archive "$engine solutions web/dist web/lib.rs README.md scripts/release.sh scripts/installed.sh" "scripts/release.sh \$CARGO_TARGET_DIR/archive"
job page "web solutions/schema $engine" "$release && scripts/web.sh && scripts/browser.sh"
job site "web wasm docs solutions $engine" "scripts/site.sh $CARGO_TARGET_DIR/site && cargo build --quiet --package superko-module --example ask &&
  node wasm/test/parity.mjs $CARGO_TARGET_DIR/site $CARGO_TARGET_DIR/debug/examples/ask && scripts/browser.sh --site $CARGO_TARGET_DIR/site &&
  if [ -x \${FIREFOX:-/usr/bin/firefox-esr} ]; then node web/test/firefox.mjs $CARGO_TARGET_DIR/site; else echo there is no Firefox: left out; fi"
job own-rulesets "$engine docs/examples scripts/check_certificate.py" "$release && scripts/own_rulesets.sh \$SOLVE"
job gnugo "$engine scripts/gtp_match.py" "$release && python3 scripts/gtp_match.py --solve \$SOLVE --boards 2,3,4"
for kind in mutants second grown fuzz small; do
  job "drawn-$kind" "$engine crates/prove/tests certificate/tests/{suite,true,false} scripts/check_certificate.py" "SUPERKO_FUZZ_CASES=\${CASES:-100000} cargo test --release --package superko-prove --test suite -- certificates::$kind"
done
job drawn-targets "$engine tests fuzz docs/examples certificate/tests/true solutions/{1x2,2x2,cycle-5}" "SUPERKO_FUZZ_CASES=\${CASES:-100000} cargo test --release --test suite -- fuzz::"
job drawn-readers "$checker certificate/tests/{suite,true,false}" "SUPERKO_FUZZ_CASES=\${CASES:-100000} cargo test --release --package superko-certificate"
# The gate says whether a fault fits what is published now.
while read -r fault; do
  job "fault-$fault" "$engine $tests scripts web python proof" "scripts/faults.sh $fault"
done < <(scripts/faults.sh --list)
for part in $(seq 1 64); do
  job "tables-full-$part" "$maker $tables" "$release && \$SOLVE tables --check --full --shard $part/64"
done

# --- how they are run ------------------------------------------------------------------------------------------------

# A sum of the files that a job looks at, as they are now: of sources in Rust without lines that are comments.
sum_of() {
  local files all
  eval "files=($1)"
  all=$(git ls-files -- "${files[@]}" ":!$recorded" | LC_ALL=C sort)
  {
    grep -v '\.rs$' <<<"$all" | tr '\n' '\0' | xargs -0 sha256sum
    grep '\.rs$' <<<"$all" | tr '\n' '\0' | xargs -0 awk 'FNR == 1 { print FILENAME } !/^[ \t]*(\/\/|$)/'
  } 2>/dev/null | sha256sum | cut -c1-16
}

recorded=scripts/deep.passed
declare -A sums
sum_of_job() {
  local of=${inputs[$1]}
  [ -n "${sums[$of]:-}" ] || sums[$of]=$(sum_of "$of")
  sum=${sums[$of]}
}

# The seconds that a job took, by its place, if it has passed on the files as they are.
passed_in() {
  cat "$logs/${names[$1]}-$sum.passed" 2>/dev/null && return
  [ "$record" = true ] && [ -f "$recorded" ] && awk -v job="${names[$1]} $sum" '$1 " " $2 == job { print $3; found = 1 } END { exit !found }' "$recorded"
}

list=false record=false shard=1/1 most="" asked=()
while [ $# -gt 0 ]; do
  case "$1" in
    --list) list=true ;;
    --shard) shard=$(SUPERKO_SAMPLE=${2:?} scripts/sample.sh) || exit 2; shift ;;
    --for) most=${2:?}; shift ;;
    --record) record=true ;;
    -*) echo "unknown argument $1: scripts/deep.sh [--list] [--shard N/COUNT] [--for SECONDS] [--record] [JOB ...]" >&2; exit 2 ;;
    *) asked+=("$1") ;;
  esac
  shift
done

wanted() {
  local pattern
  [ "${#asked[@]}" -gt 0 ] || return 0
  for pattern in "${asked[@]}"; do
    # shellcheck disable=SC2053
    [[ $1 == $pattern ]] && return 0
  done
  return 1
}

passed=0 failed=0 left=0 total=0
for place in "${!names[@]}"; do
  name=${names[$place]}
  wanted "$name" || continue
  [ $((place % ${shard#*/})) = $((${shard%/*} - 1)) ] || continue
  sum_of_job "$place"
  log="$logs/$name-$sum"
  if took=$(passed_in "$place"); then
    printf '%-24s passed in %6d s, before\n' "$name" "$took"
    passed=$((passed + 1)) total=$((total + took))
  elif [ "$list" = true ] || { [ -n "$most" ] && [ "$SECONDS" -ge "$most" ]; }; then
    printf '%-24s left\n' "$name"
    left=$((left + 1))
  else
    started=$SECONDS
    if (eval "${commands[$place]}") >"$log.log" 2>&1 </dev/null; then
      echo $((SECONDS - started)) >"$log.passed"
      printf '%-24s passed in %6d s\n' "$name" $((SECONDS - started))
      passed=$((passed + 1))
    else
      printf '%-24s FAILED in %6d s: %s\n' "$name" $((SECONDS - started)) "$log.log"
      tail -n 20 "$log.log" | sed 's/^/    /'
      failed=$((failed + 1))
    fi
    total=$((total + SECONDS - started))
  fi
done
if [ "$record" = true ]; then
  new=$(mktemp "$recorded.XXXXXX")
  for place in "${!names[@]}"; do
    sum_of_job "$place"
    ! took=$(passed_in "$place") || printf '%s %s %d\n' "${names[$place]}" "$sum" "$took"
  done >"$new"
  chmod 644 "$new"
  mv "$new" "$recorded"
fi
printf 'jobs: %d passed, %d failed\n' "$passed" "$failed"
[ "$left" = 0 ] || printf '%d left\n' "$left"
printf '%d s in all\n' "$total"
[ "$failed" = 0 ] || exit 1
[ "$left" = 0 ] || [ "$list" = true ] || exit 3
