# Numbers that remember how they were found: the parent of lapscale_bandwidth and
# lapscale_dimension. Among numbers they are numbers: whatever is done to one gives plain numbers.

# Makes a number that remembers how it was found.
#   value  the number
#   class  its own classes, the most special one first
#   ...    what it remembers, as attributes
new_number <- function(value, class, ...) {
  structure(as.double(value), ..., class = c(class, "lapscale_number"))
}

# Returns x as a plain number if it is a lapscale_number, as a matrix if it is a table of points of
# a class of this package; any other x as it is.
plain <- function(x) {
  if (inherits(x, c("lapscale_sample", "lapscale_denoised"))) x <- as.matrix(x)
  if (inherits(x, "lapscale_number")) as.double(x) else x
}

# Results of operators are plain: a number that was calculated with remembers no more how it was
# found.
#   e1, e2  the operands, a lapscale_number among them; e2 is missing for a sign or `!`
#' @export
Ops.lapscale_number <- function(e1, e2) {
  operator <- get(.Generic, mode = "function")
  if (missing(e2)) operator(plain(e1)) else operator(plain(e1), plain(e2))
}

# A plain number, as in Ops.
#' @export
Math.lapscale_number <- function(x, ...) get(.Generic, mode = "function")(plain(x), ...)

# A plain number, as in Ops.
#' @export
Summary.lapscale_number <- function(..., na.rm = FALSE) {
  do.call(.Generic, c(lapply(list(...), plain), na.rm = na.rm))
}

#' @export
c.lapscale_number <- function(...) do.call(c, lapply(list(...), plain))

#' @export
rep.lapscale_number <- function(x, ...) rep(plain(x), ...)

# A part is a plain number.
#' @export
`[.lapscale_number` <- function(x, ...) plain(x)[...]

# A part of x, a lapscale_number, by its name `i`, such as "method", see number_parts(); by its
# position 1 the plain number. `...` would be further positions.
#' @export
`[[.lapscale_number` <- function(x, i, ...) {
  if (missing(i) || !is.character(i)) return(plain(x)[[i, ...]])
  find_part(i, number_parts(x))
}

# `x$method` and the like, of a lapscale_number x: a part by its name, see number_parts().
#' @export
`$.lapscale_number` <- function(x, name) find_part(name, number_parts(x))

# One name, "bandwidth" or "dimension", as x is one number: outer(), Map(), and tables of other
# packages rely on it. The console completes the names of all parts.
#' @export
names.lapscale_number <- function(x) {
  if (inherits(x, "lapscale_dimension")) "dimension" else "bandwidth"
}

# The names of parts of x, a lapscale_number, that fit a pattern, a regular expression.
#' @rawNamespace S3method(utils::.DollarNames,lapscale_number)
.DollarNames.lapscale_number <- function(x, pattern = "") {
  grep(pattern, names(number_parts(x)), value = TRUE)
}

# The parts that `$` of x, a lapscale_number, returns: a named list of the columns of glance(), and
# curve, the data frame of tidy().
number_parts <- function(x) c(as.list(glance(x)), list(curve = tidy(x)))

# Parts of models that default methods of package stats ask any object for, such as residuals().
parts_of_models <- c("coefficients", "residuals", "fitted", "fitted.values", "effects", "weights",
                     "deviance", "df.residual", "na.action", "call", "formula", "terms", "model")

# Returns a part of an object by its name; NULL for a name in parts_of_models that it does not have;
# other names are an error that suggests one.
#   name  of the part;  parts: all parts, a named list
find_part <- function(name, parts) {
  if (rlang::is_string(name) && name %in% c(names(parts), parts_of_models)) return(parts[[name]])
  likely_name <- nearest_name(name, names(parts))
  abort_argument(c("`{name}` is not a part of this object.",
                   if (length(likely_name)) c(i = "Did you mean `{likely_name}`?") else
                     hint_at_names(names(parts), "The parts are")))
}

# Raises an error unless the argument `parm` of confint() of a number is NULL, 1, or the name of the
# number.
#   parm  as the user gave it;  name: of the number, "dimension" or "bandwidth"
check_only_parameter <- function(parm, name) {
  is_first <- is.null(parm) || identical(parm, name) || is.numeric(parm) && isTRUE(all(parm == 1))
  refuse_if(!is_first, "`parm` must be \"{name}\" or 1, not {describe(parm)}; see `level`.")
}

# Assigning to an element gives a plain number: the new one was not found that way.
#' @export
`[<-.lapscale_number` <- function(x, ..., value) `[<-`(plain(x), ..., value = plain(value))

#' @export
`[[<-.lapscale_number` <- function(x, ..., value) `[[<-`(plain(x), ..., value = plain(value))

#' @export
seq.lapscale_number <- function(from, ...) seq(plain(from), ...)

#' @export
format.lapscale_number <- function(x, ...) format(plain(x), ...)

#' @export
as.character.lapscale_number <- function(x, ...) as.character(plain(x), ...)

methods::setOldClass("lapscale_number")

# Package Matrix dispatches on S4 classes: it sees the number. It knows the classes that are named
# to setOldClass() in full (bw_select.R, dim_class.R).
#' @rdname lapscale_bandwidth
#' @aliases Ops,Matrix,lapscale_number-method Ops,lapscale_number,Matrix-method
#' @param e1,e2 A Matrix and a bandwidth, in either order.
#' @importFrom methods Ops
#' @importClassesFrom Matrix Matrix
#' @export
methods::setMethod("Ops", signature("Matrix", "lapscale_number"), function(e1, e2) {
  methods::callGeneric(e1, plain(e2))
})

#' @rdname lapscale_bandwidth
#' @export
methods::setMethod("Ops", signature("lapscale_number", "Matrix"), function(e1, e2) {
  methods::callGeneric(plain(e1), e2)
})

# The fields of a bandwidth `bw` that tell how it was selected, see new_bandwidth(), a list: method
# (name of the selector), facts (a list), minima (data frame), scaling (of find_scaling(), or NULL),
# and others; NULL for a plain number.
selection <- function(bw) attr(bw, "selection")
