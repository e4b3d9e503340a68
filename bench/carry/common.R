# What several tables share: the share of the variance of the common coordinates (R2, mean over them)
# that two coordinates explain. embed_common(), the product of two walks in place of the symmetric
# form, columns side by side, one table, the mean and the product of the kernels, similarity network
# fusion (Wang et al. 2014, written plainly), and canonical correlations. The rule was fixed on the first half of
# the cases. Then the level and the power of the test.
#   Rscript bench/carry/common.R [first | second | test]
source("bench/common.R")
circle <- function(a, r = 1) r * cbind(cos(a), sin(a))
noisy <- function(x, sd) x + sd * matrix(rnorm(length(x)), nrow(x))
angle <- function(n) 2 * pi * runif(n)
cases <- list(
  `two angles of their own` = function(n) {
    a <- angle(n)
    list(list(noisy(cbind(circle(angle(n), 2), circle(a)), 0.03), noisy(cbind(circle(angle(n), 2.5), circle(a)), 0.03)), circle(a))
  },
  `an interval, an angle of one table` = function(n) {
    t <- runif(n)
    list(list(noisy(cbind(t, circle(angle(n))), 0.03), noisy(cbind(2 * t, t^2), 0.03)), cbind(cos(pi * t)))
  },
  `unequal noise` = function(n) {
    a <- angle(n)
    list(list(noisy(cbind(circle(angle(n), 1.5), circle(a)), 0.02), noisy(cbind(circle(angle(n), 1.5), circle(a)), 0.2)), circle(a))
  },
  `three tables` = function(n) {
    a <- angle(n)
    list(lapply(1:3, function(i) noisy(cbind(circle(angle(n), 2), circle(a)), 0.05)), circle(a))
  },
  `a curve in 100 noisy columns` = function(n) {
    a <- angle(n)
    bump <- exp(2 * cos(outer(a, seq(0, 2 * pi, length.out = 101)[-1], "-"))) / 10
    list(list(noisy(bump, 0.05), noisy(cbind(circle(a), circle(angle(n), 1.5)), 0.05)), circle(a))
  },
  `intervals of their own` = function(n) {
    a <- angle(n)
    list(list(noisy(cbind(3 * runif(n), circle(a)), 0.03), noisy(cbind(4 * runif(n), circle(a)), 0.03)), circle(a))
  },
  `one table is nearly noise` = function(n) {
    a <- angle(n)
    list(list(noisy(circle(a), 0.05), noisy(cbind(circle(a), circle(angle(n), 2)), 0.35)), circle(a))
  },
  `groups and an angle` = function(n) {
    g <- sample(3, n, TRUE)
    list(list(noisy(cbind(diag(3)[g, ] * 1.2, circle(angle(n))), 0.15), noisy(cbind(diag(3)[g, ], circle(angle(n))), 0.15)),
         diag(3)[g, 1:2])
  }
)
first <- names(cases)[1:4]
r2 <- function(y, f) mean(apply(f, 2, function(v) summary(lm(v ~ y))$r.squared))
walk <- function(x, h) {
  k <- exp(-as.matrix(dist(x))^2 / h^2)
  diag(k) <- 0
  w <- k / outer(rowSums(k), rowSums(k))
  list(k = k, a = w / sqrt(outer(rowSums(w), rowSums(w))), p = w / rowSums(w), d = rowSums(w))
}
spectral <- function(k) {
  k <- k / outer(rowSums(k), rowSums(k))
  d <- rowSums(k)
  eigen(k / sqrt(outer(d, d)), symmetric = TRUE)$vectors[, 2:3] / sqrt(d)
}
fusion <- function(tables, k = 20, rounds = 20) {
  w <- lapply(tables, function(x) {
    d <- as.matrix(dist(x))
    near <- apply(d, 1, function(v) mean(sort(v)[2:(k + 1)]))
    exp(-d^2 / (0.5 * (outer(near, near, "+") + d) / 3))
  })
  full <- lapply(w, function(v) { diag(v) <- 0; v <- v / (2 * rowSums(v)); diag(v) <- 0.5; (v + t(v)) / 2 })
  local <- lapply(w, function(v) {
    diag(v) <- 0
    for (i in seq_len(nrow(v))) v[i, rank(-v[i, ]) > k] <- 0
    v / rowSums(v)
  })
  for (round in seq_len(rounds)) {
    full <- lapply(seq_along(w), function(t) {
      others <- Reduce(`+`, full[-t]) / (length(w) - 1)
      v <- local[[t]] %*% others %*% t(local[[t]])
      v <- v / rowSums(v)
      (v + t(v)) / 2
    })
  }
  spectral(Reduce(`+`, full))
}
one <- function(name, seed, n = 400) {
  set.seed(seed)
  case <- cases[[name]](n)
  x <- case[[1]]
  f <- case[[2]]
  h <- vapply(x, function(t) as.numeric(quietly(bw_gc(t, seed = 1))), 0)
  deflated <- vapply(x, function(t) as.numeric(quietly(bw_gc(t, noise = "deflate", seed = 1))), 0)
  w <- Map(walk, x, h)
  common <- function(...) r2(as.matrix(quietly(embed_common(x, seed = 1, ...))), f)
  product <- Re(eigen(Reduce(`%*%`, lapply(w, `[[`, "p")))$vectors[, 2:3])
  side <- do.call(cbind, x)
  own <- vapply(x, function(t) r2(as.matrix(quietly(embed_eigenmaps(t, 2, bandwidth = bw_gc, seed = 1))), f), 0)
  scaled <- lapply(w, function(v) v$k / mean(v$k))
  data.frame(
    case = name, seed = seed, common = common(), `h x 0.5` = common(bandwidth = h / 2), `h x 2` = common(bandwidth = 2 * h),
    `deflated h` = common(bandwidth = deflated), product = r2(product, f),
    `side by side` = r2(as.matrix(quietly(embed_eigenmaps(side, 2, bandwidth = bw_gc, seed = 1))), f),
    `best single table` = max(own), `mean of kernels` = r2(spectral(Reduce(`+`, scaled)), f),
    `product of kernels` = r2(spectral(Reduce(`*`, lapply(w, `[[`, "k"))), f), fusion = r2(fusion(x), f),
    `canonical correlations` = r2(scale(x[[1]], scale = FALSE) %*% cancor(x[[1]], x[[2]])$xcoef[, 1:min(2, ncol(x[[1]]), ncol(x[[2]])), drop = FALSE], f),
    check.names = FALSE
  )
}
part <- c(commandArgs(TRUE), "all")[[1]]
half <- switch(part, first = first, second = setdiff(names(cases), first), test = NULL, names(cases))
if (length(half)) {
  grid <- expand.grid(name = half, seed = 1:4, stringsAsFactors = FALSE)
  rows <- do.call(rbind, Map(one, grid$name, grid$seed))
  rows$part <- ifelse(rows$case %in% first, "first", "opened after")
  ways <- setdiff(names(rows), c("case", "seed", "part"))
  show_table(aggregate(rows[ways], rows["case"], mean), "R2 of the common coordinates by case")
  by_case <- aggregate(rows[ways], rows[c("case", "part")], mean)
  for (which in unique(by_case$part)) {
    some <- by_case[by_case$part == which, ]
    se <- function(v) sd(v) / sqrt(length(v))
    show_table(data.frame(way = ways, R2 = vapply(some[ways], mean, 0), se = vapply(some[ways], se, 0),
                          `less than common` = vapply(ways, function(w) mean(some$common - some[[w]]), 0),
                          `se ` = vapply(ways, function(w) se(some$common - some[[w]]), 0), check.names = FALSE),
               paste("Mean over cases:", which))
  }
}
# ---- the test ------------------------------------------------------------------------------------
if (part %in% c("test", "all")) {
  p_value <- function(tables, seed) quietly(embed_common(tables, test = TRUE, n_permutations = 39, seed = seed))$p.value
  nulls <- list(
    `two circles` = function(n) list(noisy(circle(angle(n)), 0.05), noisy(circle(angle(n)), 0.05)),
    `groups and a square` = function(n) list(noisy(diag(3)[sample(3, n, TRUE), ], 0.1), matrix(runif(2 * n), n)),
    `three tables` = function(n) lapply(1:3, function(i) noisy(circle(angle(n)), 0.1)),
    `30 normal columns` = function(n) list(matrix(rnorm(30 * n), n), noisy(circle(angle(n)), 0.1))
  )
  level <- vapply(nulls, function(make) {
    mean(vapply(1:200, function(s) { set.seed(s); p_value(make(120), s) }, 0) <= 0.05)
  }, 0)
  power <- vapply(c(0.5, 0.75, 1, 1.5), function(r) {
    mean(vapply(1:20, function(s) {
      set.seed(s)
      a <- angle(150)
      p_value(list(noisy(cbind(circle(angle(150)), circle(a, r)), 0.05), noisy(cbind(circle(angle(150)), circle(a, r)), 0.05)), s)
    }, 0) <= 0.05)
  }, 0)
  show_table(data.frame(tables = names(level), level = level), "Nothing is shared: share of 200 samples of 120 rows with p at most 0.05")
  show_table(data.frame(radius = c(0.5, 0.75, 1, 1.5), power = power), "A common angle, by its radius over that of the others: power, 20 samples of 150 rows")
}
