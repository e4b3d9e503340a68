# Functions of the package replaced while a test looks on; who computes with how many threads.

# Until the frame ends, functions of the package are others; a list by name.
local_functions <- function(functions, frame = parent.frame()) {
  namespace <- asNamespace("lapscale")
  put <- function(functions) {
    for (name in names(functions)) {
      unlockBinding(name, namespace)
      assign(name, functions[[name]], namespace)
      lockBinding(name, namespace)
    }
  }
  before <- mget(names(functions), namespace)
  withr::defer(put(before), frame)
  put(functions)
}

# The threads of every call into the core that `expr` makes, by the name of what was called.
threads_seen <- function(expr) {
  noted <- new.env()
  noted$threads <- integer()
  namespace <- asNamespace("lapscale")
  heavy <- Filter(
    function(name) "runtime" %in% names(formals(get(name, namespace))),
    ls(namespace, pattern = "^cpp_")
  )
  watched <- lapply(stats::setNames(nm = heavy), function(name) {
    core <- get(name, namespace)
    function(...) {
      runtime <- as.list(match.call(core, expand.dots = FALSE))$runtime
      runtime <- eval(runtime, parent.frame())
      noted$threads <- c(noted$threads, stats::setNames(runtime$n_threads, name))
      core(...)
    }
  })
  local_functions(watched)
  quietly(expr)
  noted$threads
}

# What the bw_gc() that a missing bandwidth starts is given: its arguments but the points, by name.
selector_settings_of <- function(expr, chosen = 0.4) {
  noted <- new.env()
  gc <- new_selector(function(x, seed, n_threads, progress) {
    noted$settings <- list(seed = seed, n_threads = n_threads, progress = progress)
    chosen
  })
  local_functions(list(all_selectors = replace(all_selectors, "gc", list(gc))))
  quietly(expr)
  noted$settings
}

# How often `expr` calls each of these functions of the package: whole numbers.
times_called <- function(names, expr) {
  noted <- new.env()
  noted$counts <- stats::setNames(integer(length(names)), names)
  counted <- lapply(stats::setNames(nm = names), function(name) {
    original <- get(name, asNamespace("lapscale"))
    function(...) {
      noted$counts[[name]] <- noted$counts[[name]] + 1L
      original(...)
    }
  })
  local_functions(counted)
  quietly(expr)
  unname(noted$counts)
}

# What makes handles of the core.
handle_makers <- c("cpp_points", "cpp_neighbor_graph", "cpp_consistency", "cpp_sketch_pairs")

# How many handles of the core `f` makes.
handles_made <- function(f) sum(times_called(handle_makers, f()))

# Which functions of the core `f` calls.
core_functions_met <- function(f) {
  noted <- new.env()
  namespace <- asNamespace("lapscale")
  local_functions(lapply(stats::setNames(nm = ls(namespace, pattern = "^cpp_")), function(name) {
    core <- get(name, namespace)
    function(...) {
      assign(name, TRUE, noted)
      core(...)
    }
  }))
  quietly(f())
  ls(noted)
}

# `f()` where one function of the core finds no memory.
without_memory <- function(f, name) {
  exhausted <- structure(class = c("std::bad_alloc", "C++Error", "error", "condition"),
                         list(message = "std::bad_alloc", call = NULL))
  local_functions(stats::setNames(list(function(...) stop(exhausted)), name))
  quietly(f())
}
