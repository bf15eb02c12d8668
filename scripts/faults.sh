#!/usr/bin/env bash
# Plants faults, each of another kind, and runs the step of the gate that must find it: whether the checks see what they are
# there to see. Usage: scripts/faults.sh [--list] [--fits] [--whole] [NAME ...]   (all faults, or those named)
#
#   --list     prints the names of the faults, one a line
#   --fits     plants nothing, and looks whether what is replaced is still there
#   --whole    runs the step as scripts/check.sh does, and not only the tests that are expected to find the fault
#
# A fault is planted in a copy of the working tree, which is built, and is found if the step fails and says why in the
# expected words. What the gate samples is looked at in the part of this commit, and then in parts 1/16, 2/16 and so on,
# until one finds it. Exit status: 0 if all faults are found, 1 if one is not, does not build, or does not fit any more.
# A step that is left out, for want of node or Python, finds nothing and is said to be left out.
#
# The copy and what is compiled of it stay in the target folder, so that the next fault compiles what it changes and no more.
# They are brought up to date by content at the start: a file that got its former time back with its former text would
# be taken for the one that was compiled.
set -uo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
place="$target/faults"
tree="$place/tree"
log="$place/log"
export CARGO_INCREMENTAL=0 PYO3_BUILD_EXTENSION_MODULE=1 CARGO_TERM_COLOR=never
export CARGO_TARGET_DIR="$place"

# --- what is planted -------------------------------------------------------------------------------------------------

# Each function below plants one fault: it says what is wrong, changes files of the copy, and names what is expected to
# find it. Its name, with hyphens, is that of the fault.

# Puts a text in the place of another, which must be in the file once. Usage: plant FILE OLD NEW
plant() {
  local text rest
  text=$(cat "$1" && printf x) || { unfit="there is no $1"; return; }
  text=${text%x}
  rest=${text#*"$2"}
  if [ "$rest" = "$text" ]; then
    unfit="$1 does not have the text: $2"
  elif [ "${rest#*"$2"}" != "$rest" ]; then
    unfit="$1 has the text more than once: $2"
  else
    printf '%s' "${text%"$2$rest"}$3$rest" >"$1"
  fi
}

# Has the sums of solutions/ say that a file, which had so many bytes, is as it should be. Usage: adapt_sums PATH BYTES
adapt_sums() {
  local file old new
  sed -i "s|{\"path\": \"$1\", \"bytes\": $2,|{\"path\": \"$1\", \"bytes\": $(stat -c %s "solutions/$1"),|" solutions/MANIFEST.json
  for file in "$1" MANIFEST.json; do
    old=$(awk -v file="$file" '$2 == file { print $1 }' solutions/SHA256SUMS)
    new=$(sha256sum <"solutions/$file" | cut -c1-64)
    sed -i "s|$old  $file\$|$new  $file|" solutions/SHA256SUMS
    sed -i "\|\"path\": \"$file\"|,\|\"sha256\"| s/$old/$new/" solutions/MANIFEST.json
  done
}

# The fault is found by tests, all of these targets whose name has one of these texts in it, of which one that fails has this
# name. Of a package no more is compiled than it needs. Usage: by_tests NAME TARGETS FILTER ...
by_tests() {
  step=tests words=$1 targets=$2
  shift 2
  filters=("$@")
}

# The fault is found by another step, in these words. Usage: by_step STEP WORDS
by_step() {
  step=$1 words=$2
}

fault_read_dropped() {
  what="a lemma does not read that the facts are absent which the rules ask for first"
  plant crates/solve/src/dfpn/proof.rs 'earlier.iter().for_each(|stop| self.add_possible_end(stop));' 'let _ = earlier;'
  by_tests kee2009_territory "--package superko-prove --test suite" values_of_states::kee2009_territory
}

fault_end_overlooked() {
  what="a lemma does not read that a fact is absent which would end the game against it"
  plant crates/solve/src/dfpn/proof.rs 'return self.add_score(score);
                }
                Needs::Absent' 'return self.add_score(score);
                }
                return'
  by_tests engines:: "--package superko-prove --test suite" engines::the_lifted_rulesets_agree_on_every
}

