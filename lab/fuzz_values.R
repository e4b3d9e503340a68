# What the fuzzer puts in the place of an argument: values of every kind, and the argument's own
# value changed as package autotest does: type, length, case, class, size.

# Two halves of the points, joined by one weak link.
weakly_linked <- function(x, weight) {
  w <- exp(-as.matrix(stats::dist(x))^2)
  half <- seq_len(nrow(x)) <= nrow(x) / 2
  w[outer(half, half, `!=`)] <- 0
  w[1, nrow(x)] <- w[nrow(x), 1] <- weight
  Matrix::Matrix(w, sparse = TRUE)
}

# What R makes of an S4 class that contains matrix.
methods::setClass("fuzz_matrix", contains = "matrix")

# Graphs whose vertices cannot be told from each other by their edges.
symmetric_graphs <- function() {
  ring <- igraph::make_ring(6)
  full <- igraph::make_full_graph(5)
  list(
    ring, igraph::make_ring(18), igraph::disjoint_union(ring, ring, ring), full,
    igraph::make_star(18, "undirected"), igraph::disjoint_union(full, full),
    igraph::add_edges(igraph::disjoint_union(full, full), c(1, 6)), igraph::make_empty_graph(5),
    igraph::make_full_bipartite_graph(3, 6), igraph::make_lattice(c(3, 3, 2)),
    igraph::make_tree(15, 2, "undirected"), igraph::disjoint_union(ring, igraph::make_ring(2))
  )
}

