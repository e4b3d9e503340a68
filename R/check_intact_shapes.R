# Which parts our objects have, in the kinds of check_intact.R and check_intact_inside.R.

# Part by part, as the constructors document them; of numbers and matrices, their attributes.
shapes <- list(
  lapscale_bandwidth = list(selection = list(
    method = "word", curve = "table", minima = "table", choices = "rows?", minimum = "word?",
    facts = "facts", labels = "list", tables = "tables", scaling = "scaling?", looks = "list?",
    replicates = "matrix?"
  )),
  lapscale_dimension = list(estimate = list(
    method = "text", curve = "table", scale = "text", facts = "facts", title = "text",
    note = "words?", local = "table?"
  )),
  lapscale_graph = list(
    weights = "weights", bandwidth = "number", method = "text", type = "text", cutoff = "figure",
    self_loops = "yes_no", k = "size?", symmetry = "text?", local_scale = "size?",
    rows = "places", n_given = "size", names = "words?", scaled = "yes_no", landmarks = "list?",
    neighbors = "text?", recall = "figure?", of_kernel = "yes_no", order = "places?"
  ),
  lapscale_spectrum = list(
    values = "numbers", vectors = "matrix", residuals = "numbers", converged = "flags",
    type = "text", alpha = "figure", scale = "text", bandwidth = "number"
  ),
  lapscale_embedding = list(
    coordinates = "coordinates", eigenvalues = "known", bandwidth = "number",
    method = "embedding_method", settings = "list", scree = "numbers", residuals = "numbers",
    rows = "places", model = "list?",
    components = "list?"
  ),
  lapscale_scales = list(scales = "table", embeddings = "fits", curve = "bandwidth?"),
  lapscale_clusters = list(
    cluster = "rows", k = "count", eigenvalues = "numbers", bandwidth = "number",
    gaps = "table", quality = "table", normalised_cut = "number", cut_bound = "number",
    coordinates = "coordinates", rows = "places", n_given = "size", assignment = "list",
    model = "list?", settings = "list", components = "places"
  ),
  lapscale_ssl = list(
    method = "text", title = "text", families = "words?", labels = "list", loo = "matrix?",
    held_out = "array?", error = "number", error_se = "number", error_guess = "number",
    error_method = "word", slope = "list?", score_kind = "text", x = "points?",
    scaling = "scaling?", columns = "words?", rows = "places", n_given = "row_count",
    names = "words?", bandwidth = "number", bandwidth_method = "word", graph = "list",
    neighbors = "text?", recall = "figure?", alpha = "figure", n_components = "size",
    n_unseen = "size",
    parameters = "known_facts", chosen = "words?", defaults = "words?", path = "table?",
    bound = "bound?", solver = "list?", n_support = "size?", terms = "list?", elapsed = "size",
    scores = "matrix", all_scores = "matrix?", averaged = "matrix?",
    factor = "numbers?", machine = "list?"
  ),
  lapscale_metric = list(
    H = "array", G = "array", stretch = "matrix", coordinates = "coordinates", d = "size",
    bandwidth = "number", rows = "places", edges = "sparse"
  ),
  lapscale_distortion = list(
    H = "array", basis = "array", distortion = "numbers", points = "places", bandwidth = "figure"
  ),
  lapscale_quality = list(
    trustworthiness = "number", continuity = "number", shared_neighbors = "number",
    geodesic_correlation = "number", distance_correlation = "number", stress = "number",
    no_path = "figure", reconstruction_error = "number", neighborhood_hit = "number",
    k = "size", n = "size", n_points = "size"
  ),
  lapscale_report = list(
    table = "table", bandwidth = "factor", n = "row_count", points = "table", pairs = "table"
  ),
  lapscale_risk = list(
    bandwidth = "positive", risk = "sizes_somewhere", se = "sizes", facts = "facts"
  ),
  lapscale_row_source = list(
    n = "row_count", p = "row_count", type = "text", origin = "text", read = "code",
    write = "code?", describe = "code?", names = "words?", columns = "words?"
  ),
  lapscale_laplacian = list(
    weights = "weights", degree = "known", type = "laplacian_type", alpha = "figure",
    scale = "factor", graph = "list"
  ),
  lapscale_sample = list(
    parameters = "matrix", d = "size", manifold = "text", spectrum = "code?"
  ),
  lapscalestep = list(
    trained = "yes_no", arguments = "step_arguments", options = "list", prefix = "text",
    keep_original_cols = "yes_no", res = "fit?", columns = "words?", terms = "terms", id = "text"
  ),
  lapscale_bandwidths = list(),
  lapscale_embedding_list = list(),
  lapscale_summary = list(object = "summarised", table = "table", note = "words?"),
  summary.lapscale_bandwidth = list(bandwidth = "bandwidth", minima = "table", glance = "table"),
  summary.lapscale_bandwidths = list(),
  summary.lapscale_clusters = list(fit = "fit", clusters = "table", gaps = "table"),
  summary.lapscale_dimension = list(dimension = "dimension"),
  summary.lapscale_embedding = list(embedding = "fit", table = "table", multiple = "numbers"),
  summary.lapscale_embedding_list = list(),
  summary.lapscale_graph = list(
    n = "size", edges = "size", neighbors = "five", degree = "five", components = "places"
  ),
  summary.lapscale_ssl = list(
    fit = "fit", parameters = "table", bound = "bound?", shares = "table?",
    test_error = "number?"
  )
)
