# Reports on the bandwidths of several rules.

# Returns the reports on all bandwidths of a set: list of class lapscale_reports with
#   table       data frame, a row per rule: method (its name), and bandwidth, n, dimension,
#               distance, n_looks, and verdict of glance() of its report
#   reports     list of the reports, by the names of the rules
#   bandwidths  the set
# Its arguments:
#   bandwidths  of new_bandwidths()
#   report_of   function of a bandwidth that returns its report
reports_of_set <- function(bandwidths, report_of) {
  bandwidth_list <- unclass(bandwidths)[names(bandwidths)]
  # Each report would say the same about the points.
  reports <- c(lapply(bandwidth_list[1L], report_of),
               lapply(bandwidth_list[-1L], function(bw) muffle_own(report_of(bw))))
  rows <- lapply(reports, function(report) {
    glance(report)[c("bandwidth", "n", "dimension", "distance", "n_looks", "verdict")]
  })
  table <- data.frame(method = names(reports), do.call(rbind, unname(rows)))
  fields <- list(table = table, reports = reports, bandwidths = bandwidths)
  add_origin(new_result(fields, "lapscale_reports"), origin_of(reports[[1L]]))
}

# Prints reports on several bandwidths, a row for each, marked if a check speaks against it.
#   x  of reports_of_set(): table
#' @rdname bw_report
#' @export
print.lapscale_reports <- function(x, ...) {
  table <- x$table
  is_fine <- table$n_looks == 0L
  cat("Reports on ", count(nrow(table), "bandwidth"), ", ", count(table$n[[1L]], "point"), "\n",
      if (any(is_fine)) c("No check speaks against ", shorten(table$method[is_fine], Inf)) else
        "Some check speaks against each of them", ".\n", sep = "")
  columns <- list(
    method = table$method, bandwidth = short(table$bandwidth, 4),
    dimension = short(table$dimension, 3), distance = short(table$distance, 3)
  )
  columns <- Map(function(name, text) format(c(name, text), justify = "right"),
                 names(columns), columns)
  concerns <- c("concerns", ifelse(is_fine, "", sub("^check: ", "", table$verdict)))
  lines <- paste0(c("    ", ifelse(is_fine, "    ", "  ! ")),
                  do.call(paste, c(unname(columns), sep = "  ")), "  ", concerns)
  writeLines(trimws(lines, "right"))
  invisible(x)
}

#' @rdname bw_report
#' @export
tidy.lapscale_reports <- function(x, ...) door(x$table, ...)

#' @rdname bw_report
#' @export
glance.lapscale_reports <- function(x, ...) door(with_seed_and_version(x$table, x), ...)
