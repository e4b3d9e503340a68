#' @export
bw_reml <- function(formula, data, family = stats::gaussian(), bandwidths = NULL, ...) door({
  start <- proc.time()[[3]]
  check_installed("mgcv", "to fit the model")
  settings <- lapply(enquos(...), rlang::eval_tidy, data)
  refuse_first(intersect(names(settings), c("method", "fit", "G")),
               "`{first}` cannot be set: models are compared by restricted likelihood.")
  is_formula <- vapply(if (is.list(formula)) formula else list(formula), inherits, NA, "formula")
  refuse_if(!all(is_formula), "`formula` must be a formula of mgcv::gam(), not {describe(formula)}.")
  refuse_if(count_open_terms(formula) == 0,
            "`formula` has no term s(..., bs = \"lap\") whose graph is to be chosen.")
  runtime <- new_runtime(NULL, NULL)
  graphs <- if (is.null(bandwidths)) lapply(candidate_neighbors, nearest_graph) else
    lapply(sort(check_positive(bandwidths, "bandwidths")), radius_graph)
  fits <- lapply(seq_along(graphs), function(i) {
    fit <- fit_on_graph(formula, graphs[[i]], c(list(data = data, family = family), settings))
    if (!is.null(runtime$progress)) runtime$progress(i / length(graphs))
    fit
  })
  finish_bandwidth(likelihood_curve(fits, graphs), proc.time()[[3]] - start)
})

# The numbers of neighbors that are compared by default, of the study in bench/regression/.
candidate_neighbors <- c(5L, 7L, 10L, 15L)

# Returns the curve of restricted likelihood as finish_bandwidth() takes it.
#   fits  of fit_on_graph(): list(bandwidth, criterion, edf, n), or a condition
likelihood_curve <- function(fits, graphs) {
  failed <- vapply(fits, inherits, NA, "condition")
  if (all(failed)) stop(fits[[1L]])
  graphs <- graphs[!failed]
  column <- function(name) vapply(fits[!failed], `[[`, 0, name)
  curve <- data.frame(
    bandwidth = column("bandwidth"), criterion = column("criterion"), se = NA_real_,
    graph = vapply(graphs, `[[`, "", "type"),
    k = vapply(graphs, function(graph) graph$k %||% NA_integer_, 0L), edf = column("edf")
  )
  order <- order(curve$bandwidth)
  curve <- curve[order, ]
  rownames(curve) <- NULL
  lowest <- which.min(curve$criterion)
  minima <- minima_and_lowest(curve, find_minima(curve$criterion), lowest)
  list(
    method = "reml", curve = curve, minima = minima,
    choices = c(global = which.min(minima$criterion)), minimum = "global",
    facts = list(
      n = fits[!failed][[1L]]$n, d = NA_integer_, graph = curve$graph[[lowest]],
      k = curve$k[[lowest]], reml = curve$criterion[[lowest]], edf = curve$edf[[lowest]]
    ),
    labels = list(criterion = "REML", title = "restricted likelihood of a model"),
    basis = graphs[order][[lowest]]
  )
}

# Fits the model with the graph in its term. An error of ours, such as that of a graph in too many
# components, is returned.
fit_on_graph <- function(formula, graph, arguments) {
  tryCatch(
    {
      formula <- with_term_graph(formula, graph)
      fit <- muffle_all(do.call(
        mgcv::gam, c(list(formula = formula), arguments, list(method = "REML"))
      ))
      term <- Filter(function(smooth) isTRUE(smooth$basis$graph$is_candidate), fit$smooth)
      parameters <- unlist(lapply(term, function(smooth) smooth$first.para:smooth$last.para))
      list(
        bandwidth = term[[1L]]$basis$graph$bandwidth, criterion = as.double(fit$gcv.ubre),
        edf = sum(fit$edf[parameters]), n = as.double(nrow(term[[1L]]$basis$x))
      )
    },
    lapscale_error = identity
  )
}

# ---- the term in the formula ---------------------------------------------------------------------

# Returns the formula, or list of formulas, with this graph in its terms bs = "lap" that have none.
# mgcv evaluates the words of a term where the formula was made, so `xt` is bound to a name in an
# environment of its own.
with_term_graph <- function(formula, graph) {
  if (is.list(formula)) return(lapply(formula, with_term_graph, graph))
  env <- rlang::env(environment(formula) %||% globalenv())
  replaced <- replace_term_graph(formula, structure(graph, is_candidate = TRUE), env)
  environment(replaced) <- env
  replaced
}

replace_term_graph <- function(expr, graph, env) {
  if (!is.call(expr)) return(expr)
  if (!is_lap_call(expr, env)) {
    expr[-1L] <- lapply(expr[-1L], replace_term_graph, graph, env)
    return(expr)
  }
  xt <- eval(expr$xt, env)
  if (!is.null(xt$bandwidth) || !is.null(xt$graph)) return(expr)
  xt$bandwidth <- graph
  name <- paste0(".lapscale_xt_", length(env))
  assign(name, xt, env)
  expr$xt <- as.name(name)
  expr
}

is_lap_call <- function(expr, env) {
  is_smooth <- identical(expr[[1L]], quote(s)) || identical(expr[[1L]], quote(mgcv::s))
  is_smooth && identical(eval(expr$bs, env), "lap")
}

# Counts the terms whose graph is not set.
count_open_terms <- function(formula) {
  if (is.list(formula)) return(sum(vapply(formula, count_open_terms, 0)))
  env <- environment(formula) %||% globalenv()
  count <- function(expr) {
    if (!is.call(expr)) return(0)
    if (!is_lap_call(expr, env)) return(sum(vapply(as.list(expr)[-1L], count, 0)))
    xt <- eval(expr$xt, env)
    as.double(is.null(xt$bandwidth) && is.null(xt$graph))
  }
  count(formula)
}
