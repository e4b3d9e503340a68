# From an embedding of landmarks to one of all points.

# Every point gets a place among the landmarks of the component that its nearest landmark is in.
#   fitted     an embedding or a list of them, of the landmarks
#   landmarks  of choose_landmarks(), NULL where the fit is of all points
place_all_points <- function(fitted, landmarks, runtime) {
  if (is.null(landmarks)) {
    return(fitted)
  }
  if (inherits(fitted, "lapscale_embedding_list")) {
    fitted[] <- lapply(fitted, place_all_points, landmarks, runtime)
    return(fitted)
  }
  all <- landmarks$all
  near <- landmarks$checked$rows[landmarks$owner]
  mine <- near %in% fitted$rows
  others <- which(mine & !all$rows %in% fitted$rows)
  if (length(others)) {
    fitted$coordinates[all$rows[others], ] <- place_points(
      fitted$model, all$x[others, , drop = FALSE], runtime, fit = "x", new = "x"
    )
  }
  placed <- is.finite(rowSums(fitted$coordinates[all$rows, , drop = FALSE]))
  fitted$coordinates[all$rows[!placed], ] <- NA_real_
  warn_far_from_landmarks(all$rows[mine & !placed])
  fitted$settings$landmarks <- fitted$rows
  fitted$rows <- all$rows[placed]
  fitted$components <- components_of_all(fitted$components, near, all)
  fitted
}

warn_far_from_landmarks <- function(rows) {
  if (length(rows)) {
    warn(
      c("`landmarks`: {length(rows)} row{?s} of `x` too far from all landmarks to be placed: NA
         (row{?s} {shorten(rows)}).",
        i = "More `landmarks`, or a larger `bandwidth`, would reach them."),
      "far"
    )
  }
}

# Components of the landmarks as components of all points.
#   near  of each point the row of its nearest landmark
components_of_all <- function(components, near, all) {
  membership <- unname(components$membership)[near]
  components$sizes <- tabulate(membership, length(components$sizes))
  components$membership <- pad_rows(membership, all)
  components
}
