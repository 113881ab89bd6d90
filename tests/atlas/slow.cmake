# Random games of this game are the longest of all: one for each set-up takes minutes.
list(APPEND slow conformance_atlas)
