#' Choose the graph of a smooth by restricted likelihood
#'
#' @description
#' Fits a model of package mgcv on several graphs, and returns the bandwidth of the graph with the
#' smallest REML, the negative logarithm of the restricted likelihood.
#'
#' **When to use it.** Use it for a model with a term `s(..., bs = "lap")` (see [smooth_lap]) if the
#' response should choose the graph. The other selectors, such as [bw_gc()], use the points only.
#'
#' **Arguments to know.** Supply the `formula`, the `data`, and the `family` as for [mgcv::gam()],
#' and give the result to the term as `xt = list(bandwidth = )`.
#'
#' @details
#' The graphs are radius graphs, see [heat_graph()]. If `bandwidths` is `NULL`, their bandwidths are
#' the one that [bw_gc()] selects for the points of the term, times 0.35, 0.5, 0.71, 1, and 1.41. If
#' REML is smallest at the largest or the smallest of them, more are added, each 1.41 times as large
#' or as small as the last, until it is not. No graph is added in which points have no neighbors, nor
#' one that is so smooth that more than a tenth of the basis functions cannot be told apart in it.
#'
#' All models have the same terms and the same number of basis functions, and are fitted by
#' `method = "REML"`. A term that has a `bandwidth` or a `graph` already keeps it. If several terms
#' have none, all of them get the same multiple, and the result is the bandwidth of the first.
#'
#' On 18 sets of data the prediction error of the choice was 4% smaller than that of the default
#' bandwidth of the term (standard error 2%), and 2% larger than the smallest of these bandwidths.
#'
#' The result is a [lapscale_bandwidth]: a number with a curve. Its columns are `bandwidth`,
#' `criterion` (the REML), `se` (always `NA`), and `edf` (the effective degrees of freedom of the
#' term). [plot()][plot.lapscale_bandwidth] draws it, [bw_minima()] lists its minima, and `glance()`
#' returns `graph`, `n_functions` (the size of the basis), `reml`, and `edf` of the choice.
#'
#' @param formula A formula of [mgcv::gam()], or a list of them, with a term `s(..., bs = "lap")`
#'   that has neither a bandwidth nor a graph.
#' @param data A data frame with the variables.
#' @param family The family of the model. The default is [gaussian()].
#' @param bandwidths The bandwidths to compare, in the unit of the columns: positive numbers. If
#'   `NULL` (the default), they are multiples of that of [bw_gc()], as many as it takes, see Details.
#' @param ... Further arguments of [mgcv::gam()], such as `weights` or `select`, except `method`;
#'   and `n_threads` and `progress`.
#' @return A [lapscale_bandwidth], see Details.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if `formula` has no term to choose a graph for, or naming an argument
#'   out of its range;
#' - `lapscale_error_not_installed` if package mgcv is not installed;
#' - `lapscale_error_no_criterion` with the words of [mgcv::gam()] if it cannot fit the model;
#' - `lapscale_warning_edge` if REML is smallest at an end of the bandwidths;
#' - `lapscale_message_cost` if the call will take 10 seconds or more.
#' @seealso [smooth_lap] for the term; [bw_gc()] and [bw_cv()] for other selectors.
#' @examplesIf requireNamespace("mgcv", quietly = TRUE)
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moons <- data.frame(a = x[, 1], b = x[, 2])
#' moons$y <- sin(attr(x, "parameters")[, "theta"]) + rnorm(150) / 5
#' h <- bw_reml(y ~ s(a, b, bs = "lap", k = 20), data = moons)
#' h
#' fit <- mgcv::gam(
#'   y ~ s(a, b, bs = "lap", k = 20, xt = list(bandwidth = h)), data = moons, method = "REML"
#' )
#' bw_reml(Volume ~ s(Girth, Height, bs = "lap", k = 10), data = trees)
#' @export
bw_reml <- function(formula, data, family = stats::gaussian(), bandwidths = NULL, ...) door({
  check_installed("mgcv", "to fit the model")
  refuse_if(missing(data) || !is.data.frame(data),
            "`data` must be a data frame with the variables.")
  n_terms <- count_open_terms(check_model_formula(formula))
  refuse_if(n_terms == 0,
            "`formula` has no term s(..., bs = \"lap\") without a bandwidth or a graph.")
  settings <- lapply(enquos(...), rlang::eval_tidy, data)
  refuse_first(intersect(names(settings), c("method", "fit", "G")),
               "`{first}` cannot be set: models are compared by restricted likelihood.")
  refuse_if(!is.null(bandwidths) && !length(bandwidths), "`bandwidths` must not be empty.")
  runtime <- new_runtime(settings$n_threads, settings$progress)
  rlang::local_options(lapscale.threads = runtime$n_threads)
  settings <- settings[!names(settings) %in% names(setting_groups$run)]
  # Descriptions of graphs, of new_term_graph(), by increasing bandwidth: one for each bandwidth, or
  # for each multiple of the bandwidth of bw_gc(). `fits` has for each what fit_on_graph() returns.
  graphs <- if (is.null(bandwidths)) lapply(candidate_multiples, gc_graph) else
    lapply(sort(check_positive(bandwidths, "bandwidths")), radius_graph)
  settings <- c(list(data = data, family = family), settings, list(method = "REML"))
  fits <- vector("list", length(graphs))
  # Describes the graph at a multiple of the bandwidth of bw_gc(), which each fit then selects anew.
  graph_at <- gc_graph
  for (i in seq_along(graphs)) {
    seconds <- seconds_of(fits[[i]] <- fit_on_graph(formula, graphs[[i]], settings))
    if (i == 1L) {
      inform_of_seconds(seconds * (length(graphs) - 1),
                        paste("The comparison of", length(graphs), "bandwidths"),
                        "A smaller `k` in the terms takes less, and so do fewer `bandwidths`.")
    }
    unit <- fits[[i]][["unit"]]
    # The bandwidth of bw_gc(), `unit`, is selected once if one set of points needs it.
    if (n_terms == 1 && !is.null(unit)) {
      graph_at <- function(multiple) radius_graph(unit_of_all * multiple)
      unit_of_all <- unit
      graphs[i:length(graphs)] <- lapply(candidate_multiples[i:length(graphs)], graph_at)
    }
    if (!is.null(runtime$progress)) runtime$progress(i / length(graphs))
  }
  if (is.null(bandwidths)) {
    fits <- extend_fits(fits, function(multiple) {
      fit_on_graph(formula, graph_at(multiple), settings, within_limits = TRUE)
    })
  }
  finish_bandwidth(selected_by_likelihood(fits, is.null(bandwidths)))
}, .takes = list("run", .others = TRUE))

