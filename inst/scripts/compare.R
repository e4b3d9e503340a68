# lapscale beside the packages that people use for the same jobs, on public sets that R packages
# contain, each method with the settings that its help page recommends or its defaults:
#   Rscript compare.R quick     a few small sets and one draw: two minutes on a quiet machine
#   Rscript compare.R whole     all sets and ten draws: hours
#   Rscript compare.R quick noise labels    these jobs only
# Prints a table of Markdown: jobs as rows, and for each method the mean loss, and in parentheses its
# mean ratio to the best method of the same set and draw, with the standard error of that mean. Then a
# table of all methods with their mean rank. Losses are such that less is better, 0 is perfect. Methods
# and sets whose packages are not installed are left out, and named at the end.
suppressMessages(library(lapscale))
options(lapscale.threads = 1L, warn = -1)
whole <- "whole" %in% commandArgs(trailingOnly = TRUE)
n_draws <- if (whole) 10L else 1L
most_rows <- if (whole) 1000L else 250L
absent <- character()

# ---- sets ----------------------------------------------------------------------------------------

has <- function(package) {
  there <- requireNamespace(package, quietly = TRUE)
  if (!there) absent <<- union(absent, package)
  there
}

load_table <- function(name, package) {
  if (!has(package)) return(NULL)
  place <- new.env()
  utils::data(list = name, package = package, envir = place)
  table <- as.data.frame(get(ls(place)[[1]], place))
  table[stats::complete.cases(table), , drop = FALSE]
}

numeric_columns <- function(table) {
  x <- unname(as.matrix(sapply(table, as.numeric)))
  x[, apply(x, 2, stats::sd) > 0, drop = FALSE]
}

# Columns in standard deviations, because they have different units; the same for every method.
set_from <- function(name, package, y, drop = character(), rescale = scale, rows = most_rows) {
  table <- load_table(name, package)
  if (is.null(table)) return(NULL)
  set.seed(1)
  if (nrow(table) > rows) table <- table[sort(sample(nrow(table), rows)), ]
  x <- rescale(numeric_columns(table[setdiff(names(table), c(y, drop))]))
  attributes(x) <- list(dim = dim(x))
  kept <- !duplicated(x)
  target <- table[kept, y, drop = FALSE]
  is_number <- length(y) == 1L && is.numeric(target[[1]])
  list(x = x[kept, , drop = FALSE],
       y = if (is_number) target[[1]] else droplevels(interaction(target, drop = TRUE)))
}

shape_only <- function(x) log(x) - rowMeans(log(x))

class_sets <- function(draw) {
  sets <- list(
    iris = set_from("iris", "datasets", "Species"),
    crabs = set_from("crabs", "MASS", c("sp", "sex"), "index", shape_only),
    glass = set_from("fgl", "MASS", "type"),
    penguins = set_from("penguins", "modeldata", "species", c("island", "sex")),
    vehicle = set_from("Vehicle", "mlbench", "Class"),
    sonar = set_from("Sonar", "mlbench", "Class")
  )
  if (whole) {
    sets <- c(sets, list(
      satellite = set_from("Satellite", "mlbench", "classes"),
      vowel = set_from("Vowel", "mlbench", "Class", "V1"),
      ionosphere = set_from("Ionosphere", "mlbench", "Class", c("V1", "V2")),
      cancer = set_from("BreastCancer", "mlbench", "Class", "Id"),
      letters = set_from("LetterRecognition", "mlbench", "lettr"),
      spam = set_from("spam", "kernlab", "type", rescale = function(x) scale(log1p(x))),
      musk = set_from("musk", "kernlab", "Class"), oils = set_from("oils", "modeldata", "class"),
      pima = set_from("PimaIndiansDiabetes2", "mlbench", "diabetes")
    ))
  }
  Filter(Negate(is.null), sets)
}

# Heights of a map, as points and numbers.
map_of <- function() {
  place <- expand.grid(row = seq(1, 87, 4), column = seq(1, 61, 4))
  list(x = as.matrix(place) / 10, y = datasets::volcano[as.matrix(place)])
}

