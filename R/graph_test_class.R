#' Tests along graphs
#'
#' Describes the class `lapscale_test`, which [graph_test()] and [graph_columns()] return.
#'
#' @details
#' The false discovery rate is the expected share of columns without an effect among those that are
#' called significant. At a rate of 5%, these are the columns with `p.adjusted` of at most 0.05
#' (Benjamini and Hochberg, 1995).
#'
#' @param x A `lapscale_test`.
#' @param n The number of columns to show. The default is 10 for `print()` and 30 for `plot()`,
#'   which draws at most 40.
#' @param ... For `plot()`, graphical parameters. Otherwise not used.
#' @return
#' - `as.data.frame()` and `tidy()`: a row per tested column. [graph_test()] keeps the order of `y`,
#'   and [graph_columns()] sorts by `share`, the largest first:
#'   - `column`, the name;
#'   - `share`, only from [graph_columns()]: the share of the variance that the other columns
#'     predict, between 0 and 1, and `share.null`, its mean for a column that is independent of
#'     them, before negative values are set to 0;
#'   - `group`, if [graph_columns()] was called with `groups`;
#'   - `estimate`, Moran's I, and its `expectation`, `variance`, and `skewness` if values are
#'     assigned to points at random;
#'   - `statistic`, the estimate minus its expectation, divided by the standard deviation;
#'   - `p.value`, one-sided, and `p.adjusted` for the number of columns.
#'
#'   Columns that are constant have `NA`;
#' - `glance()`: one row with `n` (rows), `n_columns`, `n_significant` (columns with `p.adjusted` of
#'   at most 0.05), `n_permutations`, `bandwidth`, and `k` (`NA` for all pairs, or if the graph was
#'   given);
#' - `summary()`: a [lapscale_summary] with the table;
#' - `confint()`: an error that names what there is instead;
#' - `plot()`: the test, invisibly, and `autoplot()` a ggplot. They show the estimates and the
#'   interval in which 95% of them lie if values are assigned to points at random.
#' @seealso [graph_test()], [graph_columns()], [lapscale_result].
#' @examples
#' set.seed(1)
#' t <- runif(200)
#' x <- cbind(a = sin(2 * t), b = cos(2 * t), c = t^2, noise = rnorm(200)) + 0.1 * rnorm(800)
#' test <- graph_columns(x, seed = 1)
#' as.data.frame(test)
#' glance(test)
#' plot(test)
#' plot(graph_columns(swiss, scale = TRUE))
#' @name lapscale_test
NULL

# Makes the result of a test along a graph, of class lapscale_test, whose fields are the arguments:
#   table              what as.data.frame() returns: of moran_table(), with p.adjusted, and of
#                      columns with share, share.null, and perhaps group
#   subject            "responses" of a graph, or "columns" of the table that a graph is made of
#   k                  of neighbors, NULL: all pairs, or a graph that was given
#   type               of the graph, in words
#   groups             how many groups of columns were left out together, NULL: each column alone
#   n, n_permutations  numbers of points and of permutations
#   bandwidth, method  a number (NA if only weights were given), and how it was chosen ("given", or
#                      the name of a selector)
new_test <- function(table, subject, n, n_permutations, bandwidth, method, type, k = NULL,
                     groups = NULL) {
  new_result(arguments(), "lapscale_test")
}

#' @rdname lapscale_test
#' @export
tidy.lapscale_test <- function(x, ...) door(x$table, ...)

#' @rdname lapscale_test
#' @export
glance.lapscale_test <- function(x, ...) door({
  with_seed_and_version(data.frame(
    n = x$n, n_columns = nrow(x$table), n_significant = n_significant(x$table),
    n_permutations = x$n_permutations, bandwidth = x$bandwidth, k = x$k %||% NA_integer_
  ), x)
}, ...)