fault_present_taken_for_granted() {
  what="a lemma is used under a history that lacks a fact which it reads"
  plant crates/solve/src/lemma/read.rs '(Needs::Present, Some(_)) => true' '(Needs::Present, _) => true'
  by_tests engines:: "--package superko-prove --test suite" engines::the_superkos_agree_on_every_position_of_1x5
}

fault_colours_of_a_margin() {
  what="a read of a tally keeps its colours where those of its lemma are exchanged"
  plant crates/solve/src/lemma/read.rs 'Needs::MarginIfPresent(margin) => Needs::MarginIfPresent(margin.exchanged())' \
    'Needs::MarginIfPresent(margin) => Needs::MarginIfPresent(margin)'
  by_tests engines:: "--package superko-prove --test suite" engines::territory engines::kee2009
}

fault_symmetry_not_inverted() {
  what="reads are taken back through a symmetry and not through its inverse"
  plant crates/solve/src/canon.rs 'self.facts(board, board.symmetries()[usize::from(self.symmetry)].inverse())' \
    'self.facts(board, usize::from(self.symmetry))'
  by_tests engines:: "--package superko-prove --test suite" engines::the_superkos_agree_on_every_position_of_1x5
}

fault_settled_position_stood() {
  what="settled positions are leaves though one has stood before the root"
  plant crates/solve/src/dfpn/settled.rs '!stood().any(|position| self.is_settled(board, &position, side))' \
    '!self.is_settled(board, &state.key.position, side)'
  by_tests settled_positions "--package superko-prove --test suite" settled::settled_positions_change_no_value
}

fault_unsettled_lemma_anywhere() {
  what="a lemma whose proof ends in settled positions is used where one has stood"
  plant crates/solve/src/lemma/table.rs '(!self.unsettled || history.is_unsettled(frame.side(self.sure)))' \
    'history.is_unsettled(frame.side(self.sure)) | true'
  by_tests settled_positions "--package superko-prove --test suite" settled::settled_positions_change_no_value
}

fault_unsettled_lemma_unmarked() {
  what="a lemma does not inherit the mark of a lemma that its proof uses"
  plant crates/solve/src/dfpn/proof.rs 'self.unsettled |= hit.lemma.unsettled;' ''
  by_tests settled_positions "--package superko-prove --test suite" settled::settled_positions_change_no_value
}

fault_last_round() {
  what="retrograde analysis ends before its last round"
  plant crates/solve/src/retrograde/analysis.rs '(-most..=most).rev()' '(1 - most..=most).rev()'
  by_tests retrograde:: "--package superko-prove --test suite" retrograde::
}

fault_repetition_overlooked() {
  what="the engine of bounds overlooks the first state of a position that comes back"
  plant crates/solve/src/attack/proof.rs 'graph.states_like(to).find(|state| graph.reaches(*state, from))' \
    'graph.states_like(to).skip(1).find(|state| graph.reaches(*state, from))'
  by_tests bounded:: "--package superko-prove --test suite" bounded::values bounded::conditions
}

fault_past_forgotten() {
  what="a count of sequences leaves out of the history what a suicide can still bring back"
  plant crates/conform/src/perft/plain.rs 'let plies = if suicide { left } else' \
    'let plies = if suicide { left.saturating_sub(1) } else'
  by_tests perft:: "--package superko-conform --lib" perft::
}

fault_colours_of_a_row() {
  what="starts of the dataset count as equal with their colours exchanged under rules that know the colours"
  plant crates/tables/src/dataset/rows.rs 'mover == Player::White && game.rules.properties().exchangeable' 'mover == Player::White'
  by_tests rows_do_not_contradict "--package superko-tables --lib" dataset::
}

fault_claim_assumed() {
  what="a lemma of the proof is assumed"
  plant proof/Store.v 'Proof. intros n L F. unfold lookup in F; simpl in F. rewrite PositiveMap.gempty in F. discriminate. Qed.' 'Admitted.'
  by_step proof "this assumes something"
}

