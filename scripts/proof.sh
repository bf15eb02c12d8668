#!/usr/bin/env bash
# Builds the proof of the checker and the checker that is extracted from it, and tries it: docs/proof.md.
#
# Usage: scripts/proof.sh [--all]
#
#   --all   every published certificate, the theorems of the kernel, and coqchk over all of it: some hours. Without it a part
#           of the small certificates, as scripts/sample.sh draws it, and one theorem.
#
# It needs coqc (8.16 or later) and ocamlopt, and says so where one is not there; where scripts are installing them, it waits.
# Exit status: 0 if all is as it should be or was left out, 1 if not.
set -euo pipefail
cd "$(dirname "$0")/.."
all=false
case "${1:-}" in
  --all) all=true ;;
  "") ;;
  *) echo "unknown argument $1: scripts/proof.sh [--all]" >&2; exit 2 ;;
esac
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
for _ in $(seq 60); do
  [ -e "$target/installing-coq" ] || break
  sleep 5
done
for tool in coqc ocamlopt make; do
  command -v "$tool" >/dev/null || { echo "proof: left out, as there is no $tool (apt-get install coq ocaml)"; exit 0; }
done
place="$target/proof"
fail() { echo "proof: $*" >&2; exit 1; }

# --- nothing is assumed ----------------------------------------------------------------------------------------------

if grep -nE '\b(Admitted|give_up|Axiom|Axioms|Parameter|Parameters|Conjecture|bypass_check)\b|\badmit *[.;]|Unset Guard|type-in-type|Unset Universe' proof/*.v; then
  fail "this assumes something"
fi
# By content: a file that got its former text back is newer than what was made of the other.
(cd proof && find . -type f) | while read -r file; do
  cmp -s "proof/$file" "$place/$file" || { mkdir -p "$place/$(dirname "$file")" && cp "proof/$file" "$place/$file"; }
done
make --quiet -C "$place" >"$place/log" 2>&1 || { tail -20 "$place/log"; fail "does not build"; }
theorems=$(grep -c '^Print Assumptions' proof/Assumptions.v)
closed=$(grep -cx "Closed under the global context" "$place/assumptions.txt" || true)
if [ "$closed" != "$theorems" ] ||
  [ "$(wc -l <"$place/assumptions.txt")" != "$theorems" ]; then
  cat "$place/assumptions.txt"
  fail "a theorem assumes something"
fi
trusted=$(awk '/\(\* trusted \*\)/{on=1; next} /\(\* end trusted \*\)/{on=0} on && !/^ *(\(\*.*\*\))? *$/' proof/*.v | wc -l)
echo "$theorems theorems, closed under the global context; $trusted lines of definitions that say what they mean"
if $all; then
  (cd "$place" && coqchk -silent -o Closed OtherEnds BasicKo) >"$place/coqchk.txt" 2>&1 || fail "coqchk: $(tail -1 "$place/coqchk.txt")"
  grep -A1 '^\* Axioms:' "$place/coqchk.txt" | grep -q '<none>' || fail "coqchk names an axiom"
fi

# --- what is right is accepted, what is false is not -----------------------------------------------------------------

# Prints the last line that the checker says of a file; its exit status.
verified() { "$place/superko-verified" "$1" 2>&1 | tail -1; return "${PIPESTATUS[0]}"; }

# Looks at files that are right: each is verified, or of a kind that is not covered. Usage: accepted FILE...
accepted() {
  local file said status
  for file in "$@"; do
    status=0
    said=$(verified "$file") || status=$?
    case $status in
      0) known=$((known + 1)) ;;
      3) left=$((left + 1)); printf '%s\n' "${said#s NOT COVERED }" >>"$place/left" ;;
      134 | 137) left=$((left + 1)); echo "what takes more memory than there is" >>"$place/left" ;;
      *) fail "$file: $said" ;;
    esac
  done
}

# Accepted although both other checkers refuse them: what is wrong with them is a matter of form, and what they claim is true.
# A score, a number and an order are written as they should not be; a key has a phase that no game has, or a position with a
# chain without liberty; of a ruleset it is not known that every game ends, and these do; passes lift a ban that there is not.
form="closed-set-key-without-liberty fraction-not-in-lowest-terms games-might-not-end key-without-liberty
lifted-by-without-ban number-skipped phase-unknown plays-out-of-order start-without-liberty"
for file in certificate/tests/false/*; do
  name=$(basename "$file" .cert.txt)
  status=0
  said=$(verified "$file") || status=$?
  case $status in
    1 | 3) ;;
    0) [[ " ${form//$'\n'/ } " == *" $name "* ]] || fail "$file: $said" ;;
    *) fail "$file: $said" ;;
  esac
done

: >"$place/left"
known=0 left=0
accepted certificate/tests/true/*
[ "$known" -ge 10 ] || fail "of the certificates by hand $known are verified"
echo "by hand: $known verified, $left of what is not covered, none of the false ones but ${form//$'\n'/ }, which are matters of form"

# With reads that are kept once the same is said of each file.
for file in certificate/tests/{true,false}/* solutions/2x3/*.cert; do
  if [ "$("$place/superko-verified" "$file" 2>&1)" != "$("$place/superko-verified" --low-memory "$file" 2>&1)" ]; then
    fail "$file: something else is said with --low-memory"
  fi
done

# Bounded certificates: those of small size, with --all all of them; and of small ones every move exchanged for the next one, of which
# the proved checker has to refuse what scripts/check_certificate.py refuses.
bounded=(tests/bounded/*.cert solutions/bounded/{2x4,2x5,2x6,2x7,3x3,3x5}.cert)
if $all; then bounded=(tests/bounded/*.cert solutions/bounded/*.cert); fi
known=0 left=0
accepted "${bounded[@]}"
[ "$known" = "${#bounded[@]}" ] || fail "of ${#bounded[@]} bounded certificates $known are verified"
changed=(tests/bounded/1x4.cert)
if $all; then changed=(tests/bounded/*.cert); fi
altered=$(python3 scripts/proof_bounded.py "$place/superko-verified" "${changed[@]}") || fail "$altered"
echo "bounded: $known verified; $altered"

part=$(scripts/sample.sh)
if $all; then
  python3 scripts/proof_count.py --verified "$place/superko-verified" || fail "a published certificate is not verified"
else
  files=()
  number=0
  while read -r size file; do
    number=$((number + 1))
    if [ "$size" -lt 20000 ] && [ $((number % ${part#*/})) = $((${part%/*} % ${part#*/})) ]; then
      files+=("$file")
    fi
  done < <(find solutions -name '*.cert' -not -path 'solutions/bounded/*' -printf '%s %p\n' | sort -k 2)
  known=0 left=0
  accepted "${files[@]}"
  echo "published: $known of $((known + left)) verified (part $part of the small ones)"
  sort "$place/left" | uniq -c | sort -rn | sed 's/^ *\([0-9]*\) /  \1 not covered: /'
