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

rolls <- expand.grid(way = names(ways), seed = 1:3, n = c(500, 1500, 5000),
                     stringsAsFactors = FALSE)
rolls <- do.call(rbind, Map(function(way, seed, n) {
  roll <- sample_swiss_roll(n, seed = seed)
  place <- attr(roll, "parameters")[, "arc_length"]
  bw <- choose(roll, ways[[way]])
  first <- as.matrix(quietly(embed_eigenmaps(roll, 1, bandwidth = bw)))[, 1]
  said <- quietly(tidy(bandwidth_report(bw, roll)))
  data.frame(
    points = n, seed = seed, way = way, bandwidth = as.numeric(bw),
    `rank correlation` = round(abs(stats::cor(first, place, method = "spearman")), 5),
    report = paste(said$verdict[said$verdict != "fine"], collapse = "; "), check.names = FALSE
  )
}, rolls$way, rolls$seed, rolls$n))
rolls$`rank correlation` <- format(rolls$`rank correlation`)
show_table(rolls, "First eigenmap of a roll against its arc length")

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
