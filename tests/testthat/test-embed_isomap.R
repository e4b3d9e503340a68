test_that("distances are those of Floyd, Warshall and classical scaling", {
  x <- as.matrix(sample_swiss_roll(120, seed = 1))
  want <- stats::cmdscale(oracle_geodesics(x, 8), 3, eig = TRUE)
  e <- embed_isomap(x, 3, k = 8)
  expect_lt(off_by(e, want$points), 1e-8)
  expect_equal(e$eigenvalues, want$eig[1:3])
})

test_that("with all pairs it is classical scaling; lengths come in the unit of x", {
  x <- bent_strip(60)
  e <- embed_isomap(x, 3, k = 59)
  expect_equal(sq_distances_of(plain_matrix(e)), sq_distances_of(unname(x)))
  expect_lt(off_by(embed_isomap(7 * x, 3, k = 59), 7 * plain_matrix(e)), 1e-10)
})

test_that("without k it is 10, of few points all others", {
  x <- bent_strip(60)
  expect_identical(as.matrix(embed_isomap(x, 2)), as.matrix(embed_isomap(x, 2, k = 10)))
  few <- bent_strip(6)
  expect_identical(as.matrix(embed_isomap(few, 2)), as.matrix(embed_isomap(few, 2, k = 5)))
  expect_gt(off_by(embed_isomap(few, 2, k = 4), as.matrix(embed_isomap(few, 2))), 1e-6)
})

test_that("a dist, a radius and a graph of all pairs tell the same as points", {
  x <- bent_strip(60)
  e <- embed_isomap(x, 2, k = 8)
  expect_lt(off_by(embed_isomap(stats::dist(x), 2, k = 8), e), 1e-8)
  by_radius <- embed_isomap(x, 2, radius = 0.5)
  expect_lt(off_by(embed_isomap(stats::dist(x), 2, radius = 0.5), by_radius), 1e-8)
  graph <- heat_graph(x, 0.5, cutoff = 1)
  expect_lt(off_by(embed_isomap(graph, 2), by_radius), 1e-7)
  expect_fault(predict(embed_isomap(graph, 2), x), "object", "no_points")
})

test_that("distances place new points and draw landmarks as points do, whatever joins the graph", {
  x <- rbind(bent_strip(50), bent_strip(20) + 30)
  far <- unname(as.matrix(stats::dist(rbind(x, x[c(3, 60), ] + 0.01))))
  of_points <- function(...) suppressWarnings(embed_isomap(x, 2, landmarks = 30, seed = 1, ...))
  of_distances <- function(...) {
    suppressWarnings(embed_isomap(stats::as.dist(far[1:70, 1:70]), 2, landmarks = 30, seed = 1, ...))
  }
  for (given in list(list(), list(radius = 0.6, components = "connect"),
                     list(components = "largest"))) {
    e <- do.call(of_points, given)
    same <- do.call(of_distances, given)
    expect_identical(is.na(plain_matrix(same)), is.na(plain_matrix(e)))
    expect_lt(off_by(stats::na.omit(as.matrix(same)), stats::na.omit(as.matrix(e))), 1e-7)
    # A part that is left out is far away.
    new <- suppressWarnings(predict(same, far[71:72, 1:70]))
    want <- suppressWarnings(predict(e, x[c(3, 60), ] + 0.01))
    expect_equal(abs(new), abs(unname(want)), tolerance = 1e-6)
  }
})

test_that("landmarks: all of them is Isomap; a draw repeats and leaves R's numbers alone", {
  skip_on_cran()
  x <- as.matrix(sample_swiss_roll(200, seed = 1))
  full <- embed_isomap(x, 2, k = 10)
  expect_lt(off_by(embed_isomap(x, 2, k = 10, landmarks = 200), full), 1e-10)
  before <- rng_state()
  some <- embed_isomap(x, 2, k = 10, landmarks = 60, seed = 3)
  expect_identical(rng_state(), before)
  expect_identical(as.matrix(embed_isomap(x, 2, k = 10, landmarks = 60, seed = 3)),
                   as.matrix(some))
  expect_gt(stats::cor(c(sq_distances_of(some)), c(sq_distances_of(full))), 0.97)
  named <- embed_isomap(x, 2, k = 10, landmarks = some$settings$landmarks)
  expect_identical(as.matrix(named), as.matrix(some))
  for (bad in list(1, 0, 201, c(3, 3), c(1, 999), "a")) {
    expect_fault(embed_isomap(x, 2, k = 10, landmarks = bad), "landmarks")
  }
})

