# What is to be said of the numbers of a report.

report_limits <- list(
  neighbors = 3,          # kernel sum without the point itself; fewer will do
  regular = 0.15,         # up to this distance to a projection
  joined = 0.25,          # mean of the kernel over all pairs
  group = 0.05,           # share of the points that makes a component a group
  isolated = 0.05,        # share of the points whose neighbors have no more than
  isolated_below = 0.1,   # this weight together
  seen = 0.5,             # dimension
  distance = 0.35,        # pure noise has 0.42 and more
  detour = 3,             # length along the data over straight distance; noise has up to 3
  steps = 8,              # the same over the spacing; digit1 has up to 8, sparse rolls 9 and more
  short_circuits = 0.009, # rolls that unroll have up to .0083, those that do not .0095 and more
  knn = 0.25,
  msvd = 1.5,
  spread = 10,            # real data have up to 7
  coinciding = 0.1,
  step = 1.25,            # there a sum over a lattice is some 4 % off the integral
  sds = 10
)

# Weights below 0.01 do not hold groups together.
strong_cutoff <- sqrt(-log(0.01))

# Verdicts: functions of a value and of `all`, the list of all values by name with r, the number of
# columns, d, the dimension asked for, and chosen_by, the distance where the bandwidth was chosen,
# both NA where there is none. NULL where the value is fine.
limit_above <- function(limit, words) {
  function(value, all) if (value > report_limits[[limit]]) words
}

verdict_of_neighbors <- function(value, all) {
  few <- value < report_limits$neighbors && all$distance > report_limits$regular
  if (isTRUE(few)) "hardly any neighbors"
}

verdict_of_groups <- function(value, all) {
  if (value > 1 && all$components == 1) "groups hardly joined"
}

verdict_of_dimension <- function(value, all) {
  if (value < report_limits$seen) {
    "no direction seen"
  } else if (!is.na(all$d) && value < all$d - 0.5) {
    paste("below d =", all$d)
  } else if (all$r >= 4 && value > 0.9 * all$r) {
    "fills all columns"
  }
}

# Other points than the bandwidth was chosen by may be on the other side of the limit.
verdict_of_distance <- function(value, all) {
  words <- "not manifold-like at this scale"
  if (value > report_limits$distance) {
    words
  } else if (isTRUE(all$chosen_by > report_limits$distance)) {
    paste0(words, " (", short(all$chosen_by, 3), " where it was chosen)")
  }
}

verdict_of_msvd <- function(value, all) {
  if (is.na(value)) {
    "no such directions stand out"
  } else if (value > report_limits$msvd) {
    "above what msvd allows"
  } else if (value < 1 / report_limits$msvd) {
    "below what msvd allows"
  }
}

report_verdicts <- list(
  neighbors = verdict_of_neighbors,
  joined = limit_above("joined", "over a quarter of all pairs joined"),
  components = function(value, all) if (value > 1) "in pieces",
  groups = verdict_of_groups,
  isolated = limit_above("isolated", "isolated points"),
  dimension = verdict_of_dimension,
  distance = verdict_of_distance,
  short_circuits = limit_above("short_circuits", "short circuits"),
  knn = function(value, all) if (value < report_limits$knn) "below the spacing of the points",
  msvd = verdict_of_msvd,
  spread = limit_above("spread", "dense and thin parts: several scales"),
  coinciding = limit_above("coinciding", "many points coincide"),
  step = limit_above("step", "below the spacing of a column's values"),
  sds = limit_above("sds", "different units? scale = TRUE")
)

# The values with their verdicts: data frame check, value, verdict ("fine" or a few words).
#   graph  of graph_reported()
report_table <- function(values, r, graph) {
  all <- c(as.list(values), list(r = r, d = graph$d, chosen_by = graph$distance))
  verdict <- vapply(names(values), function(check) {
    if (is.na(all[[check]]) && check != "msvd") {
      "not known here"
    } else {
      report_verdicts[[check]](all[[check]], all) %||% "fine"
    }
  }, "")
  data.frame(check = names(values), value = unname(values), verdict = unname(verdict))
}

# The verdict on everything: "fine", or what to look at.
report_line <- function(table) {
  looks <- table$verdict[table$verdict != "fine"]
  if (length(looks)) paste0("look: ", paste(looks, collapse = "; ")) else "fine"
}
