# The fuzzer: one call = one integer seed. fuzz_call(seed) says which, fuzz_complaint() what is wrong
# with its outcome, fuzz_in_child() makes many in another process and names the one that killed it.

# Generics that users do not call, and classes that never leave the package: reached through others.
fuzz_internal <- list(
  generics = c("picture", "curve_layer", "describe_precision", "update_if_known", ".DollarNames"),
  classes = c(
    "lapscale_paged_points", "lapscale_matrix_free", "lapscale_arguments", "lapscale_distances",
    "lapscale_shared_points",
    # Of mgcv, which calls them.
    "lap.smooth", "lap.smooth.spec"
  )
)
# Methods by which a number or a sample stays what it is to R: what R refuses, R says.
fuzz_of_r <- c(
  "Ops", "Math", "Summary", "[", "[[", "[<-", "[[<-", "c", "rep", "seq", "t", "dim", "dimnames",
  "format", "as.character", "%*%", "diag", "show", "$", "$<-"
)
# Dispatch to the generic of another package would answer for what is no object of ours.
fuzz_own_generics <- c(
  "heat_graph", "as_heat_graph", paste0("ssl_", c(
    "auto", "diffusion", "eigenmaps", "harmonic", "hessian", "iterated", "laprls", "lapsvm",
    "poisson"
  ))
)

# Methods of the namespace: data frame of generic, class.
fuzz_methods <- function() {
  table <- asNamespace("lapscale")[[".__NAMESPACE__."]]$S3methods
  methods <- data.frame(generic = table[, 1], class = table[, 2], name = table[, 3])
  own <- vapply(methods$generic, exists, NA, asNamespace("lapscale"), inherits = FALSE)
  unseen <- own & !methods$generic %in% getNamespaceExports("lapscale")
  known <- !methods$generic %in% fuzz_internal$generics & !unseen &
    !methods$class %in% fuzz_internal$classes
  methods[known, ]
}

# Every exported function, and every method that users reach, as generic.class.
fuzz_names <- function() {
  methods <- fuzz_methods()
  generics <- c(fuzz_own_generics, "as_igraph", "tidy", "glance", "augment")
  exports <- getNamespaceExports("lapscale")
  # Methods of S4 generics are exported as tables, .__T__<generic>:<package>.
  exports <- unique(sub("^\\.__T__(.*):[^:]*$", "\\1", exports))
  # bw_explore() waits for a person.
  c(setdiff(exports, c(generics, "bw_explore")), paste(methods$generic, methods$class, sep = "."))
}

# list(name, call: what is called, arguments, changeable: names of arguments, class: of the object
# that comes first) per name.
fuzz_targets <- function(stock = object_stock()) {
  functions <- fuzz_functions(stock)
  listed <- lapply(names(functions), function(name) {
    call <- fuzz_generic(sub("\\.(default|matrix|Matrix|dist|igraph|formula)$", "", name))
    own <- get(name, asNamespace("lapscale"))
    list(name = name, call = call, arguments = functions[[name]],
         changeable = setdiff(names(formals(own)), c("...", if (isS4(own)) names(formals(own))[1])))
  })
  further <- fuzz_further(stock)
  methods <- fuzz_methods()
  methods <- methods[!paste(methods$generic, methods$class, sep = ".") %in% names(functions), ]
  found <- Map(function(generic, class, name) {
    own <- get(name, asNamespace("lapscale"))
    list(
      name = paste(generic, class, sep = "."), call = fuzz_generic(generic), class = class,
      arguments = c(list(NULL), further[[generic]]),
      changeable = setdiff(names(formals(own))[-1], "...")
    )
  }, methods$generic, methods$class, methods$name)
  targets <- c(listed, unname(found))
  stats::setNames(targets, vapply(targets, `[[`, "", "name"))
}

# One function of a group, and where the others are.
fuzz_generic <- function(generic) {
  group <- c(Ops = "*", Math = "floor", Summary = "range")
  if (generic %in% names(group)) group[[generic]] else generic
}

fuzz_function <- function(name) {
  for (package in c("lapscale", "base", "stats", "graphics", "ggplot2", "recipes", "generics",
                    "tibble", "methods", "utils")) {
    found <- get0(name, asNamespace(package), mode = "function", inherits = FALSE)
    if (!is.null(found)) return(found)
  }
  stop("no function ", name)
}

