# What recipes asks of a step: it is prepared, applied, printed, listed and tuned.

#' @exportS3Method recipes::prep
prep.lapscalestep <- function(x, training, info = NULL, ...) door({
  # What an earlier one left is made anew.
  x$trained <- FALSE
  x[c("res", "columns")] <- list(NULL)
  columns <- recipes::recipes_eval_select(x$terms, training, info)
  num_comp <- check_count(x$num_comp, "num_comp", min = 0)
  if (num_comp > 0L && length(columns) > 0L) {
    fit <- fit_of_step(sub("^step_", "", class(x)[[1]]))
    x$res <- rlang::exec(
      fit, training[, columns, drop = FALSE], num_comp, !!!unclass(x)[x$arguments], !!!x$options
    )
  }
  x$columns <- columns
  x$trained <- TRUE
  x
})

#' @exportS3Method recipes::bake
bake.lapscalestep <- function(object, new_data, ...) door({
  columns <- names(object$columns)
  recipes::check_new_data(columns, object, new_data)
  if (is.null(object$res)) {
    return(new_data)
  }
  runtime <- new_runtime(object$options$n_threads, FALSE)
  y <- place_known_rows(object$res, new_data[, columns, drop = FALSE], runtime)
  dimnames(y) <- list(NULL, recipes::names0(ncol(y), object$prefix))
  coordinates <- recipes::check_name(tibble::as_tibble(y), new_data, object)
  if (!object$keep_original_cols) {
    new_data <- new_data[, !names(new_data) %in% columns, drop = FALSE]
  }
  tibble::as_tibble(cbind(new_data, coordinates))
})

# As predict(), but rows that are not finite are NA instead of an error.
place_known_rows <- function(fit, table, runtime) {
  finite <- lapply(table, function(v) if (is.numeric(v)) is.finite(v) else !is.na(v))
  known <- which(Reduce(`&`, finite, rep(TRUE, nrow(table))))
  model <- fitted_model(fit)
  at <- as_new_points(table[known, , drop = FALSE], model$x, model$columns, model$scaling)
  s <- n_coordinates(fit)
  placed <- matrix(NA_real_, nrow(table), s)
  if (length(known)) placed[known, ] <- place_points(model, at$x, runtime)
  mark_lost(placed, s = s * (seq_len(nrow(table)) %in% known))
}

#' @export
print.lapscalestep <- function(x, width = max(20L, getOption("width") - 35L), ...) door({
  check_number(width, "width", above = 0, infinite = TRUE)
  method <- method_titles[[sub("^step_embed_", "", class(x)[[1]])]]
  recipes::print_step(names(x$columns), x$terms, x$trained, paste(method, "of "), width)
  invisible(x)
})

#' @export
tidy.lapscalestep <- function(x, ...) door({
  terms <- if (x$trained) names(x$columns) else recipes::sel2char(x$terms)
  tibble::tibble(terms = as.character(terms), id = x$id)
}, ...)

#' @exportS3Method generics::required_pkgs
required_pkgs.lapscalestep <- function(x, ...) "lapscale"

#' @exportS3Method generics::tunable
tunable.lapscalestep <- function(x, ...) {
  found <- list(
    num_comp = list(pkg = "dials", fun = "num_comp", range = c(1L, 4L)),
    bandwidth = if ("bandwidth" %in% x$arguments) {
      list(pkg = "dials", fun = "rbf_sigma", range = c(-2, 1))
    },
    k = list(pkg = "dials", fun = "neighbors", range = c(5L, 30L))
  )
  found <- Filter(Negate(is.null), found)
  tibble::tibble(
    name = names(found), call_info = unname(found), source = "recipe", component = class(x)[[1]],
    component_id = x$id
  )
}
