# The one door: every exported function runs its body through door().

# Evaluates the body of an exported function. Conditions raised inside show the call of that
# function, a failed allocation becomes our error, R's generator goes back to where it was if the
# body does not finish, and arguments in `...` are an error, as is a first argument that is missing.
#   body    the body, `{ ... }`
#   ...     the `...` of a function that takes no further arguments
#   .large  the argument that is too large if memory runs out; the first one if not given
door <- function(body, ..., .large = NULL) {
  frame <- parent.frame()
  if (...length()) refuse_dot(c(...names(), "")[[1L]], frame)
  restore <- generator_restorer()
  formals <- formals(sys.function(sys.parent()))
  first <- names(formals)[[1L]]
  large <- .large %||% first
  withCallingHandlers(
    body,
    `std::bad_alloc` = function(e) abort_out_of_memory(large),
    `lapscale::TooManyNeighbors` = function(e) abort_too_many_listed(large),
    `lapscale::FileError` = function(e) {
      abort_scratch(list(path = scratch_folder_of_points(), fault = conditionMessage(e)))
    },
    error = function(e) {
      restore()
      if (is_out_of_memory(e)) abort_out_of_memory(large)
      is_missing <- rlang::is_missing(formals[[1L]]) && eval(call("missing", as.name(first)), frame)
      if (is_missing && !inherits(e, "lapscale_error")) abort_argument("`{first}` is missing.")
    },
    interrupt = function(e) restore()
  )
}

# Returns the frame of the function whose call conditions show: the innermost exported function that
# was called from outside the package, otherwise the outermost one, otherwise `frame`.
error_frame <- function(frame = parent.frame()) {
  parents <- sys.parents()
  exported <- parents[vapply(seq_along(parents), function(i) identical(sys.function(i), door), NA)]
  outside <- Filter(function(number) is_called_from_outside(number, parents), exported)
  shown <- c(rev(outside), exported)
  if (length(shown)) sys.frame(shown[[1L]]) else frame
}

# Tells whether the function in that frame was called from outside the package, possibly through
# lapply() or do.call().
is_called_from_outside <- function(number, parents) {
  repeat {
    number <- parents[[number]]
    if (number == 0L) {
      return(TRUE)
    }
    home <- topenv(sys.frame(number))
    if (!identical(home, baseenv()) && !identical(home, .BaseNamespaceEnv)) {
      return(!identical(home, topenv()))
    }
  }
}

refuse_dot <- function(name, frame = error_frame(), known = character()) {
  what <- if (nzchar(name)) paste0("`", name, "`") else "An argument without a name"
  hint <- if (nzchar(name)) hint_at_name(name, arguments_of_frame(frame), known) else
    hint_at_names(arguments_of_frame(frame, after_dots = TRUE), "Name these arguments:")
  abort_argument(c("{what} is not an argument of this function.", hint))
}

# Raises conditions, nowhere else. Each has a class to catch and to test: lapscale_error_<what>
# inheriting lapscale_error, likewise for warnings and messages. The first line names the argument
# in backquotes, says what was found, and what is expected. Messages are glued in the frame that
# calls these functions; they show the call of the exported function, see door().

abort <- function(message, class, frame = parent.frame(), words = frame) {
  cli::cli_abort(
    message,
    class = c(paste0("lapscale_error_", class), "lapscale_error"), call = error_frame(frame),
    .envir = words
  )
}

abort_argument <- function(message, frame = parent.frame()) abort(message, "argument", frame)

# Refuses an argument if anything is wrong with it: `{first}` in the message is the first of that.
refuse_first <- function(wrong, message, frame = parent.frame()) {
  if (length(wrong)) abort(message, "argument", frame, rlang::env(frame, first = wrong[[1L]]))
}

warn <- function(message, class, frame = parent.frame()) {
  cli::cli_warn(
    message,
    class = c(paste0("lapscale_warning_", class), "lapscale_warning"), call = error_frame(frame),
    .envir = frame
  )
}

inform <- function(message, class, frame = parent.frame()) {
  cli::cli_inform(
    message,
    class = c(paste0("lapscale_message_", class), "lapscale_message"), .envir = frame
  )
}

