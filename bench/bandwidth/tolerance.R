# The stretch of bandwidths that the criterion of bw_gc() does not tell apart within its tolerance,
# and the error of the first eight eigenvalues along it, on the manifolds of answer_manifolds.R, 300
# points, no noise. These ends are compared: that of the stretch; that of a smaller tolerance; where
# the distance is lowest; where lengths along the data (through 8 nearest neighbors) between points
# one to two bandwidths apart exceed straight distances by a share; and where the eigenvalues differ
# from those at the choice by a share in the mean. Each: in how many samples the stretch contains a
# bandwidth within 1.2 times the least error, and the error at its upper end over the least. The
# half "choosing" of the manifolds was looked at first, "held" after that.
#   Rscript bench/bandwidth/tolerance.R [file for what was measured]
source(file.path("bench", "common.R"))
source(file.path("bench", "bandwidth", "answer_manifolds.R"))
options(lapscale.threads = 1L)
n_points <- 300L

measure <- function(name) {
  sample <- draw_sample(name, n_points, 0, FALSE, 41)
  bw <- quietly(bw_gc(sample$x, seed = 1, replicates = 0))
  curve <- as.data.frame(bw)
  h <- as.numeric(bw)
  grid <- h * 1.15^(-8:20)
  straight <- as.matrix(dist(sample$x))
  near <- t(apply(straight, 1, function(v) rank(v, ties.method = "first") <= 9))
  along <- ifelse(near | t(near), straight, Inf)
  for (k in seq_len(n_points)) along <- pmin(along, outer(along[, k], along[k, ], `+`))
  rows <- lapply(grid, function(h) {
    values <- tryCatch(quietly(
      graph_spectrum(graph_laplacian(heat_graph(sample$x, h)), 8 + sample$zeros)$values
    ), error = function(e) rep(NA, 8 + sample$zeros))
    found <- values[-seq_len(sample$zeros)]
    values <- matrix(found, 1L, dimnames = list(NULL, paste0("value", 1:8)))
    pairs <- straight > h & straight <= 2 * h & is.finite(along)
    data.frame(
      name = name, h = h, error = mean(abs(found / sample$truth - 1)),
      distance = exp(approx(log(curve$bandwidth), log(curve$distance), log(h), rule = 2)$y),
      detour = if (any(pairs)) mean(along[pairs] / straight[pairs]) - 1 else NA, values
    )
  })
  list(table = do.call(rbind, rows), curve = curve, h = h, name = name)
}
file <- c(commandArgs(TRUE), "")[[1]]
found <- if (file.exists(file)) readRDS(file) else
  lapply(unlist(halves), measure)
if (nzchar(file) && !file.exists(file)) saveRDS(found, file)

# The upper end of the rows from the choice on for which `inside` holds without a gap.
end_of <- function(table, h, inside) {
  after <- table$h >= h * 0.999
  stops <- which(after & !(inside %in% TRUE))
  table$h[[max(which(after)[[1]], (if (length(stops)) stops[[1]] else nrow(table) + 1L) - 1L)]]
}
height <- function(distance) distance + cummax(distance - cummin(distance))
ends <- function(one, rule) {
  t <- one$table
  low <- height(one$curve$distance)
  at <- approx(log(one$curve$bandwidth), low, log(t$h), rule = 2)$y
  within <- function(tolerance) at <= sqrt(min(low)^2 + tolerance^2) * 1.001
  limit <- suppressWarnings(as.numeric(sub(".* ", "", rule)))
  switch(sub(" .*", "", rule),
    tolerance = end_of(t, one$h, within(if (is.na(limit)) 0.15 else limit)),
    lowest = min(end_of(t, one$h, within(0.15)),
                 max(one$h, one$curve$bandwidth[[which.min(one$curve$distance)]])),
    detour = end_of(t, one$h, within(0.15) &
                      t$detour - min(t$detour[t$h <= one$h * 1.01], na.rm = TRUE) <= limit),
    eigenvalues = {
      values <- as.matrix(t[paste0("value", 1:8)])
      chosen <- values[which.min(abs(log(t$h / one$h))), ]
      end_of(t, one$h, within(0.15) & rowMeans(abs(t(t(values) / chosen) - 1)) <= limit)
    }
  )
}
rules <- c(
  "tolerance", "tolerance 0.1", "tolerance 0.05", "lowest distance", "detour 0.05", "detour 0.02",
  "detour 0.01", "eigenvalues 0.2", "eigenvalues 0.1", "eigenvalues 0.05", "eigenvalues 0.02"
)
tabulate_rules <- function(found) do.call(rbind, lapply(rules, function(rule) {
  each <- vapply(found, function(one) {
    t <- one$table[is.finite(one$table$error), ]
    one$table <- t
    upper <- ends(one, rule)
    inside <- t$h >= one$h * 0.999 & t$h <= upper * 1.001
    c(min(t$error[inside]) <= 1.2 * min(t$error),
      t$error[which.min(abs(log(t$h / upper)))] / min(t$error), upper / one$h)
  }, numeric(3))
  data.frame(
    end = rule, contains = sprintf("%d of %d", sum(each[1, ]), length(found)),
    length = median(each[3, ]), "error at the end: median" = median(each[2, ]),
    "90%" = unname(quantile(each[2, ], 0.9)), most = max(each[2, ]),
    "above 2" = sum(each[2, ] > 2), check.names = FALSE
  )
}))
machine()
for (half in names(halves)) {
  of_half <- Filter(function(one) one$name %in% halves[[half]], found)
  show_table(tabulate_rules(of_half), paste("Ends of the stretch; errors over the least:", half))
}
