#!/bin/sh
# test_embed.sh PROGRAM: what embed does with files, folders, and what is not there. In a build with
# the address sanitizer a leak would change its exit status.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "embed: $*" >&2
    exit 1
}
mkdir -p "$work/in/folder"
printf 'ab' >"$work/in/one.txt"
: >"$work/in/folder/empty.txt"
printf '\377' >"$work/in/folder/byte.bin"

"$1" "$work/in" "$work/out.c" one.txt folder/ || fail "files and a folder are refused"
grep -q '^97,98,0};$' "$work/out.c" || fail "the bytes of one.txt are not there"
sed -n 's/^    {"\(.*\)", asset_[0-9]*, \([0-9]*\)},$/\1 \2/p' "$work/out.c" >"$work/list"
printf 'folder/byte.bin 1\nfolder/empty.txt 0\none.txt 2\n' | diff - "$work/list" ||
    fail "the list is not in order"

# refused WHAT PATHS...: status 1, the name is said, and no file is left that looks new.
refused() {
    what=$1
    shift
    status=0
    "$1" "$work/in" "$work/out.c" one.txt "$2" 2>"$work/said" || status=$?
    [ $status -eq 1 ] || fail "$what gives status $status: $(cat "$work/said")"
    grep -q "$2" "$work/said" || fail "$what is refused without its name"
    [ "${3-}" = keeps ] || [ ! -e "$work/out.c" ] || fail "$what leaves half a file"
}
refused "a file that is not there" "$1" missing.txt
refused "a folder that is not there" "$1" missing/ keeps
refused "a folder for a file" "$1" folder
status=0
"$1" 2>/dev/null || status=$?
[ $status -eq 2 ] || fail "without arguments the status is $status"