# Describes what a user gave, in a few words: "2.5", "a character vector", "a data.frame".
describe <- function(x) {
  if (inherits(x, "lapscale_number") && is.numeric(x)) x <- signif(plain(x), 4)
  single <- is.atomic(x) && length(x) == 1L && is.null(attributes(x))
  if (single && is.character(x)) in_quotes(x) else if (single) format(x) else describe_object(x)
}

describe_object <- function(x) {
  what <- if (is.object(x)) class(x)[[1]] else typeof(x)
  if (is.null(x)) {
    "NULL"
  } else if (is.array(x) && !is.object(x)) {
    paste(with_article(what), class(x)[[1]])
  } else if (is.atomic(x) && is.null(attr(x, "dim", exact = TRUE))) {
    paste0(with_article(what), " vector of length ", length(x))
  } else {
    paste("an object of class", what)
  }
}

with_article <- function(word) paste(if (grepl("^[aeiou]", word)) "an" else "a", word)

# Argument checks, one line each at the top of a function. They return the argument in the form that
# the rest of the package needs, or raise lapscale_error_argument naming it.

# Checks a single whole number in [min, max].
check_count <- function(n, arg, min = 1, max = .Machine$integer.max) {
  whole <- is_whole_number(n)
  if (!whole || n < min || n > max) {
    has_most <- max < .Machine$integer.max || whole && n > max
    limit <- if (has_most) "between {min} and {max}" else "of at least {min}"
    abort_argument(paste0("`{arg}` must be a whole number ", limit, ", not {describe(n)}."))
  }
  as.integer(n)
}

is_whole_number <- function(n) is.numeric(n) && length(n) == 1L && is.finite(n) && n == trunc(n)

# Checks a single finite number, above (or, with strict = FALSE, at least) `above`.
check_number <- function(value, arg, above = -Inf, strict = TRUE, infinite = FALSE) {
  number <- is.numeric(value) && length(value) == 1L && !is.na(value)
  number <- number && (is.finite(value) || (infinite && value > 0))
  if (!number || value < above || (strict && value == above)) {
    bound <- if (is.finite(above)) if (strict) " above {above}" else " of at least {above}"
    expected <- paste0("a single ", if (!infinite) "finite ", "number", bound)
    abort_argument(paste0("`{arg}` must be ", expected, ", not {describe(value)}."))
  }
  as.double(value)
}

# Checks positive finite numbers, any number of them, as a plain double vector with its names.
check_positive <- function(values, arg) {
  if (!is.numeric(values)) {
    abort_argument("`{arg}` must be positive numbers, not {describe(values)}.")
  }
  numbers <- as.double(values)
  at <- if (length(numbers) > 1L) "element {first} is" else "not"
  refuse_first(
    which(!is.finite(numbers) | numbers <= 0),
    paste0("`{arg}` must be positive and finite, ", at, " {format(numbers[[first]])}.")
  )
  stats::setNames(numbers, names(values))
}

check_flag <- function(value, arg) {
  if (!is.logical(value) || length(value) != 1L || is.na(value)) {
    abort_argument("`{arg}` must be TRUE or FALSE, not {describe(value)}.")
  }
  as.vector(value)
}

# Checks one of the listed words; the whole list (an untouched default) means its first.
#   also  what else the argument may be
check_choice <- function(value, choices, arg, also = NULL) {
  if (identical(value, choices)) value <- choices[[1]]
  if (!is.character(value) || length(value) != 1L || !value %in% choices) {
    expected <- paste0(if (!is.null(also)) paste(also, "or "), if (length(choices) > 1L) "one of ")
    abort_argument("`{arg}` must be {expected}{in_quotes(choices)}, not {describe(value)}.")
  }
  as.vector(value)
}

# Checks row numbers within n: distinct whole numbers, in the order given. Under the name `columns`
# they are column numbers.
check_rows <- function(rows, n, arg) {
  kind <- if (arg == "columns") "column" else "row"
  check_row_numbers(rows, n, arg, paste(kind, "numbers"))
  refuse_first(
    rows[duplicated(rows)], "`{arg}` must be distinct {kind} numbers; {first} comes twice."
  )
  as.integer(rows)
}

