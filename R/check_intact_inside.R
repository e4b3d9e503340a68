# What lies within the parts of our objects, in the kinds of check_intact.R and those below. Parts
# that are not listed are looked at for code only; check_intact_faults.R looks.

figures_inside <- list(
  figure = function(v) are_numbers(v) && length(v) == 1L && is.null(dim(v)) && !is.na(v),
  factor = function(v) kinds_inside$figure(v) && is.finite(v) && v > 0,
  size = function(v) kinds_inside$figure(v) && v >= 0,
  count = function(v) kinds_inside$figure(v) && v >= 1,
  exponent = function(v) kinds_inside$size(v) && is.finite(v),
  neighbors = function(v) kinds$number(v) && !is.nan(v) && !isTRUE(v < 1),
  row_count = function(v) is_whole_number(v, 0) && v <= .Machine$integer.max
)
numbers_inside <- list(
  # Of 0 or more, or not known.
  sizes = function(v) kinds$rows(v) && !any(v < 0, na.rm = TRUE),
  sizes_somewhere = function(v) kinds_inside$sizes(v) && any(is.finite(v)),
  sizes_known = function(v) kinds_inside$sizes(v) && !anyNA(v),
  distances = function(v) kinds_inside$sizes(v) && is_finite(v),
  known = function(v) are_numbers(v) && !anyNA(v),
  positive = function(v) are_numbers(v) && !anyNA(v) && is_finite(v) && all(v > 0),
  finite = function(v) are_numbers(v) && is_finite(v),
  five = function(v) are_numbers(v) && length(v) == 5L
)
arrays_inside <- list(
  finite_matrix = function(v) is.matrix(v) && kinds_inside$finite(v),
  # Those of rows that are in another part are NA.
  coordinates = function(v) kinds$matrix(v) && any(is.finite(v)),
  places = function(v) {
    are_numbers(v) && length(dim(v)) < 2L && !anyNA(v) && all(v >= 1 & v == floor(v))
  },
  array = function(v) are_numbers(v) && length(dim(v)) == 3L
)
words_inside <- list(
  text = function(v) kinds$word(v) && !is.na(v),
  yes_no = function(v) are_flags(v) && length(v) == 1L && !is.na(v),
  levels = function(v) are_words(v) && !anyNA(v) && !anyDuplicated(v),
  embedding_method = function(v) is_one_of(v, names(method_titles)),
  cluster_method = function(v) is_one_of(v, names(cluster_methods)),
  laplacian_type = function(v) is_one_of(v, laplacian_types),
  step_arguments = function(v) {
    are_words(v) && !anyDuplicated(v) && all(v %in% c("bandwidth", "t", "alpha", "kernel", "k"))
  }
)
lists_inside <- list(
  scaling = function(v) {
    numbers <- c("unit", "centre", "sd")
    is.list(v) && all(numbers %in% names(v)) && all(vapply(v[numbers], are_numbers, NA)) &&
      (is.null(v$columns) || are_words(v$columns) && length(v$columns) == length(v$sd))
  },
  points = function(v) {
    is.matrix(v) && are_numbers(v) && is_finite(v) || inherits(v, "lapscale_paged_points")
  },
  sparse = function(v) is_sparse(v),
  lengths = function(v) is_sparse(v) && is_finite(v@x) && all(v@x >= 0),
  bound = function(v) are_numbers(v) && all(c("bias", "variance") %in% names(v)),
  terms = function(v) inherits(v, "quosures"),
  tables = function(v) is.list(v) && all(vapply(v, is_table, NA)),
  fits = function(v) is.list(v) && all(vapply(v, kinds$fit, NA))
)
facts_inside <- list(
  facts = function(v) is_list_of_facts(v),
  known_fact = function(v) is_fact(v) && !is.na(v),
  known_facts = function(v) is_list_of_facts(v) && !anyNA(v)
)
kinds_inside <- c(
  figures_inside, numbers_inside, arrays_inside, words_inside, lists_inside, facts_inside
)

is_list_of_facts <- function(v) {
  is.list(v) && length(names(v)) == length(v) &&
    all(vapply(v, is_fact, NA))
}

is_fact <- function(v) is.atomic(v) && length(v) == 1L && !is.object(v)

is_one_of <- function(v, known) are_words(v) && length(v) == 1L && v %in% known

# The sum is quick and takes no memory; that of finite numbers may overflow.
is_finite <- function(v) is.finite(sum(v)) || all(is.finite(v))

# A data frame as data.frame() makes it, not one with columns of other lengths.
is_table <- function(v) {
  is.data.frame(v) && length(names(v)) == length(v) && !anyDuplicated(names(v)) &&
    all(vapply(unclass(v), function(column) is.atomic(column) && NROW(column) == nrow(v), NA))
}

minima_inside <- list(
  bandwidth = "positive", criterion = "known", se = "rows", dimension = "known?",
  depth_left = "rows", depth_right = "rows", z_left = "rows?", z_right = "rows?"
)
graph_inside <- list(
  type = "text", k = "size?", symmetry = "text?", cutoff = "figure?", self_loops = "yes_no?",
  local_scale = "size?"
)

