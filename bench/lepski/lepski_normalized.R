# Lepski's method for the normalized operator, the Laplacian of graph_laplacian_at(scale = "laplacian"):
# the risk of what is chosen over the least risk of this operator on the grid, on the samples of
# lepski_study.R, beside the choices of others for the same operator.
#   Rscript bench/lepski/lepski_normalized.R [sizes, default 1000,10000] [seeds, default 1,2,3]
source("bench/common.R")
source("bench/lepski/lepski_manifolds.R")
machine()

one <- function(name, n1, seed) {
  set.seed(seed)
  n2 <- min(200, n1 / 10)
  s <- lepski_samples[[name]](n1 + n2)
  last <- n1 + seq_len(n2)
  choose <- function(operator) {
    suppressWarnings(
      bw_lepski(s$x, d = s$d, f = s$f, validation = last, operator = operator)
    )
  }
  unnormalized <- choose("unnormalized")
  normalized <- choose("normalized")
  h <- as.data.frame(normalized)$bandwidth
  risk_of <- function(operator, target) {
    bw_risk(s$x, d = s$d, f = s$f, laplacian = target, bandwidths = h, validation = last,
               operator = operator)
  }
  risk <- risk_of("normalized", s$laplacian)
  # A bandwidth that cannot be judged has no risk.
  ratio <- function(bw) bw_risk_ratio(risk, bw)
  data.frame(
    sample = name, n1 = n1, edge = bw_oracle(risk) %in% range(h[is.finite(risk$risk)]),
    normalized = ratio(normalized),
    jump = ratio(suppressWarnings(update(normalized, calibration = "jump"))),
    unnormalized = ratio(unnormalized),
    gc = ratio(suppressWarnings(bw_gc(s$x, seed = 1, replicates = 0L))),
    own = bw_risk_ratio(risk_of("unnormalized", s$target), unnormalized)
  )
}

given <- commandArgs(TRUE)
numbers <- function(at, default) {
  if (length(given) < at) default else as.numeric(strsplit(given[[at]], ",")[[1]])
}
plan <- expand.grid(
  name = names(lepski_samples), n1 = numbers(1, c(1000, 10000)), seed = numbers(2, 1:3),
  stringsAsFactors = FALSE
)
rows <- do.call(rbind, c(Map(one, plan$name, plan$n1, plan$seed), make.row.names = FALSE))
inner <- rows[!rows$edge, ]
rules <- c(
  normalized = "normalized", jump = "normalized, jump", unnormalized = "unnormalized",
  gc = "bw_gc()", own = "unnormalized, of its own operator"
)
for (n1 in unique(inner$n1)) {
  part <- inner[inner$n1 == n1, ]
  show_table(data.frame(
    choice = unname(rules), median = vapply(part[names(rules)], median, 0, na.rm = TRUE),
    `90 %` = vapply(part[names(rules)], quantile, 0, 0.9, names = FALSE, na.rm = TRUE),
    worst = vapply(part[names(rules)], max, 0, na.rm = TRUE),
    `not judged` = colSums(is.na(part[names(rules)])), check.names = FALSE
  ), paste(nrow(part), "samples of", n1, "points whose least risk is inside the grid"))
}
