# The number of clusters that `k = "gap"` selects, by several rules, on shapes with a known number
# (cluster_shapes.R) and tables with classes (real_sets.R).
#   Rscript bench/defaults/cluster_number.R choose|judge shapes|tables
# Each set is clustered on the default graph and on that of bw_gc(). The table has the share of
# right numbers and the mean adjusted Rand index of the clusters with the selected number, and the
# differences from the rule before, with standard errors over sets and graphs.
source("bench/common.R")
source("bench/defaults/real_sets.R")
source("bench/defaults/cluster_shapes.R")
options(lapscale.threads = 1L)
half <- commandArgs(TRUE)[[1]]
is_shapes <- commandArgs(TRUE)[[2]] == "shapes"

# Each rule is a function of the gaps, a data frame k, gap, se, silhouette, modularity, and returns
# a number. The rule before: the last gap within 0.05 of the largest if that is clear; otherwise the
# best score, of gaps within a standard error of the largest if that is within one of 0.75.
score <- function(gaps) gaps$silhouette + gaps$modularity / 2
best <- function(gaps, value, rows = seq_len(nrow(gaps))) gaps$k[rows[which.max(value[rows])]]
before <- function(gaps) {
  largest <- which.max(gaps$gap)
  gap <- gaps$gap[[largest]]
  se <- gaps$se[[largest]]
  if (gap - se >= 0.75) return(max(gaps$k[gaps$gap >= gap - 0.05]))
  best(gaps, score(gaps), which(gaps$gap >= if (gap + se >= 0.75) gap - se else 0))
}
last_clear <- function(gaps, otherwise) {
  clear <- gaps$k[gaps$gap - gaps$se >= 0.75]
  if (length(clear)) max(clear) else otherwise(gaps)
}
with_limit <- function(limit) {
  force(limit)
  function(gaps) best(gaps, if (max(gaps$gap) >= limit) gaps$gap else score(gaps))
}
with_gap <- function(gaps) best(gaps, score(gaps) + gaps$gap)
rules <- list(
  before = before, `last clear gap (taken)` = function(gaps) last_clear(gaps, before),
  `..., otherwise largest from 0.5` = function(gaps) last_clear(gaps, with_limit(0.5)),
  `..., otherwise largest from 0.6` = function(gaps) last_clear(gaps, with_limit(0.6)),
  `..., otherwise largest from 0.65` = function(gaps) last_clear(gaps, with_limit(0.65)),
  `..., otherwise score + gap` = function(gaps) last_clear(gaps, with_gap)
)

# A row per graph and rule: rule, is the number right, index.
results_of <- function(set) {
  graphs <- list(list(), list(bandwidth = quietly(bw_gc(set$x, seed = 1))))
  do.call(rbind, lapply(graphs, function(graph) {
    fit <- function(k) quietly(do.call(cluster_spectral, c(list(set$x, k, seed = 1), graph)))
    gaps <- fit("gap")$gaps
    number <- vapply(rules, function(rule) as.integer(rule(gaps)), 0L)
    # An index of 0 where an eigenvector does not converge, as on one graph of shuttle.
    index <- vapply(unique(number), function(k) {
      tryCatch(adjusted_rand(fit(k)$cluster, set$y), error = function(e) 0)
    }, 0)
    data.frame(rule = names(rules), right = number == length(unique(set$y)),
               index = index[match(number, unique(number))])
  }))
}

sets <- if (is_shapes) {
  seeds <- 1:3 + if (half == "judge") 1000L else 0L
  unlist(lapply(shapes[[half]], function(draw) {
    lapply(seeds, function(seed) function() draw(seed))
  }), recursive = FALSE)
} else lapply(halves[[half]], function(read) function() read_set(read))
found <- do.call(rbind, lapply(sets, function(read) results_of(read())))

differ <- function(column) {
  values <- matrix(found[[column]], ncol = length(rules), byrow = TRUE)
  above <- values - values[, 1L]
  data.frame(mean = round(colMeans(values), 3), above = round(colMeans(above), 3),
             se = round(apply(above, 2L, stats::sd) / sqrt(nrow(above)), 3))
}
show_table(
  stats::setNames(cbind(names(rules), differ("right"), differ("index")),
                  c("rule", "right", "above before", "se", "index", "above before", "se")),
  paste0("Number of clusters, ", if (is_shapes) "shapes" else "tables", ", ", half, ", ",
         nrow(found) / length(rules), " cases")
)
