# Does a printed error hold for later rows and new subjects? ssl_auto() learns from labels of past
# rows, or of some subjects, and predicts rows of which the fit knows nothing. The error of
# cross-validation, which is printed, with and without `groups`, beside the error on these rows, as
# a share of wrong classes or in standard deviations of the numbers; means over draws of the labels.
# For intervals: how many of the later numbers are in those of 90%.
#   Rscript bench/learning/groups.R [draws, 8] [sets, all]
source("bench/common.R")
n_draws <- as.integer(c(commandArgs(TRUE), 8)[[1]])

# A sensor with a memory of 33 steps; whether two of its three parts will be above 0 in 15 steps.
sensor <- function(s) {
  set.seed(s)
  n <- 900
  z <- matrix(0, n, 3)
  for (i in 2:n) z[i, ] <- 0.97 * z[i - 1, ] + rnorm(3)
  state <- factor(1 + (z[, 1] > 0) + (z[, 2] > 0))
  list(x = z[1:(n - 15), ], y = state[16:n], block = 60)
}

# Whether the German share index will be higher in 20 days, by returns of four indices.
market <- function(s) {
  price <- log(as.matrix(EuStockMarkets))
  day <- 21:1240
  past <- lapply(c(1, 5, 20), function(lag) price[day, ] - price[day - lag, ])
  list(x = do.call(cbind, past), y = factor(price[day + 20, 1] > price[day, 1]), block = 60)
}

# Ozone of the day from the weather, a year of days.
ozone <- function(s) {
  data("Ozone", package = "mlbench", envir = environment())
  known <- stats::complete.cases(Ozone[-9])
  list(x = as.matrix(sapply(Ozone[known, c(5:8, 10:13)], as.numeric)), y = Ozone$V4[known],
       block = 30)
}

# Passengers of a day from the weather and the counts of seven other stations a fortnight ago.
riders <- function(s) {
  data("Chicago", package = "modeldata", envir = environment())
  day <- seq(2001, 5000, by = 3)
  stations <- c("Austin", "Quincy_Wells", "Belmont", "Archer_35th", "Oak_Park", "Western",
                "Clinton")
  list(x = as.matrix(Chicago[day, c(stations, "temp", "dew", "pressure")]),
       y = Chicago$ridership[day], block = 30)
}

# Vowels that 15 people spoke six times each.
vowels <- function(s) {
  data("Vowel", package = "mlbench", envir = environment())
  list(x = as.matrix(sapply(Vowel[2:10], as.numeric)), y = Vowel$Class, id = as.integer(Vowel$V1))
}

# The concentration of a drug in the blood of 12 people, at 11 times each.
drug <- function(s) {
  list(x = cbind(weight = 5 * Theoph$Wt, dose = 20 * Theoph$Dose, time = sqrt(Theoph$Time)),
       y = Theoph$conc, id = as.integer(Theoph$Subject))
}

sets <- list(sensor = sensor, market = market, ozone = ozone, riders = riders, vowels = vowels,
             drug = drug)
if (length(commandArgs(TRUE)) > 1L) sets <- sets[commandArgs(TRUE)[-1L]]

# Draws the rows with labels among the past 60% of the rows or of the subjects. Later rows begin
# after a gap of a block, and are further away than rows of one block.
split_rows <- function(set, s) {
  set.seed(100 + s)
  n <- length(set$y)
  if (!is.null(set$id)) {
    people <- sample(unique(set$id))
    past <- which(set$id %in% people[seq_len(ceiling(0.6 * length(people)))])
    return(list(past = past, later = setdiff(seq_len(n), past), groups = set$id))
  }
  end <- floor(0.6 * n)
  list(past = seq_len(end), later = (end + set$block):n,
       groups = (seq_len(n) - 1) %/% set$block)
}

one_draw <- function(set, s) {
  rows <- split_rows(set, s)
  x <- scale(set$x)
  seen <- sample(rows$past, min(150, length(rows$past) %/% 2))
  y <- replace(set$y, -seen, NA)[rows$past]
  if (is.numeric(y)) y <- I(y)
  fit <- function(...) quietly(ssl_auto(x[rows$past, ], y, seed = 1, ...))
  fits <- list(without = fit(), with = fit(groups = rows$groups[rows$past]))
  unit <- if (is.factor(set$y)) 1 else sd(set$y)
  truth <- set$y[rows$later]
  unlist(lapply(fits, function(fit) {
    found <- quietly(predict(fit, x[rows$later, ], far = "keep"))
    error <- if (is.factor(truth)) mean(found != truth) else sqrt(mean((found - truth)^2))
    inside <- NA
    if (!is.factor(truth)) {
      ends <- tryCatch(quietly(predict(fit, x[rows$later, ], far = "keep",
                                       interval = "prediction", level = 0.9)),
                       error = function(e) NULL)
      if (!is.null(ends)) inside <- mean(ends[, "lwr"] <= truth & truth <= ends[, "upr"])
    }
    c(printed = generics::glance(fit)$error / unit, later = error / unit, inside = inside)
  }))
}

machine()
rows <- lapply(names(sets), function(name) {
  draws <- sapply(seq_len(n_draws), function(s) one_draw(sets[[name]](s), s))
  message(name, ": ", paste(rownames(draws), signif(rowMeans(draws), 3), collapse = ", "))
  mean_of <- function(part) mean(draws[part, ], na.rm = TRUE)
  data.frame(
    set = name, `printed, without groups` = mean_of("without.printed"),
    `later` = mean_of("without.later"), `printed, with groups` = mean_of("with.printed"),
    `later ` = mean_of("with.later"), `inside 90%, without` = mean_of("without.inside"),
    `with` = mean_of("with.inside"), check.names = FALSE
  )
})
show_table(do.call(rbind, rows), paste("Printed and later errors, means over", n_draws, "draws"))
