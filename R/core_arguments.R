# Argument checks, one line each at the top of a function. They return the argument in the form that
# the rest of the package needs, or raise lapscale_error_argument naming it, by `arg`.

# Checks a single whole number n in [min, max], what the user gave as `arg`, and returns it as an
# integer.
check_count <- function(n, arg, min = 1, max = .Machine$integer.max) {
  is_whole <- is_whole_number(n)
  if (!is_whole || n < min || n > max) {
    has_max <- max < .Machine$integer.max || is_whole && n > max
    limit <- if (has_max) "between {min} and {max}" else "of at least {min}"
    abort_argument(paste0("`{arg}` must be a whole number ", limit, ", not {describe(n)}."))
  }
  as.integer(n)
}

# Whether n is a single whole number, of whatever type.
is_whole_number <- function(n) is.numeric(n) && length(n) == 1L && is.finite(n) && n == trunc(n)

# Checks a single finite number and returns it as a double.
#   value     what the user gave as `arg`;  infinite: whether Inf is allowed
#   above     a number that it must be above, or with strict = FALSE at least
check_number <- function(value, arg, above = -Inf, strict = TRUE, infinite = FALSE) {
  is_number <- is.numeric(value) && length(value) == 1L && !is.na(value)
  is_number <- is_number && (is.finite(value) || (infinite && value > 0))
  if (!is_number || value < above || (strict && value == above)) {
    bound <- if (is.finite(above)) if (strict) " above {above}" else " of at least {above}"
    expected <- paste0("a single ", if (!infinite) "finite ", "number", bound)
    abort_argument(paste0("`{arg}` must be ", expected, ", not {describe(value)}."))
  }
  as.double(value)
}

# Checks a number above 0 and below 1, such as a level of confidence, what the user gave as `arg`,
# and returns it.
check_level <- function(level, arg) {
  level <- check_number(level, arg, above = 0)
  refuse_if(level >= 1, "`{arg}` must be below 1, not {describe(level)}.")
  level
}

# Checks positive finite numbers, any number of them, as a plain double vector with its names.
#   values  what the user gave as `arg`
check_positive <- function(values, arg) {
  refuse_if(!is.numeric(values), "`{arg}` must be positive numbers, not {describe(values)}.")
  numbers <- as.double(values)
  where <- if (length(numbers) > 1L) "element {first} is" else "not"
  refuse_first(which(!is.finite(numbers) | numbers <= 0),
               paste0("`{arg}` must be positive and finite, ", where,
                      " {format(numbers[[first]])}."))
  stats::setNames(numbers, names(plain(values)))
}

# Checks that `value`, what the user gave as `arg`, is a single TRUE or FALSE, and returns it.
check_flag <- function(value, arg) {
  refuse_if(!is.logical(value) || length(value) != 1L || is.na(value),
            "`{arg}` must be TRUE or FALSE, not {describe(value)}.")
  as.vector(value)
}

# Checks one of the listed words and returns it; the whole list (an untouched default) means its
# first.
#   value  what the user gave as `arg`;  choices: the words that are allowed
#   also   what else the argument may be, in words, for the error, or NULL
#   hint   a bullet of the error, what to do for another word, or NULL
check_choice <- function(value, choices, arg, also = NULL, hint = NULL) {
  if (identical(value, choices)) value <- choices[[1]]
  if (!is.character(value) || length(value) != 1L || !value %in% choices) {
    expected <- paste0(if (!is.null(also)) paste(also, "or "), if (length(choices) > 1L) "one of ")
    abort_argument(c("`{arg}` must be {expected}{in_quotes(choices)}, not {describe(value)}.",
                     hint_at_value(value, choices, arg), i = hint))
  }
  as.vector(value)
}

