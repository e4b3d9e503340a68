sphere <- function(n = 1500) unname(as.matrix(sample_sphere(n, seed = 1)))
cosine <- function(a, b) min(svd(crossprod(qr.Q(qr(as.matrix(a))), qr.Q(qr(as.matrix(b)))))$d)
landmarks_of <- function(x, m, start = integer()) {
  choose_landmarks(as_points(x), m, new_runtime(1L, FALSE), start)
}

test_that("each landmark is the point farthest from those before it", {
  x <- sphere(200)
  found <- landmarks_of(x, 20)
  far <- as.matrix(dist(x))
  for (i in 2:20) {
    to_taken <- apply(far[, found$index[seq_len(i - 1)], drop = FALSE], 1, min)
    expect_equal(to_taken[[found$index[[i]]]], max(to_taken), tolerance = 1e-12)
  }
  expect_identical(found$owner, unname(apply(far[, found$index], 1, which.min)))
  expect_identical(found$checked$mass, as.double(tabulate(found$owner, 20)))
})

test_that("landmarks of distances are those of the points", {
  x <- sphere(200)
  x[, 2] <- 0
  e <- embed_eigenmaps(x, 2, bandwidth = 0.6, landmarks = 60)
  same <- embed_eigenmaps(dist(x), 2, bandwidth = 0.6, landmarks = 60)
  expect_equal(same$eigenvalues, e$eigenvalues, tolerance = 1e-9)
})

test_that("landmarks are points, whatever the order of the rows", {
  x <- sphere(300)
  turned <- x[300:1, ]
  expect_identical(x[landmarks_of(x, 30)$index, ], turned[landmarks_of(turned, 30)$index, ])
})

test_that("points that coincide share what they stand for", {
  x <- rbind(matrix(0, 4, 2), matrix(1, 3, 2), c(5, 5))
  found <- landmarks_of(x, 5)
  expect_length(found$index, 3)
  expect_identical(sum(found$checked$mass), 8)
  twice <- landmarks_of(x, 4, start = c(1, 2))
  expect_identical(twice$checked$mass[1:2], c(2, 2))
})

test_that("the degrees are those of all points", {
  x <- sphere(300)
  runtime <- new_runtime(1L, FALSE)
  marks <- choose_landmarks(as_points(x), 40, runtime)
  handle <- acquire_points(x, runtime)
  w <- exp(-as.matrix(dist(x))^2 / 0.4^2)
  degrees <- function(...) landmark_degrees(marks, handle, 0.4, list(...), runtime)
  expect_equal(degrees(type = "dense", self_loops = TRUE), unname(rowSums(w)[marks$index]))
  expect_equal(degrees(type = "knn", self_loops = FALSE), unname(rowSums(w)[marks$index]) - 1)
  cut <- rowSums(w * (as.matrix(dist(x)) <= 0.8))[marks$index]
  expect_equal(degrees(type = "radius", cutoff = 2, self_loops = TRUE), unname(cut))
  cpp_release(handle)
})

test_that("landmarks span what all points span, for every normalized Laplacian", {
  skip_on_cran()
  x <- sphere(1200)
  for (type in c("geometric", "random_walk", "symmetric")) {
    full <- embed_eigenmaps(x, 3, bandwidth = 0.4, type = type)
    part <- embed_eigenmaps(x, 3, bandwidth = 0.4, type = type, landmarks = 300)
    expect_gt(cosine(full, part), 0.998)
    expect_equal(part$eigenvalues, full$eigenvalues, tolerance = 0.05)
    scale <- sqrt(colSums(as.matrix(part)^2) / colSums(as.matrix(full)^2))
    expect_equal(scale, rep(1, 3), tolerance = 0.03)
  }
  full <- embed_diffusion(x, 3, bandwidth = 0.4, t = 3, self_loops = FALSE)
  part <- embed_diffusion(x, 3, bandwidth = 0.4, t = 3, self_loops = FALSE, landmarks = 300)
  expect_gt(cosine(full, part), 0.998)
})

test_that("an uneven density is corrected as in the fit of all points", {
  skip_on_cran()
  x <- sphere(4000)
  x <- x[cpp_uniform(4000, 1, 0) < 0.1 + 0.9 * (x[, 3] > 0), ]
  full <- embed_eigenmaps(x, 3, bandwidth = 0.4)
  part <- embed_eigenmaps(x, 3, bandwidth = 0.4, landmarks = 400)
  expect_gt(cosine(full, part), 0.998)
})

test_that("another order of rows gives the same bits", {
  x <- sphere(800)
  turned <- rev(seq_len(800))
  one <- embed_eigenmaps(x, 2, bandwidth = 0.4, landmarks = 100)
  two <- embed_eigenmaps(x[turned, ], 2, bandwidth = 0.4, landmarks = 100)
  expect_identical(as.matrix(one)[turned, ], as.matrix(two))
})