# The call of a seed: list(name, call, arguments, damaged: whether the object was changed by hand).
fuzz_call <- function(seed, targets, stock, pool, damaged = 0.3) {
  withr::with_seed(seed, {
    target <- targets[[sample(length(targets), 1)]]
    arguments <- target$arguments
    damage <- !is.null(target$class) && stats::runif(1) < damaged
    if (!is.null(target$class)) {
      objects <- stock$objects[[target$class]]
      object <- objects[[sample(length(objects), 1)]]
      arguments[1] <- list(if (damage) fuzz_damage(object, pool) else object)
    }
    share <- sample(c(0, 0.1, 0.25, 0.6), 1)
    for (name in target$changeable[stats::runif(length(target$changeable)) < share]) {
      value <- fuzz_value(fuzz_normal(target, name), pool)
      # A change of a list of ours is damage too.
      damage <- damage || is.list(value) && any(startsWith(class(value), "lapscale_")) &&
        !any(vapply(pool, identical, NA, value))
      arguments[name] <- list(value)
    }
    if (stats::runif(1) < 0.03) arguments$unknown_argument <- 1
    list(name = target$name, call = target$call, arguments = arguments, damaged = damage)
  })
}

# What an argument is when the fuzzer leaves it alone; NULL for what is computed of others.
fuzz_normal <- function(target, name) {
  if (name %in% names(target$arguments)) {
    return(target$arguments[[name]])
  }
  own <- tryCatch(get(target$name, asNamespace("lapscale")), error = function(e) NULL)
  tryCatch(eval(formals(own)[[name]], asNamespace("lapscale")), error = function(e) NULL)
}

# ---- outcomes ----------------------------------------------------------------------------------

# Everything that a call has to leave alone.
fuzz_state <- function() {
  list(
    random = rng_state(), options = options(),
    par = graphics::par(c("mar", "mfrow", "oma", "las", "cex", "mgp", "xpd", "pty", "bg", "col")),
    devices = grDevices::dev.list(), locale = Sys.getlocale(), folder = getwd(),
    global = ls(globalenv(), all.names = TRUE), search = search(), sinks = sink.number(),
    connections = getAllConnections(), environment = Sys.getenv()
  )
}

# As a user would type it: the arguments are variables, not values within the call.
fuzz_evaluate <- function(call) {
  arguments <- call$arguments
  variables <- sprintf("argument_%d", seq_along(arguments))
  frame <- list2env(stats::setNames(arguments, variables), parent = globalenv())
  frame$called <- fuzz_function(call$call)
  symbols <- stats::setNames(lapply(variables, as.name), names(arguments))
  eval(as.call(c(list(as.name("called")), symbols)), frame)
}

# The outcome of a call: list(value or error, warnings: classes of those that are not ours, seconds).
fuzz_run <- function(call) {
  noted <- new.env()
  start <- proc.time()
  outcome <- tryCatch(
    withCallingHandlers(
      utils::capture.output(value <- withVisible(fuzz_evaluate(call))$value),
      warning = function(w) {
        of_r <- sub("\\..*", "", call$name) %in% fuzz_of_r
        if (!inherits(w, "lapscale_warning") && !of_r) noted$warning <- conditionMessage(w)
        rlang::cnd_muffle(w)
      },
      message = function(m) rlang::cnd_muffle(m)
    ),
    error = identity
  )
  error <- if (inherits(outcome, "error")) outcome
  list(
    error = error, value = if (is.null(error)) value, warning = noted$warning,
    seconds = sum((proc.time() - start)[1:2])
  )
}

# What is wrong, in words; NULL if nothing is.
fuzz_complaint <- function(call, outcome, before, after, limit = 5) {
  error <- outcome$error
  of_recipes <- call$call %in% c("prep", "bake")
  if (!is.null(error) && !fuzz_expected(error, call)) {
    from <- paste(deparse(conditionCall(error), nlines = 1), collapse = "")
    return(paste0("error \"", substr(text_of(error), 1, 120), "\" in ", substr(from, 1, 60)))
  }
  if (!is.null(outcome$warning) && !call$damaged && !isTRUE(of_recipes)) {
    return(paste("warning", substr(outcome$warning, 1, 120)))
  }
  if (outcome$seconds > limit) {
    return(paste("took", round(outcome$seconds, 1), "s"))
  }
  # A result without a seed draws one.
  drawn <- is.null(error) && is.null(call$arguments$seed)
  parts <- setdiff(names(before), if (drawn) "random")
  changed <- parts[!vapply(parts, function(p) identical(before[[p]], after[[p]]), NA)]
  if (length(changed)) {
    return(paste("changed", toString(changed)))
  }
  if (!call$damaged) fuzz_bad_value(outcome$value)
}

