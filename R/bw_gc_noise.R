# bw_gc(noise = "deflate"): the same criterion on distances without the noise of rows.

# Makes a point set, of share_checked(), whose handle has deflated distances, without the noise of
# rows, and whose checked$noise is of noise_facts(); the caller frees it.
#   x         points as the user gave them
#   settings  arguments of bw_gc(), by name: d, local_scale, and weights (an error unless all are
#             NULL), n_threads, progress, and those of as_points()
share_deflated <- function(x, settings) {
  unsupported <- Filter(length, unclass(settings)[c("d", "local_scale", "weights")])
  refuse_first(names(unsupported), "`noise` = \"deflate\" cannot be used with `{first}`.")
  checked <- as_points(x, settings, c("distances", if (keeps_distances(x)) "sparse"))
  runtime <- new_runtime(settings$n_threads, settings$progress)
  check_spread_once(checked)
  handle <- acquire_shared_points(checked, runtime)
  # list(handle, facts).
  deflated <- acquire_deflated(checked$x, handle, runtime)
  checked$noise <- deflated$facts
  shared <- share_checked(checked, as_given(x))
  shared$handle <- deflated$handle
  cached(shared$checked, "nearest_distinct", NULL, function() {
    cpp_nearest_distinct(deflated$handle, NULL, runtime)
  })
  shared
}

# Puts points with deflated distances into the core: the noise of both points is taken off each
# squared distance. Returns list(handle: of these points; facts: of noise_facts()).
#   x  the points, n x r, or distances;  handle: of the points with their own distances
#   runtime  of new_runtime()
acquire_deflated <- function(x, handle, runtime) {
  n <- nrow(x)
  check_memory(
    24 * as.numeric(n)^2, "x",
    paste("`noise` = \"deflate\" holds all distances of", n, "points"),
    hint = "A random sample of some thousand rows is enough to select a bandwidth."
  )
  # list(noise, deflation, k, facts): deflation is what each row takes off squared distances.
  noise <- noise_with_copies(x, handle, min(noise_limits$neighbors, n - 1L), runtime)
  list(handle = cpp_deflated_points(handle, noise$deflation, runtime), facts = noise$facts)
}

# Puts the points x with deflated distances into the core. Returns their handle.
#   runtime  of new_runtime()
acquire_without_noise <- function(x, runtime) {
  handle <- release_on_exit(acquire_points(x, runtime))
  acquire_deflated(x, handle, runtime)$handle
}

# Whether bw, a bandwidth or a number, was selected on deflated distances.
is_deflated <- function(bw) inherits(bw, "bw_gc") && identical(selection(bw)$facts$noise, "deflate")

# A printed note on the noise that was taken off distances; NULL if none was.
#   facts  of noise_facts(): share (0 to 1, the median share of the squared distance to the neighbor
#          that belongs to the two points alone), or NULL
deflation_note <- function(facts) {
  if (!is.null(facts)) {
    paste0(
      "on distances without the noise of rows, ", round(100 * facts$share),
      "% of the squared distance to neighbor ", noise_limits$neighbors
    )
  }
}
