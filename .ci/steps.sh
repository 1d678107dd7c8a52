# The steps of a tier of checks, for the scripts beside this one, which source it with `tier` set to their name:
#
#     step NAME SECONDS [NEED..] -- COMMAND..
#
# NAME is `group: subject`. SECONDS is the recorded time on two cores; a step fails when it takes over three times that, and
# over five minutes. A NEED is installed first (see `provide`). Where it cannot be installed the step fails;
# with CI_ALLOW_MISSING=1, for a person's own machine, the step is left out and listed at the end.
#
# The commands of a tier:
#
#     .ci/TIER                 # all steps
#     .ci/TIER NAME..          # the steps whose names start with NAME, such as a group
#     .ci/TIER --resume        # the steps that have not passed yet on this commit, with this working tree
#     .ci/TIER --list          # the steps, with their recorded times
#     .ci/TIER --groups        # the groups, as JSON, for the workflows
#     .ci/TIER --help          # this text; `.ci/help` lists the commands of single tasks
#
# The report is `target/ci/TIER.tsv`: step, seconds, result. With `stop_early=1` the first failure ends the run.

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Debug information and incremental state take 22 GB of `target` and minutes to write, and no step uses them.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_PROFILE_TEST_DEBUG=0

readonly target=${CARGO_TARGET_DIR:-$PWD/target}
report=$target/ci/$tier.tsv
passed=$target/ci/$tier.passed
resume=0 list=0 failures=0 groups=''
chosen=() left_out=()
# The head comments of the tier's script and of this one.
usage() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' ".ci/$tier"
    echo
    sed -n '1,/^$/s/^# \{0,1\}//p' .ci/steps.sh
}
for argument in "$@"; do
    case $argument in
        --resume) resume=1 ;;
        --list) list=1 ;;
        --groups) list=2 ;;
        -h | --help) usage && exit ;;
        -*) usage >&2 && exit 2 ;;
        *) chosen+=("$argument") ;;
    esac
done

# The state of the sources: the commit, and a hash of what differs from it.
state() {
    printf '%s %s\n' "$(git rev-parse HEAD)" "$({ git diff HEAD && git ls-files --others --exclude-standard; } | git hash-object --stdin)"
}
if [ "$list" = 0 ]; then
    mkdir -p "$target/ci"
    if [ "$resume" = 0 ] || [ ! -f "$report" ] || [ "$(head -n 1 "$passed" 2>/dev/null)" != "$(state)" ]; then
        state >"$passed"
        printf 'step\tseconds\tresult\n' >"$report"
    fi
fi

is_chosen() {
    local name
    [ ${#chosen[@]} -gt 0 ] || return 0
    for name in "${chosen[@]}"; do [[ $1 != "$name"* ]] || return 0; done
    return 1
}

# installs PACKAGE..: Debian's packages, as root
installs() {
    local root=()
    [ "$(id -u)" = 0 ] || root=(sudo -n)
    "${root[@]}" apt-get update -qq && "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y "$@"
}

# provide NEED: installs it unless it is there.
#
#     toolchain=1.85.0  component=rust-src  target=wasm32-wasip1   of rustup
#     nightly  nightly=miri                                        the nightly compiler, with a component
#     command=node                                                 must be there already
#     apt=gcc-s390x-linux-gnu,libc6-dev-s390x-cross:s390x-linux-gnu-gcc
#                                                                  Debian's packages, unless there is the command
#     crate=cargo-fuzz  crate=mdbook@0.5.4                         a command from crates.io, of a version
#     advisories                                                   RustSec's database, for cargo-deny, unless offline
#     libc32                                                       what `gcc -m32` links
#     venv                                                         Python packages, in target/ci/venv
#     venv=DIR                                                     those of DIR/requirements.txt, in target/ci/DIR
provide() {
    local value=${1#*=} packages
    case $1 in
        toolchain=*) rustup run "$value" rustc --version || rustup toolchain install "$value" --profile minimal ;;
        component=*) rustup component add "$value" ;;
        target=*) rustup target add "$value" ;;
        nightly) cargo +nightly --version || rustup toolchain install nightly --profile minimal ;;
        nightly=*) provide nightly && rustup component add "$value" --toolchain nightly ;;
        command=*) command -v "$value" ;;
        apt=*)
            command -v "${value#*:}" && return
            IFS=, read -ra packages <<<"${value%%:*}"
            installs "${packages[@]}"
            ;;
        crate=*) command -v "${value%@*}" || cargo install --locked "$value" ;;
        advisories) [ -n "${CARGO_NET_OFFLINE:-}" ] || cargo deny --config deny.toml fetch db ;;
        # `gcc -m32`; as root, a linker that fails deletes its output, which must not be `/dev/null`
        libc32) gcc -m32 -x c - -o "$target/ci/m32" <<<'int main(void) { return 0; }' ||
            installs libc6-dev-i386 "lib32gcc-$(gcc -dumpversion | cut -d. -f1)-dev" ;;
        venv) "$target/ci/venv/bin/python" -c 'import ml_dtypes, numpy, safetensors' ||
            { python3 -m venv "$target/ci/venv" && "$target/ci/venv/bin/pip" install -q -r .ci/requirements.txt; } ;;
        venv=*) { [ -d "$target/ci/$value" ] || python3 -m venv "$target/ci/$value"; } &&
            "$target/ci/$value/bin/pip" install -q -r "$value/requirements.txt" ;;
        *) echo "no way to provide '$1'" && return 1 ;;
    esac
}

