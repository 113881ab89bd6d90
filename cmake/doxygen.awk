# Turns the plain comments of a header into comments that Doxygen reads, so that the headers
# themselves stay plain C.
#
#   the comment that opens the file    becomes  /** @file ...
#   a comment on lines of its own      becomes  /** ..., for the declaration after it
#   a comment after code               becomes  /**< ..., for the declaration before it
#   a heading, "---- Text ----"        stays as it is: Doxygen skips it

NR == 1 && /^\/\*/ {
    sub(/^\/\*/, "/** @file\n *")
    print
    next
}
/\/\* ---- / {
    print
    next
}
/^[ \t]*\/\*/ {
    sub(/\/\*/, "/**")
    print
    next
}
/^[ \t]*#/ {
    print
    next
}
/[^ \t].*\/\*/ {
    sub(/\/\*/, "/**<")
}
{ print }