#   expected, kind  what they must be, in words
check_row_numbers <- function(rows, n, arg, expected, kind = expected, min_count = 1L) {
  whole <- is.numeric(rows) && length(rows) >= min_count && all(is.finite(rows))
  if (!whole || any(rows != trunc(rows))) {
    abort_argument("`{arg}` must be {expected}, not {describe(rows)}.")
  }
  refuse_first(
    rows[rows < 1 | rows > n], "`{arg}` must be {kind} between 1 and {n}; {first} is not."
  )
}

# Checks a seed: NULL, or a whole number, returned below 2^53.
check_seed <- function(seed) {
  if (!is.null(seed) && (!is_whole_number(seed) || abs(seed) >= 2^53)) {
    abort_argument("`seed` must be NULL or a whole number, not {describe(seed)}.")
  }
  # Maps numbers below zero to the upper half of the range.
  if (!is.null(seed)) as.double(if (seed < 0) 2^53 + seed else seed)
}

# Checks an object of a class of ours.
#   expected  what it must be, in words, such as "made by graph_laplacian()"
check_class <- function(x, class, arg, expected) {
  if (!methods::is(x, class)) abort_argument("`{arg}` must be {expected}, not {describe(x)}.")
  x
}

# Checks that a suggested package is installed, or raises an error that says what it is for.
check_installed <- function(package, reason) {
  if (!requireNamespace(package, quietly = TRUE)) {
    abort("Package {package} is needed {reason}.", "not_installed")
  }
}

# Raises an error for the arguments in a list that are not called as one of `known`.
check_dots <- function(dots, known) {
  names <- names(dots) %||% character(length(dots))
  unknown <- names[!names %in% known]
  if (length(unknown)) refuse_dot(unknown[[1]], known = known)
}

# Lists what scikit-learn, kernlab, uwot, and destiny call our arguments.
foreign_names <- c(
  n_neighbors = "k", n_clusters = "k", centers = "k", features = "n_components", kernel = "graph",
  n_eigs = "n_components", random_state = "seed", n_jobs = "n_threads", affinity = "graph",
  gamma = "bandwidth", sigma = "bandwidth", epsilon = "bandwidth", d = "n_components"
)

# Returns a bullet with the name that was probably meant, see nearest_name(), or else all names.
hint_at_name <- function(name, own, known = character()) {
  weighted <- "Rows have weights in bw_gc(), bw_kernel_sum(), select_bandwidth() of these, bw_cv(),
               dim_estimate(), dim_growth(), dim_kernel_sum(), dim_mle(), embed_kpca(), and graphs
               of points."
  meant <- nearest_name(name, own, known)
  convert <- if (foreign_names[name] %in% "bandwidth") " bandwidth_from() converts its value."
  if (name == "weights") c(i = weighted) else
    if (length(meant)) c(i = paste0("Did you mean `", meant, "`?", convert)) else
      hint_at_names(setdiff(union(own, known), "..."), "The arguments are")
}

hint_at_names <- function(names, words) {
  if (length(names)) c(i = paste0(words, " ", in_quotes(names, "`"), "."))
}

# Returns the arguments of the function whose frame this is: all, or those that must be named.
arguments_of_frame <- function(frame, after_dots = FALSE) {
  number <- Position(function(other) identical(other, frame), sys.frames())
  if (is.na(number)) {
    return(character())
  }
  names <- names(formals(sys.function(number)))
  setdiff(if (after_dots) names[seq_along(names) > match("...", names, 0L)] else names, "...")
}

# Finds the name that other packages' name stands for, or else one that is nearly this one, of the
# function's own before others; empty without one.
nearest_name <- function(name, own, known = character()) {
  foreign <- intersect(foreign_names[name], c(own, known))
  for (names in if (!length(foreign)) list(own, known)) {
    far <- utils::adist(name, names, ignore.case = TRUE)
    if (length(far) && min(far) <= min(2L, nchar(name) %/% 2L)) return(names[[which.min(far)]])
  }
  foreign
}

