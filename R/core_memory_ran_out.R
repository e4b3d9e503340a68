# Memory, files, or integers ran out while the core was at work.

# Raises the error for an allocation that failed in spite of the estimate, in C++ or in R.
#   arg  the name of the argument that is too large
abort_out_of_memory <- function(arg) {
  free <- signif(free_memory() / 2^30, 3)
  abort("`{arg}` is too large: the memory ran out; {free} GB are free.", "memory")
}

# Returns the largest number of neighbors that the lists of all points together may have.
max_listed <- function() min(2^31 - 1, memory_limit() / 44)

# Raises the error for lists of more neighbors than max_listed().
#   arg  the name of the argument with the points
abort_too_many_listed <- function(arg) {
  most <- thousands(floor(max_listed()))
  abort(c("`{arg}` has more than {most} pairs of nearest neighbors, which do not fit into memory:
           all points at the distance of the last neighbor count, and many of them coincide.",
          i = "unique() drops the rows that coincide with others."), "memory")
}

# Whether the error condition e is one of memory. R has no class for it, and its message is in the
# language of the session.
is_out_of_memory <- function(e) {
  patterns <- c(
    "cannot allocate vector of size %0.1f Gb", "cannot allocate vector of size %0.1f Mb",
    "cannot allocate memory block of size %0.1f Gb", "memory exhausted (limit reached?)",
    "vector memory exhausted (limit reached?)"
  )
  patterns <- sub("%0.*", "", c(patterns, gettext(patterns, domain = "R")))
  inherits(e, "simpleError") && any(startsWith(conditionMessage(e), patterns))
}

# The path of the folder for points that do not fit into memory.
scratch_folder_of_points <- function() path.expand(getOption("lapscale.scratch", tempdir()))

# Raises the error of a file in the folder of points that do not fit into memory.
#   failure  list(path, fault), the folder and what is wrong, in words
abort_scratch <- function(failure) {
  abort(c("`lapscale.scratch`: the folder {failure$path} {failure$fault}.",
          i = "Points that do not fit into memory are kept there; the option names another."),
        "file")
}
