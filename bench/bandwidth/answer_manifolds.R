# The manifolds of answer.R: those of new_manifolds.R and more, in two halves. The half
# "held" was opened when the rule was fixed.
#   draw_sample(name, n, noise, uneven, seed)  list(x, truth: the eight eigenvalues after the zeros,
#                                              zeros, h: n x any, functions that span the first
#                                              eigenspace; NULL where they are not at hand)
source("bench/bandwidth/new_manifolds.R")

spiral_curve <- by_length(function(t) (0.3 + 0.15 * t) * cbind(cos(t), sin(t)), 0, 3 * pi)
trefoil <- by_length(function(t) {
  cbind(sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t)) / 2
})
helix <- by_length(function(t) cbind(cos(t), sin(t), 0.25 * t), 0, 4 * pi)
ellipse <- by_length(function(t) cbind(1.6 * cos(t), 0.7 * sin(t)))
roll_curve <- by_length(function(t) t / 8 * cbind(cos(t), sin(t)), 1.5 * pi, 4.5 * pi)
hourglass_radius <- function(z) {
  f <- 1 + 4 * z^2 - 4 * z^4
  0.875 * sqrt(pmax(f^2 - z^2, 0))
}
hourglass_curve <- by_length(function(z) cbind(hourglass_radius(z), 1.75 * z), -1, 1)
# z = +-1 is where f^2 = z^2: the ends are poles.
hourglass_profile <- function(s) hourglass_curve$at(s / hourglass_curve$length)[, 1]
hourglass_place <- by_density(hourglass_profile, 0, hourglass_curve$length)
annulus_place <- by_density(identity, 0.5, 1.5)
box_values <- function(k) {
  sides <- outer((pi * 0:9 / 2)^2, (pi * 0:9 / 1.5)^2, `+`)
  sort(outer(sides, (pi * 0:9)^2, `+`))[seq_len(k)]
}

on_three_sphere <- function(u) {
  cbind(sqrt(1 - u[, 1]) * on_circle(u[, 2]), sqrt(u[, 1]) * on_circle(u[, 3]))
}

closed_space <- function(u) cbind(cos(2 * pi * u[, 1]), sin(2 * pi * u[, 1]))
interval_space <- function(u) cbind(cos(pi * u[, 1]))

manifolds <- c(manifolds, list(
  sphere = list(points = function(u) on_sphere(u[, 1], u[, 2]), d = 2,
                spectrum = table_values(c(0, 2, 6), c(1, 3, 5)),
                space = function(u) on_sphere(u[, 1], u[, 2])),
  circle = list(points = function(u) on_circle(u[, 1]), d = 1, closed = TRUE,
                spectrum = circle_values(2 * pi), space = closed_space),
  torus = list(points = function(u) cbind(on_circle(u[, 1]), on_circle(u[, 2])), d = 2,
               closed = TRUE, spectrum = sum_values(circle_values(2 * pi), circle_values(2 * pi)),
               space = function(u) cbind(on_circle(u[, 1]), on_circle(u[, 2]))),
  three_sphere = list(
    points = function(u) on_three_sphere(u), d = 3,
    spectrum = table_values(c(0, 3, 8), c(1, 4, 9)), space = function(u) on_three_sphere(u)
  ),
  ellipse = list(points = function(u) ellipse$at(u[, 1]), d = 1, closed = TRUE,
                 spectrum = circle_values(ellipse$length), space = closed_space),
  arc = list(points = function(u) cbind(cos(4 * u[, 1]), sin(4 * u[, 1])), d = 1,
             spectrum = interval_values(4), space = interval_space),
  s_sheet = list(
    points = function(u) {
      t <- 3 * pi * (u[, 1] - 0.5)
      cbind(sin(t), 2 * u[, 2], sign(t) * (cos(t) - 1))
    },
    d = 2, spectrum = sum_values(interval_values(3 * pi), interval_values(2)),
    space = interval_space
  ),
  helix = list(points = function(u) helix$at(u[, 1]), d = 1,
               spectrum = interval_values(helix$length), space = interval_space),
  roll = list(points = function(u) cbind(roll_curve$at(u[, 1]), 2 * u[, 2]), d = 2,
              spectrum = sum_values(interval_values(roll_curve$length), interval_values(2)),
              space = interval_space),
  hourglass = list(
    points = function(u) {
      s <- hourglass_place(u[, 1])
      p <- hourglass_curve$at(s / hourglass_curve$length)
      cbind(p[, 1] * on_circle(u[, 2]), p[, 2])
    },
    d = 2, spectrum = revolution_values(hourglass_profile, 0, hourglass_curve$length)
  ),
  grid = list(
    points = function(u) cbind(3 * u[, 1], 2 * u[, 2]), d = 2,
    parameters = function(u) {
      n <- nrow(u)
      wide <- ceiling(sqrt(1.5 * n))
      high <- ceiling(n / wide)
      cell <- seq_len(n) - 1
      cbind((cell %% wide + 0.5) / wide, (cell %/% wide + 0.5) / high)
    },
    spectrum = sum_values(interval_values(3), interval_values(2))
  ),
  spiral = list(points = function(u) spiral_curve$at(u[, 1]), d = 1,
                spectrum = interval_values(spiral_curve$length), space = interval_space),
  trefoil = list(points = function(u) trefoil$at(u[, 1]), d = 1, closed = TRUE,
                 spectrum = circle_values(trefoil$length), space = closed_space),
  annulus = list(points = function(u) annulus_place(u[, 1]) * on_circle(u[, 2]), d = 2,
                 spectrum = revolution_values(identity, 0.5, 1.5)),
  dome = list(
    points = function(u) cbind(sqrt(1 - u[, 1]^2) * on_circle(u[, 2]), u[, 1]), d = 2,
    spectrum = revolution_values(sin, 0, pi / 2)
  ),
  cylinder = list(points = function(u) cbind(on_circle(u[, 1]), 2 * u[, 2]), d = 2, closed = TRUE,
                  spectrum = sum_values(circle_values(2 * pi), interval_values(2))),
  box = list(points = function(u) cbind(2 * u[, 1], 1.5 * u[, 2], u[, 3]), d = 3,
             spectrum = box_values, space = interval_space),
  torus3 = list(
    points = function(u) cbind(on_circle(u[, 1]), on_circle(u[, 2]), on_circle(u[, 3])), d = 3,
    closed = TRUE, spectrum = table_values(c(0, 1, 2), c(1, 6, 12))
  )
))
for (name in c("knot_2_5", "knot_3_4", "baseball", "flower")) {
  manifolds[[name]]$space <- closed_space
}
manifolds$half_circle$space <- interval_space
manifolds$sphere4$space <- manifolds$sphere4$points