test_that("predict() places the points of the fit where they are", {
  x <- sphere(800)
  fit <- embed_eigenmaps(x, 2, bandwidth = 0.4, landmarks = 100)
  expect_equal(predict(fit, x), as.matrix(fit), tolerance = 1e-10)
  expect_identical(predict(fit), as.matrix(fit))
  expect_identical(nrow(fit$model$x), 100L)
  # One point that is no landmark, in one column too.
  for (x in list(sphere(40), sphere(40)[, 1, drop = FALSE])) {
    fit <- embed_eigenmaps(x, 2, bandwidth = 0.8, landmarks = 39)
    expect_equal(predict(fit, x), as.matrix(fit), tolerance = 1e-10)
    expect_identical(fit$rows, 1:40)
  }
})

test_that("print(), glance(), augment() know of landmarks", {
  x <- sphere(300)
  fit <- embed_diffusion(x, 2, bandwidth = 0.5, landmarks = 60)
  expect_output(print(fit), "60 landmarks")
  expect_identical(glance(fit)$n_landmarks, 60L)
  expect_identical(glance(fit)$n, 300L)
  expect_identical(dim(augment(fit)), c(300L, 2L))
  expect_identical(glance(embed_diffusion(x, 2, bandwidth = 0.5))$n_landmarks, NA_integer_)
})

test_that("as many landmarks as points are the fit of all points", {
  x <- sphere(100)
  fit <- embed_eigenmaps(x, 2, bandwidth = 0.8, landmarks = 100)
  expect_identical(as.matrix(fit), as.matrix(embed_eigenmaps(x, 2, bandwidth = 0.8)))
})

test_that("points go to the component of their nearest landmark", {
  skip_on_cran()
  x <- rbind(sphere(600)[1:400, ], sphere(600)[401:600, ] + 10)
  suppressWarnings({
    largest <- embed_eigenmaps(x, 2, bandwidth = 0.7, landmarks = 150, components = "largest")
    each <- embed_eigenmaps(x, 2, bandwidth = 0.7, landmarks = 150, components = "each",
                            graph = "knn", k = 12)
    kept <- embed_eigenmaps(x, 2, bandwidth = 0.7, landmarks = 150)
  })
  joined <- embed_eigenmaps(x, 2, bandwidth = 0.7, landmarks = 150, components = "connect")
  expect_identical(largest$components$sizes, c(400L, 200L))
  expect_identical(is.na(as.matrix(largest)[, 1]), rep(c(FALSE, TRUE), c(400, 200)))
  expect_identical(is.na(as.matrix(each[[2]])[, 1]), rep(c(TRUE, FALSE), c(400, 200)))
  expect_identical(as.vector(kept$components$membership), rep(1:2, c(400, 200)))
  expect_false(anyNA(as.matrix(kept)))
  expect_false(anyNA(as.matrix(joined)))
})

test_that("a point too far from all landmarks is told of", {
  x <- rbind(cbind(seq(0, 1, 0.01), 0), c(0.5, 0.3))
  # The point aside belongs to a landmark that is beyond the cut-off.
  warning <- expect_warning(embed_eigenmaps(x, 2, bandwidth = 0.05, landmarks = 20),
                            class = "lapscale_warning_disconnected")
  expect_s3_class(warning, "lapscale_warning_isolated")
})

test_that("what does not go with landmarks is refused", {
  skip_on_cran()
  x <- sphere(100)
  refused <- function(...) {
    expect_error(embed_eigenmaps(x, 2, bandwidth = 0.5, ...), "`landmarks`",
                 class = "lapscale_error_argument")
  }
  for (wrong in list(101, 3, 20.5, "many", NA, c(10, 20))) refused(landmarks = wrong)
  refused(landmarks = 20, type = "unnormalized")
  expect_error(embed_eigenmaps(heat_graph(x, 0.5), 2, landmarks = 20), "`landmarks`",
               class = "lapscale_error_argument")
})

test_that("landmarks from which the kernel does not reach the next are warned of", {
  x <- sphere(600)
  expect_warning(embed_eigenmaps(x, 2, bandwidth = 0.4, landmarks = 10), "10 are too few.*2.3 times",
                 class = "lapscale_warning_sparse_landmarks")
  expect_no_warning(embed_eigenmaps(x, 2, bandwidth = 0.4, landmarks = 40))
  expect_warning(embed_eigenmaps(x, 2, bandwidth = 0.4, landmarks = 10, self_loops = TRUE),
                 class = "lapscale_warning_sparse_landmarks")
})

test_that("the sums that tell it are the landmarks' own, by their mass, over the degrees", {
  x <- sphere(600)
  marks <- landmarks_of(x, 20)
  w <- exp(-as.matrix(dist(x))^2 / 0.4^2)[marks$index, ]
  mass <- marks$checked$mass
  degree <- rowSums(w)
  ratio <- stats::median(w[, marks$index] %*% mass / degree)
  expect_gt(ratio, 1.25)
  told <- function(degree, loops) {
    own <- w[, marks$index]
    if (!loops) diag(own) <- 0
    warn_sparse_landmarks(own, mass, degree - !loops, 0.4, loops)
  }
  # With and without loops the same sums are compared.
  for (loops in c(TRUE, FALSE)) {
    expect_warning(told(degree, loops), format(signif(ratio, 2)),
                   class = "lapscale_warning_sparse_landmarks")
    expect_no_warning(told(degree * ratio / 1.24, loops))
  }
})

