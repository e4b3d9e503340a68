# Which graph and which density exponent make pictures and clusters of real tables: the study behind
# the defaults of embed_eigenmaps(), embed_diffusion() and cluster_spectral().
#   Rscript bench/pictures.R pictures|clusters choose|judge [folder]
# Half of the sets were looked at to choose, the others only after the defaults were fixed. Error of
# a picture: the leave-one-out error, in percent, of the 5 nearest neighbors in two coordinates; for
# manifolds the share, in percent, of the variance of their parameters that these do not explain.
# Score of clusters: the adjusted Rand index with the classes. The folder keeps the bandwidths.
source("bench/common.R")
options(lapscale.threads = 1L)
words <- commandArgs(TRUE)
what <- words[[1]]
half <- words[[2]]
folder <- if (length(words) > 2L) words[[3]] else tempdir()
max_rows <- 700L

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

`%||%` <- function(x, y) if (is.null(x)) y else x
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

read_part <- function(name) {
  set <- sets[[half]][[name]]()
  set.seed(1)
  rows <- if (nrow(set$x) > max_rows) sample(nrow(set$x), max_rows) else seq_len(nrow(set$x))
  set$x <- unname(as.matrix(set$x)[rows, , drop = FALSE])
  # Points at one place would be each other's neighbors.
  alone <- !duplicated(set$x)
  set$x <- set$x[alone, , drop = FALSE]
  if (!is.null(set$y)) set$y <- droplevels(set$y[rows][alone])
  if (!is.null(set$parameters)) set$parameters <- set$parameters[rows, , drop = FALSE][alone, , drop = FALSE]
  set
}

quietly <- function(expr) suppressWarnings(suppressMessages(expr))

bandwidth_of <- function(name, x) {
  file <- file.path(folder, paste0(name, ".rds"))
  if (!file.exists(file)) saveRDS(as.double(quietly(bw_gc(x, replicates = 0L, seed = 1))), file)
  readRDS(file)
}

# The error of a picture, see above.
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

# Ways to join the points, of x and the bandwidth h: `radius` was the default before. r is the median
# distance to the 10th neighbor, g the geometric mean of those to the 7th: "10, scales" is the default
# now.
graphs <- function(x, h) {
  nearest <- sort_neighbors(x)
  r <- stats::median(nearest[, 10])
  g <- exp(mean(log(nearest[, 7])))
  knn <- function(k, bandwidth, ...) list(bandwidth = bandwidth, graph = "knn", k = k, ...)
  list(
    `radius` = list(bandwidth = h), `10` = knn(10, h), `10, 2h` = knn(10, 2 * h),
    `10, at least r` = knn(10, max(h, r)), `10, local 7` = knn(10, 1, local_scale = 7),
    `10, scales` = knn(10, max(0.5, h / g), local_scale = 7),
    `15, scales` = knn(15, max(0.5, h / g), local_scale = 7)
  )
}

# Distances of each point to the others, increasing.
sort_neighbors <- function(x) {
  distances <- as.matrix(stats::dist(x))
  t(apply(distances, 1L, sort))[, -1L]
}

picture_rows <- function(name) {
  set <- read_part(name)
  ways <- graphs(set$x, bandwidth_of(name, set$x))
  found <- c(PCA = error_of(stats::prcomp(set$x)$x[, 1:2], set))
  for (graph in names(ways)) for (alpha in c(0, 0.5, 1)) {
    e <- try(quietly(do.call(embed_eigenmaps, c(list(set$x, 2, alpha = alpha), ways[[graph]]))), TRUE)
    found[paste0(graph, "; ", alpha)] <- if (inherits(e, "try-error")) NA else error_of(e, set)
  }
  found
}

cluster_rows <- function(name) {
  set <- read_part(name)
  if (is.null(set$y)) return(NULL)
  ways <- graphs(set$x, bandwidth_of(name, set$x))
  found <- c()
  for (graph in names(ways)) for (alpha in c(0, 0.5)) {
    arguments <- ways[[graph]]
    names(arguments)[names(arguments) == "k"] <- "n_neighbors"
    made <- try(quietly(do.call(cluster_spectral, c(list(set$x, nlevels(set$y), alpha = alpha, seed = 1), arguments))), TRUE)
    found[paste0(graph, "; ", alpha)] <- if (inherits(made, "try-error")) NA else adjusted_rand(made$cluster, set$y)
  }
  found
}

rows <- switch(what, pictures = picture_rows, clusters = cluster_rows)
found <- list()
for (name in names(sets[[half]])) {
  found[[name]] <- rows(name)
  cat(name, format(Sys.time(), "%H:%M:%S"), "\n")
}
table <- do.call(cbind, found)
saveRDS(table, file.path(folder, paste0(what, "_", half, ".rds")))
digits <- if (what == "pictures") 1 else 2
# Beside the mean that of the difference from the way of before, with its standard error over sets.
before <- table[rep(match(if (what == "pictures") "radius; 1" else "radius; 0", rownames(table)), nrow(table)), ]
change <- table - before
shown <- data.frame(
  way = rownames(table), round(table, digits), mean = round(rowMeans(table, na.rm = TRUE), digits),
  change = round(rowMeans(change, na.rm = TRUE), digits),
  se = round(apply(change, 1L, stats::sd, na.rm = TRUE) / sqrt(rowSums(!is.na(change))), digits),
  check.names = FALSE
)
show_table(shown, paste(what, half, sep = ", "))
