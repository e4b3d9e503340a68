# What bw_report() says of fifteen data sets, good and bad, at the choice without a dimension
# and at that of d = 1, and of samples that are known to be good or bad: false alarms and misses.
#   Rscript bench/bandwidth/report_cases.R [cases,fresh]
# Benchmark sets are read from ../shared/data, or from the folder in LAPSCALE_SHARED.
source("bench/common.R")
options(lapscale.threads = 1L)
arguments <- commandArgs(TRUE)
parts <- if (length(arguments)) strsplit(arguments[[1]], ",")[[1]] else c("cases", "fresh")
shared <- Sys.getenv("LAPSCALE_SHARED", "../shared")

digit1 <- function() {
  as.matrix(utils::read.csv(gzfile(file.path(shared, "data/digit1.X.csv.gz")), comment.char = "#"))
}
volcano_points <- function() {
  at <- expand.grid(row = seq(1, 87, 2), column = seq(1, 61, 2))
  cbind(10 * as.matrix(at), volcano[as.matrix(at)])
}
sunspots_delayed <- function() stats::embed(as.numeric(datasets::sunspot.year), 4)
two_scales <- function() {
  set.seed(1)
  rbind(
    as.matrix(sample_circle(400, seed = 1)),
    0.05 * as.matrix(sample_circle(400, seed = 2)) + rep(c(4, 0), each = 400)
  )
}
cases <- list(
  iris = function() iris[1:4], quakes = function() datasets::quakes,
  mtcars = function() datasets::mtcars, faithful = function() datasets::faithful,
  crabs = function() MASS::crabs[4:8], `volcano points` = volcano_points,
  `sunspots, 4 delays` = sunspots_delayed,
  `roll, n = 500` = function() sample_swiss_roll(500, seed = 1),
  `roll, n = 1500` = function() sample_swiss_roll(1500, seed = 1),
  `roll, n = 5000` = function() sample_swiss_roll(5000, seed = 1),
  `noise only` = function() {
    set.seed(1)
    matrix(rnorm(8000), 800)
  },
  lattice = function() expand.grid(x = 1:30, y = 1:30),
  `two scales` = two_scales,
  `10-cube` = function() {
    set.seed(1)
    matrix(runif(10000), 1000)
  },
  digit1 = digit1
)

line_of <- function(report) glance(report)$verdict
if ("cases" %in% parts) {
  machine()
  rows <- lapply(names(cases), function(name) {
    x <- as.matrix(cases[[name]]())
    do.call(rbind, lapply(list(NULL, 1L), function(d) {
      bw <- quietly(bw_gc(x, d = d, seed = 1))
      report <- quietly(bw_report(bw, x))
      seen <- glance(report)
      said <- grep("^  ! Check", capture.output(print(bw)), value = TRUE)
      data.frame(data = name, d = if (is.null(d)) "none" else "1", h = as.numeric(bw),
                 dimension = seen$dimension, distance = seen$distance, report = line_of(report),
                 print = sub("^  ! ", "", c(said, "")[[1]]))
    }))
  })
  show_table(do.call(rbind, rows), "Fifteen data sets")
}

# ---- samples that are known to be good, at the default choice, or bad, at a bandwidth given ------

flat_square <- function(n, s) {
  set.seed(s)
  matrix(runif(2 * n), n)
}
good <- list(
  sphere = function(s) sample_sphere(1000, seed = s),
  circle = function(s) sample_circle(500, seed = s),
  torus = function(s) sample_torus(2000, seed = s),
  hourglass = function(s) sample_hourglass(1500, noise = 0.02, noise_dims = 2, seed = s),
  `flat square` = function(s) flat_square(800, s)
)
columns <- function(s) {
  set.seed(s)
  data.frame(income = rnorm(300, 5e4, 1e4), age = runif(300, 20, 70), score = rnorm(300))
}
normal_10 <- function(s) {
  set.seed(s)
  matrix(rnorm(8000), 800)
}
# h NULL: the default choice.
bad <- list(
  `turns connected` = list(h = 4.34, draw = function(s) sample_swiss_roll(1500, seed = s)),
  `sphere not connected` = list(h = 0.03, draw = function(s) sample_sphere(800, seed = s)),
  `sphere as a blob` = list(h = 2, draw = function(s) sample_sphere(800, seed = s)),
  `units` = list(h = NULL, draw = columns),
  `noise in 10 columns` = list(h = NULL, draw = normal_10),
  `rounded to 0.2` = list(h = 0.1, draw = function(s) round(5 * flat_square(2000, s)) / 5),
  `moons connected` = list(h = 0.8, draw = function(s) sample_moons(600, noise = 0.03, seed = s))
)
if ("fresh" %in% parts) {
  seeds <- 101:104
  report_on <- function(draw, h, s) {
    x <- as.matrix(draw(s))
    line_of(quietly(bw_report(if (is.null(h)) bw_gc(x, d = NULL, seed = s) else h, x)))
  }
  table_of <- function(set) {
    do.call(rbind, lapply(names(set), function(name) {
      case <- set[[name]]
      lines <- vapply(seeds, function(s) report_on(case$draw, case$h, s), "")
      data.frame(data = name, alarms = paste(sum(lines != "fine"), "of", length(seeds)),
                 said = paste(unique(lines), collapse = " / "))
    }))
  }
  show_table(table_of(lapply(good, function(draw) list(h = NULL, draw = draw))), "Good")
  show_table(table_of(bad), "Bad")
}
