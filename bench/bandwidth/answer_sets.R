# Labeled sets of answer.R, in two halves; "held" was opened when the rule was fixed. Those
# of other packages are read from their sources unpacked in a folder, LAPSCALE_SETS.
folder <- Sys.getenv("LAPSCALE_SETS", "sets")
from_package <- function(file) {
  found <- new.env()
  load(file.path(folder, file), found)
  as.list(found)
}
from_library <- function(name, package) {
  found <- new.env()
  utils::data(list = name, package = package, envir = found)
  found[[name]]
}
varying <- function(x) x[, apply(x, 2, stats::sd) > 1e-9, drop = FALSE]

labelled_sets <- list(
  choosing = list(
    digit1 = function() list(x = benchmark_set("digit1"), y = benchmark_set("digit1", "y")),
    g241c = function() list(x = benchmark_set("g241c"), y = benchmark_set("g241c", "y")),
    bci = function() list(x = benchmark_set("bci"), y = benchmark_set("bci", "y")),
    satellite = function() {
      s <- from_library("Satellite", "mlbench")
      list(x = as.matrix(s[, 1:36]), y = s$classes)
    },
    sonar = function() {
      s <- from_library("Sonar", "mlbench")
      list(x = as.matrix(s[, 1:60]), y = s$Class)
    },
    musk = function() {
      s <- from_library("musk", "kernlab")
      list(x = scale(as.matrix(s[, 1:166])), y = s$Class)
    },
    phoneme = function() {
      s <- from_package("fda.usc/data/phoneme.rda")$phoneme
      list(x = s$learn$data, y = s$classlearn)
    },
    mdrr = function() {
      s <- from_package("caret/data/mdrr.RData")
      list(x = scale(varying(as.matrix(s$mdrrDescr))), y = s$mdrrClass)
    },
    wdbc = function() {
      s <- utils::read.table(file.path(folder, "mclust/data/wdbc.txt"), header = TRUE)
      list(x = scale(as.matrix(s[, 3:32])), y = s$Diagnosis)
    }
  ),
  held = list(
    usps = function() {
      s <- from_package("IMIFA/data/USPSdigits.rda")$USPSdigits$train
      list(x = as.matrix(s[, -1]), y = s[, 1])
    },
    ionosphere = function() {
      s <- from_library("Ionosphere", "mlbench")
      list(x = varying(sapply(s[, 1:34], function(v) as.numeric(as.character(v)))), y = s$Class)
    },
    spam = function() {
      s <- from_library("spam", "kernlab")
      list(x = log1p(as.matrix(s[, 1:57])), y = s$type)
    },
    segmentation = function() {
      s <- from_package("caret/data/segmentationData.RData")$segmentationData
      list(x = scale(varying(as.matrix(s[, -(1:3)]))), y = s$Class)
    },
    dhfr = function() {
      s <- from_package("caret/data/dhfr.RData")$dhfr
      list(x = scale(varying(as.matrix(s[, -1]))), y = s$Y)
    },
    tissue = function() {
      s <- from_package("dslabs/data/tissue_gene_expression.rda")$tissue_gene_expression
      list(x = s$x, y = s$y)
    },
    mayonnaise = function() {
      s <- from_library("mayonnaise", "pls")
      list(x = unclass(s$NIR), y = s$oil.type)
    },
    pd_speech = function() {
      s <- as.data.frame(from_library("pd_speech", "modeldata"))
      list(x = scale(varying(data.matrix(s[, names(s) != "class"]))), y = s$class)
    }
  )
)

# At most `most` rows.
read_labelled <- function(half, name, most = 700) {
  set <- labelled_sets[[half]][[name]]()
  x <- unname(as.matrix(set$x))
  attributes(x) <- attributes(x)["dim"]
  y <- factor(as.vector(set$y))
  set.seed(1)
  kept <- if (nrow(x) > most) sort(sample(nrow(x), most)) else seq_len(nrow(x))
  list(x = x[kept, ], y = droplevels(y[kept]))
}

# ---- learning ----------------------------------------------------------------------------------

# Splits with every class among the labeled: list of rows.
splits_of <- function(y, size, n_splits = 6) {
  lapply(seq_len(n_splits), function(s) {
    set.seed(100 * size + s)
    first <- vapply(levels(y), function(l) which(y == l)[sample.int(sum(y == l), 1)], 0L)
    c(first, sample(setdiff(seq_along(y), first), max(0, size - length(first))))
  })
}

# Error rates on the other rows of eigenmaps regression and the iterated Laplacian, each with its
# parameters by leave-one-out, on the dense learning graph (no self-loops, alpha = 1/2).
learning_errors <- function(x, y, h, splits) {
  d2 <- as.matrix(dist(x))^2
  n <- nrow(d2)
  w <- exp(-d2 / h^2)
  diag(w) <- 0
  t <- rowSums(w)
  if (any(t < 1e-100)) return(c(NA, NA))
  w <- w / sqrt(outer(t, t))
  t <- rowSums(w)
  e <- eigen(w / sqrt(outer(t, t)), symmetric = TRUE)
  lambda <- pmax(1 - e$values, 0)
  phi <- e$vectors / sqrt(t / mean(t))
  codes <- 2 * outer(as.integer(y), seq_along(levels(y)), `==`) - 1
  rowMeans(vapply(splits, function(rows) {
    target <- codes[rows, , drop = FALSE]
    best <- list(loss = Inf)
    for (k in c(1, 2, 3, 4, 6, 8, 12, 16, 24, 32)) {
      if (k > length(rows) / 2) break
      f <- qr(cbind(1, phi[rows, 1 + seq_len(k), drop = FALSE]))
      if (f$rank < k + 1) next
      leverage <- rowSums(qr.Q(f)^2)
      loss <- mean(((target - qr.fitted(f, target)) / pmax(1 - leverage, 1e-6))^2)
      if (loss < best$loss) {
        best <- list(loss = loss, fit = cbind(1, phi[, 1 + seq_len(k)]) %*% qr.coef(f, target))
      }
    }
    wrong <- function(fit) mean(max.col(fit[-rows, ], "first") != as.integer(y)[-rows])
    eigenmaps <- if (is.null(best$fit)) NA else wrong(best$fit)
    best <- list(loss = Inf)
    for (m in 1:2) {
      scaled <- phi[, -1] * rep(pmax(lambda[-1], 1e-12)^(-m / 2), each = n)
      k0 <- tcrossprod(scaled[rows, ])
      s <- eigen(k0, symmetric = TRUE)
      for (mu in 10^seq(-6, 3)) {
        inverse <- s$vectors %*% (t(s$vectors) / (pmax(s$values, 0) + mu * mean(s$values)))
        one <- rowSums(inverse)
        p <- inverse - outer(one, one) / sum(one)
        residual <- p %*% target / pmax(diag(p), 1e-300)
        loss <- mean(residual^2)
        if (is.finite(loss) && loss < best$loss) {
          a <- p %*% target
          best <- list(loss = loss, m = m, a = a, constant = colSums(inverse %*% target) / sum(one))
        }
      }
    }
    scaled <- phi[, -1] * rep(pmax(lambda[-1], 1e-12)^(-best$m / 2), each = n)
    fit <- scaled %*% crossprod(scaled[rows, ], best$a) + rep(best$constant, each = n)
    c(eigenmaps, wrong(fit))
  }, c(0, 0)))
}
