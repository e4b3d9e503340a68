# Says what the checks of a report measure, in words for print().
report_measures <- c(
  neighbors = "median weighted count", mean_weight = "of all pairs, 0 to 1",
  components = "connected components", groups = "components without weak edges",
  isolated = "share of nearly isolated points", dimension = "directions seen at this bandwidth",
  distance = "from a smooth shape, 0 to 1", noise = "share of noise in short distances",
  eigenvalue_error = "expected, relative (1: 100%)",
  nearest_distance = "to the nearest point / to all points",
  short_circuits = "weighted share of edges across gaps",
  spacings = "bandwidth / distance to neighbor 7", unevenness = "distance to neighbor 7, 95% / 5%",
  msvd = "1 if bw_msvd() agrees",
  repeated_rows = "share of the rows", value_step = "gap between values / bandwidth",
  column_sds = "largest / smallest sd"
)

# Prints a report.
#   x  of bw_report(): table (of report_table()), bandwidth, local_scale (number of the neighbor
#      whose distance the bandwidth is a multiple of, or NULL), n, edge (share of the points near a
#      boundary, 0 to 1), edge_d (number of dimensions for which it is)
# `verdict_rows` is TRUE for the rows of the table that are marked.
#' @rdname bw_report
#' @export
print.lapscale_report <- function(x, ...) {
  table <- x$table
  verdict_rows <- is_concern(table$verdict)
  cat("Bandwidth ", format(x$bandwidth, digits = 4), if (!is.null(x$local_scale)) {
    paste(" x the distance to neighbor", x$local_scale)
  }, " on ", count(x$n, "point"), "\n", sep = "")
  writeLines(advice_lines(table, x$edge))
  cat(paste0(
    ifelse(verdict_rows, "  ! ", "    "), format(table$check), "  ",
    format(short(round(table$value, 5), 3), justify = "right"), "  ", report_measures[table$check],
    ifelse(table$verdict == "fine", "", paste0(": ", table$verdict)), "\n"
  ), sep = "")
  cat(describe_boundary_share(x$edge, x$edge_d, " "))
  invisible(x)
}

#' @rdname bw_report
#' @export
tidy.lapscale_report <- function(x, ...) door(x$table, ...)

# Makes a table with one row; n_looks is the number of verdicts to look at, and verdict has them
# all.
#   x  of bw_report(): bandwidth, n, and table (of report_table(): check, value, verdict)
#' @rdname bw_report
#' @export
glance.lapscale_report <- function(x, ...) door({
  value <- function(check) x$table$value[x$table$check == check]
  with_seed_and_version(data.frame(
    bandwidth = x$bandwidth, n = x$n, dimension = value("dimension"), distance = value("distance"),
    n_looks = sum(is_concern(x$table$verdict)), verdict = report_line(x$table)
  ), x)
}, ...)
