#' Embeddings as steps of a recipe
#'
#' Steps for the package recipes that replace numeric columns by the coordinates of
#' [embed_eigenmaps()], [embed_diffusion()], [embed_isomap()], [embed_lle()] or [embed_kpca()]; new
#' data are placed by `predict()`.
#'
#' @details
#' The columns are used as they are: a step that brings them to one scale belongs before. `prep()`
#' fits the embedding to the training rows; `bake()` gives each row the coordinates that
#' [predict()][predict.lapscale_embedding] gives it, which for training rows are their own. Rows
#' too far from all training rows get NA, with a warning; rows with missing or infinite values get
#' NA. In training data such rows are refused unless `options` has `na_action = "omit"`, which fits
#' the embedding to the others.
#'
#' The bandwidth is chosen anew from the data of each `prep()`, by [bw_gc()], unless given.
#'
#' `num_comp`, `bandwidth` and `k` can be tuned: by `dials::num_comp()`, `dials::rbf_sigma()` from
#' 0.01 to 10, which wants a range of your own in the unit of the columns, and `dials::neighbors()`.
#'
#' @param recipe A recipe, to which the step is added.
#' @param ... Selectors of the columns, as in `recipes::selections()`; numeric.
#' @param role Role of the new columns.
#' @param trained TRUE once `prep()` has been there.
#' @param num_comp Number of coordinates. 0: the columns stay as they are.
#' @param bandwidth,t,alpha,kernel As in the embedding of that name.
#' @param k Number of nearest neighbours, as in the embedding or in [heat_graph()]; NULL: as there,
#'   or as in `options`.
#' @param options A named list of further arguments of the embedding or of its [heat_graph()], such
#'   as `graph`, `seed`, by their full names. Not `components = "each"`, which gives no table of
#'   coordinates.
#' @param prefix New columns have this name with a number.
#' @param keep_original_cols TRUE keeps the columns that were used.
#' @param res,columns The fit and the names of its columns, by `prep()`.
#' @param skip TRUE: only training data are transformed.
#' @param id A name for the step, unique in the recipe.
#' @return The recipe with the step added. `tidy()`: a row per column with `terms` and `id`; the
#'   embedding itself is `recipe$steps[[i]]$res` after `prep()`.
#' @section Errors:
#' `lapscale_error_argument`, naming `options` or, in `prep()`, the embedding's own argument (`x`
#' for the columns). A column that is missing from new data is recipes' own error.
#' @seealso [embed_eigenmaps()], [embed_diffusion()], [embed_isomap()], [embed_lle()],
#'   [embed_kpca()].
#' @examplesIf requireNamespace("recipes", quietly = TRUE)
#' moons <- as.data.frame(sample_moons(120, noise = 0.05, seed = 1))
#' rec <- recipes::recipe(~., data = moons)
#' rec <- step_embed_diffusion(rec, recipes::all_numeric_predictors(), bandwidth = 0.4, t = 4)
#' rec <- recipes::prep(rec)
#' recipes::bake(rec, new_data = moons[1:3, ])
#' @name step_embed
NULL

#' @rdname step_embed
#' @export
step_embed_eigenmaps <- function(recipe, ..., role = "predictor", trained = FALSE, num_comp = 2L,
                                 bandwidth = NULL, k = NULL, options = list(), prefix = "EM",
                                 keep_original_cols = FALSE, res = NULL, columns = NULL,
                                 skip = FALSE, id = recipes::rand_id("embed_eigenmaps")) door({
  check_installed("recipes", "to use steps")
  new_embed_step(
    recipe, "embed_eigenmaps", list(bandwidth = bandwidth), k, terms = rlang::enquos(...),
    role = role, trained = trained, num_comp = num_comp, options = options, prefix = prefix,
    keep_original_cols = keep_original_cols, res = res, columns = columns, skip = skip, id = id
  )
})

#' @rdname step_embed
#' @export
step_embed_diffusion <- function(recipe, ..., role = "predictor", trained = FALSE, num_comp = 2L,
                                 bandwidth = NULL, t = 1, alpha = 1, k = NULL, options = list(),
                                 prefix = "DM", keep_original_cols = FALSE, res = NULL,
                                 columns = NULL, skip = FALSE,
                                 id = recipes::rand_id("embed_diffusion")) door({
  check_installed("recipes", "to use steps")
  new_embed_step(
    recipe, "embed_diffusion", list(bandwidth = bandwidth, t = t, alpha = alpha), k,
    terms = rlang::enquos(...), role = role, trained = trained, num_comp = num_comp,
    options = options, prefix = prefix, keep_original_cols = keep_original_cols, res = res,
    columns = columns, skip = skip, id = id
  )
})

