#' Embeddings as steps of a recipe
#'
#' @description
#' Adds a step to a recipe (package recipes) that replaces numeric columns by the coordinates of
#' [embed_eigenmaps()], [embed_diffusion()], [embed_isomap()], [embed_layout()], [embed_lle()], or
#' [embed_kpca()]. New data are placed by `predict()`.
#'
#' **When to use it.** Use it if a model is fitted to resamples of the data: the embedding is then
#' fitted again in each resample.
#'
#' @details
#' The columns are used as they are. If they have different units, add a step before that scales
#' them. `prep()` fits the embedding to the training rows. `bake()` gives each row the coordinates
#' that [predict()][predict.lapscale_embedding] would give it, which for training rows are their
#' own. Rows that are too far from all training rows are `NA`, with a warning, unless `options` has
#' `far = "keep"`. Rows with missing or infinite values are `NA` too. In the training data they are
#' an error, unless `options` has `na_action = "omit"`, which fits the embedding to the other rows.
#'
#' Unless you supply `bandwidth`, the embedding uses its default graph, whose bandwidth is selected
#' from the data of each `prep()`.
#'
#' `num_comp`, `bandwidth`, and `k` can be tuned with `dials::num_comp()`, `dials::rbf_sigma()`, and
#' `dials::neighbors()`. The default range of the bandwidth is from 0.01 to 10. Supply your own
#' range, in the unit of the columns.
#'
#' @param recipe A recipe, to which the step is added.
#' @param ... Selectors of numeric columns, as in `recipes::selections()`.
#' @param role Role of the new columns. The default is `"predictor"`.
#' @param trained Set by `prep()`. The default is `FALSE`.
#' @param num_comp Number of coordinates. The default is 2. With 0 the columns stay as they are.
#' @param bandwidth,t,kernel,exaggeration As in the embedding, with the same defaults.
#' @param k Number of nearest neighbors, as in the embedding or in [heat_graph()]. If `NULL` (the
#'   default), it is the default there, or what `options` contains.
#' @param options A named list of further arguments of the embedding or of its [heat_graph()], such
#'   as `graph` or `seed`, by their full names, and `far` of its
#'   [predict()][predict.lapscale_embedding]. `components = "each"` cannot be used, because it does
#'   not return a table.
#' @param prefix The beginning of the names of the new columns. A number follows.
#' @param keep_original_cols If `TRUE`, the original columns are kept. The default is `FALSE`.
#' @param columns The names of the columns. They are set by `prep()`.
#' @param skip If `TRUE`, only the training data are transformed. The default is `FALSE`.
#' @param id A name for the step, unique in the recipe.
#' @return The recipe with the step added:
#'   - `tidy()` returns one row per column, with `terms` and `id`;
#'   - after `prep()`, the embedding is `recipe$steps[[i]]$res`.
#' @section Errors:
#' - `lapscale_error_argument`, naming `options` or, in `prep()`, an argument of the embedding (`x`
#'   for the columns). A column that is missing from new data is an error of package recipes.
#' @seealso [embed_eigenmaps()], [embed_diffusion()], [embed_isomap()], [embed_lle()],
#'   [embed_kpca()].
#' @examplesIf requireNamespace("recipes", quietly = TRUE)
#' moons <- as.data.frame(sample_moons(120, noise = 0.05, seed = 1))
#' rec <- recipes::recipe(~., data = moons)
#' rec <- step_embed_diffusion(rec, recipes::all_numeric_predictors(), bandwidth = 0.4, t = 4)
#' rec <- recipes::prep(rec)
#' recipes::bake(rec, new_data = moons[1:3, ])
#' rec <- recipes::recipe(Species ~ ., data = iris)
#' rec <- step_embed_layout(rec, recipes::all_numeric_predictors())
#' recipes::bake(recipes::prep(rec), new_data = NULL)
#' @name step_embed
NULL