fault_claim_not_compared() {
  what="the proved checker takes a claim that a lemma does not have, and its proof fails"
  plant proof/Abstract.v ' && covers (exch (swaps g) (lclaim L)) c then Some L' ' then Some L'
  by_step proof "does not build"
}

fault_pass_of_the_other() {
  what="a pass that gives just the score is overlooked where every position of a board is analysed"
  plant crates/solve/src/retrograde/basic_ko/share.rs '-record.score >= threshold' '-record.score > threshold'
  by_tests basic_ko:: "--package superko-solve --lib" basic_ko::
}

fault_ko_of_a_chain() {
  what="a ko bars that a chain of several stones is taken"
  plant crates/rules/src/repetition.rs 'let ko = alone && liberties' 'let ko = liberties'
  by_tests katago:: "--package superko-prove --test suite" katago::
}

fault_lifted_by_one_pass() {
  what="one pass lifts the ban that two should lift"
  plant crates/rules/src/machine/mod.rs 'LiftedBy::TwoPasses => run >= 1' 'LiftedBy::TwoPasses => run < u32::MAX'
  by_step second_checker "the certificate made is wrong"
}

fault_situation_after_a_pass() {
  what="the situation after a pass is not remembered"
  plant crates/rules/src/machine/passes.rs 'Some(Repetition::Situation | Repetition::PassedSituation) => stands' \
    'Some(Repetition::Situation | Repetition::PassedSituation) => stands && lifts'
  by_tests referee:: "--package superko-prove --test suite" referee::
}

fault_last_scoring_position() {
  what="the mean leaves out the scoring position of the last pass"
  plant crates/rules/src/machine/passes.rs 'run + 1 + moved >= self.players' 'run + 1 + moved > self.players'
  by_tests referee:: "--package superko-prove --test suite" referee::random
}

fault_life_under_suicide() {
  what="chains count as alive that a suicide can take"
  plant crates/go/src/life.rs '(Suicide::Forbidden, Players::Two) =>' '(_, Players::Two) =>'
  by_tests life:: "--package superko-go --lib" life::
}

fault_single_suicide() {
  what="single stones may be suicides where only larger chains may"
  plant crates/go/src/placement.rs '(suicide == Suicide::MultiStone && single)' '(suicide == Suicide::MultiStone && !single)'
  by_tests placement:: "--package superko-go --lib" placement::
}

fault_neutral_point() {
  what="a neutral point counts for Black"
  plant crates/go/src/score.rs 'if touching.iter().filter(|touches| **touches).count() == 1 {' 'if touching.contains(&true) {'
  plant crates/go/src/score.rs '.filter(|(_, touches)| *touches) {' '.filter(|(_, touches)| *touches).take(1) {'
  by_tests score:: "--package superko-go --lib" score::
}

fault_read_not_stated() {
  what="the checker accepts a lemma that does not state a fact which its proof needs"
  plant certificate/src/check/mod.rs 'own.binary_search(read).is_err()' \
    'read.asks != Asks::Present && own.binary_search(read).is_err()'
  by_tests certificates:: "--package superko-prove --test suite" certificates::mutants certificates::second
}

fault_strict_for_equal() {
  what="the second checker takes \"at least\" for \"more than\""
  plant scripts/check_certificate.py '(lead > 0 or lead == 0 and (claim[0] & 1 or not other[0] & 1))' '(lead >= 0)'
  by_tests certificates:: "--package superko-prove --test suite" certificates::second certificates::mutants
}

fault_value_published() {
  what="a published move has another value, and the sums are adapted"
  plant solutions/2x2/nieminen.json '{"move": "A2", "value": "-1"}' '{"move": "A2", "value": "-2"}'
  adapt_sums 2x2/nieminen.json 827
  by_step tables "2x2/nieminen.json"
}

fault_byte_published() {
  what="a byte of a published table is lost"
  plant solutions/2x2/psk.json '"line_moves": 5,' '"line_moves":5,'
  by_step tables "2x2/psk.json"
}

fault_proof_of_another_table() {
  what="a published certificate is that of another ruleset, and the sums are adapted"
  local bytes
  bytes=$(stat -c %s solutions/2x2/psk.cert)
  cp solutions/2x2/psk+suicide-allowed.cert solutions/2x2/psk.cert
  adapt_sums 2x2/psk.cert "$bytes"
  by_step tables "2x2/psk.cert"
}