#' @rdname step_embed
#' @export
step_embed_isomap <- function(recipe, ..., role = "predictor", trained = FALSE, num_comp = 2L,
                              k = NULL, options = list(), prefix = "IM",
                              keep_original_cols = FALSE, res = NULL, columns = NULL, skip = FALSE,
                              id = recipes::rand_id("embed_isomap")) door({
  check_installed("recipes", "to use steps")
  new_embed_step(
    recipe, "embed_isomap", list(), k, terms = rlang::enquos(...), role = role, trained = trained,
    num_comp = num_comp, options = options, prefix = prefix,
    keep_original_cols = keep_original_cols, res = res, columns = columns, skip = skip, id = id
  )
})

#' @rdname step_embed
#' @export
step_embed_lle <- function(recipe, ..., role = "predictor", trained = FALSE, num_comp = 2L,
                           k = NULL, options = list(), prefix = "LL", keep_original_cols = FALSE,
                           res = NULL, columns = NULL, skip = FALSE,
                           id = recipes::rand_id("embed_lle")) door({
  check_installed("recipes", "to use steps")
  new_embed_step(
    recipe, "embed_lle", list(), k, terms = rlang::enquos(...), role = role, trained = trained,
    num_comp = num_comp, options = options, prefix = prefix,
    keep_original_cols = keep_original_cols, res = res, columns = columns, skip = skip, id = id
  )
})

#' @rdname step_embed
#' @export
step_embed_kpca <- function(recipe, ..., role = "predictor", trained = FALSE, num_comp = 2L,
                            kernel = "heat", bandwidth = NULL, k = NULL, options = list(),
                            prefix = "KP", keep_original_cols = FALSE, res = NULL, columns = NULL,
                            skip = FALSE, id = recipes::rand_id("embed_kpca")) door({
  check_installed("recipes", "to use steps")
  new_embed_step(
    recipe, "embed_kpca", list(kernel = kernel, bandwidth = bandwidth), k,
    terms = rlang::enquos(...), role = role, trained = trained, num_comp = num_comp,
    options = options, prefix = prefix, keep_original_cols = keep_original_cols, res = res,
    columns = columns, skip = skip, id = id
  )
})

# Adds a step to a recipe.
#   name       of the step and of the function that fits
#   arguments  what the fit gets beside the data, `n_components`, `k` and `options`
#   k          NULL leaves it to the options
new_embed_step <- function(recipe, name, arguments, k, ..., options, keep_original_cols) {
  check_class(recipe, "recipe", "recipe", "a recipe")
  if (!is.null(k)) arguments$k <- k
  check_step_options(options, name, names(arguments))
  keep_original_cols <- check_flag(keep_original_cols, "keep_original_cols")
  step <- rlang::exec(
    recipes::step, subclass = name, ..., !!!arguments,
    arguments = names(arguments) %||% character(), options = options,
    keep_original_cols = keep_original_cols
  )
  # recipes takes every class with an underscore for a kind of step.
  class(step) <- c(class(step)[[1]], "lapscalestep", "step")
  recipes::add_step(recipe, step)
}

# The function that a step fits by.
fit_of_step <- function(name) get(name, envir = topenv(), mode = "function")

# Names are to be whole: R would complete a part of one past these checks.
check_step_options <- function(options, name, set) {
  named <- is.list(options) && (length(options) == 0L || rlang::is_named(options))
  if (!named) {
    abort_argument("`options` must be a named list, not {describe(options)}.")
  }
  taken <- intersect(names(options), c("x", "n_components", "variance", set))
  if (length(taken)) {
    abort_argument("`options` must not have `{taken[[1]]}`, which the step sets.")
  }
  own <- names(formals(fit_of_step(name)))
  known <- c(own, if ("graph" %in% own) setdiff(names(formals(heat_graph.default)), "type"))
  strange <- setdiff(names(options), setdiff(known, "..."))
  if (length(strange)) {
    abort_argument(
      "`options` must name arguments of {name}() or heat_graph(); `{strange[[1]]}` is none."
    )
  }
  if (anyDuplicated(names(options))) {
    twice <- names(options)[duplicated(names(options))][[1]]
    abort_argument("`options` must have each argument once; `{twice}` comes twice.")
  }
  if (identical(options$components, "each")) {
    abort_argument(
      "`options` must not have `components` = \"each\": a step gives one table of coordinates."
    )
  }
}
