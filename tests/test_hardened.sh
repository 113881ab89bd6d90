#!/bin/sh
# test_hardened.sh PROGRAM [LIBRARY]: what protects a release build is in the files that were built:
# a stack protector, position independence, relocations that are read-only from the start, fortified
# functions, and a stack that holds no code.
set -eu
fail() {
    echo "hardened: $*" >&2
    exit 1
}
# has FILE OPTION PATTERN WHAT
has() {
    readelf -W "$2" "$1" | grep -qE "$3" || fail "$1 lacks $4"
}
for file; do
    has "$file" --file-header '^ *Type: *DYN' "position-independent code"
    has "$file" --program-headers 'GNU_RELRO' "read-only relocations"
    has "$file" --program-headers 'GNU_STACK .* RW ' "a stack without code"
    has "$file" --dynamic '\((BIND_NOW|FLAGS)\).*BIND_NOW|\(BIND_NOW\)' "BIND_NOW"
    has "$file" --dyn-syms '__stack_chk_fail' "the stack protector"
    has "$file" --dyn-syms '__[a-z]*printf_chk' "fortified functions"
    if readelf -W --dynamic "$file" | grep -q TEXTREL; then
        fail "$file has relocations in its code"
    fi
done
has "$1" --dynamic 'Flags:.* PIE' "the mark of a program that can lie anywhere"
echo "hardened: $# files"