#' Makes the function that adds the step of an embedding to a recipe
#'
#' @param name Of the embedding.
#' @param settings The arguments that only this step has, with their defaults, an alist().
#' @param prefix Of the names of the new columns.
#' @return The function step_embed_<name>(), whose body calls step_embed().
#' @noRd
embedding_step <- function(name, settings, prefix) {
  name <- paste0("embed_", name)
  formals_list <- c(
    list(recipe = rlang::missing_arg(), ... = rlang::missing_arg()),
    list(role = "predictor", trained = FALSE, num_comp = 2L), settings,
    list(k = NULL, options = quote(list()), prefix = prefix, keep_original_cols = FALSE,
         columns = NULL, skip = FALSE, id = bquote(recipes::rand_id(.(name))))
  )
  setting_symbols <- lapply(stats::setNames(nm = as.character(names(settings))), as.name)
  rlang::new_function(formals_list, bquote(door({
    check_installed("recipes", "to use steps")
    step_embed(
      recipe, .(name), .(as.call(c(quote(list), setting_symbols))), k, terms = rlang::enquos(...),
      role = role, trained = trained, num_comp = num_comp, options = options, prefix = prefix,
      keep_original_cols = keep_original_cols, res = NULL, columns = columns, skip = skip, id = id
    )
  })), topenv())
}

#' @rdname step_embed
#' @export
step_embed_eigenmaps <- embedding_step("eigenmaps", alist(bandwidth = NULL), "EM")

#' @rdname step_embed
#' @export
step_embed_diffusion <- embedding_step("diffusion", alist(bandwidth = NULL, t = 1), "DM")

#' @rdname step_embed
#' @export
step_embed_isomap <- embedding_step("isomap", alist(), "IM")

#' @rdname step_embed
#' @export
step_embed_lle <- embedding_step("lle", alist(), "LL")

#' @rdname step_embed
#' @export
step_embed_layout <- embedding_step("layout", alist(exaggeration = 1), "LA")

#' @rdname step_embed
#' @export
step_embed_kpca <- embedding_step("kpca", alist(kernel = "heat", bandwidth = NULL), "KP")

#' Adds a step to a recipe
#'
#' @param recipe The user's recipe.
#' @param name Of the function that fits, such as "embed_lle"; the class is "step_embed_lle".
#' @param arguments Named list of the arguments of that function that this step has of its own, such
#'   as bandwidth and t; `k` is added if it is given.
#' @param k Number of neighbors; NULL leaves it to the options.
#' @param ... `terms`, the selectors of columns as quosures, and the other arguments of
#'   `recipes::step()`: role, trained, num_comp, res, columns, skip, id.
#' @param options Further arguments of the function that fits, and `far`, a named list.
#' @param prefix,keep_original_cols Of the names of the new columns, and whether the old ones stay.
#' @return The recipe with the step.
#' @noRd
step_embed <- function(recipe, name, arguments, k, ..., options, prefix, keep_original_cols) {
  check_class(recipe, "recipe", "recipe", "a recipe")
  check_step_terms(names(list(...)$terms), name)
  if (!is.null(k)) arguments$k <- k
  check_step_options(options, name, names(arguments))
  keep_original_cols <- check_flag(keep_original_cols, "keep_original_cols")
  refuse_if(!rlang::is_string(prefix) || !nzchar(prefix),
            "`prefix` must be one word, such as \"E\", not {describe(prefix)}.")
  step <- rlang::exec(
    recipes::step, subclass = name, ..., !!!arguments,
    arguments = names(arguments) %||% character(), options = options,
    prefix = prefix, keep_original_cols = keep_original_cols
  )
  # recipes takes every class with an underscore for a kind of step.
  class(step) <- c(class(step)[[1]], "lapscalestep", "step")
  recipes::add_step(recipe, step)
}

# Returns a step of a recipe as the current version makes it: one that was saved by an older version
# lacks arguments, which have their defaults.
#   step  of step_embed_*(), a list of its arguments: k (number of neighbors, or NULL), and
#         arguments (names of those that the step gives to the method; NULL in steps of older
#         versions)
current_step <- function(step) {
  defaults <- as.list(formals(get(class(step)[[1L]], topenv())))
  missing_names <- setdiff(names(defaults), c(names(step), "recipe", "...", "id"))
  step[missing_names] <- lapply(defaults[missing_names], eval, baseenv())
  setting_names <- setdiff(names(defaults), names(formals(step_embed_isomap)))
  step$arguments <- step$arguments %||% c(setting_names, if (!is.null(step$k)) "k")
  step
}

