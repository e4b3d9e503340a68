# For floor.R and floor_tables.R: the choice of bw_gc() without its floor, that floor (0 where its
# condition is not met), and the floor that has no condition.
bandwidths_of <- function(x) {
  points <- unclass(x)
  attr(points, "truth") <- NULL
  rule <- lapscale:::step_rule
  set_rule(utils::modifyList(rule, list(floor = 0)))
  on.exit(set_rule(rule))
  chosen <- as.numeric(quietly(bw_gc(points, seed = 1, replicates = 0)))
  runtime <- lapscale:::new_runtime(1L, FALSE)
  handle <- lapscale:::acquire_points(points, runtime)
  heights <- lapscale:::cpp_linkage_heights(handle, rep(1, nrow(points)), c(0.75, 0.95), runtime)
  floor <- rule$floor * heights[2]
  is_thin <- heights[2] >= rule$thin * heights[1]
  c(chosen = chosen, floor = if (is_thin) floor else 0, unconditional = floor)
}
set_rule <- function(rule) {
  namespace <- asNamespace("lapscale")
  unlockBinding("step_rule", namespace)
  assign("step_rule", rule, namespace)
  lockBinding("step_rule", namespace)
}
