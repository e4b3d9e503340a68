# Counts the coordinates of an embedding: a number, the largest gap of the spectrum, or a share of
# the variance.

# How far the spectrum is searched for a gap.
max_gap <- 10L

#' How many coordinates an embedding is to have
#'
#' @param max_count The largest number of coordinates there can be.
#' @param n_components,variance As the user gave them: a number or "gap"; a share, or NULL.
#' @return The `target` of a problem: list(rule = "number", count), list(rule = "gap"), or list(rule
#'   = "variance", share), share above 0, at most 1. So count is NULL if the spectrum decides.
#' @noRd
resolve_n_components <- function(n_components, variance, max_count) {
  if (!is.null(variance)) {
    share <- check_number(variance, "variance", above = 0)
    refuse_if(share > 1, "`variance` must be a share above 0, at most 1, not {describe(variance)}.")
    return(list(rule = "variance", share = share))
  }
  if (is.character(n_components)) {
    check_choice(n_components, "gap", "n_components", also = "a whole number")
    return(list(rule = "gap"))
  }
  list(rule = "number", count = check_count(plain(n_components), "n_components", max = max_count))
}

# Refuses a number of coordinates together with a share of the variance.
#   has_number  whether the user gave `n_components`
#   variance    as the user gave it, a share, or NULL
check_one_count <- function(has_number, variance) {
  refuse_if(has_number && !is.null(variance),
            "`n_components` and `variance` exclude each other: give the one or the other.")
}

# Returns how many eigenvalues it takes to decide.
#   target     of resolve_n_components(): count (the number of coordinates; NULL: the largest gap
#              decides, which is searched among the first max_gap + 1)
#   max_count  the largest number there can be
count_candidates <- function(target, max_count) min(max_count, target$count %||% (max_gap + 1L))

# The number of coordinates before the largest ratio of consecutive eigenvalues.
#   eigenvalues  0 or more, increasing or decreasing; those below 1e-10 of the largest count as that
count_before_gap <- function(eigenvalues) {
  log_values <- log(pmax(eigenvalues, 1e-10 * max(eigenvalues), .Machine$double.xmin))
  if (length(log_values) < 2L) length(log_values) else which.max(abs(diff(log_values)))
}

# Returns how many coordinates there are, by the eigenvalues.
#   target       of resolve_n_components(): rule ("number", "gap", or "variance"), count (of
#                "number"), share (of "variance": of the sum of the eigenvalues)
#   eigenvalues  as many as count_candidates() asks for; all, decreasing, for a share
decided_count <- function(target, eigenvalues) {
  switch(target$rule,
    number = target$count, gap = count_before_gap(eigenvalues),
    variance = count_for_share(eigenvalues, sum(eigenvalues), target$share)
  )
}

# The smallest number of leading variances whose sum is at least share * total, or all.
#   variances  of the coordinates, decreasing;  total: a number;  share: 0 to 1
count_for_share <- function(variances, total, share) {
  sufficient_counts <- which(cumsum(variances) >= share * total * (1 - 1e-12))
  if (length(sufficient_counts)) sufficient_counts[[1]] else length(variances)
}
