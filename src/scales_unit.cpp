// From points to a chosen scale: compiled together, since each of these alone would compile Rcpp,
// Eigen, the k-d tree and the passes over pairs once more.
#include "bind_kernel.cpp"
#include "bind_local.cpp"
#include "bind_neighbors.cpp"
#include "bind_points.cpp"
#include "bind_runtime.cpp"
#include "bind_select.cpp"
#include "bind_sources.cpp"