# result NAME SECONDS TEXT
result() {
    printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$report"
    printf -- '-- %s: %s, %s s\n' "$1" "$3" "$2"
}

# failed NAME SECONDS TEXT
failed() {
    result "$@"
    failures=$((failures + 1))
    [ "${stop_early:-0}" = 0 ] || finish
}

step() {
    local name=$1 seconds=$2 needs=() need limit from=$SECONDS status
    shift 2
    while [ "$1" != -- ]; do needs+=("$1") && shift; done
    shift
    is_chosen "$name" || return 0
    case $list in
        1) printf '%5s s  %s\n' "$seconds" "$name" && return ;;
        2) [[ $groups == *"\"${name%%:*}\""* ]] || groups+=${groups:+, }\"${name%%:*}\" && return ;;
    esac
    [ "$resume" = 0 ] || ! grep -qxF "$name" "$passed" || return 0

    printf '\n== %s: %s\n' "$name" "$*"
    for need in ${needs[@]+"${needs[@]}"}; do
        if provide "$need" >"$target/ci/provide.log" 2>&1; then continue; fi
        if [ "${CI_ALLOW_MISSING:-0}" = 1 ]; then
            left_out+=("$name, which needs $need")
            result "$name" $((SECONDS - from)) "left out: needs $need"
        else
            cat "$target/ci/provide.log"
            failed "$name" $((SECONDS - from)) "FAILED: cannot install $need"
        fi
        return 0
    done

    limit=$((3 * seconds > 300 ? 3 * seconds : 300))
    from=$SECONDS
    timeout --kill-after=30 "$limit" "$@" </dev/null &
    trap "kill $!; exit 130" INT TERM
    wait $!
    status=$?
    trap - INT TERM
    if [ "$status" = 0 ]; then
        printf '%s\n' "$name" >>"$passed"
        result "$name" $((SECONDS - from)) passed
    elif [ "$status" = 124 ] || [ "$status" = 137 ]; then
        failed "$name" $((SECONDS - from)) "FAILED: over its limit of $limit s"
    else
        failed "$name" $((SECONDS - from)) "FAILED: exit status $status"
    fi
}

# Prints the report, and exits with 1 if a step failed.
finish() {
    [ "$list" != 2 ] || printf '[%s]\n' "$groups"
    [ "$list" = 0 ] || exit 0
    local passes
    passes=$(awk -F'\t' '$3 == "passed"' "$report" | wc -l)
    printf '\n'
    column -t -s "$(printf '\t')" "$report" 2>/dev/null || cat "$report"
    printf '\n%s: %s steps passed, %s failed, %s left out, in %s s\n' "$tier" "$passes" "$failures" "${#left_out[@]}" "$SECONDS"
    [ ${#left_out[@]} = 0 ] || printf 'left out: %s\n' "${left_out[@]}"
    if [ "$((passes + failures))" = 0 ] && [ "$resume" = 0 ] && [ ${#left_out[@]} = 0 ]; then
        echo "no step was run: .ci/$tier --list names them" && exit 1
    fi
    exit $((failures > 0))
}