fault_bit_of_a_proof() {
  what="a bit of what a published certificate contains is another, and the sums are adapted"
  local file=solutions/2x2/psk.cert bytes byte
  bytes=$(stat -c %s "$file")
  gzip -dc <"$file" >"$file.plain"
  byte=$(od -An -tu1 -j 200 -N 1 "$file.plain")
  # shellcheck disable=SC2059
  printf "\\$(printf %03o $((byte ^ 1)))" | dd of="$file.plain" bs=1 seek=200 conv=notrunc status=none
  gzip -nc <"$file.plain" >"$file"
  rm "$file.plain"
  adapt_sums 2x2/psk.cert "$bytes"
  by_step second_checker "solutions/2x2/psk.cert"
}

fault_page_not_built() {
  what="the built page is not what its sources give"
  plant web/src/score.ts 'return "a draw"' 'return "a tie"'
  plant web/test/words.test.ts 'assert.equal(inWords("0"), "a draw")' 'assert.equal(inWords("0"), "a tie")'
  by_step web "web/dist is not what web/src gives"
}

fault_type_by_hand() {
  what="a type of the page says that a field may be missing which its schema requires"
  plant web/src/records.ts '  all_best_moves: boolean;' '  all_best_moves?: boolean;'
  by_step web "web/src/records.ts is not what solutions/schema gives"
}

fault_winner_on_the_page() {
  what="the page says that the loser wins"
  plant web/src/score.ts '${value > 0 ? "Black" : "White"}' '${value < 0 ? "Black" : "White"}'
  plant web/dist/app.js '${t>0?"Black":"White"} wins by' '${t<0?"Black":"White"} wins by'
  by_step web "White wins by 4/3"
}

fault_header_missing() {
  what="answers of the server may be shown in a frame of another site"
  plant crates/web/src/serve/request.rs "form-action 'none'; frame-ancestors 'none'" "form-action 'none'"
  by_tests serve:: "--package superko --features cluster --test suite" serve::endpoints
}

fault_field_renamed() {
  what="a field of the answers in JSON has another name"
  plant crates/query/src/report/records.rs '    /// First moves that keep the value.
    pub best_moves: Vec<MoveName>,' '    /// First moves that keep the value.
    #[serde(rename = "every_best_move")]
    pub best_moves: Vec<MoveName>,'
  by_tests schema:: "--package superko --features cluster --test suite" schema::
}

fault_status_at_a_limit() {
  what="the exit status does not tell that a limit was met"
  plant src/commands/exit.rs 'Exit::Limit => 3' 'Exit::Limit => 0'
  by_tests cli:: "--package superko --features cluster --test suite" cli::
}

fault_failure_as_success() {
  what="a command of GTP that fails is answered as one that does not"
  plant crates/gtp/src/protocol.rs '"?{} {}\n"' '"={} {}\n"'
  by_tests gtp:: "--package superko --features cluster --test suite" gtp::hostile
}

fault_conform_takes_back_unasked() {
  what="a difference of another program is not looked at again in a game of its own"
  plant crates/conform/src/conform/walk.rs 'self.compare(path, at, true)?;' 'self.compare(path, at, false)?;'
  by_tests conform:: "--package superko --features cluster --test suite" conform::
}

fault_records_upside_down() {
  what="records in SGF are written and read upside down"
  plant crates/query/src/sgf/properties.rs '[index_letter(column), index_letter(row)]' '[index_letter(column), index_letter(board.rows() - 1 - row)]'
  plant crates/query/src/sgf/properties.rs 'S::Point::of(row * board.cols() + column))' '((board.rows() - 1 - row) * board.cols() + column) as u8)'
  by_step second_reader "AssertionError"
}

fault_bounds_in_python() {
  what="the Python package exchanges the bounds"
  plant python/superko/_values.py 'low, high = value_of(record["low"]), value_of(record["high"])' \
    'high, low = value_of(record["low"]), value_of(record["high"])'
  by_step python "FAILED"
}

