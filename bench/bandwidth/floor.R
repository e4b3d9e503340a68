# A floor under the bandwidth of bw_gc(): half of the length of edges that joins 95% of the points.
# Where it is above the choice, the errors at both: of eight eigenvalues on manifolds with known
# spectra, and of plots, clusters, and labels on tables. The rule itself is left out here, so that
# both can be compared.
#   Rscript bench/bandwidth/floor.R
source("bench/common.R")
source("bench/noise/shapes.R")
source("bench/noise/uneven.R")
source("bench/bandwidth/scale_sets.R")
source("bench/bandwidth/floor_rule.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)

error_at <- function(x, h) {
  values <- tryCatch(quietly({
    graph_spectrum(graph_laplacian(heat_graph(unclass(x), h)), 9)$values[2:9]
  }), error = function(e) rep(NA, 8))
  truth <- attr(x, "truth")
  values[!is.finite(values)] <- 10 * max(truth)
  mean(pmin(abs(values / truth - 1), 5))
}

# ---- manifolds ----------------------------------------------------------------------

from_pair <- function(set, even) function(n) set(n, even)
sets <- do.call(c, unname(scale_sets))
groups <- list(
  even = c(lapply(sets, from_pair, even = TRUE), shapes),
  uneven = c(lapply(sets, from_pair, even = FALSE), uneven_sets)
)
strands <- list(
  helix = on_curve(function(t) cbind(circle(t), 0.15 * t), 0, 8 * pi, FALSE),
  `log spiral` = on_curve(function(t) exp(0.15 * t) * circle(t), 0, 6 * pi, FALSE)
)
groups$even <- c(groups$even, lapply(strands, from_pair, even = TRUE))
rows <- list()
for (group in names(groups)) {
  for (noise in c(0, 0.01, 0.03)) {
    for (name in names(groups[[group]])) {
      for (seed in 1:2) {
        set.seed(seed)
        x <- with_noise(groups[[group]][[name]](if (seed == 1) 400 else 200), noise)
        h <- bandwidths_of(x)
        acts <- h[["floor"]] > h[["chosen"]]
        rows[[length(rows) + 1L]] <- data.frame(
          group = group, noise = noise, set = name, n = nrow(x), acts = acts,
          ratio = h[["floor"]] / h[["chosen"]],
          before = if (acts) error_at(x, h[["chosen"]]) else NA,
          after = if (acts) error_at(x, h[["floor"]]) else NA
        )
      }
    }
  }
}
rows <- do.call(rbind, rows)
out <- Sys.getenv("FLOOR_OUT")
if (nzchar(out)) saveRDS(rows, out)
rows$change <- ifelse(rows$acts, log(rows$after / rows$before), 0)
machine()
by_group <- lapply(split(rows, paste(rows$group, rows$noise)), function(part) {
  data.frame(group = part$group[1], noise = part$noise[1], samples = nrow(part),
             acts = sum(part$acts), `log ratio of errors` = mean(part$change),
             se = stats::sd(part$change) / sqrt(nrow(part)), check.names = FALSE)
})
show_table(do.call(rbind, by_group), "The floor under bw_gc(), samples of 200 and 400 points")
show_table(rows[rows$acts, c("group", "noise", "set", "n", "ratio", "before", "after")],
           "Samples on which it acts: floor over choice, and errors at both")
