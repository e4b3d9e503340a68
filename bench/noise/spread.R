# When bw_report() says that dense and thin parts need different scales: its check `spread`, the
# distance to the 7th neighbor, 95% over 5% of the points, on sets that one bandwidth suits badly, on
# evenly sampled manifolds, and on real tables.
source("bench/common.R")
source("bench/noise/shapes.R")
source("bench/embeddings/tables.R")
options(lapscale.threads = 1L, lapscale.progress = FALSE)
source("bench/noise/uneven.R")
spread_of <- function(x) {
  table <- tidy(quietly(bw_report(quietly(bw_gc(x, seed = 1, replicates = 0)), x)))
  table[table$check == "unevenness", ]
}
of_samples <- function(kind, list, seeds, n = 500) {
  do.call(rbind, lapply(names(list), function(name) {
    found <- do.call(rbind, lapply(seeds, function(seed) {
      set.seed(seed)
      spread_of(list[[name]](n))
    }))
    data.frame(kind = kind, set = name, spread = mean(found$value), least = min(found$value),
               largest = max(found$value), told = mean(found$verdict != "fine"))
  }))
}
real <- c(sets$choose[1:8], sets$judge[1:8])
tables <- do.call(rbind, lapply(names(real), function(name) {
  found <- tryCatch(spread_of(read_rows(real[[name]])$x), error = function(e) NULL)
  if (is.null(found)) return(NULL)
  data.frame(kind = "table", set = name, spread = found$value, least = found$value,
             largest = found$value, told = as.numeric(found$verdict != "fine"))
}))
show_table(rbind(of_samples("uneven", uneven_sets, 1:4), of_samples("even", shapes, 1:4), tables),
           "The check of the spread, samples of 500 points, tables of up to 700 rows")