formal_names <- function(f) names(formals(args(f)))

# Tells which of the given names a function accepts.
#   accepted  the names of its arguments, "..." among them if it takes any; NULL accepts none
is_accepted <- function(given, accepted) {
  if ("..." %in% accepted) rep(TRUE, length(given)) else given %in% accepted
}

# Settles how a computation runs: threads, instruction level, progress, interrupts.

# Keeps the process that loaded the package: a forked child (parallel::mclapply) runs serially,
# because thread pools do not survive a fork.
home <- new.env(parent = emptyenv())

.onLoad <- function(libname, pkgname) home$pid <- Sys.getpid()

# Waits for what Ctrl-C left behind, before its code is unloaded.
.onUnload <- function(libpath) cpp_wait_for_side_thread()

# Returns the number of threads: the given one, but at most the number of cores. If it is NULL, it
# is the option lapscale.threads, or if that is not set, the smallest of 2, the number of cores, and
# what OMP_THREAD_LIMIT and RCPP_PARALLEL_NUM_THREADS allow.
resolve_threads <- function(n_threads) {
  cores <- RcppParallel::defaultNumThreads()
  arg <- if (is.null(n_threads)) "lapscale.threads" else "n_threads"
  n_threads <- n_threads %||% getOption("lapscale.threads", default_threads(cores))
  n <- check_count(n_threads, arg)
  if (Sys.getpid() != home$pid) {
    return(1L)
  }
  if (n > cores) {
    inform("`{arg}` = {n} is more than this machine has; {cores} {?is/are} used.", "threads")
  }
  min(n, cores)
}

default_threads <- function(cores) {
  limits <- Sys.getenv(c("OMP_THREAD_LIMIT", "RCPP_PARALLEL_NUM_THREADS"))
  max(1L, min(2L, cores, suppressWarnings(as.integer(limits)), na.rm = TRUE))
}

simd_levels <- c("baseline", "avx2", "avx512")

# Returns the instruction level, which the option lapscale.simd, or else the environment variable
# LAPSCALE_SIMD, lowers.
resolve_simd <- function() {
  level <- getOption("lapscale.simd", Sys.getenv("LAPSCALE_SIMD", "avx512"))
  match(check_choice(level, simd_levels, "lapscale.simd"), simd_levels) - 1L
}

# Returns what every cpp_* function of heavy work takes. `progress` TRUE shows a bar for the passes
# that last; it is closed when the calling function ends.
new_runtime <- function(n_threads, progress) {
  n_threads <- resolve_threads(n_threads)
  progress <- check_flag(progress %||% rlang::is_interactive(), "progress")
  runtime <- list(n_threads = n_threads, simd = resolve_simd())
  c(runtime, list(progress = if (progress) progress_bar(error_frame())))
}

# Returns a function of the share done that drives a cli bar, which appears after two seconds.
progress_bar <- function(frame) {
  id <- cli::cli_progress_bar(
    "lapscale", total = 100, clear = TRUE, auto_terminate = FALSE, .envir = frame
  )
  function(done) cli::cli_progress_update(set = 100 * done, id = id, .envir = frame)
}

# Draws what is random.

# Returns a seed: NULL draws one from R's own generator, when all arguments are found good; a number
# leaves that generator alone, and so does a call that ends in an error, see door().
draw_seed <- function(seed) seed %||% sum(floor(stats::runif(2, 0, 2^26)) * c(2^26, 1))

# Evaluates `expr` with R's generator started at `seed`, and puts it back to where it was.
keep_generator <- function(seed, expr) {
  restore <- generator_restorer()
  on.exit(restore())
  set.seed(seed)
  expr
}

# Returns a function that puts R's generator back to where it is now; one without a state has none
# again.
generator_restorer <- function() {
  state <- get0(".Random.seed", globalenv(), inherits = FALSE)
  function() {
    if (!is.null(state)) {
      assign(".Random.seed", state, envir = globalenv())
    } else if (exists(".Random.seed", globalenv(), inherits = FALSE)) {
      rm(".Random.seed", envir = globalenv())
    }
  }
}
