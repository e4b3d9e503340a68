# Formula methods of the ssl_* functions: y ~ predictors.

# Fits by a learner to y ~ predictors. Returns its fit, with `terms` (model_terms).
#   learner   generic function of the package, such as ssl_auto()
#   formula   of the user;  data: of the user, a data frame, or what else has the variables
#   settings  quosures of the learner's other arguments, by name. As in lm(), `weights` may be a
#             column of the data, and so may `groups`: these are evaluated in data. After that
#             `settings` holds the values.
# `model_terms` is a list: terms, without the labels; levels, of factors by name; columns, the names
# of the columns that predict; types and classes, of these, in words and as of .MFclass();
# contrasts, of factors. `frame` is the model frame, `design` list(x, contrasts) of
# design_points(), and `may_be_column` says of each setting whether data are looked at.
fit_terms <- function(learner, formula, data, settings) {
  refuse_if(missing(formula), "`x` must be the formula: give it first, or by this name.")
  settings <- as.list(settings)
  refuse_if(has_bar(formula),
            c("`x` must be a formula without `|`, which stands for groups in other packages.",
              i = "Make a fit for each group, or use its column as a predictor: `y ~ a + group`."))
  refuse_if("y" %in% names(settings),
            "`y` is the left side of the formula `x`; it must not be given beside it.")
  check_learner_names(learner, rlang::names2(settings))
  if (missing(data)) data <- environment(formula)
  may_be_column <- rlang::names2(settings) %in% c("weights", "groups") & is.data.frame(data)
  settings[may_be_column] <- Map(function(setting, name) {
    made_by_formula(rlang::eval_tidy(setting, data), paste0("`", name, "` must be ",
                    if (name == "weights") "numbers" else "a vector", ", or in `data`"))
  }, settings[may_be_column], names(settings)[may_be_column])
  settings[!may_be_column] <- lapply(settings[!may_be_column], rlang::eval_tidy)
  data <- without_settings(data, formula, settings[may_be_column])
  frame <- made_by_formula(
    stats::model.frame(formula, data, na.action = stats::na.pass, drop.unused.levels = FALSE)
  )
  terms <- stats::terms(frame)
  y <- stats::model.response(frame)
  refuse_if(is.null(y), "`x` must be a formula with labels on its left side.")
  offset <- attr(terms, "offset")
  refuse_if(!is.null(offset),
            c("`x` must be a formula without offset(); it has {names(frame)[[offset[[1L]]]]}.",
              i = "Offsets are not supported. If the labels are numbers, subtract it from them."))
  model_terms <- list(
    terms = stats::delete.response(terms), levels = stats::.getXlevels(terms, frame)
  )
  model_terms$columns <- intersect(all.vars(model_terms$terms), names(data))
  # Without variables that the formula leaves out again, such as a in y ~ . - a. The matrix has a
  # row per variable and a column per term; without terms it is an empty vector.
  predictors <- frame[which(rowSums(as.matrix(attr(terms, "factors"))) > 0)]
  refuse_first(names(Filter(is_row_name, predictors)),
               "`data` has another text in each row of the column {first}, which says nothing of
                new rows. Leave it out: `y ~ . - {first}`.")
  if (is.null(settings$groups)) inform_of_many_classes(predictors)
  model_terms$types <- vapply(model_terms$columns, function(name) type_in_words(data[[name]]), "")
  model_terms$classes <-
    vapply(model_terms$columns, function(name) stats::.MFclass(data[[name]]), "")
  design <- design_points(model_terms$terms, frame, data, "data")
  model_terms$contrasts <- design$contrasts
  fit <- do.call(learner, c(list(x = design$x, y = unname(y)), settings))
  fit$terms <- model_terms
  fit
}

# Refuses names of arguments that a learner does not have, before the arguments are evaluated.
#   learner  generic function of the package;  names: of the arguments, "" for those without one
# `method` is its default method, a function.
check_learner_names <- function(learner, names) {
  method <- utils::getS3method(body(learner)[[2L]], "default", envir = topenv())
  formal_names <- names(formals(method))
  known_names <- setdiff(c(formal_names, names(dot_settings(method))), c("x", "y", "..."))
  is_known <- names %in% known_names | !is.na(pmatch(names, formal_names, duplicates.ok = TRUE))
  unknown_names <- names[nzchar(names) & !is_known]
  if (length(unknown_names)) refuse_dot(unknown_names[[1L]], known_names = known_names)
}

# Leaves columns of `groups` and `weights` out of those that the dot of a formula stands for: they
# say which rows belong together and how much they count, and new rows have none. Returns data.
#   data      data frame, or what else has the variables
#   formula   of the user
#   settings  list of those of `groups` and `weights` that were given, evaluated
without_settings <- function(data, formula, settings) {
  if (!is.data.frame(data)) return(data)
  dot_columns <- if ("." %in% all.vars(formula)) setdiff(names(data), all.vars(formula))
  for (name in names(settings)) {
    value <- as.character(settings[[name]])
    is_equal <-
      vapply(dot_columns, function(column) identical(as.character(data[[column]]), value), NA)
    columns <- dot_columns[is_equal]
    inform_if(length(columns) > 0L,
              "`{name}`: the column{?s} {columns} {?is/are} not {?a predictor/predictors}. To use
               {?it/them} as such too, name {?it/them} in the formula.", "predictors")
    data <- data[setdiff(names(data), columns)]
    dot_columns <- setdiff(dot_columns, columns)
  }
  data
}

# Whether `expr`, a formula or a part of one, has a bar `|` between its terms. Bars inside other
# functions, such as I(), do not count. `name` is that of the function that `expr` calls, or "".
has_bar <- function(expr) {
  name <- if (is.call(expr) && is.name(expr[[1L]])) as.character(expr[[1L]]) else ""
  name == "|" ||
    name %in% c("~", "+", "-", "*", "(") && any(vapply(as.list(expr)[-1L], has_bar, NA))
}

# The value of `expr`, which R makes of a formula and data and which is evaluated here: its errors
# become ours, of the class lapscale_error_argument.
#   expected  words that come before R's message;  arg: the argument that an error is about
made_by_formula <- function(expr, expected = paste0("`", arg, "` does not fit the formula"),
                            arg = "data") {
  tryCatch(expr, error = function(e) {
    if (is_out_of_memory(e)) stop(e)
    abort_argument("{expected}: {conditionMessage(e)}")
  })
}

# Whether a column is text, or a factor, that is different in each of 3 or more rows.
is_row_name <- function(column) {
  (is.character(column) || is.factor(column)) && length(column) > 2L && !anyDuplicated(column)
}

# Shows a message if a predictor has so many classes that they may be subjects, whose rows are then
# found again by their indicators.
#   predictors  a data frame, of a model frame
inform_of_many_classes <- function(predictors) {
  is_class <- vapply(predictors, function(column) {
    is.character(column) || is.factor(column) && !is.ordered(column)
  }, NA)
  n_classes <- vapply(predictors[is_class], function(column) {
    length(unique(stats::na.omit(column)))
  }, 0L)
  counts <- n_classes[n_classes > min(10, max(5, nrow(predictors) / 10))]
  name <- names(counts)[1L]
  inform_if(length(counts) > 0L,
            c("`data`: classes become indicator columns, of which there are many:
               {paste(names(counts), 'has', counts, 'classes', collapse = ', ')}.",
              i = "If {name} says which rows belong together, `groups = {name}` leaves whole groups
                   out in the estimate of the error, and {name} out of `y ~ .`."),
            "classes")
}

# Returns list(x, contrasts). x is a matrix, a row per row of the data, of the columns that
# model.matrix() makes of the predictors, without an intercept, with row names where the data have
# some. contrasts say how factors became columns, a list by name, or NULL without factors.
#   terms      of the formula, without the labels;  frame: its model frame
#   data       where the frame is from: a data frame, or what else has the variables
#   contrasts  those of the fit; NULL: R's;  arg: the argument that an error names
design_points <- function(terms, frame, data, arg, contrasts = NULL) {
  design <- made_by_formula(stats::model.matrix(terms, frame, contrasts), arg = arg)
  x <- design[, colnames(design) != "(Intercept)", drop = FALSE]
  attr(x, "assign") <- attr(x, "contrasts") <- NULL
  if (.row_names_info(if (is.data.frame(data)) data else frame) <= 0L) rownames(x) <- NULL
  list(x = x, contrasts = attr(design, "contrasts"))
}

# Returns new points for a fit by formula, m x r. What was a column of the data must be one again.
#   model_terms  of fit_terms(): terms, levels, columns, types, classes, contrasts
#   newdata      what the user gave, a table with the columns of the data
formula_points <- function(model_terms, newdata) {
  if (!is.data.frame(newdata)) newdata <- as.data.frame(newdata)
  refuse_missing(model_terms$columns, names(newdata))
  refuse_first(intersect(model_terms$columns, names(newdata)[duplicated(names(newdata))]),
               "`newdata` must have each column of the data once; the name {first} comes twice.")
  frame <- new_frame(model_terms, newdata)
  design_points(model_terms$terms, frame, newdata, "newdata", model_terms$contrasts)$x
}

# The variables of new points, a model frame. R's warnings wait until the types are known to be
# right.
#   model_terms  of fit_terms(): terms, levels, columns, types, classes, contrasts
#   newdata      what the user gave, a data frame
new_frame <- function(model_terms, newdata) {
  make_frame <- function() {
    stats::model.frame(
      model_terms$terms, newdata, na.action = stats::na.pass, xlev = model_terms$levels
    )
  }
  frame <- tryCatch(suppressWarnings(make_frame()), error = function(e) {
    if (is_out_of_memory(e)) stop(e)
    refuse_types(names(model_terms$types), model_terms, newdata)
    abort_argument("`newdata` does not fit the formula: {conditionMessage(e)}")
  })
  check_variables(frame, model_terms, newdata)
  make_frame()
}

# Checks that variables are of the types of the fit. Their columns may have other ones, as in
# factor(a), but none is a factor now whose codes would pass for numbers, as they do in poly(a, 2).
#   frame        the model frame of newdata
#   model_terms  of fit_terms(): terms, levels, columns, types, classes, contrasts
#   newdata      what the user gave, a data frame
# `variables` are expressions, such as factor(a), `columns` the names of the columns in one of them;
# `classes` are the types of the variables in the fit, by name.
check_variables <- function(frame, model_terms, newdata) {
  variables <- as.list(attr(model_terms$terms, "variables"))[-1L]
  classes <- attr(model_terms$terms, "dataClasses")
  for (i in seq_along(variables)) {
    name <- names(frame)[[i]]
    class <- stats::.MFclass(frame[[i]])
    columns <- all.vars(variables[[i]])
    is_alike <- are_types_alike(class, classes[[name]])
    if (is_alike) {
      if (type_kind(class) %in% c("levels", "logical")) next
      columns <- Filter(function(column) is.factor(newdata[[column]]), columns)
    }
    refuse_types(columns, model_terms, newdata)
    refuse_if(!is_alike, "`newdata` does not fit the formula: {name} is {class}, in the fit
                          {classes[[name]]}.")
  }
}

# Refuses the first of some columns of `newdata` that is of another type than in the fit.
#   columns      names
#   model_terms  of fit_terms(), with the types and classes of columns
refuse_types <- function(columns, model_terms, newdata) {
  for (name in intersect(columns, names(model_terms$types))) {
    refuse_if(!are_types_alike(stats::.MFclass(newdata[[name]]), model_terms$classes[[name]]),
              "`newdata` must have columns of the types of the data; {name} is
               {type_in_words(newdata[[name]])}, in the fit {model_terms$types[[name]]}.")
  }
}

# Whether two types of columns a and b, as .MFclass() names them, are of one kind, see type_kind().
are_types_alike <- function(a, b) type_kind(a) == type_kind(b)

# The kind of a type, which is a word of .MFclass(): text is levels of a factor, as R reads them
# from files, and what .MFclass() does not know is numbers, as dates are.
type_kind <- function(class) {
  switch(class, factor = , ordered = , character = "levels", other = , nmatrix.1 = "numeric", class)
}

# The type of a column of data, as models distinguish them.
type_in_words <- function(column) {
  class <- stats::.MFclass(column)
  switch(class,
    factor = "a factor", ordered = "an ordered factor",
    other = paste("of class", class(column)[[1L]]),
    if (startsWith(class, "nmatrix")) paste("a matrix of", ncol(column), "columns") else class
  )
}