fi

# Of random headers the proof and the page agree whether every game ends.
cases=100
if $all; then cases=5000; fi
ends=$(python3 scripts/proof_ends.py --verified "$place/superko-verified" --cases "$cases" --seed "${part%/*}" 2>&1) || fail "$ends"
echo "of $cases headers the page and the proof say the same: $ends"

# --- the definitions are the rules -----------------------------------------------------------------------------------

# Plain minimax over histories, by the definitions alone, has the published values; with --all those of every start and option.
same=0 open=0
compare() { # BOARD RULES EXPECTED ARGUMENTS...
  local board=$1 expected=$2 found
  shift 2
  found=$(timeout 60 "$place/superko-verified" --minimax 14 --board "$board" "$@" 2>"$place/said" || true)
  case "$found" in
    "") grep -q "is not covered" "$place/said" || open=$((open + 1)) ;;
    "value $expected, at depth "*) same=$((same + 1)) ;;
    value*) fail "$board $*: by the definitions $found, and not $expected" ;;
    *) open=$((open + 1)) ;;
  esac
}
for board in 1x1 1x2 1x3; do
  for rules in psk ssk nssk spight spight2 kee2020 kee2020-march; do
    compare "$board" "$(sed -n 's/^  "value": "\(.*\)",$/\1/p' "solutions/$board/$rules.json" | head -1)" --rules "$rules"
  done
