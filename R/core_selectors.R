# Resolves the argument `bandwidth` of everything that needs a kernel: a number, a selector's
# result, a selector function or its name, or NULL = bw_gc. Returns list(value = plain number,
# method = how it was chosen: "given", or the selector's name, k = of the graph of nearest neighbors
# it was chosen on, or NA, minima = the bandwidths of its local minima, if it has a curve).
#   checked   the points, as as_points() makes them; NULL where only a number will do. Put
#             share_checked() before this, and what a selector holds in the core is there to be
#             borrowed afterwards: the points are checked and indexed once.
#   runtime   of the caller: a selector gets its threads, and a bar if the caller shows one
#   of_graph  what bw_gc() is told of the graph that is built: list(k = , local_scale = ), NULL for
#             all pairs and no local scales
resolve_bandwidth <- function(bandwidth, checked = NULL, seed = NULL, runtime = NULL,
                              of_graph = NULL) {
  bandwidth <- as_selector(bandwidth %||% "gc")
  select <- is.function(bandwidth)
  if (select) bandwidth <- call_selector(bandwidth, checked, seed, runtime, of_graph)
  if (!is.numeric(bandwidth)) abort_no_bandwidth(bandwidth)
  if (!is.null(checked)) check_same_scale(bandwidth, checked$scaling, select)
  check_same_local_scale(bandwidth, of_graph$local_scale)
  chosen <- if (inherits(bandwidth, "lapscale_bandwidth")) selection(bandwidth)
  list(
    value = check_number(plain(bandwidth), "bandwidth", above = 0),
    method = chosen$method %||% "given", k = chosen$facts$k %||% NA_integer_,
    minima = chosen$minima$bandwidth
  )
}

# Returns the selector of that name; what is no single word is returned as it is.
as_selector <- function(bandwidth) {
  word <- is.character(bandwidth) && length(bandwidth) == 1L && is.null(attributes(bandwidth))
  if (word && !bandwidth %in% named_selectors) abort_no_bandwidth(bandwidth)
  if (word) selector_of(bandwidth) else bandwidth
}

abort_no_bandwidth <- function(bandwidth) {
  listed <- paste0("\"", named_selectors, "\"", collapse = ", ")
  abort_argument(
    c("`bandwidth` must be a single finite number above 0, what a selector such as bw_gc() returns,
       or a selector function such as bw_gc or its name ({listed}), not {describe(bandwidth)}.",
      i = if (is.character(bandwidth) && length(bandwidth) &&
              all(bandwidth %in% labelled_selectors)) {
        "That selector needs labels: give the result of bw_{bandwidth[[1]]}()."
      })
  )
}

# Returns what a selector, or the selector of this name, chooses for x with the settings that it
# accepts. Anything else is returned as it is.
select_if_asked <- function(bandwidth, x, settings) {
  bandwidth <- as_selector(bandwidth)
  if (!is.function(bandwidth)) {
    return(bandwidth)
  }
  accepted <- is_accepted(names(settings), selector_arguments(bandwidth))
  muffle_repeats(do.call(bandwidth, c(list(x), settings[accepted]), quote = TRUE))
}

# Returns the names of a selector's arguments; the `...` of our own take nothing.
selector_arguments <- function(selector) {
  names <- formal_names(selector)
  if (is_own_selector(selector)) setdiff(names, "...") else names
}

# Hands a selector those of the settings that it accepts. A selector of ours gets the shared points.
call_selector <- function(selector, checked, seed, runtime, of_graph) {
  settings <- list(
    seed = seed, n_threads = runtime$n_threads, progress = !is.null(runtime$progress)
  )
  if (identical(selector, selector_of("gc"))) {
    if (!is.null(of_graph$k)) of_graph$graph <- "knn"
    settings <- c(settings, of_graph)
  }
  accepted <- selector_arguments(selector)
  settings <- settings[is_accepted(names(settings), accepted)]
  if ("replicates" %in% accepted) settings$replicates <- 0L
  x <- if (is_own_selector(selector)) for_its_number(checked) else as_given(checked$x)
  muffle_repeats(do.call(selector, c(list(x), settings), quote = TRUE))
}

# Evaluates `expr` without any of our warnings and messages.
muffle_all <- function(expr) {
  withCallingHandlers(
    expr, lapscale_warning = rlang::cnd_muffle, lapscale_message = rlang::cnd_muffle
  )
}

# Evaluates `expr` in silence; NULL if it ends in an error of ours.
if_possible <- function(expr) tryCatch(muffle_all(expr), lapscale_error = function(e) NULL)

# Evaluates `expr` without what the function that was called says of the same points.
muffle_repeats <- function(expr) {
  withCallingHandlers(
    expr,
    lapscale_message_scale = rlang::cnd_muffle, lapscale_message_constant = rlang::cnd_muffle,
    lapscale_warning_pairs = rlang::cnd_muffle, lapscale_warning_omitted = rlang::cnd_muffle
  )
}

is_own_selector <- function(f) {
  any(vapply(selector_names, function(name) identical(f, selector_of(name)), NA))
}

selector_names <- c(
  "gc", "lepski", "rec", "cv", "test_error", "msvd", "kernel_sum", "knn", "median", "rate"
)

# Lists the selectors that need labels, and those that choose by the points alone.
labelled_selectors <- c("cv", "test_error")

named_selectors <- setdiff(selector_names, labelled_selectors)

selector_of <- function(name) get(paste0("bw_", name), mode = "function")

# For package Matrix, see core_text.R.
for (selector in selector_names) {
  methods::setOldClass(c(paste0("bw_", selector), "lapscale_bandwidth", "lapscale_number"))
}
rm(selector)

# Functions on the points: given, or made from the points.

# Returns f as a finite matrix n x q, one row per row of x that is kept, no column constant.
resolve_functions <- function(f, checked, x, arg = "f") {
  if (is.function(f)) {
    given <- unscale_points(whole_points(checked$x, "x"), checked$scaling)
    values <- f(with_column_names(given, x))
    values <- resolve_values(values, nrow(checked$x), arg, "`x`")
  } else {
    values <- resolve_values(f, checked$n_given, arg, "`x`", checked$rows)
  }
  check_not_constant(values, arg)
}

# Returns values of functions at points as a double matrix n x q; of `rows` only, which must be
# finite.
resolve_values <- function(values, n, arg, where, rows = seq_len(n)) {
  if (is.data.frame(values)) {
    check_columns(values, arg)
    values <- as.matrix(values)
  }
  if (!(is.numeric(values) || is.logical(values)) || length(dim(values)) > 2L) {
    abort_argument(
      "`{arg}` must give numbers, a vector or a matrix with a row per row of {where}, not
       {describe(values)}."
    )
  }
  values <- as.matrix(values)
  if (ncol(values) < 1L) abort_argument("`{arg}` must have a column or more; it has none.")
  if (nrow(values) != n) {
    abort_argument("`{arg}` must give a value per row of {where}, {n} in all, not {nrow(values)}.")
  }
  values <- unname(values[rows, , drop = FALSE])
  refuse_first(
    rows[rowSums(!is.finite(values)) > 0], "`{arg}` must be finite; at row {first} it is not."
  )
  storage.mode(values) <- "double"
  values
}

with_column_names <- function(points, x) {
  colnames(points) <- colnames(given_points(x))
  points
}

check_not_constant <- function(values, arg) {
  which_one <- if (ncol(values) > 1L) ", column {first},"
  refuse_first(
    which(apply(values, 2L, function(v) min(v) == max(v))),
    paste0("`{arg}`", which_one, " is constant: its Laplacian is zero whatever the bandwidth.")
  )
  values
}
