# The rule of bw_gc() without d: what answer_collect.R found, and what rules make of it.
# Prints the tables of answer.md.   Rscript bench/bandwidth/answer.R <folder with the .rds files>
source("bench/common.R")
folder <- commandArgs(TRUE)[[1]]
part_of <- function(part) readRDS(file.path(folder, paste0(part, ".rds")))

# ---- rules: functions of a sample that return a bandwidth ----------------------------------------

lowest_point <- function(bandwidth, height) {
  i <- which.min(height)
  if (i %in% c(1L, length(height))) return(bandwidth[[i]])
  bend <- height[[i - 1L]] - 2 * height[[i]] + height[[i + 1L]]
  shift <- (height[[i - 1L]] - height[[i + 1L]]) / (2 * bend)
  bandwidth[[i]] * (bandwidth[[i + 1L]] / bandwidth[[i]])^shift
}
# Left end of what is not above `level`.
left_end <- function(bandwidth, height, level) {
  i <- which(height <= level)[[1]]
  if (i == 1L) return(bandwidth[[1]])
  share <- (height[[i - 1L]] - level) / (height[[i - 1L]] - height[[i]])
  bandwidth[[i - 1L]] * (bandwidth[[i]] / bandwidth[[i - 1L]])^share
}
climbed <- function(s, walk) lapscale:::distance_with_rise(s$walks[[walk]]$distance)
chosen_before <- function(name) function(s) s$choice[[name]]
lowest_of <- function(walk, tilt = 0, times = 1) {
  function(s) times * lowest_point(s$bandwidth, climbed(s, walk) + tilt * log(s$bandwidth))
}
bottom_of <- function(walk, told_apart, within = 0) {
  function(s) {
    height <- climbed(s, walk)
    level <- sqrt((min(height) + within)^2 + told_apart^2)
    left_end(s$bandwidth, height, level)
  }
}
middle_of <- function(walk, within) {
  function(s) {
    height <- climbed(s, walk)
    level <- min(height) + within
    sqrt(left_end(s$bandwidth, height, level) /
      left_end(rev(1 / s$bandwidth), rev(height), level))
  }
}
the_rule <- function(s) {
  height <- s$walks$blend_moving0.5$distance
  lapscale:::choose_scales(list(bandwidth = s$bandwidth, height = height, between = TRUE))$first
}

known_rules <- list(
  `the rule before` = chosen_before("today"), `d = 1` = chosen_before("line"),
  knn = chosen_before("knn"), median = chosen_before("median")
)
candidates <- list(
  `C with loops, lowest` = lowest_of("loops"),
  `C with loops, tilted by .04 log h` = lowest_of("loops", tilt = 0.04),
  `C with loops, tilted by .1 log h` = lowest_of("loops", tilt = 0.1),
  `C with loops, .8 of the lowest` = lowest_of("loops", times = 0.8),
  `C with loops, middle of + .05` = middle_of("loops", 0.05),
  `C with loops, bottom .1` = bottom_of("loops", 0.1),
  `C without loops, lowest` = lowest_of("blend_moving0"),
  `C without loops, tilted by .1 log h` = lowest_of("blend_moving0", tilt = 0.1),
  `C without loops, bottom .1` = bottom_of("blend_moving0", 0.1),
  `C without loops, bottom .15` = bottom_of("blend_moving0", 0.15),
  `noise 1/4, bottom .15` = bottom_of("blend_moving0.25", 0.15),
  `**noise 1/2, bottom .15**` = the_rule,
  `noise 1/2, bottom .1` = bottom_of("blend_moving0.5", 0.1),
  `noise 1/2, bottom .2` = bottom_of("blend_moving0.5", 0.2),
  `noise 1/2, bottom + .05` = bottom_of("blend_moving0.5", 0, 0.05),
  `noise 3/4, bottom .15` = bottom_of("blend_moving0.75", 0.15),
  `noise 1, bottom .15` = bottom_of("blend_moving1", 0.15)
)
of_manifolds <- list(
  `covariance without loops anew, noise 1/2, bottom .15` = bottom_of("blend_hybrid0.5", 0.15)
)

# ---- manifolds ---------------------------------------------------------------------------------

# Errors between the bandwidths of the grid, by a straight line in logs.
error_at <- function(s, h, what = "error") {
  known <- which(is.finite(s[[what]]))
  exp(approx(log(s$bandwidth[known]), log(pmax(s[[what]][known], 1e-3)), log(h), rule = 2)$y)
}
names_of <- function(samples) vapply(samples, function(s) s$name, "")
# Both errors count as 2 % at least.
ratio_to <- function(error, least) log(pmax(error, 0.02) / pmax(least, 0.02))
least_of <- function(samples, what) {
  vapply(samples, function(s) min(s[[what]], na.rm = TRUE), 0)
}

manifold_table <- function(samples, rules) {
  errors <- lapply(rules, function(rule) {
    vapply(samples, function(s) error_at(s, rule(s)), 0)
  })
  least <- least_of(samples, "error")
  paper <- least_of(samples, "paper")
  name <- names_of(samples)
  base <- ratio_to(errors[[1]], least)
  rows <- lapply(names(rules), function(rule) {
    e <- errors[[rule]]
    own <- ratio_to(e, least)
    old <- ratio_to(e, paper)
    against <- tapply(own - base, name, mean)
    data.frame(
      rule = rule, median = median(e), `90%` = quantile(e, 0.9, names = FALSE), worst = max(e),
      `to the least: mean` = exp(mean(own)), `90% ` = exp(quantile(own, 0.9, names = FALSE)),
      `worst ` = exp(max(own)), `to the papers' least: mean` = exp(mean(old)),
      `90%  ` = exp(quantile(old, 0.9, names = FALSE)),
      `log ratio to the first row` = mean(against),
      se = sd(against) / sqrt(length(against)), check.names = FALSE
    )
  })
  do.call(rbind, rows)
}

