# Squares in a row, whose nearest points are linked by these weights.
weakly_linked <- function(n, links, h) {
  square <- list(as.matrix(sample_flat_torus(n, seed = 1))[, 1:2])
  x <- square[[1]]
  for (link in links) {
    right <- x[which.max(x[, 1]), ]
    left <- square[[1]][which.min(square[[1]][, 1]), ]
    step <- right - left + c(h * sqrt(-log(link)), 0)
    x <- rbind(x, square[[1]] + rep(step, each = n))
  }
  x
}

# The eigenvalues near 0 and their eigenvectors by the walk between the groups, without
# cancellation: right but for a share as large as the links.
spectrum_of_groups <- function(weights, group, alpha = 0.5) {
  degree <- rowSums(weights)
  weights <- weights / outer(degree, degree)^alpha
  links <- rowsum(t(rowsum(weights, group)), group)
  mass <- c(tapply(rowSums(weights), group, sum))
  diag(links) <- 0
  found <- eigen((diag(rowSums(links)) - links) / sqrt(outer(mass, mass)), symmetric = TRUE)
  list(values = rev(found$values), vectors = (found$vectors / sqrt(mass))[group, ncol(links):1])
}

test_that("pieces that are linked by 1e-8 to 1e-10 have the eigenvalues of the links", {
  skip_on_cran()
  h <- 0.5
  for (links in list(1e-8, 1e-10, c(1e-8, 1e-10), c(1e-8, 1e-9))) {
    for (n in c(80, 300)) {
      pieces <- length(links) + 1L
      x <- weakly_linked(n, links, h)
      group <- rep(seq_len(pieces), each = n)
      types <- list(heat_graph(x, h, cutoff = 6), heat_graph(x, h, "dense"))
      for (graph in types) {
        laplacian <- graph_laplacian(graph, "random_walk", alpha = 0.5)
        found <- quietly(graph_spectrum(laplacian, pieces + 1L))
        truth <- spectrum_of_groups(as.matrix(graph), group)
        near <- seq_len(pieces)[-1]
        # Double precision: 1e-15 beside eigenvalues of up to 1.
        error <- abs(found$values[near] / laplacian@scale - truth$values[near])
        expect_true(all(error < 2e-15 + 1e-5 * truth$values[near]), info = c(links, n))
        expect_gt(found$values[[pieces + 1L]] / laplacian@scale, 1e-4)
        for (j in near) {
          expect_lt(abs(1 - abs(stats::cor(found$vectors[, j], truth$vectors[, j]))), 1e-5)
        }
        expect_true(all(found$converged))
        # The same space and the same beginning as of the dense decomposition.
        w <- as.matrix(graph)
        w <- w / sqrt(outer(rowSums(w), rowSums(w)))
        walk <- w / sqrt(outer(rowSums(w), rowSums(w)))
        dense <- eigen(walk, symmetric = TRUE)
        expect_equal(1 - found$values / laplacian@scale, dense$values[seq_len(pieces + 1L)],
                     tolerance = 1e-12)
        space <- qr.Q(qr(found$vectors[, seq_len(pieces)] * sqrt(rowSums(w))))
        expect_lt(max(abs(tcrossprod(space) - tcrossprod(dense$vectors[, seq_len(pieces)]))), 1e-6)
      }
    }
  }
})
