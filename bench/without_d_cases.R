# bw_gc() without d and with d = 1 where one number says whether it is right: the spread of the
# choice over 25 samples of a circle; the first eigenmap of rolls; the benchmark sets with published
# bandwidths. Rscript bench/without_d_cases.R
source("bench/common.R")
options(lapscale.threads = 1L)
machine()
quietly <- function(expr) suppressMessages(suppressWarnings(expr))
choose <- function(x, d) quietly(bw_gc(x, d = d, seed = 1))
ways <- list(`d = 1` = 1, `without d` = NULL)

circles <- lapply(c(200, 600), function(n) {
  spread <- vapply(ways, function(d) {
    h <- vapply(1:25, function(seed) as.numeric(choose(sample_circle(n, seed = seed), d)), 0)
    max(h) / min(h)
  }, 0)
  data.frame(points = n, t(spread), check.names = FALSE)
})
show_table(do.call(rbind, circles), "Largest over smallest choice, 25 samples of a circle")

# One roll: the choice, the rank correlation of its first eigenmap with the arc length, and whether
# the report says a word against it.
look_at_roll <- function(n, seed, d) {
  roll <- sample_swiss_roll(n, seed = seed)
  along <- attr(roll, "parameters")[, "arc_length"]
  bw <- choose(roll, d)
  first <- as.matrix(quietly(embed_eigenmaps(roll, 1, bandwidth = bw)))[, 1]
  verdict <- quietly(tidy(bandwidth_report(bw, roll)))$verdict
  c(as.numeric(bw), abs(stats::cor(first, along, method = "spearman")), any(verdict != "fine"))
}

rolls <- do.call(rbind, lapply(list(c(500, 10), c(1500, 10), c(5000, 3)), function(size) {
  do.call(rbind, lapply(names(ways), function(way) {
    found <- vapply(seq_len(size[[2]]), function(seed) {
      look_at_roll(size[[1]], seed, ways[[way]])
    }, numeric(3))
    wrong <- found[2, ] < 0.99
    data.frame(
      points = size[[1]], way = way,
      bandwidths = paste(signif(range(found[1, ]), 3), collapse = " to "),
      `median rank correlation` = format(round(stats::median(found[2, ]), 5)),
      least = round(min(found[2, ]), 3), samples = size[[2]], `below .99` = sum(wrong),
      `of these warned` = sum(found[3, wrong]), check.names = FALSE
    )
  }))
}))
show_table(rolls, "First eigenmap of a roll against its arc length; warned: by bandwidth_report()")

published <- c(digit1 = 0.77, bci = 3.8, g241c = 7.04)
sets <- lapply(names(published), function(name) {
  x <- benchmark_set(name)
  if (is.null(x)) return(NULL)
  bw <- choose(x, NULL)
  minima <- local_minima(bw)
  at <- which.min(abs(log(minima$bandwidth / as.numeric(bw))))
  data.frame(
    set = name, `first minimum, d = 1` = as.numeric(choose(x, 1)), `without d` = as.numeric(bw),
    `over the published` = as.numeric(bw) / published[[name]],
    distance = minima$criterion[[at]], `all minima` = paste(signif(minima$bandwidth, 3),
                                                            collapse = ", "), check.names = FALSE
  )
})
show_table(do.call(rbind, sets), "Benchmark sets")
