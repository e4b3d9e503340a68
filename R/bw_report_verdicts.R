# Says what the numbers of a report mean.

# What numbers are compared with, mostly under the name of their check in report_verdicts.
report_limits <- list(
  neighbors = 3,          # kernel sum without the point itself; fewer will do
  regular = 0.15,         # up to this distance to a projection, of all steps
  several = 2.5,          # dimensions, for which a few neighbors are too few points
  mean_weight = 0.25,     # mean of the kernel over all pairs
  group = 0.05,           # share of the points that makes a component a group
  isolated = 0.05,        # share of the points whose neighbors have no more than
  isolated_below = 0.1,   # this weight together
  visible = 0.5,             # dimension
  # Noise in 5 to 30 columns has 0.51 and more; in more columns see nearest_distance.
  distance = 0.5,
  noise = 0.5,            # manifolds with noise have 0.6 and more, without it up to 0.15
  wide = c(0.21, 0.08),   # distance of all steps, and more per dimension: see notes/one-curve.md
  nearest_distance = 0.6, # noise in 20 columns has 0.61 and more, real data up to 0.5
  cloud = 0.97,           # normal samples have 0.98 and more, 22 tables up to 0.94
  cloud_columns = c(4, 500),  # fewest and most columns of a table that is compared with these
  columns = 10,           # the fewest columns of tables whose noise has a verdict
  one_sided = 0.9,        # mean of the directions to the nearest neighbors of the end of a curve
  detour = 3,             # length along the data over straight distance; noise has up to 3
  steps = 8,              # the same over the spacing; digit1 has up to 8, sparse rolls 9 and more
  bridge = 1.5,           # gap of a cycle over the narrower gap beside it
  short_circuits = 0.009, # rolls that unroll have up to .0083, those that do not .0095 and more
  # Of paths through 5 neighbors instead of 10, see bench/bandwidth/short_circuits.R.
  sparse_short_circuits = 0.15,
  spacings = 0.25,        # bandwidth over the median distance to neighbor 7
  unevenness = 10,        # to the power of the dimension: of even samples 2 to 4
  repeated_rows = 0.1,    # share of the rows
  value_step = 1.25,      # there a sum over a lattice is some 4% off the integral
  eigenvalue_error = 0.5  # relative
)

# Weights below 0.01 do not hold groups together.
strong_cutoff <- sqrt(-log(0.01))

# Verdicts are functions of a value and of `facts`, and return words, or NULL if the value is fine.
# facts is the list of all values by name, with
#   r            number of columns, 0 for distances
#   plain        the mean distance of all steps, without the term for uncertainty
#   moving       the mean dimension that steps that leave the point see
#   staying      the mean chance that a step stays
#   d            the dimension given to bw_gc(), NA if none was
#   chosen_by    the distance where bw_gc() chose the bandwidth, NA with d or without bw_gc()
#   noise_facts  of noise_facts(), or NULL;  deflated: whether distances are without noise
#   cloud        of cloud_share()
# This makes one of them, function(value, facts).
#   limit  name in report_limits;  words: the verdict on larger values
limit_above <- function(limit, words) {
  function(value, facts) if (value > report_limits[[limit]]) words
}

# Tells whether points are as on a lattice, where a few neighbors are enough.
#   facts  list, see limit_above(): plain (mean distance of all steps) and staying (mean chance that
#          a step stays); NULL counts as not regular
is_regular <- function(facts) isTRUE(facts$plain <= report_limits$regular && facts$staying <= 0.5)

# Whether steps vary more across the manifold than noise alone lets them at the scale that is
# chosen, of one or two dimensions that fill neither groups nor the whole: TRUE or FALSE for each.
#   step  list of plain (the distance of all steps), dimension, and moving (that of steps that
#         leave), a number each or one per bandwidth, see report_steps()
is_wide_step <- function(step) {
  limit <- report_limits$wide
  step$plain > limit[[1]] + limit[[2]] * step$dimension & step$moving < report_limits$several
}

words_few <- "too few points for the dimension"

# Returns the verdict on the median number of neighbors, words; NULL if it is fine.
#   value  number that the check measured
#   facts  list of all values by name, see limit_above(): moving (the dimension that steps that
#          leave see), and plain and staying, see is_regular()
verdict_of_neighbors <- function(value, facts) {
  if (value < report_limits$neighbors && !is_regular(facts)) {
    if (facts$moving < report_limits$several) "hardly any neighbors" else words_few
  }
}

