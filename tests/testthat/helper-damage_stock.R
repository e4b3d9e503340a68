# What tools/damage.R damages, and whom it gives the damaged objects to.

# Functions of fuzz_stock() that give intact objects, by what they are called in bench/README.md.
damage_stock <- list(
  gc_msvd = function(s) s$objects$lapscale_bandwidth[c(1, 5)],
  lepski = function(s) {
    list(s$objects$bw_lepski[[1]], update(s$objects$bw_lepski[[1]], calibration = "jump"))
  },
  selectors = function(s) {
    c(
      s$objects$lapscale_bandwidth[c(3, 4, 6, 7)],
      list(
        bw_knn(s$x, k = 5), bw_rate(s$x, d = 1),
        bw_test_error(s$x, s$truth, 1:6, ssl_harmonic, bandwidths = c(1, 2))
      )
    )
  },
  sets = function(s) s$objects$lapscale_bandwidths,
  dimensions = function(s) c(s$objects$lapscale_dimension, s$objects$dim_consensus),
  graphs = function(s) s$objects$lapscale_graph,
  laplacians = function(s) {
    c(s$objects$lapscale_laplacian, list(graph_laplacian(s$objects$lapscale_graph[[2]])))
  },
  spectra = function(s) s$objects$lapscale_spectrum,
  embeddings = function(s) s$objects$lapscale_embedding,
  embedding_lists = function(s) s$objects$lapscale_embedding_list,
  embed_scales = function(s) s$objects$lapscale_scales,
  clusters = function(s) s$objects$lapscale_clusters,
  ssl_harmonic = function(s) s$objects$lapscale_ssl[1],
  ssl_laprls = function(s) s$objects$lapscale_ssl[2],
  ssl_lapsvm = function(s) s$objects$lapscale_ssl[3],
  ssl_eigenmaps = function(s) s$objects$lapscale_ssl[4],
  ssl_auto = function(s) s$objects$lapscale_ssl[5],
  ssl_regressions = function(s) {
    list(
      ssl_diffusion(s$x, s$numbers, bandwidth = 1.5),
      ssl_iterated(s$x, s$numbers, bandwidth = 1.5, landmarks = 12, seed = 1)
    )
  },
  metrics = function(s) c(s$objects$lapscale_metric, s$objects$lapscale_distortion),
  qualities = function(s) s$objects$lapscale_quality,
  reports = function(s) s$objects$lapscale_report,
  risks = function(s) s$objects$lapscale_risk,
  samples = function(s) c(s$objects$lapscale_sample, list(sample_moons(18, seed = 1))),
  row_sources = function(s) s$objects$lapscale_row_source,
  steps = function(s) s$objects$lapscalestep,
  summaries = function(s) {
    summaries <- s$objects[grepl("summary", names(s$objects))]
    unlist(unname(summaries), recursive = FALSE)
  }
)

# Methods of the class of an object, as functions of it alone; then functions that take one.
damage_methods <- function(object, s) {
  table <- fuzz_methods()
  generics <- unique(table$generic[table$class %in% class(object)])
  generics <- setdiff(generics, c("Ops", "Math", "Summary"))
  further <- fuzz_further(s)
  of_class <- lapply(stats::setNames(nm = generics), function(generic) {
    function(object) do.call(fuzz_function(generic), c(list(object), further[[generic]]))
  })
  takers <- damage_takers(s)
  takers <- takers[vapply(names(takers), function(class) methods::is(object, class), NA)]
  # autoplot() draws the picture that plot() draws, slowly.
  c(of_class[names(of_class) != "autoplot"], unlist(unname(takers), recursive = FALSE))
}

