# Five first jobs with the package, from start to what is taken home: what a biologist, a chemist, a
# statistician, somebody who comes from Python, and an engineer did when they tried it. Each part
# fails if what it needs is not returned.
#   Rscript bench/defaults/five_jobs.R
suppressMessages(library(lapscale))
options(lapscale.threads = 2L, width = 100)
job <- function(title) cat("\n#", title, "\n")
needs <- function(...) stopifnot(...)

job("A biologist: groups of flowers, and a flower that is none of them")
measured <- iris[1:4]
clusters <- cluster_spectral(measured, 3)
print(table(clusters$cluster, iris$Species))
known <- replace(iris$Species, -seq(1, 150, by = 10), NA)
fit <- suppressWarnings(ssl_auto(measured, known, scale = TRUE, seed = 1))
print(fit)
new <- rbind(measured[c(1, 80), ] + 0.05, measured[1, ] + 30)
found <- withCallingHandlers(
  augment(fit, newdata = new),
  lapscale_warning_far = function(w) {
    cat(conditionMessage(w), "\n")
    invokeRestart("muffleWarning")
  }
)
print(found[c(".fitted", ".novelty")])
needs(is.na(found$.fitted[[3]]), found$.novelty[[3]] > 1, all(found$.novelty[1:2] < 1))

job("A chemist: a number with its interval, from a table with a matrix of spectra")
set.seed(1)
share <- runif(120)
wave <- seq(0, 1, length.out = 50)
spectra <- outer(share, exp(-(wave - 0.3)^2 / 0.01)) + outer(1 - share, exp(-(wave - 0.6)^2 / 0.02))
samples <- data.frame(share = share + rnorm(120, sd = 0.02))
samples$NIR <- I(spectra + rnorm(length(spectra), sd = 0.01))
fit <- ssl_auto(samples["NIR"], replace(samples$share, -seq(1, 120, by = 3), NA), seed = 1)
interval <- predict(fit, samples["NIR"], interval = "prediction", level = 0.9)
print(head(interval, 3))
unseen <- -seq(1, 120, by = 3)
inside <- mean(interval[unseen, "lwr"] <= samples$share[unseen] &
                 samples$share[unseen] <= interval[unseen, "upr"])
cat("inside:", round(inside, 2), " rmse:", signif(glance(fit)$rmse, 2), " measure next:",
    ssl_next(fit, 3), "\n")
needs(identical(colnames(interval), c("fit", "lwr", "upr")), inside > 0.8)

job("A statistician: what the choice of a bandwidth is worth")
points <- cbind(10 * c(row(volcano)), 10 * c(col(volcano)), c(volcano))
bw <- bw_gc(points, seed = 1)
print(bw)
print(confint(bw))
print(confint(bw, type = "tolerance"))
needs(nobs(bw) == nrow(points), coef(bw) == as.numeric(bw),
      glance(bw)$tolerance.high > glance(bw)$conf.high)

job("From Python: a bandwidth of scikit-learn, rows of an embedding, a plot of clusters in it")
h <- bw_from(2, "scikit-learn")
e <- embed_eigenmaps(scale(measured), 2, bandwidth = h)
print(e[1:2, ])
grDevices::pdf(NULL)
plot(cluster_spectral(measured, 3), e)
invisible(grDevices::dev.off())
needs(identical(dim(e[1:2, ]), c(2L, 2L)), nrow(as.data.frame(embed_columns(e, scale(measured)))) == 8)

job("An engineer: a nightly script with a missing value and a broken sensor")
t <- seq(0, 60, length.out = 1500)
signal <- sin(t) + 0.05 * rnorm(1500)
delays <- stats::embed(signal, 8)
model <- embed_eigenmaps(delays[1:1000, ], 2)
night <- delays[1001:1490, ]
night[5, 3] <- NA
night[100:110, ] <- night[100:110, ] + 4
scored <- withCallingHandlers(
  augment(model, newdata = night), lapscale_warning_far = function(w) invokeRestart("muffleWarning")
)
far <- which(scored$.novelty > 1)
cat("rows without a value:", which(is.na(scored$.novelty)), " far:", length(far), "\n")
needs(is.na(scored$.novelty[[5]]), all(100:110 %in% far), length(setdiff(far, 100:110)) <= 25)
cat("\nAll five jobs ran.\n")