test_that("without self loops a landmark has the loop of the points that it stands for", {
  x <- rbind(sphere(300), sphere(300)[1:3, ])
  h <- 0.4
  marks <- landmarks_of(x, 40, start = c(1, 301))
  far <- as.matrix(dist(x))
  w <- exp(-far^2 / h^2)
  # Point by point: all at the place of landmark 1 are shared by the two landmarks there.
  loops <- vapply(seq_along(marks$index), function(i) {
    place <- which(far[marks$index[[i]], marks$index] == 0)
    cell <- which(marks$owner %in% place)
    (sum(w[marks$index[[i]], cell]) / length(place) - 1) / marks$checked$mass[[i]]
  }, 0)
  dense <- matrix(0, 40, 40)
  expect_equal(diag(with_landmark_loops(dense, marks, h, Inf)), loops)
  sparse <- as_dgCMatrix(Matrix::Matrix(dense, sparse = TRUE))
  expect_equal(Matrix::diag(with_landmark_loops(sparse, marks, h, Inf)), loops)
  w[far > 0.3 * h] <- 0
  to_mark <- w[cbind(1:303, marks$index[marks$owner])]
  cut <- (tapply(to_mark, factor(marks$owner, 1:40), sum) - 1)[-(1:2)]

  expect_equal(diag(with_landmark_loops(dense, marks, h, 0.3))[-(1:2)],
               as.vector(cut / marks$checked$mass[-(1:2)]))
})

test_that("eigenvalues of landmarks are those of all points, with and without self loops", {
  skip_on_cran()
  x <- sphere()
  for (self_loops in c(TRUE, FALSE)) {
    full <- embed_eigenmaps(x, 8, bandwidth = 0.3, self_loops = self_loops)
    part <- embed_eigenmaps(x, 8, bandwidth = 0.3, self_loops = self_loops, landmarks = 300)
    expect_lt(max(abs(part$eigenvalues / full$eigenvalues - 1)), 0.05)
  }
})

test_that("landmarks have the local scales and the degrees of all points", {
  skip_on_cran()
  x <- withr::with_seed(1, normal_points(150, 2))
  s <- oracle_local_scales(x, 10)
  for (self_loops in c(TRUE, FALSE)) {
    e <- quietly(embed_eigenmaps(x, 3, bandwidth = 2, graph = "dense", local_scale = 10,
                                 landmarks = 60, self_loops = self_loops))
    rows <- e$settings$landmarks
    w <- exp(-as.matrix(stats::dist(x))^2 / (4 * outer(s, s)))
    degree <- rowSums(w)[rows] - !self_loops
    owner <- rows[apply(as.matrix(stats::dist(x))[, rows], 1, which.min)]
    mass <- tabulate(match(owner, rows))
    k <- w[rows, rows]
    if (!self_loops) {
      own <- vapply(rows, function(row) sum(w[row, owner == row]) - 1, 0)
      diag(k) <- own / mass
    }
    d <- heat_graph(x, 2, local_scale = 10)$own_scales$dimension
    g <- mass * s[rows]^(d / 2 - 1) / degree
    walk <- k * outer(g, g)
    laplacian <- (diag(60) - walk / rowSums(walk)) / s[rows]^2
    values <- sort(Re(eigen(laplacian)$values))[2:4]
    f <- as.matrix(e)[rows, ]
    expect_equal(laplacian %*% f, f * rep(values, each = 60), tolerance = 1e-7, ignore_attr = TRUE)
    expect_equal(predict(e, x), as.matrix(e), tolerance = 1e-8)
    near <- quietly(predict(e, x[-rows, ] + 1e-5))
    expect_equal(near, as.matrix(e)[-rows, ], tolerance = 1e-2)
  }
  # A hundred landmarks of an uneven circle have the coordinates of all points.
  u <- withr::with_seed(1, 2 * pi * stats::runif(4000))
  u <- u[withr::with_seed(2, stats::runif(4000)) < (1 + 0.9 * cos(u)) / 1.9][1:800]
  circle <- cbind(cos(u), sin(u))
  e <- quietly(embed_eigenmaps(circle, 2, bandwidth = 2, local_scale = TRUE, landmarks = 200))
  expect_equal(e$eigenvalues, c(1, 1), tolerance = 0.1)
  expect_gt(min(svd(cor(as.matrix(e), circle))$d), 0.75)
})

test_that("landmarks that are too few for local scales have a warning", {
  t <- seq(0, 1, length.out = 400)
  angle <- 2 * pi * t + 0.9 * sin(2 * pi * t)
  x <- cbind(cos(angle), sin(angle))
  of_landmarks <- function(n) {
    conditions_of(embed_eigenmaps(x, 2, bandwidth = 0.6, local_scale = 20, landmarks = n))$classes
  }
  expect_true("lapscale_warning_sparse_landmarks" %in% of_landmarks(50))
  expect_false("lapscale_warning_sparse_landmarks" %in% of_landmarks(200))
})