done
# The clauses of a published certificate, as arguments.
clauses_of() {
  chosen=()
  local words
  while read -r words; do chosen+=(--clause "$words"); done < <(gzip -dcf "$1" | sed -n '/^data$/q; s/^clause //p')
}
for board in 1x1 1x2 1x3; do
  for file in solutions/"$board"/*.cert; do
    clauses_of "$file"
    expected=$(sed -n 's/^  "value": "\(.*\)",$/\1/p' "${file%.cert}.json" | head -1)
    [ ${#chosen[@]} = 0 ] || compare "$board" "$expected" "${chosen[@]}"
  done
done
# What each of three players can secure where Black begins: it is Black's, where he has his turn when that player has it.
for board in 1x1 1x2; do
  for file in solutions/players/"$board"-*.cert; do
    clauses_of "$file"
    rules=$(basename "${file#*-}" .cert)
    for pair in black:black white:red red:white; do
      expected=$(sed -n "/\"rules\": \"$rules\"/,/}\$/{/\"player\": \"${pair%:*}\"/,/points/p}" "solutions/players/$board.json" | sed -n 's/^ *"points": "\(.*\)",$/\1/p' | head -1)
      compare "$board" "$expected" "${chosen[@]}" --to-move "${pair#*:}"
    done
  done
done
if $all; then
  solve=${SOLVE:-$target/release/solve}
  for board in 1x1 1x2 1x3; do
    starts=('')
    for _ in $(seq "${board#1x}"); do starts=("${starts[@]/%/.}" "${starts[@]/%/X}" "${starts[@]/%/O}"); done
    for rules in psk ssk nssk spight spight2 kee2020 kee2020-march; do
      for suicide in forbidden allowed multi-stone; do
        for mover in black white; do
          for start in "${starts[@]}"; do
            expected=$("$solve" --board "$board" --rules "$rules" --suicide "$suicide" --start "$start" --to-move "$mover" --quiet --json 2>/dev/null |
              sed -n 's/^  "value": "\(.*\)",$/\1/p') || true
            [ -n "$expected" ] || continue
            chosen=(--rules "$rules")
            [ "$suicide" = forbidden ] || chosen+=(--clause "suicide $suicide")
            compare "$board" "$expected" "${chosen[@]}" --start "$start" --to-move "$mover"
          done
        done
      done
    done
    for file in solutions/"$board"/*.cert; do
      clauses_of "$file"
      rules=$(basename "$file" .cert)
      [ ${#chosen[@]} != 0 ] && [[ $rules != *+* ]] || continue
      for mover in black white; do
        for start in "${starts[@]}"; do
          expected=$("$solve" --board "$board" --rules "$rules" --start "$start" --to-move "$mover" --quiet --json 2>/dev/null |
            sed -n 's/^  "value": "\(.*\)",$/\1/p') || true
          [ -z "$expected" ] || compare "$board" "$expected" "${chosen[@]}" --start "$start" --to-move "$mover"
        done
      done
    done
  done
fi
echo "by minimax of the definitions: $same values as published, $open not found to depth 14"
[ "$same" -ge 100 ] || fail "too few values were compared"

# --- theorems of the kernel ------------------------------------------------------------------------------------------

# With --all each published certificate of 2x2, 2x3 and 3x3, and some others.
headlines=(2x2/{psk,simple-ko,kee2009,button-go} 1x3/kee2007 players/2x2-kee2020-march)
if $all; then
  headlines=(2x4/psk 1x9/psk 2x5/psk 3x4/{psk,kee2020} 1x5/kee2007 players/2x3-{psk,kee2020,kee2020-march})
  for file in solutions/{2x2,2x3,3x3}/*.cert; do
    file=${file#solutions/}
    headlines+=("${file%.cert}")
  done
fi
for headline in "${headlines[@]}"; do
  name="kernel_${headline//[^a-z0-9]/_}"
  "$place/superko-verified" --kernel "$place/$name.v" "solutions/$headline.cert" >/dev/null || fail "$headline: not verified"
  said=$(cd "$place" && coqc -q "$name.v" 2>&1) || fail "$headline: $said"
  [ "$(sort -u <<<"$said")" = "Closed under the global context" ] || fail "$headline: $said"
  echo "theorem of the kernel: $headline, $(sed -n 's/^Theorem [a-z_]* : //p' "$place/$name.v" | paste -sd ';')"
done
