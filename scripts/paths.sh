# To be sourced, in the root of the repository, by what builds programs for others: no path of this machine is in what rustc
# then makes. It also defines no_paths, which looks. `scripts/release.sh`, `scripts/wheel.sh` and `scripts/module.sh` use it.

# As programs of this system write a path.
native() { if command -v cygpath >/dev/null; then cygpath -w "$1"; else printf '%s' "$1"; fi; }

# The folders, each with what stands for it: packages of others, the sources of std, the compiler, and the checkout, of which
# the last that fits a path counts.
home=${HOME:-/nowhere}
home=${home%/}
remapped=("$home/.cargo=/cargo" "${CARGO_HOME:-$home/.cargo}=/cargo"
  "$(rustc --print sysroot)=/rust" "$PWD=/superko")
if [ -n "${CARGO_TARGET_DIR:-}" ]; then remapped+=("$(realpath -m "$CARGO_TARGET_DIR" 2>/dev/null || echo "$CARGO_TARGET_DIR")=/target"); fi

# A path may have spaces, which RUSTFLAGS cannot say.
read -ra rustc_flags <<<"${RUSTFLAGS:-}"
for pair in "${remapped[@]}"; do rustc_flags+=("--remap-path-prefix=$(native "${pair%=*}")=${pair##*=}"); done
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; printf '%s' "${rustc_flags[*]}")
export CARGO_ENCODED_RUSTFLAGS
unset RUSTFLAGS

# Fails if a file has one of these paths, or another in the home folder, and says which. Usage: no_paths FILE...
no_paths() {
  local file path found=0
  for file in "$@"; do
    for path in "${remapped[@]%=*}" ${home:+"$home/"}; do
      if LC_ALL=C grep -qaF -- "$(native "$path")" "$file"; then
        echo "$file has the path $path" >&2
        found=1
      fi
    done
  done
  return "$found"
}
