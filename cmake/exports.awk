# Writes the linker's list of what the shared library exports: the names that the public headers
# mention. Everything else is private, also functions with the prefix vl_ that only our own programs
# use. tools/check-install compares the result with what the headers declare.
{
    while (match($0, /vl_[a-z0-9_]+/)) {
        names[substr($0, RSTART, RLENGTH)]
        $0 = substr($0, RSTART + RLENGTH)
    }
}
END {
    print "VALISE_0 {"
    print "global:"
    for (name in names)
        print "    " name ";"
    print "local:"
    print "    *;"
    print "};"
}
