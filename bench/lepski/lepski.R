# Lepski's method: the paper's sphere over five seeds, and its pass against direct sums.
source("bench/common.R")
source("bench/lepski/lepski_manifolds.R")
machine()
compile("bench/lepski/lepski_direct.cpp")

b <- exp(seq(log(0.01), log(0.8), length.out = 30))
h <- 2 * b
sphere <- function(n1, n2, seed) {
  set.seed(seed)
  s <- on_paper_sphere(n1 + n2)
  s$last <- n1 + seq_len(n2)
  s
}

s <- sphere(1e6, 1e3, 1)
invisible(bw_lepski(s$x[1:1000, ], d = 2, f = s$f[1:1000], bandwidths = h[20:30], seed = 1))
before <- peak_memory()
invisible(bw_lepski(s$x, d = 2, f = s$f, bandwidths = h, validation = s$last))
cat(sprintf(
  "Peak memory of the process: %.0f MB with the data (%.0f MB) made, %.0f MB after the call.\n",
  before, as.numeric(object.size(s)) / 2^20, peak_memory()
))

rows <- lapply(1:5, function(seed) {
  s <- sphere(1e6, 1e3, seed)
  bw <- bw_lepski(s$x, d = 2, f = s$f, bandwidths = h, validation = s$last)
  jump <- update(bw, calibration = "jump")
  risk <- bw_risk(
    s$x, d = 2, f = s$f, laplacian = s$target, bandwidths = h, validation = s$last
  )
  data.frame(
    seed = seed, `oracle b` = bw_oracle(risk) / 2, `b, variance` = as.numeric(bw) / 2,
    ratio = bw_risk_ratio(risk, bw), `b, jump` = as.numeric(jump) / 2, ratio = bw_risk_ratio(risk, jump),
    a0 = glance(jump)$a, check.names = FALSE
  )
})
show_table(do.call(rbind, rows), paste(
  "Sphere of section 5.2: n1 = 1e6, n2 = 1e3, 30 b in [.01, .8]; the paper shows an oracle near",
  "b = .075 and a choice of b = .1"
))

# A whole call against direct sums of the estimates alone, from 40 of the validation points.
against_direct <- function(label, x, f, last, h, d) {
  whole <- seconds(suppressWarnings(
    bw_lepski(x, d = d, f = f, bandwidths = h, validation = last)
  ))
  some <- last[seq_len(40)]
  x1 <- x[-last, ]
  y <- x[some, ]
  plain <- system.time(want <- direct_sums(x1, f[-last], y, f[some], h))[[3]] * length(last) / 40
  ours <- system.time(dispatched_sums(x1, f[-last], y, f[some], h))[[3]] * length(last) / 40
  got <- graph_laplacian_at(x1, f[-last], y, h, d = d, f_y = f[some]) /
    rep(lapscale:::estimate_scale(h, d) / nrow(x1), each = 40)
  error <- abs(got - want)
  data.frame(
    job = label, seconds = whole, `direct, Eigen` = plain, ratio = plain / whole,
    `direct, our kernel` = ours, ratio = ours / whole,
    `largest error / rms over points` = max(sweep(error, 2, sqrt(colMeans(want^2)), "/")),
    check.names = FALSE
  )
}
s <- sphere(1e6, 1e3, 1)
first <- against_direct("1e6 x 1000, 3 columns", s$x, s$f, s$last, h, 2)
s <- sphere(1e5, 300, 1)
second <- against_direct("1e5 x 300, 3 columns", s$x, s$f, s$last, h, 2)
wide <- s$x %*% matrix(rnorm(300), 3) / 10
third <- against_direct("1e5 x 300, 100 columns", wide, s$f, s$last, h, 2)
local_h <- h / 8
fourth <- against_direct("1e5 x 300, largest h = .2", s$x, s$f, s$last, local_h, 2)
show_table(rbind(first, second, third, fourth), "bw_lepski on 2 threads against direct sums")
