# What the rows of a report are called in print.
report_titles <- c(
  neighbors = "median degree of a point", joined = "share of all pairs connected",
  components = "components", groups = "groups without weak edges",
  isolated = "share of points isolated", dimension = "dimension seen",
  distance = "distance to a projection", eigenvalue_error = "expected eigenvalue error",
  nearest = "nearest / overall distance", short_circuits = "share of short circuits",
  knn = "bandwidth / neighbor distance", spread = "spread of the spacing",
  msvd = "factor beyond msvd interval", coinciding = "share of rows repeated",
  step = "spacing of values / bandwidth", sds = "ratio of columns' sds"
)

#' @rdname bandwidth_report
#' @export
print.lapscale_report <- function(x, ...) {
  table <- x$table
  mark <- ifelse(table$verdict %in% c("fine", unknown_verdict), "    ", "  ! ")
  cat("Bandwidth ", format(x$bandwidth, digits = 4), " on ", count(x$n, "point"), "\n", sep = "")
  cat(paste0(
    mark, format(report_titles[table$check]), "  ",
    format(short(round(table$value, 5), 3), justify = "right"),
    ifelse(table$verdict == "fine", "", paste0("  ", table$verdict)), "\n"
  ), sep = "")
  writeLines(advice_lines(table))
  invisible(x)
}

#' @rdname bandwidth_report
#' @export
tidy.lapscale_report <- function(x, ...) door(x$table, ...)

#' @rdname bandwidth_report
#' @export
glance.lapscale_report <- function(x, ...) door({
  value <- function(check) x$table$value[x$table$check == check]
  data.frame(
    bandwidth = x$bandwidth, n = x$n, dimension = value("dimension"), distance = value("distance"),
    n_looks = sum(x$table$verdict != "fine"), verdict = report_line(x$table)
  )
}, ...)
