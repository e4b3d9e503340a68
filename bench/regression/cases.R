# Cases for the term of mgcv: functions of a seed that return a list
#   data    data frame: the variables of the term, z (the response), covariates
#   new     the same for places that the fit has not seen, with `truth`: the function without noise,
#           or the response of rows that were held out
#   term    names of the variables in the term;  points: their table, if it has more rows than data
#   covered whether `truth` is the function itself, so that the coverage of a band means something
#   family, others  family, and further terms of the formula
suppressMessages(library(mgcv))

case <- function(data, new, term, points = NULL, covered = TRUE, family = stats::gaussian(),
                 others = NULL) {
  list(data = data, new = new, term = term, points = points, covered = covered, family = family,
       others = others)
}

# ---- mgcv's horseshoe ----------------------------------------------------------------------------

shoe_boundary <- list(fs.boundary())
names(shoe_boundary[[1]]) <- c("x", "y")
in_shoe <- function(x, y) inSide(shoe_boundary, x, y)
shoe_knots <- local({
  at <- data.frame(x = rep(seq(-0.5, 3, by = 0.5), 4), y = rep(c(-0.6, -0.3, 0.3, 0.6), rep(8, 4)))
  at[in_shoe(at$x, at$y), ]
})
shoe_grid <- local({
  grid <- expand.grid(x = seq(-1, 4, length = 60), y = seq(-1, 1, length = 30))
  grid <- grid[in_shoe(grid$x, grid$y), ]
  grid$truth <- fs.test(grid$x, grid$y, b = 1)
  grid[is.finite(grid$truth), ]
})
horseshoe <- function(seed, noise, n = 300) {
  set.seed(seed)
  x <- runif(12 * n) * 5 - 1
  y <- runif(12 * n) * 2 - 1
  inside <- which(in_shoe(x, y))[seq_len(n)]
  data <- data.frame(x = x[inside], y = y[inside])
  data$z <- fs.test(data$x, data$y, b = 1) + noise * rnorm(n)
  case(data, shoe_grid[sample(nrow(shoe_grid), 300), ], c("x", "y"))
}

# ---- other samples -------------------------------------------------------------------------------

# Splits points with a function on them into rows with a noisy response and new places.
of_function <- function(x, f, noise, n, points = FALSE) {
  table <- data.frame(unname(as.matrix(x)))
  fitted <- seq_len(n)
  data <- cbind(table[fitted, , drop = FALSE], z = f[fitted] + noise * sd(f) * rnorm(n))
  new <- cbind(table[-fitted, , drop = FALSE], truth = f[-fitted])
  case(data, new, names(table), if (points) table)
}
sphere <- function(seed, noise = 1, n = 200) {
  set.seed(seed)
  x <- matrix(rnorm(3 * (n + 300)), ncol = 3)
  x <- x / sqrt(rowSums(x^2))
  of_function(x, x[, 1] * x[, 2] + x[, 3], noise, n)
}
spiral <- function(seed, n = 40) {
  set.seed(seed)
  u <- sqrt(runif(400, 2, 90))
  of_function(cbind(u * cos(u), u * sin(u)), sin(u), 0.2, n, points = TRUE)
}
moons <- function(seed, n = 150) {
  x <- sample_moons(n + 300, noise = 0.08, seed = seed)
  set.seed(seed)
  parameters <- attr(x, "parameters")
  along <- parameters[, "theta"]
  order <- sample(nrow(x))
  f <- ifelse(parameters[, "moon"] == 1, cos(2 * along), 2 - sin(along))
  of_function(as.matrix(x)[order, ], f[order], 0.3, n)
}
roll <- function(seed, n = 300) {
  x <- sample_swiss_roll(n + 300, noise = 0.2, seed = seed)
  set.seed(seed)
  along <- attr(x, "parameters")[, "t"]
  of_function(as.matrix(x), sin(along) + 0.5 * cos(along / 2), 0.5, n)
}
knot <- function(seed, n = 150) {
  set.seed(seed)
  t <- runif(n + 300, 0, 2 * pi)
  x <- cbind(sin(t) + 2 * sin(2 * t), cos(t) - 2 * cos(2 * t), -sin(3 * t))
  of_function(x + 0.05 * matrix(rnorm(length(x)), nrow(x)), cos(3 * t) + sin(t), 0.5, n)
}
# Two rooms with a thin wall and a door.
rooms <- function(seed, n = 300) {
  set.seed(seed)
  x <- cbind(runif(3 * n, 0, 2), runif(3 * n))
  x <- x[abs(x[, 1] - 1) > 0.04 | x[, 2] > 0.75, ][seq_len(2 * n), ]
  f <- ifelse(x[, 1] < 1, 1, -1) * (1 - pmax(x[, 2] - 0.5, 0)) + x[, 2]
  of_function(x, f, 0.5, n)
}
# A curve in 20 columns of noise.
wide_curve <- function(seed, n = 200) {
  set.seed(seed)
  t <- runif(n + 300)
  x <- cbind(cos(5 * t), sin(5 * t), 2 * t, matrix(0, length(t), 17))
  of_function(x + 0.1 * matrix(rnorm(length(x)), nrow(x)), sin(9 * t), 0.5, n)
}
plane <- function(seed, n = 200) {
  set.seed(seed)
  x <- matrix(runif(2 * n + 600), ncol = 2)
  of_function(x, sin(4 * x[, 1]) * cos(3 * x[, 2]), 0.5, n)
}

