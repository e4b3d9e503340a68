# On one graph, that of the single methods.
auto_on_one <- function(...) ssl_auto(..., graph = "dense")

test_that("leave-one-out of each method is what is predicted without the label", {
  skip_on_cran()
  x <- plain_circle(60)
  y <- replace(x[, 1] + 0.2 * x[, 2]^3, -seq(1, 60, by = 2), NA)
  path <- tidy(auto_on_one(x, y, bandwidth = 0.5), "path")
  seen <- which(!is.na(y))
  left_out <- function(learner, ...) {
    mean(vapply(seen, function(i) {
      scores_of(learner(x, replace(y, i, NA), ..., bandwidth = 0.5, graph = "dense"))[[i]] - y[[i]]
    }, 0)^2)
  }
  error <- function(candidate, ...) {
    settings <- list(...)
    row <- path$candidate == candidate
    for (name in names(settings)) row <- row & path[[name]] %in% settings[[name]]
    path$squared_error[row]
  }
  # Errors of numbers of eigenvectors are those at all points, most of which these labels see.
  for (k in c(1, 3, 5)) {
    expect_equal(error("eigenmaps", n_eigen = k), left_out(ssl_eigenmaps, n_eigen = k),
                 tolerance = 0.01)
  }
  expect_equal(error("iterated", m = 2, mu = 0.1), left_out(ssl_iterated, m = 2, mu = 0.1),
               tolerance = 1e-7)
  expect_equal(error("diffusion", t = 2, mu = 0.1), left_out(ssl_diffusion, t = 2, mu = 0.1),
               tolerance = 1e-7)
  expect_equal(error("harmonic"), left_out(ssl_harmonic), tolerance = 1e-7)
})

# The scores at a label are in whatever unit is best: their direction is compared.
test_that("so are the potentials of Poisson learning", {
  p <- three_clusters()
  problem <- learning_problem(p$x, p$y, bandwidth = 3, alpha = 0)
  problem[c("method", "methods_to_try")] <- list(auto_method(), tried_methods)
  one <- prepare_graph(problem, list(settings = plain_settings(problem$graph), h = problem$h))
  candidates <- graph_candidates(list(one), problem$labels, seq_along(p$seen))
  names(candidates) <- vapply(candidates, function(candidate) candidate$method, "")
  left_out <- t(vapply(seq_along(p$seen), function(j) {
    predict(ssl_poisson(p$x, replace(p$y, p$seen[[j]], NA), bandwidth = 3, graph = "dense"),
            type = "score")[p$seen[[j]], ]
  }, numeric(3)))
  unit <- sqrt(rowSums(candidates$poisson$loo^2) / rowSums(left_out^2))
  expect_equal(candidates$poisson$loo, unit * unname(left_out), tolerance = 1e-6)
})

test_that("one elimination of a dense graph serves the harmonic function and the potentials", {
  p <- two_arcs()
  part <- learning_part(learning_problem(p$x, p$y, bandwidth = 0.3, graph = "dense"))
  links <- labelled_links(part, c("harmonic", "poisson"), "classes")
  expect_identical(links$reduced, labelled_links(part, "harmonic", "classes")$reduced)
  numbers <- seq_along(part$rows)
  expect_identical(links$potentials$potentials_of(numbers, numbers),
                   find_potentials(part, part$rows)$potentials_of(numbers, numbers))
})
