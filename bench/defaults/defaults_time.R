# CPU seconds of the calls with their defaults on 5000 x 60, beyond the choice of the bandwidth, which
# is given where a call takes one and taken off where the default graph needs it to be chosen.
#   Rscript bench/defaults/defaults_time.R [points] [columns] [call ...]
# Three tables: a sheet in noise, three normal clouds with outliers, and log spam (4601 x 57).
source("bench/common.R")
options(lapscale.threads = 1L)
words <- commandArgs(TRUE)
n <- if (length(words)) as.integer(words[[1]]) else 5000L
p <- if (length(words) > 1L) as.integer(words[[2]]) else 60L
only <- words[-(1:2)]

sheet <- function() {
  set.seed(1)
  place <- cbind(3 * stats::runif(n), stats::runif(n))
  wave <- cbind(sin(place[, 1]), cos(place[, 1]), place[, 2])
  mix <- qr.Q(qr(matrix(stats::rnorm(3 * p), p)))
  list(x = tcrossprod(wave, mix) + matrix(0.01 * stats::rnorm(n * p), n), y = factor(place[, 1] > 1.5))
}

clouds <- function() {
  set.seed(2)
  kind <- sample(3L, n, TRUE)
  centre <- matrix(stats::rnorm(3 * p, sd = 1.5), 3)
  # A point in a hundred is far away.
  spread <- ifelse(stats::runif(n) < 0.01, 6, 1)
  list(x = centre[kind, ] + spread * matrix(stats::rnorm(n * p), n), y = factor(kind))
}

spam <- function() {
  frame <- new.env()
  utils::data("spam", package = "kernlab", envir = frame)
  list(x = log1p(as.matrix(frame$spam[, 1:57])), y = frame$spam$type)
}

hide <- function(y, n_labels) {
  set.seed(3)
  known <- unlist(lapply(split(seq_along(y), y), sample, ceiling(n_labels / nlevels(y))))
  replace(y, -known, NA)
}

jobs <- function(x, y, bw) {
  few <- hide(y, 10L)
  many <- hide(y, 100L)
  k <- nlevels(y)
  list(
    `embed_eigenmaps` = function() embed_eigenmaps(x, 2, seed = 1),
    `embed_eigenmaps, bandwidth` = function() embed_eigenmaps(x, 2, bandwidth = bw),
    `embed_diffusion` = function() embed_diffusion(x, 2, seed = 1),
    `embed_diffusion, bandwidth` = function() embed_diffusion(x, 2, bandwidth = bw),
    `embed_isomap` = function() embed_isomap(x, 2),
    `embed_lle` = function() embed_lle(x, 2), `embed_ltsa` = function() embed_ltsa(x, 2),
    `embed_kpca` = function() embed_kpca(x, 2, bandwidth = bw),
    `embed_quality` = function() embed_quality(x[, 1:2], x, seed = 1),
    `metric_riemannian` = function() {
      graph <- heat_graph(x, bw)
      metric_riemannian(embed_eigenmaps(graph, 2), graph, d = 2)
    },
    `cluster_spectral` = function() cluster_spectral(x, k, seed = 1),
    `cluster_spectral, gap` = function() cluster_spectral(x, "gap", seed = 1),
    `cluster_spectral, bandwidth` = function() cluster_spectral(x, k, bandwidth = bw),
    `dim_estimate` = function() dim_estimate(x, seed = 1),
    `bw_report` = function() bw_report(bw, x),
    `ssl_harmonic, 10 labels` = function() ssl_harmonic(x, few, bandwidth = bw),
    `ssl_harmonic, 100 labels` = function() ssl_harmonic(x, many, bandwidth = bw),
    `ssl_iterated, 10 labels` = function() ssl_iterated(x, few, bandwidth = bw),
    `ssl_iterated, 100 labels` = function() ssl_iterated(x, many, bandwidth = bw),
    `ssl_diffusion, 100 labels` = function() ssl_diffusion(x, many, bandwidth = bw),
    `ssl_poisson, 100 labels` = function() ssl_poisson(x, many, bandwidth = bw),
    `ssl_eigenmaps, 100 labels` = function() ssl_eigenmaps(x, many, bandwidth = bw),
    `ssl_laprls, 100 labels` = function() ssl_laprls(x, many, bandwidth = bw),
    `ssl_lapsvm, 100 labels` = function() ssl_lapsvm(x, many, bandwidth = bw),
    `ssl_auto, 10 labels` = function() ssl_auto(x, few, bandwidth = bw),
    `ssl_auto, 100 labels` = function() ssl_auto(x, many, bandwidth = bw)
  )
}

# These choose a bandwidth: the seconds of the choice are taken off.
chooses <- c("embed_eigenmaps", "embed_diffusion", "cluster_spectral", "cluster_spectral, gap")

tables <- list(`sheet in noise` = sheet, clouds = clouds, `log spam` = spam)
found <- lapply(names(tables), function(name) {
  set <- tables[[name]]()
  choice <- cpu(quietly(bw <- bw_gc(set$x, seed = 1)))
  calls <- jobs(set$x, set$y, bw)
  if (length(only)) calls <- calls[grepl(paste(only, collapse = "|"), names(calls))]
  time <- vapply(names(calls), function(call) {
    spent <- try(cpu(quietly(calls[[call]]())), TRUE)
    if (inherits(spent, "try-error")) {
      cat(name, call, conditionMessage(attr(spent, "condition")), "\n")
      return(NA_real_)
    }
    cat(sprintf("%s, %s: %.1f\n", name, call, spent))
    max(0, spent - if (call %in% chooses) choice else 0)
  }, 0)
  # What the machine does in a second on this day.
  c(`dist()` = cpu(stats::dist(set$x)), `choice of the bandwidth` = choice, time)
})
names(found) <- names(tables)
show_table(
  data.frame(call = names(found[[1]]), round(do.call(cbind, found), 1), check.names = FALSE),
  sprintf("CPU seconds beyond the choice of the bandwidth, %d x %d", n, p)
)
