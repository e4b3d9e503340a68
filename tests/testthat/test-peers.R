# Results of other packages on twenty points, typed in: the numbers are theirs, computed by their own
# code with bench/peers/pinned.py and, those of R packages, with the calls that stand beside them.
# A rising spiral, no two of whose distances are equal.
turn <- 0:19
spiral <- cbind(cos(0.4 * turn) * (1 + turn / 10), sin(0.4 * turn) * (1 + turn / 10), 0.05 * turn^1.5)
h <- 1.5
labels <- replace(rep(NA_character_, 20), c(1, 8, 13, 20), c("a", "a", "b", "b"))
# scikit-learn 1.2.1 (scipy 1.10.1): spectral_embedding(), Isomap(4), LocallyLinearEmbedding(5), KernelPCA(rbf), each with
# two coordinates, one after the other, and LabelPropagation(rbf): the probability of "b".
scikit_learn <- list(
  spectral = c(-0.0982892081, -0.100733348, -0.101618636, -0.101147071, -0.0989844023,
    -0.0944184776, -0.0864634435, -0.0740188008, -0.0560458756, -0.0317200544, -0.000591424503,
    0.0372835977, 0.0813067996, 0.130436425, 0.18329712, 0.23785212, 0.290472472, 0.335521193,
    0.366438734, 0.378597224, 0.106112929, 0.10951763, 0.106996392, 0.0984657329, 0.0823756767,
    0.0566159857, 0.0194891472, -0.0292032028, -0.087077293, -0.14836897, -0.203873611,
    -0.241995246, -0.25101094, -0.222199065, -0.15284024, -0.048059705, 0.0781755633,
    0.202700406, 0.296270044, 0.335251147),
  isomap = c(-4.57437085, -4.27013963, -3.86324719, -3.3721163, -2.82770226, -2.76550769,
    -2.59635414, -2.16144995, -1.58106534, -0.831476283, 0.101263761, 1.131776, 2.22567798,
    3.38180031, 4.57509224, 5.47713236, 4.78129645, 3.78407182, 2.46412647, 0.921192228,
    1.40445344, 1.34371903, 1.25950224, 1.14967408, 1.04961513, 0.131980269, -0.841345321,
    -1.7409843, -2.49348528, -3.07148699, -3.16822057, -2.88628904, -2.33694293, -1.76728363,
    -1.1660777, -0.320870501, 1.50698917, 3.11538651, 4.22705943, 4.60460697),
  lle = c(0.0300630799, -0.025242625, -0.10123442, -0.183501773, -0.257599499, -0.307929661,
    -0.324277403, -0.30032529, -0.236467096, -0.139128856, -0.0203973719, 0.103917844,
    0.216524631, 0.301307671, 0.345839226, 0.343273667, 0.293675974, 0.203851426, 0.0877588617,
    -0.0301083867, -0.0969774112, -0.129386299, -0.14653919, -0.139314977, -0.105334048,
    -0.0443494467, 0.0362450961, 0.126607638, 0.213617536, 0.283877295, 0.325179022,
    0.328787507, 0.290796024, 0.213111305, 0.103326441, -0.025941034, -0.159053943,
    -0.278865614, -0.370730405, -0.425055496),
  kpca = c(0.484745852, 0.606018427, 0.687623326, 0.696041423, 0.616718986, 0.458721263,
    0.250420747, 0.029956233, -0.166256352, -0.313152437, -0.401471712, -0.436272473,
    -0.431470958, -0.40352675, -0.36662706, -0.330045425, -0.297442227, -0.267580009,
    -0.23398389, -0.182416965, -0.315078146, -0.326181484, -0.268454093, -0.125027384,
    0.0915942133, 0.337941741, 0.552434369, 0.67654998, 0.676018756, 0.552982733, 0.343589748,
    0.10269888, -0.116331243, -0.277441347, -0.367811931, -0.394357297, -0.374786669,
    -0.327428968, -0.262556341, -0.178355518),
  propagation = c(0, 0.0508497357, 0.0517433512, 0.0550116212, 0.0594436098, 0.0656445375,
    0.0790238975, 0, 0.19098406, 0.311003478, 0.466620598, 0.644834127, 1, 0.855035083,
    0.857081591, 0.859509083, 0.875433215, 0.903073607, 0.939264195, 1)
)
# megaman at commit 249a7d7: rows of compute_laplacian_matrix(scaling_epps = h) for the tenth point, with
# a minus sign; the dual metric H of the first two columns at points 1, 10, 20; and the mean
# distortion of run_estimate_radius(d = 1) at five points, for radii of 3 and 4.5.
megaman <- list(
  geometric = c(0.0062729985, 0.00369691705, 0.00316687903, 0.00411833722, 0.00792476644,
    0.0204681982, 0.06066573, 0.169876883, 0.366622148, -1.2684515, 0.402194872, 0.17286751,
    0.0425563018, 0.00692237414, 0.000923184374, 0.000130171545, 2.4891709e-05, 7.89036835e-06,
    4.77401547e-06, 6.67374774e-06),
  random_walk = c(0.00633805741, 0.00435813124, 0.00412385423, 0.00556897633, 0.0105842155,
    0.0261409087, 0.0728754483, 0.190857, 0.385416143, -1.27508132, 0.374338008, 0.152415756,
    0.0356926401, 0.00554128232, 0.000706708899, 9.53700388e-05, 1.74674443e-05,
    5.30023967e-06, 2.97497e-06, 3.0714571e-06),
  symmetric = c(0.00626427118, 0.00398772204, 0.00359022993, 0.00475777075, 0.00909866022,
    0.0229802644, 0.0660567507, 0.178885881, 0.37344717, -1.27508132, 0.385482885, 0.16125994,
    0.0387191799, 0.00615300895, 0.000802452577, 0.000110692675, 2.07155713e-05,
    6.42467653e-06, 3.74401931e-06, 4.49792277e-06),
  unnormalized = c(0.0126081202, 0.00866950847, 0.00820346776, 0.0110782087, 0.0210548837,
    0.0520013779, 0.144969089, 0.379666488, 0.766697544, -2.53648356, 0.74466012, 0.303196397,
    0.0710023698, 0.0110231178, 0.00140583623, 0.000189716948, 3.4747498e-05, 1.05436184e-05,
    5.91802454e-06, 6.10996362e-06),
  renormalized = c(0.00631202221, 0.00401811949, 0.00361759739, 0.00479403809, 0.00916801712,
    0.0231554374, 0.0665602854, 0.180249485, 0.376293868, -1.27124938, 0.388421328,
    0.162489186, 0.0390143269, 0.00619991185, 0.00080856948, 0.000111536459, 2.08734811e-05,
    6.4736503e-06, 3.77255907e-06, 4.53220935e-06),
  H = c(0.379221681, 0.32927454, 0.349232012, -0.224013917, -0.127573908, -0.251884952,
    -0.224013917, -0.127573908, -0.251884952, 0.542964178, 0.719135629, 0.198247195),
  distortion = c(0.207142487, 0.234862883)
)
# scanpy at commit fabadb9: gauss(n_neighbors = 6, knn = False) and compute_transitions(), tenth row.
scanpy <- list(
  weights = c(0.0135760952, 0.00531465887, 0.00187782226, 0.00132782796, 0.00471513187,
    0.0208439443, 0.0920344349, 0.323416216, 0.746592373, 1, 0.748882308, 0.330852436,
    0.0984587609, 0.0237970459, 0.00575797965, 0.00169769606, 0.000710671771, 0.000460460784,
    0.00357362892, 0.00519168899),
  transitions = c(0.00412779553, 0.00146017604, 0.000498971307, 0.000367191801, 0.00131579109,
    0.00600233499, 0.0269284433, 0.0949189055, 0.218796587, 0.292320262, 0.218304054,
    0.0961456062, 0.0285015706, 0.00685102716, 0.00164254183, 0.000476890035, 0.000197077754,
    0.000131031933, 0.00100506998, 0.0018472558)
)
# uwot 0.1.14: form_normalized_laplacian(), tenth row; RSSL 0.9.8: GRFClassifier("heat"), the
# probability of "b" at the points without a label; kernlab 0.9.32: eig(kpca()).
r_packages <- list(
  uwot = c(-0.00489057546, -0.00303166953, -0.00269024742, -0.00354724958, -0.00679470974,
    -0.0172659002, -0.0500750612, -0.137049387, -0.289413507, 1, -0.30598723, -0.12955693,
    -0.0314829551, -0.00506373357, -0.000668619891, -9.34416313e-05, -1.77290474e-05,
    -5.58136287e-06, -3.34660614e-06, -4.76189748e-06),
  RSSL = c(0.0508497357, 0.0517433512, 0.0550116212, 0.0594436098, 0.0656445375, 0.0790238975,
    0.19098406, 0.311003478, 0.466620598, 0.644834127, 0.855035083, 0.857081591, 0.859509083,
    0.875433215, 0.903073607, 0.939264195),
  kernlab = c(0.17657862, 0.139999463, 0.113785359)
)
# Nine digits are typed in.
expect_pinned <- function(value, pinned) {
  expect_equal(as.vector(value), pinned, tolerance = 1e-7)
}
# Coordinates of unit length with the sign of the others.
expect_pinned_coordinates <- function(embedding, pinned) {
  ours <- unit_columns(as.matrix(embedding))
  theirs <- unit_columns(matrix(pinned, nrow(ours)))
  expect_equal(ours %*% diag(sign(colSums(ours * theirs))), theirs, tolerance = 1e-7,
               ignore_attr = TRUE)
}
unit_columns <- function(y) sweep(y, 2, sqrt(colSums(y^2)), "/")
with_loops <- heat_graph(spiral, h, type = "dense", self_loops = TRUE)
without_loops <- heat_graph(spiral, h, type = "dense")
test_that("embeddings are those of scikit-learn", {
  eigenmaps <- embed_eigenmaps(without_loops, 2, type = "random_walk")
  expect_pinned_coordinates(eigenmaps, scikit_learn$spectral)
  expect_pinned_coordinates(embed_isomap(spiral, 2, k = 4), scikit_learn$isomap)
  expect_pinned_coordinates(embed_lle(spiral, 2, k = 5), scikit_learn$lle)
  expect_pinned_coordinates(embed_kpca(spiral, 2, bandwidth = h), scikit_learn$kpca)
  # Lengths too, where they mean something.
  expect_pinned(colSums(as.matrix(embed_isomap(spiral, 2, k = 4))^2),
                colSums(matrix(scikit_learn$isomap, 20)^2))
})
test_that("the harmonic function is scikit-learn's label propagation, and RSSL's", {
  fit <- ssl_harmonic(spiral, labels, bandwidth = h, alpha = 0, graph = "dense")
  chance <- drop(predict(fit, type = "score")[, "b"] + 1) / 2
  expect_pinned(chance, scikit_learn$propagation)
  expect_pinned(chance[is.na(labels)], r_packages$RSSL)
})
test_that("Laplacians, metric, and distortion are megaman's", {
  for (type in c("geometric", "random_walk", "symmetric", "unnormalized")) {
    expect_pinned(-as.matrix(graph_laplacian(with_loops, type))[10, ], megaman[[type]])
  }
  renormalized <- graph_laplacian(with_loops, "random_walk", alpha = 0.5)
  expect_pinned(-as.matrix(renormalized)[10, ], megaman$renormalized)
  metric <- metric_riemannian(spiral[, 1:2], with_loops, d = 2)
  expect_pinned(metric$H[c(1, 10, 20), , ], megaman$H)
  distortion <- vapply(c(3, 4.5) / 3, function(h) {
    rows <- c(1, 6, 10, 15, 20)
    mean(metric_distortion(spiral, h, d = 1, points = rows, cutoff = 3)$distortion)
  }, 0)
  expect_pinned(distortion, megaman$distortion)
})
test_that("weights between points of two scales, and their transitions, are scanpy's", {
  squared <- as.matrix(dist(spiral))^2
  scale <- apply(squared, 1, function(row) sort(row)[6]) / 4
  both <- outer(scale, scale, "+")
  weights <- sqrt(2 * sqrt(outer(scale, scale)) / both) * exp(-squared / both)
  expect_pinned(weights[10, ], scanpy$weights)
  laplacian <- graph_laplacian(as_heat_graph(weights), "symmetric", alpha = 1)
  expect_pinned((diag(20) - as.matrix(laplacian))[10, ], scanpy$transitions)
})
test_that("the normalized Laplacian is uwot's, and eigenvalues of kernel PCA are kernlab's", {
  laplacian <- graph_laplacian(as_heat_graph(as.matrix(without_loops)), "symmetric", alpha = 0)
  expect_pinned(as.matrix(laplacian)[10, ], r_packages$uwot)
  # kernlab divides them by the number of points.
  expect_pinned(embed_kpca(spiral, 3, bandwidth = h)$eigenvalues[1:3] / 20, r_packages$kernlab)
})
