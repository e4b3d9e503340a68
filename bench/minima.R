# Which minimum: the choices of all rules on manifolds whose Laplacian and spectrum are known, as
# ratios of the error there to the least error over all bandwidths. Writes vignettes/minima.csv.
# Rscript bench/minima.R
source("bench/common.R")
machine()
quietly <- function(expr) suppressMessages(suppressWarnings(expr))

# Points without noise, functions on them with their eigenvalues of -Laplacian.
manifolds <- list(
  circle = list(
    sample = function(n, seed) as.matrix(sample_circle(n, seed = seed)), d = 1,
    functions = function(x) cbind(x, x[, 1]^2 - x[, 2]^2), eigenvalues = c(1, 1, 4),
    spectrum = c(0, 1, 1, 4, 4, 9, 9)
  ),
  sphere = list(
    sample = function(n, seed) as.matrix(sample_sphere(n, seed = seed)), d = 2,
    functions = function(x) cbind(x, x[, 1] * x[, 2]), eigenvalues = c(2, 2, 2, 6),
    spectrum = c(0, 2, 2, 2, 6, 6, 6, 6, 6)
  ),
  torus = list(
    sample = function(n, seed) as.matrix(sample_flat_torus(n, seed = seed)), d = 2,
    functions = function(x) cbind(x, x[, 1] * x[, 3]), eigenvalues = c(1, 1, 1, 1, 2),
    spectrum = c(0, 1, 1, 1, 1, 2, 2, 2, 2)
  )
)

laplacian_error <- function(x, f, eigenvalues, h) {
  estimate <- laplacian_at(x, f, x, h, f_y = f, scale = "laplacian")
  truth <- -f * rep(eigenvalues, each = nrow(f))
  estimate <- array(estimate, c(nrow(x), length(h), ncol(f)))
  apply(estimate, 2, function(e) sqrt(mean((e - truth)^2) / mean(truth^2)))
}

spectrum_error <- function(x, truth, h) {
  values <- quietly(graph_spectrum(graph_laplacian(heat_graph(x, h)), length(truth))$values)
  mean(abs(values[-1] / truth[-1] - 1))
}

choices_of <- function(x, d) {
  gc <- quietly(bw_gc(x, seed = 1))
  minima <- local_minima(gc)
  inner <- minima[!is.na(minima$depth_left) & !is.na(minima$depth_right), ]
  others <- quietly(select_bandwidth(
    x, c("lepski", "rec", "msvd", "kernel_sum", "knn", "median", "rate"), d = d, seed = 1
  ))
  c(
    `gc, first` = as.numeric(gc), `gc, deepest` = minima$bandwidth[[which.min(minima$criterion)]],
    `gc, most significant` = inner$bandwidth[[which.max(pmin(inner$z_left, inner$z_right))]],
    `gc, d` = as.numeric(quietly(bw_gc(x, d = d, seed = 1))),
    vapply(others, as.numeric, 0)
  )
}

study <- function(name, noise, n = 700, seed = 1) {
  m <- manifolds[[name]]
  clean <- m$sample(n, seed)
  set.seed(seed)
  x <- cbind(clean, matrix(0, n, 5)) + noise * rnorm(n * (ncol(clean) + 5))
  f <- m$functions(clean)
  chosen <- choices_of(x, m$d)
  grid <- exp(seq(log(min(chosen) / 2), log(max(chosen)), length.out = 12))
  all <- c(chosen, grid)
  pointwise <- laplacian_error(x, f, m$eigenvalues, all)
  least <- min(pointwise)
  # Spectra of graphs beyond a third of the data's extent say nothing and cost most.
  extent <- as.numeric(bw_median(x)) / 1.5
  spectra <- vapply(all, function(h) {
    if (h > extent) NA_real_ else spectrum_error(x, m$spectrum, h)
  }, 0)
  at <- seq_along(chosen)
  data.frame(
    manifold = name, noise = noise, seed = seed, rule = names(chosen), bandwidth = unname(chosen),
    laplacian = pointwise[at] / least, spectrum = spectra[at] / min(spectra, na.rm = TRUE),
    least_laplacian = least, least_spectrum = min(spectra, na.rm = TRUE)
  )
}

cases <- expand.grid(name = names(manifolds), noise = c(0, 0.03, 0.1), seed = 1,
                     stringsAsFactors = FALSE)
found <- do.call(rbind, Map(study, cases$name, cases$noise, seed = cases$seed))
utils::write.csv(
  transform(found, bandwidth = signif(bandwidth, 4), laplacian = signif(laplacian, 4),
            spectrum = signif(spectrum, 4), least_laplacian = signif(least_laplacian, 4),
            least_spectrum = signif(least_spectrum, 4)),
  "vignettes/minima.csv", row.names = FALSE
)
summary_of <- function(column) {
  parts <- split(found[[column]], found$rule)
  data.frame(
    rule = names(parts), median = vapply(parts, median, 0, na.rm = TRUE),
    worst = vapply(parts, max, 0), undefined = vapply(parts, function(v) sum(is.na(v)), 0)
  )
}
for (column in c("laplacian", "spectrum")) {
  table <- summary_of(column)
  show_table(table[order(table$median), ],
             paste("Error of the", column, "over the least one, 9 samples of 700 points"))
}
one <- found[found$seed == 1 & found$noise == 0.03, ]
show_table(one[c("manifold", "rule", "bandwidth", "laplacian", "spectrum")], "Noise 0.03")