halves <- list(
  choosing = c(
    "sphere", "circle", "torus", "three_sphere", "ellipse", "arc", "s_sheet", "knot_2_5",
    "baseball", "helix", "tight_roll", "cone", "projective", "hourglass", "lattice", "grid", "ball"
  ),
  held = c(
    "knot_3_4", "flower", "half_circle", "spiral", "trefoil", "sine_sheet", "band", "disc",
    "spheroid", "catenoid", "moebius", "clifford", "two_sheets", "annulus", "dome", "cylinder",
    "box", "rotations", "torus3", "sphere4"
  )
)

draw_sample <- function(name, n, noise, uneven, seed) {
  m <- manifolds[[name]]
  set.seed(seed)
  u <- matrix(stats::runif(5 * n * if (uneven) 6 else 1), ncol = 5)
  if (uneven) {
    weight <- (1 + 0.8 * cos((if (isTRUE(m$closed)) 2 else 1) * pi * u[, 1])) / 1.8
    u <- u[which(stats::runif(nrow(u)) < weight)[seq_len(n)], , drop = FALSE]
  }
  if (!is.null(m$parameters)) u <- m$parameters(u)
  x <- unname(m$points(u))
  set.seed(900 + seed)
  if (noise > 0) {
    x <- cbind(x, matrix(0, n, 3))
    x <- x + noise * stats::rnorm(length(x))
  }
  zeros <- if (is.null(m$zeros)) 1L else m$zeros
  list(
    x = x, truth = m$spectrum(8L + zeros)[-seq_len(zeros)], zeros = zeros, d = m$d,
    space = if (!is.null(m$space)) scale(m$space(u), scale = FALSE)
  )
}

# Samples of a half: a data frame name, n, noise, uneven, seed.
samples_of <- function(half) {
  plan <- data.frame(
    n = c(250, 250, 250, 600, 600, 600, 900), noise = c(0, 0.03, 0.08, 0, 0.03, 0.08, 0.03),
    uneven = c(TRUE, FALSE, TRUE, FALSE, TRUE, FALSE, FALSE), seed = c(11, 12, 13, 14, 15, 16, 17)
  )
  cases <- merge(data.frame(name = halves[[half]]), plan)
  rolls <- data.frame(name = "roll", n = 1500, noise = 0, uneven = FALSE, seed = 1:3)
  if (half == "choosing") rbind(cases, rolls) else cases
}
