# The penalties of least squares machines for numbers, as ssl_auto() tries them: leave-one-out
# chooses the ambient penalty, without a manifold penalty as a further candidate or not, by the
# least error or by the largest penalty within one standard error of it. Root mean squared errors at
# the other points over those with lambda_ambient = 1e-5; 14 tables, 10, 25, and 60 labels, 4
# samples of labels each. Needs modeldata, MASS, pls.
#   Rscript bench/learning/penalties.R
source(file.path("bench", "common.R"))
options(lapscale.threads = 1L)
internal <- asNamespace("lapscale")

load_data <- function(package, name) {
  frame <- new.env()
  utils::data(list = name, package = package, envir = frame)
  as.data.frame(get(name, frame))
}
rows_of <- function(table, target) {
  table <- table[stats::complete.cases(table), ]
  set.seed(1)
  table <- table[sort(sample(nrow(table), min(nrow(table), 250L))), ]
  x <- scale(as.matrix(table[vapply(table, is.numeric, NA) & names(table) != target]))
  list(x = unname(x[, colSums(!is.finite(x)) == 0]), y = table[[target]])
}
spectra <- function(x, y) list(x = unclass(x) - rowMeans(x), y = y)
meats <- load_data("modeldata", "meats")
bands <- as.matrix(meats[grep("^x_", names(meats))])
gasoline <- load_data("pls", "gasoline")
roll <- sample_swiss_roll(250, seed = 2)
set.seed(2)
table <- matrix(stats::rnorm(1000), 250)
sets <- list(
  fat = spectra(bands, meats$fat), water = spectra(bands, meats$water),
  protein = spectra(bands, meats$protein), octane = spectra(gasoline$NIR, gasoline$octane),
  concrete = rows_of(load_data("modeldata", "concrete"), "compressive_strength"),
  solubility = rows_of(load_data("modeldata", "solubility_test"), "solubility"),
  boston = rows_of(load_data("MASS", "Boston"), "medv"),
  cpus = rows_of(load_data("MASS", "cpus"), "perf"),
  mtcars = rows_of(datasets::mtcars, "mpg"), iris = rows_of(datasets::iris, "Petal.Width"),
  quakes = rows_of(datasets::quakes, "mag"), air = rows_of(datasets::airquality, "Ozone"),
  roll = list(x = as.matrix(roll),
              y = attr(roll, "parameters")[, 1] + stats::rnorm(250, sd = 0.3)),
  table = list(x = table, y = table[, 1] + table[, 2]^2 / 2 + stats::rnorm(250, sd = 0.5))
)

# Returns the problem that ssl_laprls() learns from.
problem_of <- function(x, y) {
  trace <- internal$machine_candidates
  unlockBinding("machine_candidates", internal)
  on.exit(assign("machine_candidates", trace, internal))
  assign("machine_candidates", function(problem, ...) stop(structure(
    class = c("found", "error", "condition"), list(message = "", call = NULL, problem = problem)
  )), internal)
  tryCatch(quietly(ssl_laprls(x, y)), found = function(e) e$problem)
}

first_within_error <- internal$first_within_error
# Chooses among the candidates `use`: the penalties at each width, then the narrowest kernel.
choose <- function(one, use, by_error) {
  best <- vapply(unique(one$h), function(h) {
    at <- which(one$h == h & use)
    losses <- one$losses[, at, drop = FALSE]
    at[[if (by_error) first_within_error(losses) else which.min(colMeans(losses))]]
  }, 0L)
  best[[first_within_error(one$losses[, best, drop = FALSE])]]
}

try_set <- function(set, m, seed) {
  set.seed(seed)
  seen <- sample(length(set$y), m)
  y <- (set$y - mean(set$y[seen])) / stats::sd(set$y)
  problem <- problem_of(set$x, replace(y, -seen, NA))
  ambient <- rep(c(1e-5, 1e-7, 1e-9), each = 2L)
  manifold <- 100 * ambient * problem$n_all^2 * c(1, 0)
  candidates <- quietly(internal$machine_candidates(
    problem, list(penalties = list(ambient = ambient, manifold = manifold))
  ))
  targets <- matrix(y[problem$labels$rows])
  machines <- lapply(candidates, internal$least_squares_machine, targets)
  one <- list(
    h = vapply(candidates, function(c) c$h, 0),
    losses = vapply(machines, function(machine) rowSums((machine$loo - targets)^2), numeric(m)),
    error = mapply(function(candidate, machine) {
      values <- internal$machine_kernel(problem, candidate$h, candidate$centres) %*%
        (candidate$deformed$coefficients %*% machine$weights)
      sqrt(mean((values - y)[-seen]^2))
    }, candidates, machines)
  )
  penalized <- rep(c(TRUE, FALSE), length.out = length(candidates))
  fixed <- penalized & rep(ambient, length.out = length(candidates)) == 1e-5
  one$error[c(
    choose(one, fixed, FALSE), choose(one, penalized, FALSE), choose(one, penalized, TRUE),
    choose(one, TRUE, FALSE), choose(one, TRUE, TRUE), which.min(one$error)
  )]
}
columns <- c("least error", "one standard error", "with 0: least error", "with 0: one standard error",
             "best of all, by the truth")
rows <- NULL
for (m in c(10L, 25L, 60L)) {
  usable <- sets[vapply(sets, function(set) m <= 0.6 * length(set$y), NA)]
  errors <- lapply(usable, function(set) rowMeans(vapply(1:4, function(s) try_set(set, m, s), numeric(6))))
  ratio <- log(vapply(errors, function(e) e[-1L] / e[[1L]], numeric(5)))
  cell <- sprintf("%.2f (%.2f), at most %.2f", exp(rowMeans(ratio)),
                  exp(rowMeans(ratio)) * apply(ratio, 1L, stats::sd) / sqrt(ncol(ratio)),
                  exp(apply(ratio, 1L, max)))
  rows <- rbind(rows, c(labels = m, sets = length(usable), stats::setNames(cell, columns)))
}
machine()
show_table(as.data.frame(rows), "Errors over those with lambda_ambient = 1e-5")
