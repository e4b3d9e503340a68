# The tables of bench/without_d.R from its file, and that file with the two halves before it
# (bench/without_d_halves.csv, by the prototype) in the short form that vignettes/without_d.csv is:
#   Rscript bench/without_d_tables.R [file] [short form]

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

# A row per sample, a column of ratios per selector.
short_form <- function(found, halves) {
  columns <- c(
    free = "without d", line = "d = 1", true_d = "true d", free_global = "without d, global",
    line_global = "d = 1, global", rec = "rec", knn = "knn", median = "median"
  )
  found$ratio <- signif(error_ratio(found), 3)
  of <- function(selector) found[found$selector == selector, ]
  free <- of("without d")
  keys <- free[c("manifold", "d", "n", "noise", "uneven", "seed")]
  new <- data.frame(
    part = "new", keys, lapply(columns, function(selector) of(selector)$ratio),
    distance = free$criterion, looks_free = free$looks, looks_line = of("d = 1")$looks
  )
  halves[c("line", "free")] <- signif(halves[c("line", "free")], 3)
  halves[setdiff(names(new), names(halves))] <- NA
  rbind(halves[names(new)], new)
}

if (!interactive() && any(grepl("without_d_tables.R$", commandArgs()))) {
  source("bench/common.R")
  arguments <- c(commandArgs(TRUE), "bench/without_d.csv")
  found <- utils::read.csv(arguments[[1]], stringsAsFactors = FALSE)
  found$looks[is.na(found$looks)] <- ""
  show_ratios(found)
  if (length(arguments) > 2) {
    halves <- utils::read.csv("bench/without_d_halves.csv", stringsAsFactors = FALSE)
    utils::write.csv(short_form(found, halves), arguments[[2]], row.names = FALSE, na = "")
  }
}