number_sets <- function(draw) {
  sets <- list(
    boston = set_from("Boston", "MASS", "medv"), cars = set_from("mtcars", "datasets", "mpg"),
    quakes = set_from("quakes", "datasets", "depth", c("mag", "stations")), volcano = map_of(),
    cpus = set_from("cpus", "MASS", "perf", c("name", "estperf"), function(x) scale(log1p(x)))
  )
  if (!is.null(sets$cpus)) sets$cpus$y <- log(sets$cpus$y)
  if (whole) {
    sets <- c(sets, list(
      ozone = set_from("airquality", "datasets", "Ozone"),
      housing = set_from("BostonHousing2", "mlbench", "cmedv", c("medv", "town", "tract", "chas")),
      swiss = set_from("swiss", "datasets", "Fertility")
    ))
  }
  Filter(Negate(is.null), sets)
}

# Shapes with columns of noise, anew for each draw; the truth is where a point lies on the shape.
noisy_sets <- function(draw) {
  n <- if (whole) 600L else 250L
  noisy <- function(sample, seed, truth) {
    points <- as.matrix(sample)
    set.seed(3 * (draw - 1) + seed)
    noise <- matrix(stats::rnorm(nrow(points) * 20, sd = 0.1 * stats::sd(points)), nrow(points))
    list(x = cbind(points, noise), y = truth(attr(sample, "parameters"), points))
  }
  angle <- function(points) atan2(points[, 2], points[, 1])
  list(
    circle = noisy(sample_circle(n, seed = draw), 1, function(p, x) cbind(cos(angle(x)), sin(angle(x)))),
    roll = noisy(sample_swiss_roll(n, seed = draw), 2, function(p, x) p[, 1, drop = FALSE]),
    hourglass = noisy(sample_hourglass(n, noise_dims = 0, seed = draw), 3,
                      function(p, x) x[, ncol(x), drop = FALSE])
  )
}

spectrum_sets <- function(draw) {
  n <- if (whole) 2000L else 400L
  shapes <- list(circle = sample_circle, sphere = sample_sphere, flat_torus = sample_flat_torus)
  lapply(shapes, function(shape) {
    sample <- shape(n, seed = draw)
    list(x = as.matrix(sample), y = attr(sample, "spectrum")(8)[-1])
  })
}

# ---- losses --------------------------------------------------------------------------------------

# Leave-one-out error of the five nearest neighbors in the plane.
neighbor_error <- function(y, labels) {
  distance <- as.matrix(stats::dist(y))
  diag(distance) <- Inf
  near <- apply(distance, 1, function(row) order(row)[1:5])
  votes <- apply(near, 2, function(rows) which.max(tabulate(labels[rows], nlevels(labels))))
  mean(votes != as.integer(labels))
}

# 1 minus the adjusted Rand index.
rand_loss <- function(clusters, labels) {
  pairs <- function(counts) sum(counts * (counts - 1) / 2)
  table <- table(clusters, labels)
  both <- pairs(table)
  by_cluster <- pairs(rowSums(table))
  by_label <- pairs(colSums(table))
  expected <- by_cluster * by_label / pairs(sum(table))
  1 - (both - expected) / ((by_cluster + by_label) / 2 - expected)
}

# The share of the variance of the truth that no straight line or plane through the picture explains.
order_loss <- function(y, truth) {
  fit <- stats::lm.fit(cbind(1, y), truth)
  sum(as.matrix(fit$residuals)^2) / sum(scale(truth, scale = FALSE)^2)
}

spectrum_loss <- function(values, truth) {
  values <- values[seq_along(truth) + 1L]
  mean(abs(values - truth) / pmax(truth, 1e-12))
}

# ---- jobs ----------------------------------------------------------------------------------------

# Each method is a function of a set, or of a set and the rows with labels, and has the package that it
# needs as its first word.
eigenvalues_with <- function(bandwidth) {
  function(set) {
    h <- bandwidth(set$x)
    graph_spectrum(graph_laplacian(heat_graph(set$x, h)), 8)$values
  }
}

labeled <- function(set, rows) replace(set$y, -rows, NA)