# Every type and shape there is, and the words that arguments take.
fuzz_pool <- function(stock) {
  x <- stock$x
  odd <- data.frame(a = 1:4, b = letters[1:4])
  odd$list <- I(list(1, "a", NULL, mean))
  odd$matrix <- diag(4)
  twice <- stats::setNames(as.data.frame(x[, 1:2]), c("a", "a"))
  dates <- data.frame(t = Sys.Date() + 1:18, u = as.POSIXlt("2020-01-01") + 1:18)
  numbers <- list(
    NULL, NA, NA_integer_, NA_real_, NA_character_, NaN, Inf, -Inf, -1, 0, 1, 2L, 3, 1.5, 5, 17L,
    18L, 1e-320, 1e-300, 1e-160, 1e160, 1e300, 1e9, 2^31, 2^53, -2^31, .Machine$integer.max, 1:3,
    c(0.1, 0.5, 1, 2), c(2, 1), c(1, 1), c(1, NA), numeric(), integer(), 1i, raw(3), TRUE, FALSE,
    c(TRUE, FALSE), logical(), c(a = 1), 0.1, 0.5, 18:1, rep(1, 18), c(0.5, Inf)
  )
  words <- list(
    "a", "", character(), letters[1:3], "\u00e9", "knn", "radius", "dense", "mutual", "global",
    "first", "symmetric", "geometric", "heat", "omit", "distances", "weights", "kernel", "time",
    "gc", "median", "cv", "gap", "variance", "jump", "log", "paper", "each", "largest", "connect",
    "keep", "modified", "multiscale", "isomap", "lle", "linear", "primal", "dual", "prob", "score",
    "class", "curve", "path", "pairs", "hnsw", "descent", "GC", "Knn",
    # Data that would be run where a message is glued of them.
    "{stop('glued')}", "{.fn {stop('glued')}}", c("{", "}"),
    factor(rep(c("{stop('glued')}", "}", NA), 6)), stats::setNames(x[, 1], rep("{stop(1)}", 18)),
    structure(1, class = "{stop('glued')}")
  )
  matrices <- list(
    x, x[1:2, ], x[0, ], x[, 0], x[, 1], x[, 1, drop = FALSE], diag(3), matrix(0, 0, 0), matrix(1),
    matrix(NA_real_, 3, 3), matrix(Inf, 2, 2), matrix("a", 2, 2), matrix(TRUE, 4, 2),
    matrix(1, 5, 2), matrix(1L, 18, 3), matrix(list(1), 2, 2), matrix(1i, 4, 2), 1e-200 * x,
    1e200 * x, x + 1e8, replace(x, 5, NA), replace(x, 7, Inf), rbind(x, x), cbind(x, x),
    array(1, c(2, 2, 2)), as.table(diag(2)), abs(crossprod(t(x))), as.matrix(stats::dist(x)),
    # Units, copies, and repeated names.
    1e-9 * x, 1e9 * x, 2^300 * x, x[rep(1, 18), ], x[rep(1:3, 6), ], x[rep(1:9, 2), ],
    rbind(x[rep(1, 15), ], x[2:4, ]), rbind(matrix(0, 300, ncol(x)), x),
    matrix(rep_len(0:2, 54), 18), `colnames<-`(x, rep("a", ncol(x))),
    `colnames<-`(x, c("a", "", NA)), `colnames<-`(x, letters[ncol(x):1]),
    x[rep(1:18, 2), ], x[rep(1:18, 12), ], x[c(1:18, rep(1, 12), 2), ],
    rbind(x, x * (1 + .Machine$double.eps)), methods::new("fuzz_matrix", unname(x)),
    structure(x, class = c("other", "matrix"))
  )
  tables <- list(
    as.data.frame(x), data.frame(), odd, twice, dates, data.frame(a = letters), odd[0, ],
    stats::setNames(as.data.frame(x), c("{stop('glued')}", "}", "b")),
    stats::setNames(odd, c("{stop('glued')}", "{", "}", "d")),
    `dimnames<-`(x, list(rep("{stop(1)}", 18), c("{", "}", "{stop('glued')}"))),
    structure(as.data.frame(x), class = c("tbl_df", "tbl", "data.frame")),
    structure(as.data.frame(x), class = c("data.table", "data.frame")),
    stats::dist(x), Matrix::Matrix(x), Matrix::Matrix(x, sparse = TRUE), Matrix::Diagonal(3),
    Matrix::Matrix(abs(crossprod(t(x))), sparse = TRUE),
    list(idx = matrix(c(2, 1)), dist = matrix(c(1, 1))), as.list(as.data.frame(x)),
    weakly_linked(x, 1e-5), weakly_linked(x, 1e-15), as_heat_graph(weakly_linked(x, 1e-4)),
    stats::dist(x[rep(1:6, 3), ]), Matrix::Matrix(x[rep(1:6, 3), ], sparse = TRUE),
    point_source(18, 3, function(rows) {
      `colnames<-`(x[rows, ], if (rows[[1]] == 1) letters[1:3] else letters[3:1])
    })
  )
  others <- list(
    list(), list(1), list(NULL), list(a = 1, b = "c"), mean, sum, function() 1, function(...) NULL,
    function(x) stop("of the user"), bw_gc, "bw_gc", ssl_harmonic, quote(a), quote(f(x)), ~a, y ~ x,
    expression(a), new.env(), globalenv(), factor(letters[1:3]), factor(rep(c("a", NA), 9)),
    ordered(1:3), factor(character()), Sys.Date(), as.POSIXct(1:18, origin = "1970-01-01"),
    as.POSIXlt("2020-01-01"), as.difftime(1:5, units = "secs"), numeric_version("1.2"), I(x),
    stats::ts(1:10), structure(x, class = "other"), structure(1, class = "integer64"),
    structure(1:3, class = "units"), structure(list(1), class = "lapscale_graph"), asS4(1),
    methods::new("externalptr"), as.name("x"), rep(c("a", NA), 9), rep(c(1, NA, -1), 6),
    replace(rep(NA_real_, 18), 1:4, c(0.1, 3, 2, 5)), as.pairlist(list(a = 1))
  )
  c(numbers, words, matrices, tables, others, symmetric_graphs(), unname(do.call(c, unname(stock$objects))))
}