# Returns `formula`; an error unless it is a formula, or a list of formulas.
check_model_formula <- function(formula) {
  parts <- if (is.list(formula)) formula else list(formula)
  refuse_if(!length(parts) || !all(vapply(parts, inherits, NA, "formula")),
            "`formula` must be a formula of mgcv::gam(), not {describe(formula)}.")
  formula
}

# The multiples of the bandwidth of bw_gc() that are compared by default (notes/regression.md).
candidate_multiples <- c(0.35, 0.5, 0.71, 1, 1.41)

# Further multiples that are compared if the curve is lowest at an end.
further_multiples <- list(larger = 2^(2:6 / 2), smaller = 2^(-4:-8 / 2))

# Returns fits with those at further multiples, until the lowest criterion is at no end, a graph has
# no fit, or no multiples are left.
#   fits    list of results of fit_on_graph(), lists with criterion or conditions, by increasing
#           bandwidth
#   fit_at  function of a multiple that returns such a result
extend_fits <- function(fits, fit_at) {
  for (side in names(further_multiples)) {
    for (multiple in further_multiples[[side]]) {
      criterion <- vapply(fits, function(fit) {
        if (inherits(fit, "condition")) Inf else fit$criterion
      }, 0)
      end <- if (side == "larger") length(fits) else 1L
      if (!is.finite(min(criterion)) || which.min(criterion) != end) break
      fit <- fit_at(multiple)
      if (inherits(fit, "condition")) break
      fits <- append(fits, list(fit), if (side == "larger") end else 0L)
    }
  }
  fits
}

