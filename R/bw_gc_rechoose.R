# Choices of Geometric Consistency from perturbed curves, for replicates. What a curve is refined by
# is not measured again: a choice is found on the means that are there, and what counts is how far
# it is from the one found the same way without the perturbation.

# The bandwidths that were chosen, shifted.
#   base, again  log bandwidths: of the choices, and of those of the replicates, one per column
shift_choices <- function(found, base, again) {
  row <- found$choices
  row[is.na(row)] <- row[["global"]]
  shifted <- found$minima$bandwidth[row] * exp(again - base)
  t(matrix(shifted, length(row), dimnames = list(names(row), NULL)))
}

# For gc_curve(): a function that takes perturb() and returns the bandwidths, replicates x choices.
#   perturb         function of a matrix points x bandwidths: changes of its means, replicates x
#                   bandwidths
#   height, judged  the curve in which minima are sought; what it is the mean of, points x grid
metric_rechooser <- function(grid, height, judged, eligible, found) {
  place <- log(grid / grid[[1]])
  products <- stats::var(judged) / nrow(judged)
  error <- function(i, j) {
    sqrt(max(products[[i, i]] + products[[j, j]] - 2 * products[[i, j]], 0))
  }
  choose <- function(height) {
    minima <- find_minima(height, error = error)
    at <- minima$at[choose_minima(minima, height, eligible)]
    at[is.na(at)] <- if (is.na(at[[2]])) flat_bottom(height) else at[[2]]
    vapply(at, function(i) vertex_of_three(place, height, i), 0)
  }
  function(perturb) {
    change <- perturb(judged)
    again <- apply(change, 1L, function(change) choose(height + change))
    shift_choices(found, choose(height), again)
  }
}

# The same for step_curve().
#   tables  with_values(): the means at the grid, then those in the bottoms of minima
step_rechooser <- function(tables, found) {
  parts <- c("criterion", "noise", "normal")
  function(perturb) {
    changes <- lapply(tables, function(table) lapply(table$values[parts], perturb))
    again <- vapply(seq_len(nrow(changes[[1]]$criterion)), function(r) {
      choose_step(Map(function(table, change) {
        for (part in parts) table[[part]] <- table[[part]] + change[[part]][r, ]
        table
      }, tables, changes))
    }, c(0, 0))
    shift_choices(found, choose_step(tables), again)
  }
}

# A table of step_means() as a list, with the values of which its columns are the means.
with_values <- function(table, values) {
  values <- list(criterion = values$distance, noise = values$noise, normal = values$normal)
  c(as.list(table), list(values = values))
}

# Log bandwidths of the first and the deepest candidate, settled.
choose_step <- function(tables) {
  seen <- tables[[1]]
  at <- turning_points(seen$criterion)
  at <- at[which_steps(at, seen)]
  if (!length(at)) at <- lowest_in_sight(seen)
  if (is.na(at[[1]])) at <- flat_bottom(seen$criterion)
  at <- c(at[[1]], at[[which.min(seen$criterion[at])]])
  for (i in unique(at)) {
    near <- bottom_around(seen, i)
    at[at >= near[[1]] & at <= near[[2]]] <- i
  }
  found <- vapply(unique(at), function(i) settle_step(tables, i), 0)
  found[match(at, unique(at))]
}

settle_step <- function(tables, at) {
  seen <- tables[[1]]
  h <- seen$bandwidth
  unit <- h[[1]]
  if (at %in% c(1L, length(h))) {
    return(log(h[[at]] / unit))
  }
  for (closer in tables[-1]) {
    if (closer$bandwidth[[1]] <= h[[at]] && h[[at]] <= max(closer$bandwidth)) {
      return(log(settled_bandwidth(closer, seen, at) / unit))
    }
  }
  near <- bottom_around(seen, at)
  place <- near[[1]]:near[[2]]
  height <- settling_height(seen, seen)
  vertex_of_three(log(h / unit), height, place[[which.min(height[place])]])
}

# Of the parabola through a point and its neighbors, at any distances; no farther than these.
vertex_of_three <- function(x, y, at) {
  if (at == 1L || at == length(x)) {
    return(x[[at]])
  }
  before <- x[[at]] - x[[at - 1L]]
  after <- x[[at + 1L]] - x[[at]]
  rise <- before * (y[[at + 1L]] - y[[at]])
  fall <- after * (y[[at - 1L]] - y[[at]])
  if (!(rise + fall > 0)) {
    return(x[[at]])
  }
  vertex <- x[[at]] + (after * fall - before * rise) / (2 * (rise + fall))
  min(max(vertex, x[[at - 1L]]), x[[at + 1L]])
}