inside <- list(
  lapscale_dimension = list(
    estimate = list(
      curve = list(dimension = "rows", method = "words?"),
      facts = list(
        n = "size", scaled = "yes_no", se = "number", lower = "number", upper = "number",
        elapsed = "size"
      ),
      local = list(row = "places", dimension = "rows")
    )
  ),
  lapscale_embedding = list(
    settings = list(
      rule = "text", type = "text?", alpha = "figure?", kernel = "text?", weights = "text?",
      ridge = "figure?", recall = "figure?", entries = "size?", k = "size?", chosen = "text?",
      neighbors = "text?", local_scale = "size?", radius = "size?", t = "known_fact?",
      bottom = "known?", landmarks = "places?"
    ),
    components = list(policy = "text", sizes = "places", membership = "rows")
  ),
  lapscale_clusters = list(
    settings = list(
      method = "cluster_method", assign = "text", alpha = "figure", entries = "size?",
      n_starts = "size", seed = "number?", wanted = "text", chosen = "text", local_scale = "size?",
      graph = "text"
    ),
    assignment = list(
      method = "cluster_method", rotation = "matrix?", centres = "matrix?", number = "places"
    ),
    gaps = list(
      k = "places", eigenvalue = "rows", next_eigenvalue = "rows", gap = "rows", se = "rows"
    ),
    quality = list(
      cluster = "places", size = "places", volume = "rows", cut = "rows", conductance = "rows"
    )
  ),
  lapscale_ssl = list(
    labels = list(kind = "text", rows = "places", targets = "matrix"),
    scaling = list(unit = "known", centre = "known", sd = "known"),
    solver = list(iterations = "size", residual = "number"),
    slope = list(slope = "factor", known = "yes_no"),
    graph = graph_inside,
    machine = list(h = "size", centres = "places", coefficients = "matrix", intercept = "known")
  ),
  lapscale_bandwidth = list(
    selection = list(
      curve = list(bandwidth = "positive", criterion = "rows", se = "rows", dimension = "rows?"),
      minima = minima_inside,
      facts = list(
        elapsed = "size", at_edge = "yes_no", n = "size", d = "number", n_points = "size?",
        alpha = "exponent?", k = "neighbors?", replicates = "size?", full = "yes_no?"
      ),
      labels = list(
        title = "text?", criterion = "word?", notes = "words?", none = "text?", advice = "text?",
        best = "text?", upwards = "yes_no?", log_criterion = "yes_no?", lowest = "yes_no?"
      ),
      looks = list(bandwidth = "figure", words = "words?", always = "words?")
    )
  ),
  lapscale_report = list(
    table = list(check = "words", value = "sizes", verdict = "words"),
    points = list(row = "places", neighbors = "distances", dimension = "sizes", distance = "sizes"),
    pairs = list(straight = "distances", along = "distances", spacing = "sizes_known")
  ),
  lapscale_scales = list(
    scales = list(
      scale = "places", bandwidth = "known", criterion = "rows", pieces = "places", chosen = "flags"
    )
  ),
  lapscale_laplacian = list(
    graph = list(
      bandwidth = "number", method = "text", local_scale = "size?", self_loops = "yes_no",
      rows = "places", n_given = "size", names = "words?"
    )
  ),
  lapscale_risk = list(
    facts = list(n = "row_count", n_validation = "row_count", d = "count")
  ),
  summary.lapscale_bandwidth = list(minima = minima_inside)
)

# What a selector has beside that, by its method.
selections_inside <- list(
  msvd = list(facts = list(d = "size", lower = "number", upper = "number")),
  lepski = list(
    curve = list(bias = "rows", variance = "rows"),
    facts = list(a = "number", calibration = "text", n_validation = "size"),
    labels = list(criterion = "word"),
    tables = list(
      path = list(a = "rows", bandwidth = "rows", jump = "flags"),
      pairs = list(
        bandwidth_small = "known", bandwidth = "known", distance = "rows", noise = "rows",
        se = "rows"
      )
    ),
    basis = list(
      bandwidths = "known", usable = "flags", d = "size", n2 = "size", v = "rows",
      units = list(squared = "figure", a = "figure"),
      pairs = list(
        small = "places", large = "places", distance = "rows", noise = "rows", se = "rows",
        se_distance = "rows", se_sum = "rows"
      ),
      variance = list(variance = "rows", se = "rows")
    )
  )
)

labels_inside <- list(
  classes = list(levels = "levels", ordered = "yes_no", used = "places", class = "places"),
  regression = list()
)

# What is kept to place new points, by its kind: parts, and those that have a row per point.
model_common <- list(x = "points", scaling = "scaling?", columns = "words?")
models_inside <- list(
  spectral = list(
    parts = list(
      type = "text", alpha = "figure", mass = "finite", values = "finite_matrix", share = "known?",
      eigenvalues = "known", gain = "known", exact = "yes_no", coordinates = "matrix",
      rule = list(
        bandwidth = "figure", local_scale = "size", within_radius = "yes_no", dense = "yes_no",
        cutoff = "figure", k = "size", symmetry = "text", self_loops = "yes_no",
        relative = "yes_no"
      )
    ),
    per_point = c("mass", "values", "share", "coordinates")
  ),
  geodesic = list(
    parts = list(
      graph = "lengths", k = "count", radius = "size?", landmarks = "places",
      basis = "finite_matrix", shift = "finite", unit = "figure"
    ),
    per_point = "graph"
  ),
  barycentric = list(
    parts = list(coordinates = "finite_matrix", k = "count", ridge = "figure"),
    per_point = "coordinates"
  ),
  kernel = list(
    parts = list(bandwidth = "size", basis = "finite_matrix", shift = "finite"),
    per_point = "basis"
  ),
  linear = list(
    parts = list(unit = "figure", centre = "finite", axes = "finite_matrix"),
    per_point = character()
  )
)