# The method of the embedding that a step of a recipe fits, of new_embedding_method().
#   name  of the step, such as "step_embed_lle", or of the function that it fits by, "embed_lle"
method_of_step <- function(name) embedding_method(sub("^(step_)?embed_", "", name))

# Refuses selectors of columns with names: a name was meant for an argument of the embedding.
#   term_names  names of the terms (the selectors), "" without a name
#   name        of the function that fits, such as "embed_lle"
check_step_terms <- function(term_names, name) {
  term_names <- term_names[nzchar(term_names)]
  if (!length(term_names)) return(invisible())
  first <- term_names[[1L]]
  known_names <- argument_names(method_of_step(name)$embed)
  hint <- if (first == "n_components") c(i = "The number of coordinates is `num_comp`.") else
    if (first %in% known_names) c(i = "It can be set by `options = list({first} = )`.") else
      hint_at_name(first, arguments_of_frame(error_frame()), known_names)
  abort_argument(c("`{first}` is not an argument of this step.", hint))
}

# Checks the options of a step. Names are to be whole: R would complete a part of one past these
# checks.
#   options    the user's list, of arguments of the method or of heat_graph(); in it far ("na" or
#              "keep", NULL: "na") and components (must not be "each") are looked at
#   name       of the function that fits, such as "embed_lle"
#   names_set  names of arguments of that function that the step sets itself, such as "bandwidth"
check_step_options <- function(options, name, names_set) {
  refuse_if(!is.list(options) || (length(options) > 0L && !rlang::is_named(options)),
            "`options` must be a named list, not {describe(options)}.")
  names_given <- names(options)
  refuse_first(intersect(names_given, c("x", "n_components", "variance", names_set)),
               "`options` must not have `{first}`, which the step sets.")
  accepted_names <- c(argument_names(method_of_step(name)$embed), "far")
  check_far(options$far %||% "na")
  refuse_first(setdiff(names_given, setdiff(accepted_names, "...")),
               "`options` must name arguments of {name}() or heat_graph(); `{first}` is none.")
  refuse_first(names_given[duplicated(names_given)],
               "`options` must have each argument once; `{first}` comes twice.")
  refuse_if(identical(options$components, "each"),
            "`options` must not have `components` = \"each\": a step gives one table of
             coordinates.")
}

# The methods that recipes calls: a step is prepared, applied, printed, listed and tuned.

# Fits the embedding to the training data. Returns the step with res (the embedding; NULL without
# columns or with num_comp = 0), columns (named by the columns of the data), and trained, TRUE.
#   x         the step, a list: terms (selectors of columns), num_comp (number of coordinates),
#             arguments (names of its fields that the method gets), options (list of further ones)
#   training  data frame;  info: what recipes knows of its columns;  ...: not used
#' @exportS3Method recipes::prep
prep.lapscalestep <- function(x, training, info = NULL, ...) door({
  x <- current_step(x)
  # Makes anew what an earlier prep() left.
  x["res"] <- list(NULL)
  columns <- recipes::recipes_eval_select(x$terms, training, info)
  num_comp <- check_count(x$num_comp, "num_comp", min = 0)
  if (num_comp > 0L && length(columns) > 0L) {
    embed <- method_of_step(class(x)[[1L]])$embed
    x$res <- withCallingHandlers(
      rlang::exec(
        embed, training[, columns, drop = FALSE], num_comp, !!!unclass(x)[x$arguments],
        !!!x$options[names(x$options) != "far"]
      ),
      # Said once per session, and not for each fold.
      lapscale_message_graph = function(m) {
        if (isTRUE(call_record$has_named_graph)) rlang::cnd_muffle(m)
        call_record$has_named_graph <- TRUE
      }
    )
  }
  x$columns <- columns
  x$trained <- TRUE
  x
})

# Places new data by the embedding that prep() fitted. Returns a tibble: the new data with the
# coordinates in place of their columns, or beside them.
#   object    the step, a list: columns (named by the columns of the data), res (the embedding, or
#             NULL), options (with far and n_threads), prefix, keep_original_cols
#   new_data  tibble of new rows;  ...: not used
#' @exportS3Method recipes::bake
bake.lapscalestep <- function(object, new_data, ...) door({
  object <- current_step(object)
  columns <- names(object$columns)
  recipes::check_new_data(columns, object, new_data)
  if (is.null(object$res)) return(new_data)
  runtime <- new_runtime(object$options$n_threads, FALSE)
  far <- object$options$far %||% "na"
  y <- place_complete_rows(object$res, new_data[, columns, drop = FALSE], far, runtime)
  dimnames(y) <- list(NULL, recipes::names0(ncol(y), object$prefix))
  coordinates <- recipes::check_name(tibble::as_tibble(y), new_data, object)
  if (!object$keep_original_cols) {
    new_data <- new_data[, !names(new_data) %in% columns, drop = FALSE]
  }
  tibble::as_tibble(cbind(new_data, coordinates))
})

# Coordinates of new rows as predict() returns them, m x s, except that rows that are not finite are
# NA instead of an error.
#   fit      an embedding;  table: data frame of m new rows, with its columns
#   far      "na", or "keep" points that are far from those of the fit
#   runtime  of new_runtime(): number of threads
place_complete_rows <- function(fit, table, far, runtime) {
  is_finite <- lapply(table, function(v) if (is.numeric(v)) is.finite(v) else !is.na(v))
  # Numbers of the rows without missing values.
  rows <- which(Reduce(`&`, is_finite, rep(TRUE, nrow(table))))
  model <- fitted_model(fit)
  query <- as_new_points(table[rows, , drop = FALSE], model$x, model$columns, model$scaling)
  n_columns <- n_coordinates(fit)
  coordinates <- matrix(NA_real_, nrow(table), n_columns)
  if (length(rows)) coordinates[rows, ] <- place_points(model, query$x, runtime, far = far)
  n_expected <- n_columns * (seq_len(nrow(table)) %in% rows)
  mark_lost(coordinates, n_expected = n_expected, call = "`options`")
}

# Prints a step.
#   x      the step, a list: terms (selectors of columns), trained (TRUE after prep()), columns
#          (named by the columns of the data, NULL before)
#   width  number of letters that the names of columns may take;  ...: not used
#' @export
print.lapscalestep <- function(x, width = max(20L, getOption("width") - 35L), ...) door({
  check_number(width, "width", above = 0, infinite = TRUE)
  title <- paste(method_of_step(class(x)[[1L]])$title, "of ")
  recipes::print_step(names(x$columns), x$terms, x$trained, title, width)
  invisible(x)
})

# Returns the columns of a step as a table.
#   x  the step, a list: terms (selectors of columns), trained (TRUE after prep()), columns (named
#      by the columns of the data, NULL before), id
#' @export
tidy.lapscalestep <- function(x, ...) door({
  terms <- if (x$trained) names(x$columns) else recipes::sel2char(x$terms)
  tibble::tibble(terms = as.character(terms), id = x$id)
}, ...)

#' @exportS3Method generics::required_pkgs
required_pkgs.lapscalestep <- function(x, ...) "lapscale"

# Returns the arguments of a step x that can be tuned, a row of a tibble for each.
#' @exportS3Method generics::tunable
tunable.lapscalestep <- function(x, ...) {
  parameters <- list(
    num_comp = list(pkg = "dials", fun = "num_comp", range = c(1L, 4L)),
    bandwidth = list(pkg = "dials", fun = "rbf_sigma", range = c(-2, 1)),
    k = list(pkg = "dials", fun = "neighbors", range = c(5L, 30L))
  )
  tunable_names <- c("num_comp", method_of_step(class(x)[[1L]])$tunable)
  tibble::tibble(
    name = tunable_names, call_info = unname(parameters[tunable_names]), source = "recipe",
    component = class(x)[[1]], component_id = x$id
  )
}
