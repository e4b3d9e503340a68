# What the choice without d costs, against d = 1. Rscript bench/bandwidth/gc_cost.R
# Seconds of all threads together say more than elapsed ones where the machine is busy.
source("bench/common.R")
machine()

cost <- function(x, d) {
  spent <- system.time(b <- suppressWarnings(bw_gc(x, d = d, seed = 1, progress = FALSE)))
  cpu <- spent[["user.self"]] + spent[["sys.self"]]
  c(cpu = cpu, elapsed = spent[["elapsed"]], h = as.numeric(b))
}
sets <- list(
  hourglass = as.matrix(sample_hourglass(1e4, noise = 0.02, noise_dims = 0, seed = 1)),
  digit1 = benchmark_set("digit1"),
  `hourglass in noise` = as.matrix(sample_hourglass(1e5, noise = 0.02, noise_dims = 10, seed = 1))
)
rows <- lapply(names(Filter(Negate(is.null), sets)), function(name) {
  x <- sets[[name]]
  one <- cost(x, 1)
  none <- cost(x, NULL)
  data.frame(
    data = name, n = nrow(x), columns = ncol(x), `d = 1, s of cpu` = one[["cpu"]],
    `without d, s of cpu` = none[["cpu"]], ratio = none[["cpu"]] / one[["cpu"]],
    `ratio of elapsed` = none[["elapsed"]] / one[["elapsed"]], `h, d = 1` = one[["h"]],
    `h, without d` = none[["h"]], check.names = FALSE
  )
})
show_table(do.call(rbind, rows), "GC with defaults, refined: without d against d = 1")
