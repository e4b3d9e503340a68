# The tables of bench/without_d.R from its file: `Rscript bench/without_d_tables.R [file]`.

# Both errors count as 2 % at least: below that a ratio says nothing.
error_ratio <- function(found) pmax(found$error, 0.02) / pmax(found$least, 0.02)

# Geometric mean, 90 %, worst of the ratio; mean log of its quotient by that of d = 1 with its
# standard error, manifolds as the unit.
ratio_table <- function(found) {
  ratio <- error_ratio(found)
  keys <- c("manifold", "n", "noise", "uneven", "seed")
  key <- do.call(paste, found[keys])
  of_line <- ratio[found$selector == "d = 1"][match(key, key[found$selector == "d = 1"])]
  rows <- lapply(unique(found$selector), function(selector) {
    here <- found$selector == selector & !is.na(ratio)
    log_quotient <- tapply(log(ratio[here] / of_line[here]), found$manifold[here], mean)
    data.frame(
      selector = selector, samples = sum(here), mean = exp(mean(log(ratio[here]))),
      `90 %` = unname(stats::quantile(ratio[here], 0.9)), worst = max(ratio[here]),
      `log quotient by d = 1` = mean(log_quotient),
      se = stats::sd(log_quotient) / sqrt(length(log_quotient)), check.names = FALSE
    )
  })
  do.call(rbind, rows)
}

show_ratios <- function(found) {
  size <- function(part) paste(nrow(part) / length(unique(part$selector)), "samples")
  show_table(ratio_table(found), paste("All", size(found)))
  for (column in c("n", "noise", "uneven", "d")) {
    for (value in unique(found[[column]])) {
      part <- found[found[[column]] == value, ]
      show_table(ratio_table(part), sprintf("%s = %s, %s", column, value, size(part)))
    }
  }
  ratio <- error_ratio(found)
  shown <- c("d = 1", "without d", "true d")
  by_manifold <- tapply(log(ratio), list(found$manifold, found$selector), mean, na.rm = TRUE)
  table <- data.frame(manifold = rownames(by_manifold), exp(by_manifold[, shown]),
                      check.names = FALSE)
  show_table(table[match(unique(found$manifold), table$manifold), ], "Geometric means by manifold")
}

if (!interactive() && any(grepl("without_d_tables.R$", commandArgs()))) {
  source("bench/common.R")
  file <- c(commandArgs(TRUE), "bench/without_d.csv")[[1]]
  show_ratios(utils::read.csv(file, stringsAsFactors = FALSE))
}