fault_example_of_a_page() {
  what="an example of the README prints another value than the program"
  plant README.md 'best moves  A2, pass' 'best moves  A2, B1'
  by_tests readme:: "--package superko --features cluster --test suite" readme::the_examples
}

fault_bounds_left_open() {
  what="bounds are said as the engines leave them when they are stopped"
  plant crates/solve/src/session/mod.rs '        close(self.game, state, &mut solution);' '        let _ = close;'
  by_tests stopped:: "--package superko-prove --test suite" stopped::
}

fault_images_whatever_the_past() {
  what="moves are taken to be images of each other although the history is another after the symmetry"
  plant crates/solve/src/closure.rs 'past.get(&image(fact)) == Some(*tally)' '(past.get(&image(fact)) == Some(*tally) || true)'
  by_tests closure:: "--package superko-solve --lib" closure::
}

fault_published_of_another_reading() {
  what="the published value of games without end is told whatever such a game is worth"
  plant crates/query/src/ask/answers.rs ' && game.options.cycles == rules.options.cycles' ''
  by_tests answers:: "--package superko-query --lib" answers::
}

fault_link_of_a_page() {
  what="a page has a link that leads nowhere"
  plant docs/README.md '(limits.md)' '(limitations.md)'
  by_tests readme::the_links "--package superko --features cluster --test suite" readme::the_links
}

# --- how they are run ------------------------------------------------------------------------------------------------

names=$(sed -n 's/^fault_\([a-z0-9_]*\)() {$/\1/p' "$0" | tr _ -)
whole=false fits=false asked=()
for argument in "$@"; do
  case "$argument" in
    --list) echo "$names"; exit 0 ;;
    --fits) fits=true ;;
    --whole) whole=true ;;
    *)
      if ! grep -qxF -e "$argument" <<<"$names"; then
        echo "unknown fault $argument: scripts/faults.sh [--list] [--whole] [NAME ...]" >&2
        exit 2
      fi
      asked+=("$argument")
      ;;
  esac
done
# shellcheck disable=SC2206
[ "${#asked[@]}" -gt 0 ] || asked=($names)

if [ "$fits" = true ]; then
  command -v python3 >/dev/null || { echo "python3 is not installed: the texts are not looked for"; exit 0; }
  # The shell is slow at looking for long texts in long files.
  plant() {
    local found
    found=$(python3 -c 'import sys; print(open(sys.argv[1]).read().count(sys.argv[2]))' "$1" "$2" 2>/dev/null) || found=no
    [ "$found" = 1 ] || { echo "$name: $1 has $found times the text: $2"; failed=true; }
  }
  failed=false count=0
  for name in "${asked[@]}"; do
    fault="fault_${name//-/_}"
    # Those that replace no text change files of solutions/, whatever is in them.
    declare -f "$fault" | grep -q '^ *plant ' || continue
    adapt_sums() { :; }
    "$fault"
    count=$((count + 1))
  done
  [ "$failed" = false ] || exit 1
  echo "the texts of $count faults are there"
  exit 0
fi

packages=(--workspace --features superko/cluster --exclude superko-benches)
command -v python3 >/dev/null || packages+=(--exclude superko-python)
run=(cargo test)
if cargo nextest --version >/dev/null 2>&1; then
  run=(cargo nextest run)
fi

# Makes the copy what the working tree is. A file whose text is the same is left alone.
copy() {
  local folder
  folder=$(mktemp -d)
  mkdir -p "$tree"
  git ls-files -z --cached --others --exclude-standard | xargs -0 sha256sum 2>/dev/null | LC_ALL=C sort -u >"$folder/wanted"
  (cd "$tree" && find . -type f -not -path '*/node_modules/*' -not -path '*/__pycache__/*' -print0 | xargs -0r sha256sum) \
    | sed 's|  \./|  |' | LC_ALL=C sort >"$folder/there"
  LC_ALL=C comm -13 "$folder/wanted" "$folder/there" | cut -c67- | (cd "$tree" && tr '\n' '\0' | xargs -0r rm -f)
  LC_ALL=C comm -23 "$folder/wanted" "$folder/there" | cut -c67- | tr '\n' '\0' \
    | tar --null --files-from - -cf - | tar -C "$tree" -xmf -
  rm -rf "$folder"
}