# Errors of ours, also as the cause of one of recipes; of recipes in its steps; of a function of the
# user's; of R, which matches arguments before we are called, and of arithmetic. A call with an object
# that was changed by hand may end in any error, but R must live.
fuzz_expected <- function(error, call) {
  ours <- inherits(error, "lapscale_error") || inherits(error$parent, "lapscale_error")
  if (ours || call$damaged || identical(call$call, "prep") || identical(call$call, "bake")) {
    return(TRUE)
  }
  message <- conditionMessage(error)
  sub("\\..*", "", call$name) %in% fuzz_of_r ||
    grepl("of the user|^unused argument|matched by multiple actual|arguments passed to", message)
}

fuzz_kinds <- c("result", "error", "error of R")

fuzz_kind <- function(error) {
  if (is.null(error)) return("result")
  if (inherits(error, "lapscale_error")) "error" else "error of R"
}

fuzz_bad_value <- function(value) {
  if (inherits(value, "lapscale_bandwidth") && !isTRUE(is.finite(value) && value > 0)) {
    return("a bandwidth that is none")
  }
  if (inherits(value, "lapscale_graph") && !all(is.finite(as.matrix(value)))) {
    "weights that are not finite"
  }
}

# The outcomes of seeds in this process: a data frame seed, name, outcome ("result", "error" or the
# complaint). The seed that runs is in `file` before it does.
fuzz_here <- function(seeds, file = NULL, time = 5, damaged = 0.3) {
  stock <- suppressMessages(suppressWarnings(object_stock()))
  pool <- suppressMessages(suppressWarnings(fuzz_pool(stock)))
  targets <- fuzz_targets(stock)
  grDevices::pdf(NULL)
  device <- grDevices::dev.cur()
  on.exit(grDevices::dev.off(device))
  graphics::plot.new()
  rows <- lapply(seeds, function(seed) {
    if (!is.null(file)) cat(seed, file = file)
    call <- fuzz_call(seed, targets, stock, pool, damaged)
    set.seed(seed)
    # Every fifth call is made where numbers have a comma.
    options(OutDec = if (seed %% 5 == 0) "," else ".")
    before <- fuzz_state()
    outcome <- fuzz_run(call)
    complaint <- fuzz_complaint(call, outcome, before, fuzz_state(), time)
    data.frame(
      seed = seed, name = call$name, seconds = outcome$seconds,
      outcome = complaint %||% fuzz_kind(outcome$error)
    )
  })
  do.call(rbind, rows)
}

# The bad ones of such a table, a line each.
fuzz_findings <- function(rows) {
  bad <- rows[!rows$outcome %in% fuzz_kinds, ]
  if (nrow(bad)) paste0("fuzz_call(", bad$seed, "), ", bad$name, ": ", bad$outcome)
}

# fuzz_here() in another R, started again after a seed that killed it or took longer than `patience`
# seconds with all of its chunk. Such a seed has the outcome "killed R".
fuzz_in_child <- function(seeds, chunk = 500, patience = 600, damaged = 0.3) {
  found <- list()
  while (length(seeds)) {
    now <- utils::head(seeds, chunk)
    files <- list(seed = tempfile(), given = tempfile(fileext = ".rds"), rows = tempfile())
    saveRDS(list(seeds = now, libraries = .libPaths(), seed = files$seed, rows = files$rows,
                 damaged = damaged), files$given)
    withr::with_envvar(c(TZ = "UTC"), system2(
      file.path(R.home("bin"), "Rscript"),
      c("--vanilla", "lab/fuzz_child.R", shQuote(files$given)),
      stdout = FALSE, stderr = FALSE, timeout = patience
    ))
    rows <- if (file.exists(files$rows)) readRDS(files$rows)
    if (is.null(rows)) {
      # Again up to the one before it, then without it.
      fatal <- as.numeric(readLines(files$seed, warn = FALSE))
      rows <- data.frame(seed = fatal, name = "", seconds = NA, outcome = "killed R")
      before <- now[now < fatal]
      if (length(before)) found <- c(found, list(fuzz_in_child(before, chunk, patience, damaged)))
    }
    found <- c(found, list(rows))
    seeds <- seeds[seeds > max(rows$seed)]
    unlink(unlist(files))
  }
  do.call(rbind, found)
}