# Checks row numbers, one or more distinct whole numbers between 1 and n. Returns them as integers.
#   rows   what the user gave as `arg`; if that is "columns", they are called column numbers
#   names  of the n rows, by which rows may be given instead, or NULL
check_rows <- function(rows, n, arg, names = NULL) {
  rows <- match_row_names(rows, names, arg)
  kind <- if (arg == "columns") "column" else "row"
  check_row_numbers(rows, n, arg, paste(kind, "numbers"))
  refuse_first(rows[duplicated(rows)],
               "`{arg}` must be distinct {kind} numbers; {first} comes twice.")
  as.integer(rows)
}

# Returns names of rows as row numbers, and anything else as it is.
#   rows  what the user gave as `arg`;  names: of the rows of the data, or NULL
match_row_names <- function(rows, names, arg) {
  if (!is.character(rows) || is.null(names)) return(rows)
  unknown <- setdiff(rows, names)
  refuse_first(unknown, c("`{arg}` must be row numbers or row names; no row is called
                           {describe(first)}.", hint_at_value(unknown[1L], names, arg)))
  refuse_first(intersect(rows, names[duplicated(names)]),
               "`{arg}` names {describe(first)}, which several rows are called: use row numbers.")
  match(rows, names)
}

# Raises an error unless rows are whole numbers between 1 and n, which may occur twice.
#   rows            what the user gave as `arg`;  n: the largest number allowed
#   expected, kind  nouns of the errors: what `arg` must be, and what must be between 1 and n
#   min_count       the fewest numbers
check_row_numbers <- function(rows, n, arg, expected, kind = expected, min_count = 1L) {
  is_numbers <- is.numeric(rows) && length(rows) >= min_count && all(is.finite(rows))
  refuse_if(!is_numbers || any(rows != trunc(rows)),
            "`{arg}` must be {expected}, not {describe(rows)}.")
  refuse_first(rows[rows < 1 | rows > n],
               "`{arg}` must be {kind} between 1 and {n}; {first} is not.")
}

# Checks a seed, NULL or a whole number with a modulus below 2^53. Returns NULL, or a whole number
# of 0 or more below 2^53.
check_seed <- function(seed) {
  refuse_if(!is.null(seed) && (!is_whole_number(seed) || abs(seed) >= 2^53),
            "`seed` must be NULL or a whole number, not {describe(seed)}.")
  # Maps numbers below zero to the upper half of the range.
  if (!is.null(seed)) as.double(if (seed < 0) 2^53 + seed else seed)
}

# Checks that x is of a class of this package, and returns it.
#   x         what the user gave as `arg`;  class: the name of the class
#   expected  what it must be, in words, such as "made by graph_laplacian()"
check_class <- function(x, class, arg, expected) {
  # An object of single cells holds only the numbers of an embedding or of clusters.
  refuse_if(!methods::is(x, class), c(
    "`{arg}` must be {expected}, not {describe(x)}.",
    i = if (inherits(x, c("SingleCellExperiment", "Seurat"))) {
      "Call embed_*() and cluster_spectral() with its principal components as a matrix."
    }
  ))
  x
}

# Checks that a suggested package is installed, or raises an error that says what it is for.
#   package  its name;  reason: what it is for, as the end of the sentence "Package ... is needed"
check_installed <- function(package, reason) {
  refuse_if(!requireNamespace(package, quietly = TRUE),
            "Package {package} is needed {reason}.", "not_installed")
}

# Returns a data frame with names of rows, made unique as as.data.frame() does for a matrix.
#   table  data frame;  names: of its rows, which may occur twice, or NULL
name_rows <- function(table, names) {
  row.names(table) <- if (!is.null(names)) make.unique(names)
  table
}

# Returns a data frame with the row names that as.data.frame() was given.
#   table      data frame
#   row.names  the names, different characters or numbers, one per row; NULL: those that it has
with_row_names <- function(table, row.names) {
  is_valid <- is.null(row.names) || (is.character(row.names) || is.numeric(row.names)) &&
    length(row.names) == nrow(table) && !anyNA(row.names) && !anyDuplicated(row.names)
  refuse_if(!is_valid, "`row.names` must be NULL or {nrow(table)} different names.")
  if (!is.null(row.names)) row.names(table) <- row.names
  table
}