jobs <- list(
  pictures = list(
    title = "Picture of a table with groups: error of neighbors", sets = class_sets, loss = neighbor_error,
    methods = list(
      "lapscale embed_layout()" = function(set) as.matrix(embed_layout(set$x, seed = 1)),
      "uwot UMAP" = function(set) uwot::umap(set$x, n_threads = 1, n_sgd_threads = 1),
      "Rtsne t-SNE" = function(set) {
        perplexity <- min(30, floor((nrow(set$x) - 1) / 3) - 1)
        Rtsne::Rtsne(set$x, perplexity = perplexity, check_duplicates = FALSE)$Y
      },
      "stats principal components" = function(set) stats::prcomp(set$x)$x[, 1:2]
    )
  ),
  clusters = list(
    title = "Clusters, number given: 1 - adjusted Rand index", sets = class_sets, loss = rand_loss,
    methods = list(
      "lapscale cluster_spectral()" = function(set) {
        cluster_spectral(set$x, nlevels(set$y), seed = 1)$cluster
      },
      "mclust Mclust()" = function(set) {
        # mclust looks its functions up where it is attached.
        suppressMessages(library("mclust"))
        Mclust(set$x, G = nlevels(set$y), verbose = FALSE)$classification
      },
      "kernlab specc()" = function(set) {
        as.integer(kernlab::specc(set$x, centers = nlevels(set$y))@.Data)
      },
      "stats k-means, 25 starts" = function(set) {
        stats::kmeans(set$x, nlevels(set$y), nstart = 25, iter.max = 50)$cluster
      }
    )
  ),
  labels = list(
    title = "Classes from five labels each: error", sets = class_sets,
    draw = function(set) unlist(lapply(split(seq_along(set$y), set$y), function(rows) {
      rows[sample.int(length(rows), min(5L, length(rows) - 1L))]
    })),
    loss = function(guess, truth) mean(as.character(guess) != as.character(truth)),
    methods = list(
      "lapscale ssl_auto()" = function(set, rows) {
        predict(ssl_auto(set$x, labeled(set, rows), seed = 1))
      },
      "randomForest random forest" = function(set, rows) {
        fit <- randomForest::randomForest(set$x[rows, , drop = FALSE], set$y[rows])
        unname(stats::predict(fit, set$x))
      },
      "kernlab SVM" = function(set, rows) {
        kernlab::predict(kernlab::ksvm(set$x[rows, , drop = FALSE], set$y[rows], scaled = FALSE), set$x)
      },
      "RSSL GRFClassifier()" = function(set, rows) {
        fit <- RSSL::GRFClassifier(set$x[rows, , drop = FALSE], set$y[rows], set$x[-rows, , drop = FALSE])
        replace(as.character(set$y), -rows, as.character(fit@predictions))
      },
      "FNN nearest neighbor" = function(set, rows) {
        FNN::knn(set$x[rows, , drop = FALSE], set$x, set$y[rows], k = 1)
      }
    )
  ),
  numbers = list(
    title = "Numbers from a fifth of the rows: error in standard deviations", sets = number_sets,
    draw = function(set) sample.int(length(set$y), max(12L, length(set$y) %/% 5L)),
    loss = function(guess, truth) sqrt(mean((guess - truth)^2)) / stats::sd(truth),
    methods = list(
      "lapscale ssl_auto()" = function(set, rows) {
        predict(ssl_auto(set$x, labeled(set, rows), seed = 1))
      },
      "mgcv gam()" = function(set, rows) {
        table <- data.frame(y = set$y, set$x)
        x <- names(table)[-1]
        # As many basis functions for each column as the labeled rows allow; a surface for maps.
        k <- max(3L, min(8L, (length(rows) - 2L) %/% length(x)))
        terms <- vapply(x, function(name) {
          distinct <- length(unique(table[rows, name]))
          if (distinct > 3L) sprintf("s(%s, k = %d)", name, min(k, distinct)) else name
        }, "")
        if (length(x) == 2L) terms <- sprintf("s(%s, %s)", x[[1]], x[[2]])
        s <- mgcv::s
        fit <- mgcv::gam(stats::reformulate(terms, "y"), data = table[rows, ], method = "REML",
                         select = TRUE)
        as.vector(stats::predict(fit, table))
      },
      "randomForest random forest" = function(set, rows) {
        fit <- randomForest::randomForest(set$x[rows, , drop = FALSE], set$y[rows])
        unname(stats::predict(fit, set$x))
      },
      "kernlab SVM" = function(set, rows) {
        fit <- kernlab::ksvm(set$x[rows, , drop = FALSE], set$y[rows], scaled = FALSE)
        as.vector(kernlab::predict(fit, set$x))
      },
      "FNN five neighbors" = function(set, rows) {
        FNN::knn.reg(set$x[rows, , drop = FALSE], set$x, set$y[rows], k = 5)$pred
      }
    )
  ),
  noise = list(
    title = "Coordinate along a shape in twenty columns of noise: share not explained", sets = noisy_sets,
    loss = order_loss,
    methods = list(
      "lapscale embed_eigenmaps(bandwidth = bw_gc)" = function(set) {
        as.matrix(embed_eigenmaps(set$x, 2, bandwidth = bw_gc(set$x, seed = 1)))
      },
      "lapscale embed_eigenmaps()" = function(set) as.matrix(embed_eigenmaps(set$x, 2)),
      "lapscale noise_remove(), embed_eigenmaps(bandwidth = bw_gc)" = function(set) {
        clean <- as.matrix(noise_remove(set$x))
        as.matrix(embed_eigenmaps(clean, 2, bandwidth = bw_gc(clean, seed = 1)))
      },
      "uwot UMAP" = function(set) uwot::umap(set$x, n_threads = 1, n_sgd_threads = 1),
      "Rtsne t-SNE" = function(set) Rtsne::Rtsne(set$x)$Y,
      "vegan Isomap" = function(set) {
        path <- suppressWarnings(vegan::isomap(stats::dist(set$x), ndim = 2, k = 10))
        vegan::scores(path)[, 1:2]
      },
      "kernlab kpca(), sigest()" = function(set) {
        sigma <- kernlab::sigest(set$x, scaled = FALSE)[[2]]
        kernlab::rotated(kernlab::kpca(set$x, kpar = list(sigma = sigma), features = 2))
      },
      "stats principal components" = function(set) stats::prcomp(set$x)$x[, 1:2]
    )
  ),
  eigenvalues = list(
    title = "Eigenvalues of a shape, by the rule for the bandwidth: relative error", sets = spectrum_sets,
    loss = spectrum_loss,
    methods = list(
      "lapscale bw_gc()" = eigenvalues_with(function(x) bw_gc(x, seed = 1)),
      "kernlab sigest()" = eigenvalues_with(function(x) {
        bw_from(kernlab::sigest(x, scaled = FALSE)[[2]], "gamma")
      }),
      "FNN 15th neighbor" = eigenvalues_with(function(x) mean(FNN::knn.dist(x, 15)[, 15])),
      "stats median distance" = eigenvalues_with(function(x) stats::median(stats::dist(x)))
    )
  )
)