#' @rdname lapscale_test
#' @param object A `lapscale_test`.
#' @param parm,level Not used.
#' @export
confint.lapscale_test <- function(object, parm, level = 0.95, ...) door({
  abort_argument(c("`object` has no coefficients, so it has no confidence intervals.",
                   i = "as.data.frame() returns the estimates and their variance if values are
                        assigned to points at random, with p-values."))
})

# Counts the columns below a false discovery rate of 5%.
#   table  with a row per column, and p.adjusted
n_significant <- function(table) sum(table$p.adjusted <= 0.05, na.rm = TRUE)

#' @rdname lapscale_test
#' @export
print.lapscale_test <- function(x, n = 10L, ...) {
  n <- check_count(n, "n")
  along <- if (x$subject == "columns") "the other columns" else "the graph"
  cat(
    "Moran's I ", if (x$subject == "columns") "of each column along the others" else
      "along a graph", ": ", count(x$n, "point"), "\n", "  ", describe_tested_graph(x), "\n",
    "  ", describe_p_values(x$n_permutations), "\n", "  of ", count(nrow(x$table), "column"), " ",
    count(n_significant(x$table), "varies", "vary"), " along ", along,
    " at a false discovery rate of 5%\n",
    if (!is.null(x$table$share)) {
      "  share: of the variance, predicted by the other columns; estimate: Moran's I\n"
    }, sep = ""
  )
  table <- x$table
  if (x$subject == "responses") table <- table[order(table$p.value, -table$statistic), ]
  n_more <- nrow(table) - n
  is_puzzling <- any(table$share == 0 & table$p.adjusted <= 0.05, na.rm = TRUE)
  shown_columns <- c("column", "share", "group", "estimate", "statistic", "p.value", "p.adjusted")
  # A group that is the column alone says nothing.
  shared_groups <- table$group[duplicated(table$group)]
  is_alone <- is.na(table$group) | table$group == table$column & !table$group %in% shared_groups
  table <- utils::head(table[intersect(shown_columns, names(table))], n)
  is_alone <- utils::head(is_alone, n)
  table$group <- if (!all(is_alone)) ifelse(is_alone, "", table$group)
  is_number <- vapply(table, is.numeric, NA)
  is_p_value <- is_number & startsWith(names(table), "p.")
  table[is_p_value] <- lapply(table[is_p_value], format.pval, digits = 2, eps = 1e-16)
  table[is_number & !is_p_value] <- lapply(table[is_number & !is_p_value], signif, 3)
  print(table, row.names = FALSE)
  if (is_puzzling) {
    cat("  share 0 with a small p-value: the column varies along the others, but their neighbors'\n",
        "  mean predicts it no better than the mean of all rows\n", sep = "")
  }
  if (n_more > 0L) cat("  and ", count(n_more, "more column"), "\n", sep = "")
  cat(describe_all_varying(x))
  invisible(x)
}

# Says what it may mean that nearly all columns of a table vary along the others; NULL if few
# columns were tested, or some do not vary.
#   x  of graph_columns() or graph_test(): subject ("columns" or "responses"), table (a row per
#      column: p.adjusted)
describe_all_varying <- function(x) {
  n_columns <- nrow(x$table)
  n_varying <- n_significant(x$table)
  if (x$subject != "columns" || n_columns < 20L || n_varying < 0.95 * n_columns) return(NULL)
  paste0("  ", if (n_varying == n_columns) "All " else paste(n_varying, "of "), n_columns,
         " columns are significant: usual for measurements, but of counts divided by the\n",
         "  total of their row it may come from few columns, see ?graph_columns\n")
}

# Returns the graph of a test in words, one text.
#   x  of graph_test() or graph_columns(): method (how the bandwidth was chosen, "given": by the
#      user), bandwidth (NA if only weights were given), type (of the graph, in words), groups
#      (number of groups of columns, NULL without)
describe_tested_graph <- function(x) {
  method_text <- if (!identical(x$method, "given")) paste0(" (", x$method, ")")
  bandwidth_text <- if (!is.na(x$bandwidth)) {
    paste0("bandwidth ", format(x$bandwidth, digits = 4), method_text, ", ")
  }
  groups_text <- if (!is.null(x$groups)) paste0(", ", count(x$groups, "group"), " of columns")
  paste0(bandwidth_text, x$type, groups_text)
}

# How p-values were computed, in words.
#   n_permutations  number of permutations, 0 if none were made
describe_p_values <- function(n_permutations) {
  if (n_permutations > 0) paste("p-values from", count(n_permutations, "permutation")) else
    "p-values from a gamma distribution with the moments of random assignments"
}

# Returns the rows of the table of the n leading tests, a data frame: those of the largest share or
# estimate, decreasing, without columns that could not be tested.
#   x  of graph_test() or graph_columns(): table (a row per test), subject ("columns" of
#      graph_columns(), which have a share)
#   n  number of rows
leading_tests <- function(x, n) {
  table <- x$table[!is.na(x$table$statistic), ]
  score <- if (x$subject == "columns") table$share else table$estimate
  utils::head(table[order(-score), ], check_count(n, "n"))
}