# ---- real tables ---------------------------------------------------------------------------------

# Splits a table at random.
of_table <- function(seed, table, response, term, n, n_new = 300, scale = TRUE,
                     family = stats::gaussian(), others = NULL) {
  set.seed(seed)
  table <- as.data.frame(table)
  if (scale) table[term] <- base::scale(table[term])
  table$z <- table[[response]]
  order <- sample(nrow(table))
  new <- table[order[n + seq_len(min(n_new, nrow(table) - n))], ]
  new$truth <- new$z
  case(table[order[seq_len(n)], ], new, term, covered = FALSE, family = family, others = others)
}
ames <- local({
  table <- modeldata::ames[c("Longitude", "Latitude", "Sale_Price", "TotRms_AbvGrd", "Gr_Liv_Area")]
  table <- as.data.frame(table)
  table$Latitude <- table$Latitude / cos(42 * pi / 180)
  table$price <- log10(table$Sale_Price)
  table$log_area <- log(table$Gr_Liv_Area)
  table
})
meats <- local({
  table <- as.data.frame(modeldata::meats)
  table[1:100] <- table[1:100] - rowMeans(table[1:100])
  table
})
concrete <- local({
  table <- as.data.frame(modeldata::concrete)
  table$age <- log(table$age)
  table
})
places <- c("Longitude", "Latitude")

cases <- list(
  opened = list(
    `horseshoe, noise 0.5` = function(seed) horseshoe(seed, 0.5),
    `horseshoe, noise 0.1` = function(seed) horseshoe(seed, 0.1),
    sphere = function(seed) sphere(seed),
    spiral = function(seed) spiral(seed),
    moons = function(seed) moons(seed),
    plane = function(seed) plane(seed),
    quakes = function(seed) of_table(seed, quakes, "depth", c("long", "lat"), 300, scale = FALSE),
    meats = function(seed) of_table(seed, meats, "water", names(meats)[1:100], 120, scale = FALSE),
    ames = function(seed) of_table(seed, ames, "price", places, 300, scale = FALSE)
  ),
  unopened = list(
    `horseshoe, noise 1` = function(seed) horseshoe(seed, 1),
    roll = function(seed) roll(seed),
    knot = function(seed) knot(seed),
    rooms = function(seed) rooms(seed),
    `curve in 20 columns` = function(seed) wide_curve(seed),
    Boston = function(seed) of_table(seed, MASS::Boston, "medv", names(MASS::Boston)[1:13], 250),
    concrete = function(seed) {
      of_table(seed, concrete, "compressive_strength", names(concrete)[1:8], 300)
    },
    `quakes, stations` = function(seed) {
      of_table(seed, quakes, "stations", c("long", "lat"), 300, scale = FALSE,
               family = stats::poisson(), others = "mag")
    },
    `ames, rooms` = function(seed) {
      of_table(seed, ames, "TotRms_AbvGrd", places, 300, scale = FALSE,
               family = stats::poisson(), others = "offset(log_area)")
    }
  )
)
