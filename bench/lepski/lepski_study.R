# Which calibration of Lepski's method chooses better: the risk of the chosen bandwidth over the
# least risk on the grid, on samples with a known Laplacian. Default grid of 30 bandwidths.
source("bench/common.R")
source("bench/lepski/lepski_manifolds.R")
machine()

# The choice of "variance" with another number of standard errors in place of its own.
with_threshold <- function(bw, z) {
  curve <- as.data.frame(bw)
  pairs <- as.data.frame(bw, what = "pairs")
  known <- curve[is.finite(curve$criterion), ]
  pairs <- pairs[pairs$bandwidth_small %in% known$bandwidth, ]
  excess <- pairs$distance - pairs$noise - z * pairs$se
  bias <- vapply(known$bandwidth, function(h) max(0, excess[pairs$bandwidth == h]), 0)
  known$bandwidth[[which.min(bias + known$variance)]]
}

one <- function(name, n1, seed) {
  set.seed(seed)
  n2 <- min(1000, n1 / 10)
  s <- lepski_samples[[name]](n1 + n2)
  last <- n1 + seq_len(n2)
  bw <- suppressWarnings(bw_lepski(s$x, d = s$d, f = s$f, validation = last))
  h <- as.data.frame(bw)$bandwidth
  risk <- bw_risk(
    s$x, d = s$d, f = s$f, laplacian = s$target, bandwidths = h, validation = last
  )
  jump <- suppressWarnings(update(bw, calibration = "jump"))
  data.frame(
    sample = name, d = s$d, n1 = n1, seed = seed,
    ratio_variance = bw_risk_ratio(risk, bw), ratio_3 = bw_risk_ratio(risk, with_threshold(bw, 3)),
    ratio_jump = bw_risk_ratio(risk, jump), edge = bw_oracle(risk) %in% range(h)
  )
}

plan <- rbind(
  expand.grid(name = names(lepski_samples), n1 = c(1e3, 1e4, 1e5), seed = 1:3, stringsAsFactors = FALSE),
  data.frame(name = c("circle, smooth", "sphere, paper", "dome", "torus"), n1 = 1e6, seed = 1)
)
rows <- do.call(rbind, c(Map(one, plan$name, plan$n1, plan$seed), make.row.names = FALSE))
inner <- rows[!rows$edge, ]

in_words <- function(ratio) {
  c(median = median(ratio), `90 %` = quantile(ratio, 0.9, names = FALSE), worst = max(ratio))
}
by_group <- function(groups) {
  do.call(rbind, lapply(split(inner, groups), function(part) {
    data.frame(
      samples = nrow(part), t(in_words(part$ratio_variance)), t(in_words(part$ratio_3)),
      t(in_words(part$ratio_jump))
    )
  }))
}
table_of <- function(groups, label) {
  table <- by_group(groups)
  names(table) <- c("samples", "variance: median", "90 %", "worst", "with 3 se: median", "90 %",
                    "worst", "jump: median", "90 %", "worst")
  table <- cbind(rownames(table), table)
  names(table)[[1]] <- label
  table
}
show_table(table_of(rep("all", nrow(inner)), "group"), paste(
  "Risk of the choice over the oracle's,", nrow(inner), "samples whose oracle is inside the grid"
))
show_table(table_of(factor(inner$n1), "n1"), "by size of the sample")
show_table(table_of(inner$d, "d"), "by dimension")
show_table(table_of(factor(inner$sample, names(lepski_samples)), "sample"), "by sample")
if (sum(rows$edge)) {
  cat("\nOracle at an end of the grid, left out:\n")
  print(rows[rows$edge, c("sample", "n1", "seed", "ratio_variance", "ratio_jump")])
}
