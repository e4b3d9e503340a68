// From points to scales and graphs, compiled together: each of these alone would compile Rcpp,
// Eigen, the k-d tree and the passes over pairs once more.
#include "bind_embed.cpp"
#include "bind_graph.cpp"
#include "bind_graph_products.cpp"
#include "bind_graph_tests.cpp"
#include "bind_kernel.cpp"
#include "bind_local.cpp"
#include "bind_neighbors.cpp"
#include "bind_points.cpp"
#include "bind_runtime.cpp"
#include "bind_select.cpp"
#include "bind_sources.cpp"