# Returns the selection by restricted likelihood that finish_bandwidth() takes, a list of the
# arguments of new_bandwidth().
#   fits         list of results of fit_on_graph(), by increasing bandwidth: conditions, or lists of
#                bandwidth, criterion, edf, n, size, and scaling
#   is_extended  whether bandwidths were added by extend_fits(), so that the curve ends, as a rule,
#                where graphs have no fit
selected_by_likelihood <- function(fits, is_extended = FALSE) {
  has_failed <- vapply(fits, inherits, NA, "condition")
  if (all(has_failed)) stop(fits[[1L]])
  fit_values <- function(name) vapply(fits[!has_failed], `[[`, 0, name)
  curve <- data.frame(
    bandwidth = fit_values("bandwidth"), criterion = fit_values("criterion"), se = NA_real_,
    edf = fit_values("edf")
  )
  lowest <- which.min(curve$criterion)
  minima <- minima_and_lowest(curve, find_minima(curve$criterion), lowest)
  list(
    method = "reml", curve = curve, minima = minima,
    choices = c(global = which.min(minima$criterion)), minimum = "global",
    facts = list(
      n = fits[!has_failed][[1L]]$n, d = NA_integer_, graph = graph_radius()$name,
      n_functions = fits[!has_failed][[1L]]$size, reml = curve$criterion[[lowest]],
      edf = curve$edf[[lowest]]
    ),
    labels = list(criterion = "REML", title = "restricted likelihood of a model",
                  is_difference = TRUE, edge = if (is_extended) {
                    c(smallest = "At smaller ones points have no neighbors, or the graph has too
                                  many components for `k`. A larger `k` may help.",
                      largest = "At larger ones the graph tells fewer than `k` functions apart. A
                                 smaller `k` allows larger ones.")
                  }),
    scaling = fits[!has_failed][[1L]]$scaling
  )
}

# Fits the model with the graph in its term. Returns a list:
#   bandwidth  of the graph
#   criterion  minus the logarithm of the restricted likelihood, up to a constant
#   edf        effective degrees of freedom of all terms with this graph together
#   size       number of functions of the first of these terms;  n: number of its points
#   scaling    what was done to its points first, see checked_points(), or NULL
#   unit       the bandwidth of bw_gc() for its points, if that was needed, or NULL
# or a condition: an error of ours, such as that of a graph in too many components, and a warning of
# the graph's limits if the fit must be within them.
#   formula        a formula, or a list of formulas
#   graph          of new_term_graph(), the description of a graph
#   gam_args       list of the arguments of mgcv::gam() beside the formula
#   within_limits  whether a warning of isolated points or of eigenvalues beyond the heat scale ends
#                  the fit
fit_on_graph <- function(formula, graph, gam_args, within_limits = FALSE) {
  tryCatch(
    {
      formula <- with_term_graph(formula, graph)
      model <- c(list(formula = formula), gam_args)
      fit <- muffle_own(if (!within_limits) do.call(mgcv::gam, model) else tryCatch(
        do.call(mgcv::gam, model), lapscale_warning_no_logarithm = identity,
        lapscale_warning_isolated = identity
      ))
      if (inherits(fit, "condition")) return(fit)
      # The terms with this graph, and the numbers of their coefficients.
      terms <- Filter(function(smooth) isTRUE(smooth$basis$graph$is_candidate), fit$smooth)
      parameters <- unlist(lapply(terms, function(smooth) smooth$first.para:smooth$last.para))
      basis <- terms[[1L]]$basis
      list(
        bandwidth = basis$graph$bandwidth, criterion = as.double(fit$gcv.ubre),
        edf = sum(fit$edf[parameters]), n = nrow(basis$x), size = ncol(basis$values),
        unit = basis$graph$unit, scaling = basis$scaling
      )
    },
    error = function(e) {
      if (inherits(e, "lapscale_error")) return(e)
      if (is_out_of_memory(e)) stop(e)
      reason <- conditionMessage(e)
      abort(c("mgcv::gam() cannot fit the model.", i = "{reason}"), "no_criterion")
    }
  )
}

# ---- the term in the formula ---------------------------------------------------------------------

# Returns the formula, or list of formulas, with this graph in its terms bs = "lap" that have none.
# mgcv evaluates the words of a term where the formula was made, so `xt` is bound to a name in an
# environment of its own.
#   graph  of new_term_graph(), the description of a graph
with_term_graph <- function(formula, graph) {
  if (is.list(formula)) return(lapply(formula, with_term_graph, graph))
  env <- rlang::env(environment(formula) %||% globalenv())
  replaced <- replace_term_graph(formula, structure(graph, is_candidate = TRUE), env)
  environment(replaced) <- env
  replaced
}

# Returns an expression of a formula with this graph in its terms bs = "lap" that have none.
#   expr   the expression: a call, a name, or a constant; of a term s(..., bs = "lap") the argument
#          xt, a list of its settings, is read
#   graph  of new_term_graph()
#   env    environment in which the graph is assigned to a name that the expression uses
replace_term_graph <- function(expr, graph, env) {
  if (!is.call(expr)) return(expr)
  if (!is_lap_term(expr, env)) {
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

# Whether a call in a formula is a term s(..., bs = "lap").
#   expr  the call;  env: environment in which its values are looked up
is_lap_term <- function(expr, env) {
  is_smooth <- identical(expr[[1L]], quote(s)) || identical(expr[[1L]], quote(mgcv::s))
  is_smooth && identical(eval(expr$bs, env), "lap")
}

# Counts the terms bs = "lap" of a formula that have neither a bandwidth nor a graph, a number.
#   formula  a formula, or a list of formulas
count_open_terms <- function(formula) {
  if (is.list(formula)) return(sum(vapply(formula, count_open_terms, 0)))
  env <- environment(formula) %||% globalenv()
  count_in <- function(expr) {
    if (!is.call(expr)) return(0)
    if (!is_lap_term(expr, env)) return(sum(vapply(as.list(expr)[-1L], count_in, 0)))
    xt <- eval(expr$xt, env)
    as.double(is.null(xt$bandwidth) && is.null(xt$graph))
  }
  count_in(formula)
}