for (part in c("check", "choosing", "held")) {
  samples <- part_of(part)
  samples <- samples[vapply(samples, function(s) part != "check" || s$seed == 1, NA)]
  title <- sprintf("Eigenvalues, %s: %d samples of %d manifolds", part, length(samples),
                   length(unique(names_of(samples))))
  show_table(manifold_table(samples, c(known_rules, candidates, of_manifolds)), title)
}

for (part in c("choosing", "held")) {
  samples <- part_of(part)
  quotient <- vapply(samples, function(s) {
    ratio_to(error_at(s, the_rule(s)), error_at(s, s$choice[["today"]], "paper"))
  }, 0)
  by_name <- tapply(quotient, names_of(samples), mean)
  cat(sprintf(
    "\n%s: log error over that of the papers' operator at the choice of the rule before: %s on %d of %d\n",
    part, sprintf("%.2f (se %.2f), less", mean(by_name), sd(by_name) / sqrt(length(by_name))),
    sum(by_name < 0), length(by_name)
  ))
}

worst <- part_of("held")
ratio <- ratio_to(vapply(worst, function(s) error_at(s, the_rule(s)), 0), least_of(worst, "error"))
worst <- worst[order(-ratio)[1:10]]
show_table(do.call(rbind, lapply(worst, function(s) {
  h <- the_rule(s)
  data.frame(
    manifold = s$name, n = s$n, noise = s$noise, uneven = s$uneven, h = h,
    best = s$bandwidth[[which.min(s$error)]], error = error_at(s, h),
    least = min(s$error, na.rm = TRUE),
    distance = approx(log(s$bandwidth), s$walks$blend_moving0.5$distance, log(h))$y
  )
})), "The ten worst of the held half")

# ---- what must hold ----------------------------------------------------------------------------

circles <- part_of("circles")
rolls <- part_of("rolls")
known <- part_of("known")
names(known) <- names_of(known)
spread <- function(h) max(h) / min(h)
show_table(do.call(rbind, lapply(names(candidates), function(rule) {
  choose <- candidates[[rule]]
  at <- function(samples) vapply(samples, choose, 0)
  data.frame(
    rule = rule, `200` = spread(at(circles[1:25])), `600` = spread(at(circles[26:50])),
    t(at(known[c("digit1", "g241c", "bci", "volcano", "faithful", "iris", "crabs")])),
    `rolls, largest` = max(at(rolls)), check.names = FALSE
  )
})), "Largest over smallest choice of 25 circles; choices")

# ---- learning ----------------------------------------------------------------------------------

learning_at <- function(s, h) {
  apply(s$errors, 1, function(v) {
    known <- is.finite(v)
    approx(log(s$bandwidth[known]), v[known], log(h), rule = 2)$y
  })
}
learning_table <- function(sets, rules) {
  ratio <- vapply(rules, function(rule) {
    vapply(sets, function(s) {
      mean(log(learning_at(s, rule(s)) / apply(s$errors, 1, min, na.rm = TRUE)))
    }, 0)
  }, numeric(length(sets)))
  against <- ratio - ratio[, 1]
  table <- data.frame(rule = names(rules), t(exp(ratio)), check.names = FALSE)
  names(table)[-1] <- names_of(sets)
  cbind(table, mean = exp(colMeans(ratio)), worst = exp(apply(ratio, 2, max)),
        `log ratio to the first row` = colMeans(against),
        se = apply(against, 2, sd) / sqrt(nrow(against)))
}
for (half in c("choosing", "held")) {
  sets <- part_of(paste0("sets_", half))
  show_table(learning_table(sets, c(known_rules, candidates)),
             paste("Errors of learning over the least of all bandwidths, sets:", half))
}

# ---- the expected error ------------------------------------------------------------------------

show_table(do.call(rbind, lapply(c("check", "choosing", "held"), function(part) {
  samples <- part_of(part)
  found <- vapply(samples, function(s) {
    h <- the_rule(s)
    at <- function(v) approx(log(s$bandwidth), v, log(h))$y
    walk <- s$walks$loops
    facts <- list(
      distance = at(s$walks$blend_moving0.5$distance), staying = at(walk$self),
      dimension = at(walk$dimension), plain = at(walk$distance),
      moving = at(s$walks$blend_moving0.5$dimension)
    )
    c(error_at(s, h), lapscale:::expected_eigenvalue_error(facts, s$n))
  }, c(0, 0))
  quotient <- found[1, ] / found[2, ]
  data.frame(
    part = part, samples = length(samples), `not known` = sum(is.na(quotient)),
    `rank correlation` = cor(found[1, ], found[2, ], method = "spearman", use = "complete.obs"),
    `median quotient` = median(quotient, na.rm = TRUE),
    `in [.5, 2]` = mean(quotient > 0.5 & quotient < 2, na.rm = TRUE),
    `in [.25, 4]` = mean(quotient > 0.25 & quotient < 4, na.rm = TRUE), check.names = FALSE
  )
})), "True over expected error")
