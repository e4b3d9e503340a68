# New points, and points that hardly anything joins with the labels: answers stay within what the
# data support, in every embedding and every learner.

# The nearest other row of each row.
nearest_row <- function(x) apply(sq_distances_of(x) + diag(1e9, nrow(x)), 1, which.min)

midpoints <- function(values, nearest) (values + values[nearest, , drop = FALSE]) / 2

test_that("between two neighbors every embedding of many coordinates is between their places", {
  skip_on_cran()
  x <- withr::with_seed(1, matrix(stats::runif(240), 120))
  near <- nearest_row(x)
  wide <- list(
    eigenmaps = function(...) embed_eigenmaps(x, 60, bandwidth = 0.2, ...),
    knn = function(...) embed_eigenmaps(x, 60, bandwidth = 0.2, graph = "knn", k = 8, ...),
    unnormalized = function(...) embed_eigenmaps(x, 60, bandwidth = 0.2, type = "unnormalized"),
    symmetric = function(...) embed_eigenmaps(x, 40, bandwidth = 0.2, type = "symmetric"),
    local = function(...) embed_eigenmaps(x, 40, local_scale = 7, ...),
    diffusion = function(...) embed_diffusion(x, 60, bandwidth = 0.2, ...),
    multiscale = function(...) embed_diffusion(x, 40, bandwidth = 0.2, t = "multiscale", ...),
    kpca = function(...) embed_kpca(x, 40, bandwidth = 0.2, ...)
  )
  for (name in names(wide)) {
    e <- quietly(wide[[name]]())
    found <- unname(as.matrix(quietly(predict(e, midpoints(x, near), far = "keep"))))
    expected <- midpoints(plain_matrix(e), near)
    size <- apply(plain_matrix(e), 2, stats::sd)
    off <- sqrt(colMeans((found - expected)^2)) / size
    expect_lt(max(off), 1.2, label = paste("farthest coordinate of", name))
    expect_lt(max(abs(found) / rep(apply(abs(plain_matrix(e)), 2, max), each = nrow(x))), 2,
              label = paste("largest coordinate of", name))
    # Rows of the fit are where they were.
    expect_lt(max(abs(unname(as.matrix(quietly(predict(e, x)))) - plain_matrix(e))) / max(size),
              1e-7, label = paste("own rows of", name))
  }
})

test_that("between two neighbors of one class every learner predicts this class", {
  skip_on_cran()
  x <- unname(scale(as.matrix(iris[1:4])))[!duplicated(iris[1:4]), ]
  truth <- iris$Species[!duplicated(iris[1:4])]
  y <- replace(truth, -withr::with_seed(2, sample(nrow(x), 40)), NA)
  near <- nearest_row(x)
  all <- c(ssl_fixed, list(many = function(...) ssl_eigenmaps(..., n_eigen = 38)))
  for (name in names(all)) {
    fit <- quietly(all[[name]](x, y, bandwidth = 0.8, seed = 1))
    class <- fitted(fit)
    found <- quietly(predict(fit, midpoints(x, near), far = "keep"))
    alike <- class == class[near]
    expect_lt(mean(found[alike] != class[alike]), 0.03, label = name)
    scores <- quietly(predict(fit, midpoints(x, near), far = "keep", type = "score"))
    expect_lt(max(abs(scores)), 1.5 * max(abs(predict(fit, type = "score"))) + 0.1, label = name)
  }
})

test_that("the rows of a fit have as new rows what they have in the fit", {
  skip_on_cran()
  x <- unname(bent_strip(90))
  y <- replace(x[, 3], -seq(1, 90, by = 6), NA)
  for (name in names(embed_methods)) {
    e <- quietly(embed_methods[[name]](x))
    found <- plain_matrix(quietly(predict(e, x)))
    expect_lt(max(abs(found - plain_matrix(e))) / max(abs(found)), 1e-5, label = name)
  }
  for (name in names(ssl_numeric)) {
    fit <- quietly(ssl_numeric[[name]](x, y, bandwidth = 0.5, seed = 1))
    found <- quietly(predict(fit, x))
    expect_lt(max(abs(found - fitted(fit))[is.na(y)]), 0.02 * diff(range(y, na.rm = TRUE)),
              label = name)
  }
})

test_that("behind a weak link every learner stays within the labels, and so do its intervals", {
  skip_on_cran()
  x <- withr::with_seed(1, matrix(stats::rnorm(400), 100))
  y <- replace(x[, 1], -(1:40), NA)
  size <- stats::sd(y, na.rm = TRUE)
  for (distance in c(3, 5, 8)) {
    x[98:100, ] <- distance + 0.01 * x[98:100, ]
    for (name in setdiff(names(ssl_numeric), "auto")) {
      fit <- tryCatch(quietly(ssl_numeric[[name]](x, y, bandwidth = 1.2, graph = "radius", seed = 1)),
                      lapscale_error = function(e) NULL)
      if (is.null(fit)) next
      info <- paste(name, "at", distance)
      expect_lt(max(abs(fitted(fit)), na.rm = TRUE), 3 * max(abs(y), na.rm = TRUE), label = info)
      interval <- tryCatch(quietly(predict(fit, interval = "prediction")),
                           lapscale_error = function(e) NULL)
      width <- interval[, "upr"] - interval[, "lwr"]
      if (length(width)) expect_lt(max(width, na.rm = TRUE), 20 * size, label = info)
      spread <- tryCatch(quietly(predict(fit, se.fit = TRUE)$se.fit),
                         lapscale_error = function(e) NULL)
      if (length(spread)) expect_lt(max(spread, na.rm = TRUE), 20 * size, label = info)
    }
  }
})

test_that("rows of another kind are novel to every embedding, whatever its bandwidth", {
  skip_on_cran()
  mean <- withr::with_seed(1, matrix(stats::rnorm(60, 0, 3), 3))[rep(1:3, each = 30), ]
  x <- mean + withr::with_seed(2, matrix(stats::rnorm(1800), 90))
  odd <- mean + withr::with_seed(3, matrix(stats::rnorm(1800), 90))
  odd[, 1:4] <- odd[, 1:4] + 4
  fits <- quietly(c(
    lapply(embed_methods[c("isomap", "lle", "ltsa", "layout")], function(f) f(x)),
    list(
      gc = embed_eigenmaps(x, 2, bandwidth = bw_gc, seed = 1), usual = embed_eigenmaps(x, 2),
      diffusion = embed_diffusion(x, 2, bandwidth = bw_gc, seed = 1),
      kpca = embed_kpca(x, 2), clusters = cluster_spectral(x, 3, bandwidth = bw_gc, seed = 1)
    )
  ))
  for (name in names(fits)) {
    novelty <- quietly(augment(fits[[name]], newdata = odd))$.novelty
    expect_gt(mean(novelty > 1), 0.8, label = name)
  }
})
