# What the other package computes by the core alone is what lapscale computes.
x <- as.matrix(lapscale::sample_sphere(300, seed = 1))

nearest <- downstream::distances_to_neighbors(x, 5L)
exact <- t(apply(as.matrix(stats::dist(x)), 1, sort))[, 2:6]
stopifnot(all.equal(nearest, exact, check.attributes = FALSE, tolerance = 1e-12))

own <- lapscale::metric_distortion(x, 0.5, d = 2, seed = 1, n_threads = 1, progress = FALSE)
other <- downstream::local_distortions(x, 2L, 0.5)
stopifnot(identical(other, own$distortion))