test_that("points that coincide are said so, and stay together", {
  x <- bent_strip(60)
  twice <- rbind(x, x[1:10, ])
  e <- expect_condition_of(embed_isomap(twice, 2, k = 8), "message_duplicates")
  expect_equal(unname(as.matrix(e)[1:10, ]), unname(as.matrix(e)[61:70, ]))
})

test_that("more coordinates than positive eigenvalues: zero, with a warning", {
  line <- cbind(1:30, 0)
  e <- expect_condition_of(embed_isomap(line, 3, k = 29), "warning_rank")
  expect_equal(unname(abs(as.matrix(e)[, 1])), abs(1:30 - 15.5))
  expect_true(all(as.matrix(e)[, 2:3] == 0))
})

test_that("with a radius, new points are joined to the points within it", {
  skip_on_cran()
  x <- as.matrix(sample_swiss_roll(300, seed = 1))
  e <- embed_isomap(x, 2, radius = 5)
  expect_lt(max(abs(predict(e, x) - as.matrix(e))) / max(abs(as.matrix(e))), 1e-10)
  lengths <- sqrt(sq_distances_of(unname(x)))
  lengths[lengths > 5] <- Inf
  for (via in 1:300) lengths <- pmin(lengths, outer(lengths[, via], lengths[via, ], "+"))
  new <- unname(x)[c(7, 80, 200), ] + 0.3
  y <- plain_matrix(e)
  for (i in 1:3) {
    distance <- sqrt(colSums((t(unname(x)) - new[i, ])^2))
    near <- which(distance <= 5)
    to_all <- apply(distance[near] + lengths[near, ], 2, min)
    want <- -colSums(y * (to_all^2 - rowMeans(lengths^2))) / (2 * e$eigenvalues)
    expect_equal(unname(predict(e, new)[i, ]), want, tolerance = 1e-8)
  }
  far <- expect_condition_of(predict(e, rbind(x[1, ], c(200, 0, 0))), "warning_far", "row 2")
  expect_true(all(is.na(far[2, ])) && all(is.finite(far[1, ])))
  expect_output(print(e), "radius 5")
  expect_identical(glance(e)$radius, 5)
  expect_identical(glance(e)$bandwidth, NA_real_)
  # Lists longer than the first guess of their length.
  wide <- embed_isomap(x, 2, radius = 40, landmarks = 50, seed = 1)
  expect_lt(max(abs(predict(wide, x) - as.matrix(wide))) / max(abs(as.matrix(wide))), 1e-10)
})

test_that("conditions about the radius speak of the radius", {
  x <- bent_strip(60)
  alone <- conditions_of(tryCatch(embed_isomap(x, 2, radius = 1e-4), error = text_of))
  expect_match(alone$value, "`radius`", fixed = TRUE)
  expect_false(any(grepl("bandwidth", alone$texts)))
  x[, 1] <- 1e6 * x[, 1]
  expect_condition_of(embed_isomap(x, 1, radius = 1e6), "message_scale")
})

test_that("landmarks are rows of the data as given, enough of them in every component", {
  skip_on_cran()
  x <- as.matrix(sample_swiss_roll(200, seed = 1))
  holed <- x
  holed[5, 1] <- NA
  omit <- function(...) {
    suppressWarnings(embed_isomap(holed, 2, k = 10, na_action = "omit", landmarks = c(...)))
  }
  e <- omit(10, 20, 200, 150)
  expect_identical(e$settings$landmarks, c(10L, 20L, 150L, 200L))
  want <- embed_isomap(x[-5, ], 2, k = 10, landmarks = c(9, 19, 149, 199))
  expect_identical(unname(as.matrix(e))[-5, ], unname(as.matrix(want)))
  expect_fault(omit(5, 6, 7, 100), "landmarks", text = "row 5")
  expect_fault(omit(6, 7, 201), "landmarks", text = "200")
  parts <- rbind(x, x[1:20, ] + 1e3)
  for (policy in c("largest", "each")) {
    fit <- function(landmarks) {
      suppressWarnings(embed_isomap(parts, 2, k = 5, landmarks = landmarks, components = policy))
    }
    rows <- if (policy == "each") c(1:50, 201:202) else c(1:2, 201:220)
    expect_fault(fit(rows), "landmarks", text = "3 rows or more")
    expect_s3_class(fit(c(1:50, 201:206)), paste0("lapscale_", if (policy == "each") {
      "embedding_list"
    } else {
      "isomap"
    }))
  }
})