damage_takers <- function(s) {
  x <- s$x
  list(
    lapscale_bandwidth = list(
      local_minima = local_minima, bandwidth_to = function(v) bandwidth_to(v, "time"),
      heat_graph = function(v) heat_graph(x, v), bandwidth_report = function(v) {
        bandwidth_report(v, x, seed = 1)
      },
      embed_scales = function(v) embed_scales(x, v, most = 2, seed = 1)
    ),
    lapscale_bandwidths = list(
      local_minima = local_minima, c = function(v) c(v, s$objects$lapscale_bandwidths[[1]])
    ),
    lapscale_dimension = list(bw_msvd = function(v) bw_msvd(x, d = v)),
    lapscale_graph = list(
      graph_laplacian = graph_laplacian, graph_components = graph_components,
      embed_eigenmaps = embed_eigenmaps, embed_diffusion = embed_diffusion,
      embed_isomap = embed_isomap, ssl_harmonic = function(v) ssl_harmonic(v, s$y),
      cluster_spectral = function(v) cluster_spectral(v, 2, seed = 1),
      as_sparse = function(v) methods::as(v, "CsparseMatrix"),
      plot_points = function(v) plot(v, x)
    ),
    lapscale_laplacian = list(
      graph_spectrum = function(v) graph_spectrum(v, 3), product = function(v) v %*% x[, 1],
      as_sparse = function(v) methods::as(v, "CsparseMatrix"), diag = function(v) diag(v),
      dim = function(v) dim(v), show = function(v) methods::show(v), as.matrix = as.matrix
    ),
    lapscale_spectrum = list(dim_eigengap = identity),
    lapscale_embedding = list(
      embed_quality = function(v) embed_quality(v, x, k = 5),
      metric_riemannian = function(v) metric_riemannian(v, s$graph, d = 1)
    ),
    lapscale_ssl = list(
      confusion = function(v) confusion(v, s$truth),
      test_error = function(v) test_error(v, s$truth),
      summary_truth = function(v) summary(v, truth = s$truth),
      prob = function(v) stats::predict(v, x[1:4, ], type = "prob"),
      plot_path = function(v) plot(v, "path"), tidy_path = function(v) tidy(v, "path")
    ),
    lapscale_metric = list(
      metric_distances = function(v) metric_distances(v, 1), metric_volume = metric_volume,
      metric_length = function(v) metric_length(v, c(1, 2, 3)), metric_stretch = metric_stretch
    ),
    lapscale_risk = list(oracle = oracle, risk_ratio = function(v) risk_ratio(v, 1)),
    lapscale_sample = list(
      bw_median = bw_median, rows = function(v) v[1:2, ]
    ),
    lapscale_row_source = list(
      bw_median = bw_median, heat_graph = function(v) heat_graph(v, 1),
      predict = function(v) stats::predict(s$embedding, v)
    )
  )
}

# Everything that is NaN or NA in a value, counted.
unknown_in <- function(value) {
  if (is.list(value)) {
    return(sum(vapply(unclass(value), unknown_in, 0)))
  }
  if (isS4(value)) {
    return(if (methods::.hasSlot(value, "x")) sum(is.na(methods::slot(value, "x"))) else 0)
  }
  if (is.atomic(value)) sum(is.na(unclass(value))) else 0
}

# The value or the error of a call, in some seconds of the processor: others may use it meanwhile.
damage_call <- function(method, object, seconds = 20) {
  setTimeLimit(cpu = seconds, transient = TRUE)
  on.exit(setTimeLimit())
  tryCatch(
    {
      utils::capture.output(value <- draw_nowhere(quietly(method(object))))
      # What gives the object back gives the damage back.
      list(unknown = if (identical(class(value), class(object))) 0 else unknown_in(value))
    },
    error = identity
  )
}

damage_outcome <- function(result, whole) {
  if (inherits(result, "error")) {
    ours <- inherits(result, "lapscale_error") || inherits(result$parent, "lapscale_error")
    said <- gsub("\\s+", " ", substr(conditionMessage(result), 1, 90))
    return(if (ours) "error" else paste("R:", said))
  }
  if (result$unknown > whole$unknown) "NaN" else "result"
}

# What the check of intact objects says: the path of the damage, nothing or an error of its own.
damage_door <- function(fault) {
  if (inherits(fault, "error")) {
    return(damage_outcome(fault, NULL))
  }
  if (is.null(fault)) "let in" else "refused"
}

# Writes a line per damage and method to a file as it goes: object, part, damage, method, outcome;
# where the object is refused at once, all methods are tried for some parts only.
damage_child <- function(class, from, file, doors = 6L) {
  s <- quietly(fuzz_stock())
  objects <- quietly(damage_stock[[class]](s))
  at <- 0
  # A part that is code may be run where it is the user's own, such as `read` of a source.
  withr::local_dir(withr::local_tempdir())
  line <- function(...) cat(..., sep = "", file = file, append = TRUE)
  for (number in seq_along(objects)) {
    object <- objects[[number]]
    methods <- damage_methods(object, s)
    whole <- lapply(methods, damage_call, object)
    methods <- methods[!vapply(whole, inherits, NA, "error")]
    refused <- 0L
    for (path in damage_paths(object)) for (kind in names(damages)) {
      damaged <- tryCatch(damage_at(object, path, damages[[kind]]), error = function(e) NULL)
      if (is.null(damaged) || identical(damaged, object)) next
      name <- paste0(class(object)[[1]], "\t", damage_name(object, path), "\t", kind, "\t")
      at <- at + 1
      if (at >= from) line(name, "door\t")
      fault <- tryCatch(lapscale:::intact_fault(damaged), error = identity)
      if (!is.null(fault)) refused <- refused + 1L
      door <- damage_door(fault)
      if (at >= from) line(door, "\n")
      if (door == "refused" && refused > doors) next
      for (method in names(methods)) {
        at <- at + 1
        if (at < from) next
        line(name, method, "\t")
        line(damage_outcome(damage_call(methods[[method]], damaged), whole[[method]]), "\n")
      }
    }
  }
}
