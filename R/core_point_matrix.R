# Tables of numbers of all accepted classes, as plain matrices of doubles.

# Lists the classes that are accepted as points, in words, one text.
#   also  further classes that the caller takes, one or several texts such as "a dist", or NULL
point_classes <- function(also = NULL) {
  classes <- c("a numeric matrix", "a data.frame with numeric columns", "a Matrix", also)
  last <- length(classes)
  paste0(paste(classes[-last], collapse = ", "), ", or ", classes[[last]])
}

# Returns a table or a source of rows as a matrix of doubles; an error for other objects.
#   x     what the user gave as `arg`: a matrix, data frame, Matrix, vector (one column), or a
#         source of rows, of which all rows are read
#   also  further classes that the caller takes, for the error, texts or NULL
as_point_matrix <- function(x, arg, also = NULL) {
  if (is_row_source(x)) read_all_rows(as_row_source(x, arg), arg) else as_doubles(x, arg, also)
}

# Returns a table that is in memory as a matrix of doubles; an error for other objects.
#   x     what the user gave as `arg`
#   also  further classes that the caller takes, for the error, texts or NULL
as_doubles <- function(x, arg, also) {
  x <- table_as_matrix(x, arg)
  is_table <- is.matrix(x) && (is.numeric(x) || is.logical(x)) && !inherits(x, "integer64")
  refuse_if(!is_table,
            c("`{arg}` must be {point_classes(also)}, not {describe(x)}.",
              graph_hint(x, also),
              i = assay_hint(x) %||% text_hint(x)))
  storage.mode(x) <- "double"
  if (is.object(x)) attributes(x) <- attributes(x)[c("dim", if (!is.null(dimnames(x))) "dimnames")]
  x
}

# A bullet that says which table of x, an object of single cells, has points as rows; NULL for other
# objects. Objects of cells hold several tables, mostly with cells as columns.
assay_hint <- function(x) {
  if (inherits(x, "Seurat"))
    "`Seurat::Embeddings(x, \"pca\")` has its cells as rows, and so have the
     normalized values `t(Seurat::GetAssayData(x))`." else
    if (methods::is(x, "SummarizedExperiment") || inherits(x, "SingleCellExperiment"))
      "`SingleCellExperiment::reducedDim(x, \"PCA\")` has its cells as rows, and so have the
       logarithms of counts `t(SingleCellExperiment::logcounts(x))`."
}

# A bullet that names the first column whose text is no numbers and which made the matrix x text;
# NULL for other objects, and where all columns are such.
text_hint <- function(x) {
  is_text <- function(column) anyNA(suppressWarnings(as.numeric(column)))
  text_columns <- if (is.matrix(x) && is.character(x)) which(apply(x, 2L, is_text))
  if (!length(text_columns) || length(text_columns) == ncol(x)) return(NULL)
  name <- gsub("([{}])", "\\1\\1", c(colnames(x)[text_columns], text_columns)[[1L]])
  paste0("Column ", name, " is not numeric and makes all columns text: leave it out.")
}

# Returns x, what the user gave as `arg`, as a plain matrix if it is a table of another class or a
# vector of numbers, which is one column. Other objects are returned as they are.
table_as_matrix <- function(x, arg) {
  if (isS4(x) && (is.matrix(x) || is.numeric(x) || is.data.frame(x))) x <- asS4(x, FALSE)
  if (is.data.frame(x)) {
    check_columns(x, arg)
    names <- if (.row_names_info(x) > 0L) row.names(x)
    x <- as.matrix(x)
    rownames(x) <- names
  } else if (methods::is(x, "Matrix")) {
    check_valid_matrix(x, arg)
    check_memory(8 * prod(dim(x)), arg, "as a dense matrix")
    x <- as.matrix(x)
  } else if (is.numeric(x) && is.null(dim(x)) && (!is.object(x) || stats::is.ts(x))) {
    x <- matrix(x, ncol = 1L, dimnames = list(names(x), NULL))
  }
  x
}

# Raises an error if x, of a class of package Matrix, the argument `arg`, is not valid: if its slots
# were changed by hand, functions of package Matrix may crash.
check_valid_matrix <- function(x, arg) {
  fault <- tryCatch(methods::validObject(x), error = function(e) {
    if (is_out_of_memory(e)) stop(e)
    sub(".*: ", "", sub("\n.*", "", conditionMessage(e)))
  })
  refuse_if(is.character(fault), "`{arg}` is not a valid {class(x)[[1]]}: {fault}.")
}

# Raises an error if x, a data frame given as `arg`, has columns that are neither numbers nor TRUE
# and FALSE. `classes` are those of these columns, by name.
check_columns <- function(x, arg) {
  is_numeric <- vapply(x, function(column) {
    (is.numeric(column) || is.logical(column)) && length(dim(column)) %in% c(0L, 2L) &&
      !inherits(column, "integer64")
  }, NA)
  classes <- vapply(x[!is_numeric], function(column) class(column)[[1]], "")
  is_plural <- length(classes) > 1L
  fault <- if (length(classes)) paste0(
    if (is_plural) "columns " else "column ", shorten(names(x)[!is_numeric], 10L),
    if (is_plural) " are of class " else " is of class ", paste(unique(classes), collapse = ", ")
  )
  refuse_first(
    fault,
    c("`{arg}` must have numeric columns only; {first}.",
      i = if (any(classes %in% c("factor", "ordered", "character"))) {
        advice_on_classes(is_plural, "character" %in% classes, is_of_learner(error_frame()))
      } else if (any(classes %in% c("Date", "POSIXct", "POSIXlt"))) {
        "Leave {if (is_plural) 'them' else 'it'} out; for a series see `stats::embed()`."
      })
  )
}

# What to do about columns that are factors or text, in words. With the frame rows with a missing
# value stay; without the contrasts only the first factor has an indicator for each class.
#   is_plural  whether there are several columns;  has_text: whether one is text
#   may_learn  whether the function that was called learns labels
advice_on_classes <- function(is_plural, has_text = FALSE, may_learn = FALSE) {
  frame <- "model.matrix(~ . - 1, model.frame(~ ., {arg}, na.action = na.pass)"
  contrasts <- ", contrasts.arg = lapply(Filter(is.factor, {arg}), contrasts, FALSE)"
  paste0(
    "Leave ", if (is_plural) "them" else "it", " out, or convert ", if (is_plural) "them" else "it",
    " to numbers: `", frame, if (is_plural) contrasts, ")` has an indicator column per class",
    if (is_plural && has_text) " (after `{arg} <- type.convert({arg}, as.is = FALSE)`)",
    ".", if (may_learn) {
      " To learn a column as labels, use a formula, as in `ssl_auto(label ~ ., {arg})`."
    }
  )
}

# Whether the function of a frame learns labels: its first two arguments are points and labels.
is_of_learner <- function(frame) identical(arguments_of_frame(frame)[1:2], c("x", "y"))