test_that("graphs and distances have no rows to leave out", {
  skip_on_cran()
  x <- bent_strip(30)
  for (given in list(stats::dist(x), heat_graph(x, 0.5))) {
    expect_fault(embed_isomap(given, 2, na_action = "omit"), "na_action")
    expect_fault(embed_isomap(given, 2, na_action = "drop"), "na_action")
  }
})

test_that("landmarks that are drawn are the same points in any order of the rows", {
  x <- as.matrix(sample_swiss_roll(150, seed = 1))
  order <- rev(seq_len(150))
  embed <- function(x) as.matrix(embed_isomap(x, 2, k = 8, landmarks = 30, seed = 1))
  expect_equal(abs(unname(embed(x[order, ]))), abs(unname(embed(x)[order, ])), tolerance = 1e-8)
})

test_that("distances that memory does not hold are refused, with fewer landmarks as the remedy", {
  withr::local_options(lapscale.memory = 0.01)
  x <- normal_points(1100, 2)
  error <- expect_fault(embed_isomap(x, 2), "x", class = "memory", text = "between 1100 points")
  expect_match(conditionMessage(error), "`landmarks` = 1000", fixed = TRUE)
  error <- expect_fault(embed_isomap(x, 2, landmarks = 900), "x", class = "memory",
                        text = "to 900 landmarks")
  expect_no_match(conditionMessage(error), "needs less")
})

test_that("a roll that single edges bend is said so, and not if it unrolls", {
  skip_on_cran()
  noisy_roll <- function(n, sd, seed) withr::with_seed(seed, {
    angle <- 1.5 * pi * (1 + 2 * stats::runif(n))
    height <- 21 * stats::runif(n)
    list(x = cbind(angle * cos(angle), height, angle * sin(angle)) + normal_noise(3 * n, sd),
         height = height)
  })
  normal_noise <- function(n, sd) stats::rnorm(n, sd = sd)
  of_height <- function(e, roll) summary(stats::lm(roll$height ~ as.matrix(e)))$r.squared
  for (bent in c(TRUE, FALSE)) {
    roll <- if (bent) noisy_roll(500, 0.6, 4) else noisy_roll(1500, 0.2, 11)
    e <- embed_isomap(roll$x, 2, k = 10, landmarks = 200, seed = 1)
    expect_identical(of_height(e, roll) < 0.9, bent)
    expect_identical(grepl("cross gaps", paste(utils::capture.output(e), collapse = "")), bent)
  }
})

test_that("a point far from all others is not an edge across a gap", {
  crosses_gaps <- function(x, k) embed_isomap(x, 2, k = k)$settings$crosses_gaps
  x <- withr::with_seed(101, list(
    normal = normal_points(200, 20), normal50 = normal_points(200, 50),
    counts = matrix(as.numeric(stats::rpois(6000, 3)), 200), skew = exp(normal_points(200, 20)),
    outliers = matrix(stats::rt(1800, 3), 300)
  ))
  for (name in names(x)) {
    for (k in c(5, 10)) expect_false(crosses_gaps(x[[name]], k), label = paste(name, k))
  }
})

test_that("the print-out says if edges cross gaps, and of flat samples it does not", {
  skip_on_cran()
  roll <- sample_swiss_roll(1000, seed = 1)
  says <- "cross gaps in the data"
  expect_output(print(embed_isomap(roll, 2, k = 60)), says)
  expect_output(print(embed_isomap(roll, 2, radius = 12)), "Try a smaller `radius`")
  x <- withr::with_seed(1, list(
    square = matrix(stats::runif(1200), 600), normal = normal_points(600, 2, 1),
    uneven = matrix(stats::rexp(1200), 600), strip = cbind(stats::runif(600, 0, 10), stats::runif(600)),
    grid = as.matrix(expand.grid(1:24, 1:24)), noise = normal_points(300, 12, 1),
    sphere = unclass(sample_sphere(500, seed = 1))
  ))
  said <- c(roll = utils::capture.output(embed_isomap(roll, 2, k = 8)) |> paste(collapse = ""))
  for (name in names(x)) for (k in c(8, 60)) {
    e <- embed_isomap(x[[name]], 2, k = k)
    said <- c(said, stats::setNames(paste(utils::capture.output(e), collapse = ""), name))
  }
  expect_identical(names(said)[grepl(says, said)], character())
  # The fit finds it; print() does not look again.
  e <- embed_isomap(roll, 2, k = 60)
  local_functions(list(report_lengths = function(...) stop("again")))
  expect_output(print(e), says)
})