# Returns the verdict on the distance to the nearest point, relative to all distances, words; NULL
# if it is fine.
#   value  number that the check measured
#   facts  list of all values by name, see limit_above(): r (number of columns), cloud (of
#          cloud_share(): near 1 as in a normal cloud, or NA)
verdict_of_nearest <- function(value, facts) {
  if (value > report_limits$nearest_distance && facts$r >= report_limits$columns) {
    "noise in many columns"
  } else if (isTRUE(facts$cloud > report_limits$cloud)) {
    "as in a normal cloud"
  }
}

# Returns the verdict on the share of noise, words, if that is worth taking off: one or two
# dimensions in many columns, and neighbors that are near; NULL if not.
#   value  number that the check measured
#   facts  list of all values by name, see limit_above(): r (number of columns), moving (the
#          dimension that steps that leave see), noise_facts (of noise_facts(): near, spread; or
#          NULL), deflated (whether distances are without noise)
verdict_of_noise <- function(value, facts) {
  is_seen <- value > report_limits$noise && facts$r >= report_limits$columns &&
    isTRUE(facts$moving < report_limits$several) &&
    !isTRUE(facts$noise_facts$near > noise_limits$near)
  if (is_seen && !isTRUE(facts$deflated)) {
    if (isTRUE(facts$noise_facts$spread < noise_limits$equal))
      "equal noise (try principal components)" else
      "noise of single rows (try noise = \"deflate\")"
  }
}

# Returns the verdict on the dimension that a step sees, words; NULL if it is fine.
#   value  this dimension, the mean over points, not always whole
#   facts  list of all values by name, see limit_above(): d (the dimension given to bw_gc(), NA if
#          none was), r (number of columns, 0 for distances)
verdict_of_dimension <- function(value, facts) {
  if (value < report_limits$visible) {
    "dimension near 0"
  } else if (!is.na(facts$d) && value < facts$d - 0.5) {
    paste("below d =", facts$d)
  } else if (facts$r >= 4 && value > 0.9 * facts$r) {
    "the points fill all columns"
  }
}

# Returns the verdict on the distance from a smooth shape, words; NULL if it is fine. In several
# dimensions few points are far from one, even if they are of a manifold. Other points than those by
# which the bandwidth was chosen may be on the other side of the limit.
#   value  number that the check measured
#   facts  list of all values by name, see limit_above(): dimension (that a step sees), chosen_by
#          (the distance where the bandwidth was chosen, NA with d), and plain and staying, see
#          is_regular()
verdict_of_distance <- function(value, facts) {
  if (is_regular(facts) || !isTRUE(facts$dimension >= report_limits$several)) return(NULL)
  if (value > report_limits$distance) {
    words_few
  } else if (isTRUE(facts$chosen_by > report_limits$distance)) {
    paste0(words_few, " (", short(facts$chosen_by, 3), " where it was chosen)")
  }
}

# Returns the verdict on the ratio of large and small distances to neighbor 7, the 95% quantile over
# the 5% quantile, words; NULL if it is fine. Distances between neighbors are as the density to the
# power -1 / d. Noise that varies along a surface makes them as uneven, and has a verdict of its
# own.
#   value  number that the check measured
#   facts  list of all values by name, see limit_above(): dimension (that a step sees), noise (share
#          of noise), and those of verdict_of_noise()
verdict_of_unevenness <- function(value, facts) {
  limit <- report_limits$unevenness
  power <- min(max(facts$dimension, 1, na.rm = TRUE), 2)
  if (!(value^power > limit)) return(NULL)
  if (value > limit || is.null(verdict_of_noise(facts$noise, facts))) "dense and thin parts"
}

# The checks of a report by name, in its order: for each the function(value, facts) that returns its
# verdict, words, or NULL if the value is fine.
report_verdicts <- list(
  neighbors = verdict_of_neighbors,
  mean_weight = limit_above("mean_weight", "the data look like a single cloud"),
  components = function(value, facts) {
    if (value > 1) paste0("not connected (", value, " components)")
  },
  groups = function(value, facts) if (value > 1 && facts$components == 1) "groups hardly connected",
  isolated = limit_above("isolated", "isolated points"),
  dimension = verdict_of_dimension,
  distance = verdict_of_distance,
  noise = verdict_of_noise,
  eigenvalue_error = limit_above("eigenvalue_error", "eigenvalues uncertain"),
  nearest_distance = verdict_of_nearest,
  short_circuits = limit_above("short_circuits", "short circuits"),
  spacings = function(value, facts) {
    if (value < report_limits$spacings) "below the spacing of the points"
  },
  # A number without a limit: what follows from it helped tables as often as it hurt.
  msvd = function(value, facts) NULL,
  unevenness = verdict_of_unevenness,
  repeated_rows = limit_above("repeated_rows", "many points coincide"),
  value_step = limit_above("value_step", "below the steps between values"),
  column_sds = function(value, facts) {
    if (value > unit_limits$sds) "different units? (try scale = TRUE)"
  }
)

