# Which parts of our objects have as many rows or columns as each other, and which are numbers of
# rows of others. A part that an object does not have is passed over; a$b is b within a.

same_rows <- list(
  lapscale_spectrum = list(c("values", "residuals", "converged")),
  lapscale_embedding = list(
    c("eigenvalues", "residuals"), c("coordinates", "components$membership"),
    c("model$landmarks", "model$basis")
  ),
  lapscale_clusters = list(
    c("cluster", "coordinates"), c("assignment$number", "assignment$rotation", "assignment$centres")
  ),
  lapscale_ssl = list(
    c("rows", "all_scores"), c("scores", "averaged", "factor", "x"),
    c("labels$rows", "labels$targets", "labels$class", "loo", "held_out"),
    c("machine$centres", "machine$coefficients"), c("scaling$unit", "scaling$centre", "scaling$sd")
  ),
  lapscale_metric = list(c("H", "G", "stretch", "coordinates"), c("rows", "edges")),
  lapscale_distortion = list(c("H", "basis", "distortion", "points")),
  lapscale_scales = list(c("scales", "embeddings"))
)

same_columns <- list(
  lapscale_clusters = list(c("coordinates", "assignment$rotation", "assignment$centres")),
  lapscale_embedding = list(
    c("coordinates", "model$values", "model$basis")
  ),
  lapscale_ssl = list(c("scores", "labels$targets", "averaged", "loo", "machine$coefficients"))
)

# c(numbers, of what): up to that number, or to the rows of that part.
row_numbers <- list(
  lapscale_graph = list(c("rows", "n_given")),
  lapscale_embedding = list(c("rows", "coordinates"), c("model$landmarks", "model$x")),
  lapscale_clusters = list(
    c("rows", "coordinates"), c("rows", "n_given"), c("assignment$number", "k")
  ),
  lapscale_metric = list(c("rows", "coordinates")),
  lapscale_scales = list(c("scales$scale", "embeddings")),
  lapscale_ssl = list(
    c("rows", "n_given"), c("labels$rows", "rows"), c("machine$centres", "x"),
    c("labels$used", "labels$levels"), c("labels$class", "labels$used")
  )
)

size_fault <- function(parts, class) {
  if (class == "lapscale_ssl") {
    parts$all_scores <- scores_of(parts)
    if (!is.null(parts$names) && length(parts$names) != parts$n_given) return("`names`")
  } else if (!is.null(parts$model) && length(parts$rows) < nrow(parts$model$x)) {
    # Of landmarks the model has fewer points.
    return("`rows`")
  }
  rows_fault(parts, same_rows[[class]], NROW) %||%
    rows_fault(parts, same_columns[[class]], NCOL) %||%
    number_fault(parts, row_numbers[[class]])
}

part_at <- function(parts, path) {
  for (name in strsplit(path, "$", fixed = TRUE)[[1]]) {
    if (!is.list(parts)) return(NULL)
    parts <- parts[[name]]
  }
  parts
}

rows_fault <- function(parts, groups, size) {
  for (group in groups) {
    there <- Filter(Negate(is.null), stats::setNames(lapply(group, part_at, parts = parts), group))
    sizes <- vapply(there, size, 0L)
    strange <- which(sizes != sizes[1])
    if (length(strange)) return(paste0("`", names(sizes)[[strange[[1]]]], "`"))
  }
}

number_fault <- function(parts, pairs) {
  for (pair in pairs) {
    rows <- part_at(parts, pair[[1]])
    of <- part_at(parts, pair[[2]])
    if (is.null(rows) || is.null(of)) next
    most <- if (pair[[2]] %in% c("n_given", "k")) of else NROW(of)
    if (!is_of_kind(rows, "places") || length(rows) && max(rows) > most) {
      return(paste0("`", pair[[1]], "`"))
    }
  }
}