# Builds what the step runs.
build() {
  case "$step" in
    # shellcheck disable=SC2086
    tests) "${run[@]}" $targets --no-run ;;
    tables | second_checker | second_reader | claims | gnugo | browser) cargo build --quiet "${packages[@]}" --bin solve ;;
    python) cargo build --quiet "${packages[@]}" --lib --bin solve ;;
  esac
}

# Runs the step on a part of the sample. Usage: look PART
look() {
  export SUPERKO_SAMPLE=$1
  if [ "$step" != tests ] || [ "$whole" = true ]; then
    scripts/check.sh "$step"
  else
    # shellcheck disable=SC2086
    "${run[@]}" $targets -- "${filters[@]}"
  fi
}

# The line that says in the expected words that something failed; nothing if there is none. A test fails in the words of
# cargo-nextest or in those of cargo.
expected() {
  if [ "$step" = tests ]; then
    grep -E '^ *(FAIL|SIG[A-Z]+|ABORT|TRY [0-9]+ [A-Z]+) .*\]|^test .* FAILED$' "$log" >"$log.failed"
    grep -F -m 1 -e "$words" "$log.failed"
  else
    grep -F -m 1 -e "$words" "$log"
  fi
}

# Plants a fault, and says whether it is found. Usage: try NAME
try() {
  local name=$1 started=$SECONDS part first said status where
  unfit="" step="" words="" targets="" filters=()
  copy || { printf '%s: the working tree cannot be copied\n' "$name"; return 1; }
  cd "$tree" || return 1
  "fault_${name//-/_}"
  if [ -n "$unfit" ]; then
    printf '%s: DOES NOT FIT any more: %s\n' "$name" "$unfit"
    return 1
  fi
  if ! build >"$log" 2>&1 </dev/null; then
    printf '%s: %s: DOES NOT BUILD\n' "$name" "$what"
    tail -n 20 "$log" | sed 's/^/    /'
    return 1
  fi
  for part in "$sample" $(seq -f '%g/16' 16); do
    [ "$part" != "$sample" ] || [ -z "${first:-}" ] || continue
    look "$part" >"$log" 2>&1 </dev/null
    status=$?
    where="in part $part"
    [ -n "${first:-}" ] || where="at once, in part $part"
    first=$part
    if grep -q 'left out$\|is left out: ' "$log" && [ "$status" = 0 ]; then
      printf '%s: %s: left out by %s\n' "$name" "$what" "$step"
      return 0
    fi
    if [ "$status" != 0 ] && said=$(expected); then
      said=$(sed -E 's/^ *(FAIL|SIG[A-Z]+|ABORT) *\[[^]]*\] *(\([^)]*\) *)?//; s/^ +//' <<<"$said" | cut -c1-120)
      printf '%s: %s: found %s, by %s: %s, %d s\n' "$name" "$what" "$where" "$step" "$said" $((SECONDS - started))
      return 0
    fi
    if [ "$status" != 0 ]; then
      printf '%s: %s: %s FAILED in other words than: %s\n' "$name" "$what" "$step" "$words"
      tail -n 30 "$log" | sed 's/^/    /'
      return 1
    fi
  done
  printf '%s: %s: NOT FOUND by %s %s, %d s\n' "$name" "$what" "$step" "${filters[*]}" $((SECONDS - started))
  return 1
}

mkdir -p "$place"
# One at a time in a target folder.
if command -v flock >/dev/null; then
  exec 9>"$place/lock"
  flock 9
fi
sample=$(scripts/sample.sh) || exit 2
# The environment of the tests in Python serves here too.
[ ! -d "$target/python-environment" ] || ln -sfn "$target/python-environment" "$place/python-environment"
missed=0
for name in "${asked[@]}"; do
  # In a shell of its own, as each goes to the copy.
  (try "$name") || missed=$((missed + 1))
done
printf 'faults: %d found or left out, %d not\n' $((${#asked[@]} - missed)) "$missed"
[ "$missed" = 0 ]