# ---- running -------------------------------------------------------------------------------------

given <- intersect(commandArgs(trailingOnly = TRUE), names(jobs))
if (length(given)) jobs <- jobs[given]

package_of <- function(method) sub(" .*", "", method)

# One row per set, draw, and method: loss and CPU seconds; a method that fails has no loss.
run_job <- function(job) {
  methods <- job$methods[vapply(package_of(names(job$methods)), has, NA)]
  rows <- list()
  for (draw in seq_len(n_draws)) {
    sets <- job$sets(draw)
    for (name in names(sets)) {
      set <- sets[[name]]
      set.seed(draw)
      known <- if (!is.null(job$draw)) sort(job$draw(set))
      tested <- if (is.null(known)) TRUE else -known
      for (method in names(methods)) {
        set.seed(100 + draw)
        time <- system.time(result <- tryCatch(suppressMessages(
          if (is.null(known)) methods[[method]](set) else methods[[method]](set, known)
        ), error = function(e) NULL))
        truth <- set$y
        loss <- if (is.null(result)) NA_real_ else if (is.null(known)) job$loss(result, truth) else
          job$loss(result[tested], truth[tested])
        rows[[length(rows) + 1L]] <- data.frame(
          set = name, draw = draw, method = method, loss = loss, seconds = sum(time[c(1, 2)])
        )
      }
    }
  }
  do.call(rbind, rows)
}

