#!/usr/bin/env bash
# Tries solve and superko-check as those have them who install them: in an empty folder, with an empty home and nothing of
# the repository. Usage: scripts/installed.sh BIN [ARCHIVE]
#
# BIN is the folder of the programs. ARCHIVE is an unpacked archive of scripts/release.sh, whose completions and manual
# pages are tried too; without it those that solve writes. What a shell, curl or man is needed for is left out where that is
# missing. The last line says what was tried; status 1 with one line for the first thing that is not as it should be.
set -euo pipefail
[ $# = 1 ] || [ $# = 2 ] || { echo "usage: scripts/installed.sh BIN [ARCHIVE]" >&2; exit 2; }
bin=$(cd "$1" && pwd)
archive=${2:+$(cd "$2" && pwd)}
folder=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
mkdir "$folder/here" "$folder/home"
export HOME="$folder/home" PATH="$bin:$PATH"
unset SOLVE XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
cd "$folder/here"
tried=()

# Runs a command, which must end with this status and print this text. Usage: try STATUS TEXT COMMAND...
try() {
  local status=$1 expected=$2 ended=0
  shift 2
  "$@" >"$folder/said" 2>&1 </dev/null || ended=$?
  if [ "$ended" != "$status" ] || ! grep -qF -- "$expected" "$folder/said"; then
    echo "$*: status $ended, expected $status and: $expected" >&2
    sed 's/^/    /' "$folder/said" | head -n 20 >&2
    exit 1
  fi
}

# Fails with one line. Usage: fail MESSAGE
fail() {
  echo "$1" >&2
  exit 1
}

try 0 "solve 0." solve --version
try 0 "value       0 (draw)" solve --board 2x2 --rules kee2020
try 0 "published   0 (draw)" solve --board 2x2 --rules kee2020
try 0 "value       2 (Black wins by 2)" solve 3x3 nssk
try 0 "kee2020: " solve rules kee2020
try 0 "jann-1: confirmed" solve claims jann-1
try 0 "1x3 .X., Black to move" solve differ psk ssk
printf 'name\nsuperko-best\nquit\n' >"$folder/session"
solve gtp --board 2x2 --rules psk <"$folder/session" >"$folder/said"
grep -q '^= superko' "$folder/said" || fail "solve gtp does not say its name"
tried+=(answers)

try 0 "" solve prove --board 2x2 --rules psk --out 2x2.cert
try 0 "s VERIFIED 2x2 psk" solve check 2x2.cert
try 0 "s VERIFIED 2x2 psk" superko-check 2x2.cert
try 0 "of them new or changed" solve tables --boards 1x1 --rules psk,ssk --out few --quiet
try 0 "as they should be" solve tables --check --boards 1x1 --out few --quiet
tried+=(certificates tables)

# What is in the repository alone is said to be there.
try 2 "run it in a clone of the repository" solve book --out book
try 2 "run it in a clone of the repository" solve tables --check
try 2 "are in a clone of the repository" solve check solutions/2x2/kee2020.cert

if command -v curl >/dev/null; then
  : >"$folder/address"
  solve serve --port 0 >"$folder/address" 2>&1 </dev/null &
  server=$!
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    address=$(grep -o 'http://[0-9.:]*' "$folder/address" || true)
    [ -z "$address" ] || break
    sleep 0.5
  done
  [ -n "$address" ] || fail "solve serve prints no address: $(cat "$folder/address")"
  try 0 'data-source="server"' curl -sS --noproxy '*' "$address/"
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=""
  tried+=(page)
fi

if [ -n "$archive" ]; then
  completions=$archive/completions
  man=$archive/man
else
  completions=$folder/completions
  man=$folder/man
  mkdir "$completions"
  solve completions bash >"$completions/solve.bash"
  solve completions fish >"$completions/solve.fish"
  solve completions powershell >"$completions/_solve.ps1"
  solve completions zsh >"$completions/_solve"
  solve man --out "$man" >/dev/null
fi
# As bash asks when the tabulator is pressed after these words.
for line in "solve tab:tables" "solve --board 2x2 --rules kee20:kee2020" "solve prove --bo:--board"; do
  # shellcheck disable=SC2016
  bash --norc -euc 'source "$1"
    read -ra COMP_WORDS <<<"$2"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _solve solve "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf "%s\n" "${COMPREPLY[@]}"' bash "$completions/solve.bash" "${line%%:*}" >"$folder/said" 2>&1 || true
  grep -qxF -- "${line#*:}" "$folder/said" || fail "bash does not complete \"${line%%:*}\": $(head -n 3 "$folder/said")"
done
tried+=("completions for bash")
if command -v zsh >/dev/null; then
  # shellcheck disable=SC2016
  zsh -fc 'fpath=("$1" $fpath); autoload -Uz compinit && compinit -D -u && [ "${_comps[solve]}" = _solve ] && autoload +X _solve' \
    zsh "$completions" >"$folder/said" 2>&1 || fail "zsh does not take the completions: $(head -n 3 "$folder/said")"
  tried+=(zsh)
fi
if command -v fish >/dev/null; then
  # shellcheck disable=SC2016
  fish --no-config -c 'source $argv[1]; complete -C "solve tab"' "$completions/solve.fish" >"$folder/said" 2>&1 || true
  grep -q '^tables' "$folder/said" || fail "fish does not complete \"solve tab\": $(head -n 3 "$folder/said")"
  tried+=(fish)
fi
if command -v pwsh >/dev/null; then
  script=$completions/_solve.ps1
  ! command -v cygpath >/dev/null || script=$(cygpath -w "$script")
  pwsh -NoProfile -Command "\$ErrorActionPreference = 'Stop'; . '$script'
    (TabExpansion2 'solve tab' 9).CompletionMatches.CompletionText" >"$folder/said" 2>&1 || true
  grep -q '^tables' "$folder/said" || fail "PowerShell does not complete \"solve tab\": $(head -n 3 "$folder/said")"
  tried+=(PowerShell)
fi
for page in solve solve-tables; do
  [ -s "$man/$page.1" ] || fail "there is no manual page $page.1"
done
if man --version 2>/dev/null | grep -q '^man [0-9]'; then
  for page in solve solve-tables; do
    MANPAGER=cat MANWIDTH=100 man -l --warnings "$man/$page.1" >"$folder/said" 2>"$folder/warned" || fail "man does not show $page.1"
    [ ! -s "$folder/warned" ] || fail "man warns of $page.1: $(head -n 3 "$folder/warned")"
    grep -q SYNOPSIS "$folder/said" || fail "$page.1 shows no synopsis"
  done
  tried+=("manual pages")
fi

for file in * .[!.]*; do
  case "$file" in
    2x2.cert | few | '.[!.]*') ;;
    *) fail "$file is written, which nobody asked for" ;;
  esac
done
# Shells have files of their own there.
kept=$(find "$HOME" -type f | grep -Ev '/\.(local|cache|config)/(share/)?(fish|powershell)/' || true)
[ -z "$kept" ] || fail "$kept is written in the home, which nobody asked for"
printf 'tried in an empty folder:'
printf ' %s,' "${tried[@]}" | sed 's/,$//'
printf '\n'
