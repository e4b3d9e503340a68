# Tables with classes, and manifolds with parameters: what pictures.R, messages.R and defaults_time.R
# look at. The sets are functions that return list(x, y) or list(x, parameters).
max_rows <- 700L

`%||%` <- function(x, y) if (is.null(x)) y else x

of_package <- function(name, package, y, columns = NULL, drop = character(), transform = identity) {
  force(name)
  function() {
    frame <- new.env()
    utils::data(list = name, package = package, envir = frame)
    table <- as.data.frame(get(name, frame))
    table <- table[stats::complete.cases(table), ]
    x <- if (is.null(columns)) table[setdiff(names(table), c(y, drop))] else table[columns]
    list(x = transform(unname(data.matrix(x))), y = factor(do.call(paste, table[y])))
  }
}

benchmark <- function(name) {
  function() list(x = benchmark_set(name), y = factor(as.vector(benchmark_set(name, "y"))))
}

# Counts of 500 genes in 189 samples of three kinds, as sequencers give them.
wide_counts <- function() {
  set.seed(3)
  kind <- rep(1:3, each = 63)
  level <- exp(stats::rnorm(500, 2, 1.5))
  change <- matrix(exp(stats::rnorm(1500, 0, 0.6) * stats::rbinom(1500, 1, 0.2)), 500)
  mean <- level * change[, kind] * rep(exp(stats::rnorm(189, 0, 0.3)), each = 500)
  list(x = t(matrix(stats::rnbinom(length(mean), 2, mu = mean), 500)), y = factor(kind))
}

shape <- function(x) log(x) - rowMeans(log(x))

manifold <- function(sample, columns = NULL) {
  function() {
    x <- sample(max_rows, seed = 1)
    parameters <- attr(x, "parameters")
    list(x = as.matrix(x), parameters = parameters[, columns %||% colnames(parameters), drop = FALSE])
  }
}

moons <- function(noise) {
  function() {
    x <- sample_moons(max_rows, noise = noise, seed = 1)
    list(x = as.matrix(x), y = factor(attr(x, "parameters")[, "moon"]))
  }
}

# A sheet in the plane whose density falls from the middle.
normal_sheet <- function() {
  set.seed(1)
  x <- cbind(2 * stats::rnorm(max_rows), stats::rnorm(max_rows))
  list(x = x, parameters = x)
}

numbers <- function(x) scale(x)[, apply(x, 2L, stats::sd) > 0]

sets <- list(
  choose = list(
    Satellite = of_package("Satellite", "mlbench", "classes"),
    Vehicle = of_package("Vehicle", "mlbench", "Class", transform = numbers),
    Ionosphere = of_package("Ionosphere", "mlbench", "Class", columns = c(1, 3:34)),
    Vowel = of_package("Vowel", "mlbench", "Class", drop = "V1"),
    iris = of_package("iris", "datasets", "Species"),
    crabs = of_package("crabs", "MASS", c("sp", "sex"), columns = 4:8, transform = shape),
    digit1 = benchmark("digit1"),
    fgl = of_package("fgl", "MASS", "type", transform = numbers),
    moons = moons(0.1),
    `swiss roll` = manifold(sample_swiss_roll, "arc_length"),
    dome = manifold(sample_dome)
  ),
  judge = list(
    Letters = of_package("LetterRecognition", "mlbench", "lettr"),
    cells = of_package("cells", "modeldata", "class", drop = "case", transform = numbers),
    penguins = of_package("penguins", "modeldata", "species", columns = 3:6, transform = numbers),
    biopsy = of_package("biopsy", "MASS", "class", drop = "ID"),
    Sonar = of_package("Sonar", "mlbench", "Class"),
    Shuttle = of_package("Shuttle", "mlbench", "Class", transform = numbers),
    spam = of_package("spam", "kernlab", "type", transform = log1p),
    musk = of_package("musk", "kernlab", "Class", transform = numbers),
    g241c = benchmark("g241c"),
    `moons, 0.15` = moons(0.15),
    `normal sheet` = normal_sheet,
    hourglass = manifold(sample_hourglass)
  )
)

# Reads a set, of large ones `max_rows` rows; each place once, unless all are wanted.
read_rows <- function(read, repeated = FALSE) {
  set <- read()
  set.seed(1)
  rows <- if (nrow(set$x) > max_rows) sample(nrow(set$x), max_rows) else seq_len(nrow(set$x))
  set$x <- unname(as.matrix(set$x)[rows, , drop = FALSE])
  # Points at one place would be each other's neighbors.
  alone <- repeated | !duplicated(set$x)
  set$x <- set$x[alone, , drop = FALSE]
  if (!is.null(set$y)) set$y <- droplevels(set$y[rows][alone])
  if (!is.null(set$parameters)) set$parameters <- set$parameters[rows, , drop = FALSE][alone, , drop = FALSE]
  set
}

# The error of a picture: the leave-one-out error, in percent, of the 5 nearest neighbors in two
# coordinates; for manifolds the share, in percent, of the variance of their parameters that these do
# not explain.
error_of <- function(e, set) {
  e <- as.matrix(e)
  if (anyNA(e)) return(NA_real_)
  distances <- as.matrix(stats::dist(e))
  diag(distances) <- Inf
  near <- t(apply(distances, 1L, order))[, 1:5]
  if (is.null(set$y)) {
    guess <- apply(set$parameters, 2L, function(p) rowMeans(matrix(p[near], nrow(near))))
    return(100 * mean(colMeans((guess - set$parameters)^2) / apply(set$parameters, 2L, stats::var)))
  }
  votes <- vapply(levels(set$y), function(class) rowSums(matrix(set$y[near] == class, nrow(near))), numeric(nrow(near)))
  100 * mean(levels(set$y)[max.col(votes, "first")] != set$y)
}