# Lists what to do, by the check that is not fine: what explains the others first. The steps that
# tables with the verdict exist for were tried on them (bench/tables/verdicts.R).
report_advice <- c(
  column_sds = "If the columns have different units, set scale = TRUE here and in all later calls.",
  nearest_distance = "Noise hides the structure: use principal components, or keep fewer columns.",
  repeated_rows = "Many rows are repeated: keep each once, or use values with more digits.",
  components = "Groups lie apart: embed each alone, or set components = \"each\" or \"connect\".",
  groups = "Groups are hardly connected: embed each alone, or use more coordinates than groups.",
  short_circuits = "Edges cross gaps in the data: use a smaller bandwidth, or more points.",
  mean_weight = "Use a smaller bandwidth, see bw_minima(), if the data are not a single cloud.",
  # By 36% on 13 manifolds of bench/bandwidth/scales.R, without noise.
  unevenness = "Dense and thin parts: with bandwidth = bw_gc, local_scale = TRUE may lower eigenvalue errors.",
  neighbors = "Eigenvalues need more neighbors, that is, more points. Plots and labels may not.",
  value_step = "Use a larger bandwidth, or values with more digits.",
  isolated = "Some points are isolated: leave them out, or plot with graph = \"knn\".",
  spacings = "Use a larger bandwidth, see bw_minima().",
  dimension = "Try other scales, see bw_minima(), or keep fewer columns.",
  noise = "For noise in many columns see noise_level() and vignette(\"when-it-fails\").",
  distance = "Use more points. For plots and clusters leave out `bandwidth`.",
  eigenvalue_error = "Eigenvalues may be wrong by half and more: do not use them as numbers."
)

unknown_verdict <- "not known here"

# Is no concern: most tables of measurements have uncertain eigenvalues, and most work needs none.
remarks <- c("eigenvalues uncertain")

# Whether verdicts say that something is wrong.
#   verdict  words of report_table(), "fine", or that a value is not known
is_concern <- function(verdict) !verdict %in% c("fine", unknown_verdict, remarks)

# Returns the values with their verdicts: data frame, a row per check: check (its name), value,
# verdict ("fine" or a few words), advice (a sentence; NA for "fine").
#   values   numbers by the name of their check
#   further  list of what the `facts` of verdicts have beside the values
report_table <- function(values, further) {
  facts <- c(as.list(values), further)
  verdict <- vapply(names(values), function(check) {
    is_unknown <- is.na(facts[[check]]) && check != "msvd"
    if (is_unknown) unknown_verdict else report_verdicts[[check]](facts[[check]], facts) %||% "fine"
  }, "")
  advice <- report_advice[names(values)]
  if (isTRUE(facts$groups == 1)) advice[names(values) == "components"] <- advice_of_strays
  data.frame(
    check = names(values), value = unname(values), verdict = unname(verdict),
    advice = unname(ifelse(verdict == "fine", NA, advice))
  )
}

# Returns the verdict on everything, one text: "fine", or what to look at.
#   table  of report_table(), with a column verdict
report_line <- function(table) {
  concerns <- table$verdict[is_concern(table$verdict)]
  if (length(concerns)) paste0("check: ", paste(concerns, collapse = "; ")) else "fine"
}

# What to do if all components except one are too small to be groups.
advice_of_strays <- "Few points lie apart from the others: leave them out, or use graph = \"knn\"."

# Says what to do, the most telling first: a character vector of one to three sentences.
#   table  of report_table(): data frame check, value, verdict, advice
#   edge   share of the points near a boundary, 0 to 1, where eigenvalues are less precise
advice_lines <- function(table, edge = 0) {
  concerns <- is_concern(table$verdict)
  first <- match(names(report_advice), table$check[concerns])
  advice <- unique(table$advice[concerns][first[!is.na(first)]])
  if (length(advice)) return(utils::head(advice, 3L))
  is_uncertain <- any(table$verdict %in% remarks)
  if (!is_uncertain && edge == 0) return("No check speaks against this bandwidth.")
  c("No check speaks against this bandwidth for plots, clusters, and labels.",
    if (is_uncertain) report_advice[["eigenvalue_error"]])
}