# One row per method: mean loss, rank, and ratio to the best with its standard error over sets. A
# twentieth is added to both sides, so that a ratio to a perfect result stays finite.
summarize <- function(scores) {
  place <- paste(scores$set, scores$draw)
  best <- stats::ave(scores$loss, place, FUN = function(v) min(v, na.rm = TRUE))
  scores$ratio <- (scores$loss + 0.05) / (best + 0.05)
  scores$rank <- stats::ave(scores$loss, place, FUN = function(v) rank(v, na.last = TRUE))
  by_method <- lapply(unique(scores$method), function(method) {
    one <- scores[scores$method == method, ]
    of_set <- tapply(one$ratio, one$set, mean, na.rm = TRUE)
    data.frame(
      method = method, loss = mean(tapply(one$loss, one$set, mean, na.rm = TRUE), na.rm = TRUE),
      rank = mean(one$rank), ratio = mean(of_set, na.rm = TRUE),
      se = stats::sd(of_set, na.rm = TRUE) / sqrt(sum(is.finite(of_set))),
      failed = sum(is.na(one$loss)), seconds = mean(one$seconds)
    )
  })
  do.call(rbind, by_method)
}

cell <- function(row, name) sprintf("%s %.2f (%.2f +- %.2f)", name, row$loss, row$ratio, row$se)

results <- list()
for (name in names(jobs)) {
  results[[name]] <- run_job(jobs[[name]])
  message("-- ", name, ": ", round(sum(results[[name]]$seconds)), " CPU s")
}
tables <- lapply(results, summarize)

versions <- function(packages) {
  packages <- packages[vapply(packages, requireNamespace, NA, quietly = TRUE)]
  paste(packages, vapply(packages, function(p) as.character(utils::packageVersion(p)), ""), collapse = ", ")
}
packages <- unique(package_of(unlist(lapply(tables, function(t) t$method))))
cat("Mean loss (ratio to the best of each set, with standard error over sets); less is better.\n")
cat("R ", as.character(getRversion()), ", ", versions(packages), "; ", n_draws, if (n_draws > 1) " draws" else " draw",
    ", at most ", most_rows, " rows\n\n", sep = "")
cat("| job: loss | sets | lapscale | others |\n| --- | --- | --- | --- |\n")
for (name in names(jobs)) {
  table <- tables[[name]]
  ours <- package_of(table$method) == "lapscale"
  label <- sub("^(stats|lapscale) ", "", table$method)
  cells <- vapply(seq_len(nrow(table)), function(i) cell(table[i, ], label[[i]]), "")
  cat("| ", jobs[[name]]$title, " | ", length(unique(results[[name]]$set)), " | ",
      paste(cells[ours], collapse = "; "), " | ", paste(cells[!ours], collapse = "; "), " |\n", sep = "")
}
cat("\n| job | method | loss | mean rank | ratio to the best | se | failed | CPU s |\n",
    "| --- | --- | --- | --- | --- | --- | --- | --- |\n", sep = "")
for (name in names(jobs)) {
  with(tables[[name]], cat(sprintf(
    "| %s | %s | %.3f | %.1f | %.2f | %.2f | %d | %.2f |\n",
    name, sub("^stats ", "", method), loss, rank, ratio, se, failed, seconds
  ), sep = ""))
}
better <- lapply(names(jobs), function(name) {
  table <- tables[[name]]
  ours <- min(table$ratio[package_of(table$method) == "lapscale"])
  table$method[table$ratio < ours]
})
names(better) <- names(jobs)
better <- Filter(length, better)
cat("\nBetter than lapscale: ", if (length(better)) paste0(
  names(better), ": ", vapply(better, paste, "", collapse = ", "), collapse = "; "
) else "no method in these jobs", ".\n", sep = "")
if (length(absent)) cat("Not installed, and left out: ", toString(absent), ".\n", sep = "")