# The value of an argument, a little other. Each takes any value and fails for none.
fuzz_changes <- list(
  twice = function(v) c(v, v),
  none = function(v) v[0],
  first = function(v) utils::head(v, 1),
  text = function(v) as.character(v),
  capitals = function(v) if (is.character(v)) toupper(v) else v,
  short = function(v) if (is.character(v)) substr(v, 1, 3) else v,
  class = function(v) structure(v, class = c("other", class(v))),
  unclassed = function(v) unclass(v),
  listed = function(v) list(v),
  as_list = function(v) as.list(v),
  levels = function(v) factor(v),
  dates = function(v) structure(as.numeric(v), class = "Date"),
  big_integer = function(v) structure(as.numeric(v), class = "integer64"),
  between = function(v) v + 0.5,
  negative = function(v) -v,
  huge = function(v) v * 1e300,
  large = function(v) v * 1e6,
  tiny = function(v) v * 1e-300,
  nano = function(v) v * 1e-9,
  giga = function(v) v * 1e9,
  copies = function(v) if (is.matrix(v)) v[rep(1:3, length.out = nrow(v)), ] else v,
  two_copies = function(v) if (is.matrix(v)) v[rep(seq_len(nrow(v)), 2), ] else v,
  twelve_copies = function(v) if (is.matrix(v)) v[rep(seq_len(nrow(v)), 12), ] else v,
  one_copy = function(v) if (is.matrix(v)) v[c(seq_len(nrow(v)), 1), ] else v,
  near_copies = function(v) if (is.matrix(v)) rbind(v, v * (1 - .Machine$double.eps)) else v,
  csv = function(v) {
    if (!is.matrix(v)) return(v)
    file <- tempfile(fileext = ".csv")
    on.exit(unlink(file))
    utils::write.csv(v, file, row.names = FALSE)
    as.matrix(utils::read.csv(file))
  },
  contains_matrix = function(v) if (is.matrix(v)) methods::new("fuzz_matrix", v) else v,
  repeated_names = function(v) {
    if (is.matrix(v)) colnames(v) <- rep("a", ncol(v))
    v
  },
  zero = function(v) v * 0,
  missing = function(v) replace(v, 1, NA),
  not_a_number = function(v) replace(v, length(v), NaN),
  infinite = function(v) replace(v, length(v), Inf),
  same = function(v) replace(v, seq_along(v), v[[1]]),
  named = function(v) stats::setNames(v, rep("name", length(v))),
  noise = function(v) v * (1 + .Machine$double.eps),
  integer = function(v) {
    storage.mode(v) <- "integer"
    v
  },
  matrix = function(v) as.matrix(v),
  table = function(v) as.data.frame(v),
  reverse = function(v) rev(v),
  one_row = function(v) v[1, , drop = FALSE],
  one_column = function(v) v[, 1],
  no_columns = function(v) v[, 0],
  more_columns = function(v) cbind(v, v),
  list_column = function(v) {
    v <- as.data.frame(v)
    v[[1]] <- as.list(v[[1]])
    v
  },
  expression = function(v) substitute(v),
  closure = function(v) function(...) v
)

# An object of ours with one of its parts (or the part of a part) other, missing or in excess: as it
# may come from a file.
fuzz_damage <- function(object, pool) {
  tryCatch(fuzz_other_part(object, pool), error = function(e) object)
}

fuzz_other_part <- function(object, pool) {
  if (isS4(object)) {
    slot <- sample(methods::slotNames(object), 1)
    attr(object, slot) <- pool[[sample(length(pool), 1)]]
    return(object)
  }
  keep <- class(object)
  parts <- unclass(object)
  at_attributes <- !is.list(parts) || stats::runif(1) < 0.1
  names <- setdiff(names(if (at_attributes) attributes(parts) else parts), c("names", "class"))
  if (!length(names)) return(object)
  name <- sample(names, 1)
  value <- if (at_attributes) attr(parts, name) else parts[[name]]
  value <- if (is.list(value) && length(value) && stats::runif(1) < 0.7) {
    entry <- sample(length(value), 1)
    replace(value, entry, list(fuzz_value(value[[entry]], pool)))
  } else {
    fuzz_value(value, pool)
  }
  if (at_attributes) attr(parts, name) <- value else parts[name] <- list(value)
  structure(parts, class = keep)
}

# A value of the pool, or the given one changed. What is done to vectors has no end with a graph of
# igraph, of which `[` and c() make something else.
fuzz_value <- function(value, pool) {
  if (stats::runif(1) < 0.5 || inherits(value, "igraph")) {
    return(pool[[sample(length(pool), 1)]])
  }
  change <- fuzz_changes[[sample(length(fuzz_changes), 1)]]
  tryCatch(suppressWarnings(change(value)), error = function(e) list(value))
}
