# Computes the tables of the two papers behind lapscale again, ours beside theirs.
#   Rscript papers.R folder     prints all tables; `folder` holds the benchmark sets
#   Rscript papers.R            prints the table that needs no data
# Perrault-Joncas, Meila, McQueen (2017), "Improved Graph Laplacian via Geometric Self-Consistency",
# Tables 1 and 2. Chazal, Giulini, Michel (2016), "Data driven estimation of Laplace-Beltrami
# operator", section 5.2.
#
# The benchmark sets digit1, bci, and g241c are those of Chapelle, Schoelkopf, Zien (2006),
# "Semi-Supervised Learning", which the authors offer on the web page of their book. The script
# expects, as files csv or csv.gz with a header, for each set <set>.X (points as rows), <set>.y (one
# column, -1 or 1), and <set>.lab100 (12 rows, the row numbers of 100 labeled points in each).
suppressMessages(library(lapscale))

read_set <- function(folder, set, what) {
  file <- list.files(folder, sprintf("^%s[.]%s[.]csv([.]gz)?$", set, what), full.names = TRUE)
  if (!length(file)) stop("no file ", set, ".", what, ".csv in ", folder)
  unname(as.matrix(read.csv(file[[1]], comment.char = "#")))
}

published <- data.frame(
  set = rep(c("digit1", "bci", "g241c"), each = 3), d = rep(1:3, 3),
  paper = c("0.744", "0.767", "0.781", rep("5.34 or 3.77", 3), rep("7.38", 3))
)

# Table 1: the bandwidth of Geometric Consistency. The paper has two values for bci.
table_1 <- function(folder, rows = published) {
  rows$ours <- mapply(function(set, d) {
    as.numeric(suppressWarnings(bw_gc(read_set(folder, set, "X"), d = d, seed = 1)))
  }, rows$set, rows$d)
  rows
}

# Table 2: percent of wrong predictions of Laplacian eigenmaps from 100 labels, mean of 12 splits.
table_2 <- function(folder, sets = c("digit1", "bci", "g241c"), splits = 1:12) {
  paper <- c(digit1 = 2.11, bci = 48.67, g241c = 12.77)
  rows <- lapply(sets, function(set) {
    x <- read_set(folder, set, "X")
    y <- factor(read_set(folder, set, "y")[, 1])
    labeled <- read_set(folder, set, "lab100")
    h <- suppressWarnings(bw_gc(x, d = 1, seed = 1))
    wrong <- vapply(splits, function(split) {
      known <- labeled[split, ]
      fit <- suppressWarnings(ssl_eigenmaps(x, replace(y, -known, NA), bandwidth = h, alpha = 1))
      100 * ssl_error(fit, y)
    }, 0)
    data.frame(set = set, bandwidth = as.numeric(h), paper = paper[[set]], ours = mean(wrong),
               se = stats::sd(wrong) / sqrt(length(wrong)))
  })
  do.call(rbind, rows)
}

# Section 5.2: Lepski's method on the unit sphere, with a function of which the Laplacian is known.
# The paper has n1 = 1e6 points, n2 = 1e3 validation points, and 30 bandwidths b from 0.01 to 0.8;
# our bandwidth is h = 2 b. Its figures show the smallest risk near b = 0.075, and 0.1 is chosen.
lepski_sphere <- function(n1 = 1e6, n2 = 1e3, seed = 1) {
  x <- unclass(sample_sphere(n1 + n2, seed = seed))
  attributes(x) <- list(dim = dim(x))
  f <- function(x) (x[, 1]^2 + x[, 2]^2 + x[, 3]) * sin(x[, 1]) * cos(x[, 1])
  h <- 2 * exp(seq(log(0.01), log(0.8), length.out = 30))
  last <- n1 + seq_len(n2)
  by_noise <- bw_lepski(x, d = 2, f = f(x), bandwidths = h, validation = last)
  by_jump <- update(by_noise, calibration = "jump")
  risk <- bw_risk(x, d = 2, f = f(x), laplacian = laplacian_on_sphere(f, x) / (4 * pi),
                     bandwidths = h, validation = last)
  at <- function(bw) risk$risk[[which.min(abs(risk$bandwidth - bw))]] / min(risk$risk)
  data.frame(
    choice = c("smallest risk", "by measured noise", "by the jump, as in the paper"),
    paper = c("0.075", "", "0.1"),
    b = c(risk$bandwidth[[which.min(risk$risk)]], by_noise, by_jump) / 2,
    `risk / smallest` = c(1, at(by_noise), at(by_jump)), check.names = FALSE
  )
}

# The Laplacian on the unit sphere by differences: of f(x / |x|) in space, at |x| = 1.
laplacian_on_sphere <- function(f, x, step = 1e-3) {
  extended <- function(x) f(x / sqrt(rowSums(x^2)))
  along <- lapply(1:3, function(j) {
    e <- matrix(step * (seq_len(3) == j), nrow(x), 3, byrow = TRUE)
    (extended(x + e) - 2 * extended(x) + extended(x - e)) / step^2
  })
  Reduce(`+`, along)
}

# Runs as a script only, so that the functions can be sourced.
if (sys.nframe() == 0L) {
  folder <- commandArgs(trailingOnly = TRUE)
  print(lepski_sphere(), digits = 3)
  if (length(folder)) {
    print(table_1(folder[[1]]), digits = 3)
    print(table_2(folder[[1]]), digits = 3)
  }
}
