# Tables of the rows of study.R and peers.R: mean log ratios over cases with their standard errors.
#   Rscript bench/regression/tables.R opened [folder]
arguments <- commandArgs(TRUE)
half <- arguments[[1]]
folder <- if (length(arguments) > 1L) arguments[[2]] else "bench/regression"
rows <- read.csv(file.path(folder, paste0(half, ".csv")))
base <- rows[rows$k == 50 & rows$m == 2, ]

# The mean over samples of a case of log(column), cases x levels of `by`.
by_case <- function(rows, column, by) {
  tapply(log(rows[[column]]), list(rows$case, rows[[by]]), mean)
}
against <- function(table, reference) {
  ratio <- table - reference
  data.frame(log_ratio = round(colMeans(ratio, na.rm = TRUE), 3),
             se = round(apply(ratio, 2, sd, na.rm = TRUE) / sqrt(colSums(!is.na(ratio))), 3))
}
errors <- by_case(base, "error", "graph")
cat("Graphs, against nearest 7 (k = 50, m = 2)\n")
found <- against(errors, errors[, "nearest 7"])
found$lost <- round(tapply(base$lost, base$graph, mean), 4)
found$coverage <- round(tapply(base$coverage, base$graph, mean, na.rm = TRUE), 2)
print(found[order(found$log_ratio), ])
print(round(exp(errors), 3))

for (graph in c("nearest 10", "radius 0.71")) {
  cat("\nSettings on", graph, "against k = 50, m = 2\n")
  some <- rows[rows$graph == graph, ]
  some$setting <- paste0("k = ", some$k, ", m = ", some$m)
  table <- by_case(some, "error", "setting")
  found <- against(table, table[, "k = 50, m = 2"])
  found$coverage <- round(tapply(some$coverage, some$setting, mean, na.rm = TRUE), 3)
  print(found)
}

cat("\nChoice by REML, against nearest 7\n")
sets <- list(
  `nearest 5 to 15` = paste("nearest", c(5, 7, 10, 15)),
  radius = paste("radius", c(0.35, 0.5, 0.71, 1)), all = unique(base$graph),
  `nearest 5 to 15 and radius 0.5 to 1` = c(
    paste("nearest", c(5, 7, 10, 15)), paste("radius", c(0.5, 0.71, 1))
  )
)
chosen <- do.call(rbind, lapply(names(sets), function(set) {
  some <- base[base$graph %in% sets[[set]], ]
  groups <- split(some, paste(some$case, some$seed))
  pick <- do.call(rbind, lapply(groups, function(g) g[which.min(g$reml), ]))
  best <- do.call(rbind, lapply(groups, function(g) g[which.min(g$error), ]))
  rbind(cbind(pick, rule = paste("REML,", set)), cbind(best, rule = paste("best,", set)))
}))
table <- by_case(chosen, "error", "rule")
found <- against(table, errors[rownames(table), "nearest 7"])
found$coverage <- round(tapply(chosen$coverage, chosen$rule, mean, na.rm = TRUE), 2)
print(found)
cat("\nCoverage of the 90% band by case: the default, and the smallest REML of the radius graphs\n")
picked <- list(base[base$graph == "radius 0.71", ], chosen[chosen$rule == "REML, radius", ])
for (some in picked) {
  cover <- tapply(some$coverage, some$case, mean)
  print(round(cover[!is.na(cover)], 2))
}

file <- file.path(folder, paste0("peers_", half, ".csv"))
if (file.exists(file)) {
  cat("\nPeers, against the default and the smallest REML of the radius graphs\n")
  peers <- read.csv(file)
  table <- by_case(peers, "error", "peer")
  by_reml <- by_case(picked[[2]], "error", "rule")[rownames(table), 1]
  usual <- errors[rownames(table), "radius 0.71"]
  print(against(table, usual))
  print(against(table, by_reml))
  print(round(exp(cbind(table, default = usual, `by REML` = by_reml)), 3))
}
