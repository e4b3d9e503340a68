# Relaxes the leading eigenmaps of flat rolls and strips, which are a curve: how far they are from the
# flat surface before and after, and whether they are folded.
#   Rscript bench/embeddings/relaxation.R
# Distance: the root of the share of the flat surface's variance that is left after the best
# similarity. Trustworthiness: of the neighbors in the result, by the flat surface. Then caps of a
# sphere, which cannot be laid flat: the mean distortion and the trustworthiness, by the sphere.
source("bench/common.R")
options(lapscale.threads = 1L)

roll <- function(n, seed, h) {
  x <- sample_swiss_roll(n, seed = seed)
  list(set = paste("roll, seed", seed), x = x, flat = attr(x, "parameters")[, c("arc_length", "height")], h = h)
}

strip <- function(n, seed, h, length, of = n) {
  set.seed(seed)
  x <- cbind(length * stats::runif(of), stats::runif(of))[seq_len(n), ]
  list(set = paste0("strip ", length, " x 1, seed ", seed), x = x, flat = x, h = h)
}

distance <- function(e, flat) {
  moved <- embed_align(unname(as.matrix(e)), unname(flat), scale = TRUE)
  sqrt(sum((moved - flat)^2) / sum(scale(flat, scale = FALSE)^2))
}

sets <- list(
  roll(800, 1, 2.34), roll(800, 3, 2.34), roll(1000, 2, 2.21), roll(1200, 7, 2.11), roll(1200, 8, 1.8),
  roll(1500, 4, 2.4), roll(1500, 5, 1.7), roll(2000, 3, 1.86), roll(2000, 6, 2.2),
  strip(800, 1, 0.3, 5.5), strip(1000, 2, 0.25, 5.5, of = 1500), strip(1000, 5, 0.25, 3), strip(1500, 2, 0.25, 5.5), strip(1500, 3, 0.2, 5.5),
  strip(2000, 4, 0.22, 8)
)
machine()
show_table(do.call(rbind, lapply(sets, function(set) {
  e <- quietly(embed_eigenmaps(set$x, 2, bandwidth = set$h))
  seconds <- system.time(r <- quietly(embed_relax(e)))[["user.self"]]
  trust <- embed_quality(r, set$flat, n_points = 300, seed = 1)$trustworthiness
  data.frame(
    set = set$set, n = nrow(set$x), h = set$h, start = signif(distance(e, set$flat), 2),
    relaxed = signif(distance(r, set$flat), 2), trustworthiness = round(trust, 4),
    seconds = signif(seconds, 2)
  )
})), "Relaxed rolls and strips")

show_table(do.call(rbind, lapply(1:4, function(seed) {
  x <- as.matrix(sample_sphere(1600, seed = seed))
  x <- x[x[, 3] > 0.2, ]
  e <- quietly(embed_eigenmaps(x, 2, bandwidth = 0.3))
  seconds <- system.time(r <- quietly(embed_relax(e)))[["user.self"]]
  trust <- function(e) round(embed_quality(e, x, n_points = 300, seed = 1)$trustworthiness, 4)
  data.frame(
    seed, n = nrow(x), before = trust(e), relaxed = trust(r),
    distortion = signif(min(r$distortion), 3), seconds = signif(seconds, 2)
  )
})), "Relaxed caps above a height of 0.2")
