turned_by <- function(y, seed = 3) y %*% qr.Q(qr(withr::with_seed(seed, normal_points(ncol(y), ncol(y)))))

test_that("rotation, reflection, shift and scale are undone", {
  y <- normal_points(50, 3)
  mirrored <- turned_by(y) %*% diag(c(1, 1, -1))
  for (z in list(turned_by(y), mirrored)) {
    expect_equal(embed_align(z + 7, y), y, tolerance = 1e-12)
    expect_equal(embed_align(1e200 * z, y, scale = TRUE), y, tolerance = 1e-12)
    # Without a scale the sizes stay.
    expect_equal(c(stats::dist(embed_align(2 * z, y))), c(stats::dist(2 * z)))
  }
})

test_that("no other rotation comes nearer", {
  y <- normal_points(40, 2)
  target <- turned_by(y) + 0.5 * withr::with_seed(4, normal_points(40, 2))
  left <- function(turn) {
    rotation <- rbind(c(cos(turn), sin(turn)), c(-sin(turn), cos(turn)))
    z <- sweep(y, 2, colMeans(y))
    b <- sweep(target, 2, colMeans(target))
    min(sum((z %*% rotation - b)^2), sum((z %*% diag(c(1, -1)) %*% rotation - b)^2))
  }
  best <- min(vapply(seq(0, 2 * pi, length.out = 2001), left, 0))
  expect_lt(sum((embed_align(y, target) - target)^2), best + 1e-9)
  expect_equal(sum((embed_align(y, target) - target)^2), best, tolerance = 1e-3)
})

test_that("an embedding stays one, and its predictions move along", {
  x <- bent_strip(80)
  e <- embed_isomap(x, 2, k = 8)
  target <- 3 * turned_by(plain_matrix(e)) + 5
  twice <- embed_align(embed_align(e, -target), target, scale = TRUE)
  expect_equal(plain_matrix(twice), target, tolerance = 1e-12)
  expect_equal(predict(twice, x), as.matrix(twice), tolerance = 1e-10)
  expect_s3_class(twice, "lapscale_isomap")
  expect_true(all(is.na(tidy(twice)$eigenvalue)))
  expect_output(print(summary(twice)), "2 coordinates")
  expect_identical(rownames(as.matrix(twice)), rownames(x))
})

test_that("rows that one of them lacks do not count", {
  y <- normal_points(30, 2)
  target <- turned_by(y)
  target[1:3, ] <- NA
  y[30, ] <- NA
  moved <- embed_align(y, target)
  expect_equal(moved[4:29, ], target[4:29, ], tolerance = 1e-12)
  expect_identical(which(is.na(moved[, 1])), 30L)
  expect_false(anyNA(moved[1:3, ]))
})

test_that("rows with the same names are matched by them", {
  y <- normal_points(20, 2)
  rownames(y) <- letters[1:20]
  target <- turned_by(y)
  rownames(target) <- rownames(y)
  expected <- expect_silent(embed_align(y, target))
  expect_message(moved <- embed_align(y, target[20:1, ]), class = "lapscale_message_reordered")
  expect_identical(moved, expected)
  # One name is not in both, or none is: by position.
  other <- `rownames<-`(target, replace(rownames(y), 20, "z"))
  expect_identical(expect_silent(embed_align(y, other)), expected)
  expect_warning(embed_align(y, other[c(2:1, 3:20), ]), "2 names",
                 class = "lapscale_warning_names")
  expect_identical(expect_silent(embed_align(y, unname(target))), expected)
  expect_identical(expect_silent(embed_align(y, `rownames<-`(target, LETTERS[1:20]))), expected)
})

test_that("refusals name the argument", {
  y <- normal_points(20, 2)
  expect_fault(embed_align("a", y), "e")
  expect_fault(embed_align(y, y[1:19, ]), "target", text = "20 rows and 2 columns")
  expect_fault(embed_align(y, y[, 1, drop = FALSE]), "target")
  expect_fault(embed_align(y, y * 0), "target")
  expect_fault(embed_align(y * 0, y), "e")
  expect_fault(embed_align(y, y * NA), "target")
  expect_fault(embed_align(y, y, scale = 2), "scale")
  # A single row in both has no direction.
  single <- rbind(c(1, 2), NA, NA)
  expect_error(embed_align(single, single), "`target` needs two places",
               class = "lapscale_error_argument")
})

test_that("panels of scales do not flip from one to the next", {
  x <- bent_strip(100)
  scales <- embed_scales(x, c(0.4, 0.5))
  flipped <- scales
  flipped$embeddings[[2]]$coordinates <- scales$embeddings[[2]]$coordinates %*% rbind(0:1, -1:0)
  drawn <- function(s) as.matrix(picture(s)$panels[[2]]$layers[[1]]$data[c("x", "y")])
  expect_equal(drawn(flipped), drawn(scales), tolerance = 1e-10)
  expect_equal(as.data.frame(flipped), as.data.frame(scales), tolerance = 1e-10)
  expect_gt(max(abs(as.data.frame(scales)$.embed1[101:200] -
                      as.matrix(flipped$embeddings[[2]])[, 1])), 0.1)
})

test_that("of repeated names only those of other rows count as moved", {
  y <- normal_points(20, 2)
  rownames(y) <- rep(letters[1:10], 2)
  expect_silent(embed_align(y, y))
  other <- `rownames<-`(turned_by(y), replace(rownames(y), 20, "a"))
  # "j" of row 20 stands in row 10 of the target.
  expect_warning(embed_align(y, other), "1 name .* belongs", class = "lapscale_warning_names")
  renamed <- `rownames<-`(y, replace(rownames(y), 1, "z"))
  expect_silent(embed_align(renamed, y))
})
