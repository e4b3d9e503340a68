#include <Rcpp.h>

#include <vector>

#include "lapscale/embed/geodesic_projection.hpp"
#include "lapscale/graph/shortest_paths.hpp"
#include "r_runtime.h"
#include "r_views.h"

// Lengths of the shortest paths from each of l vertices (1-based): n x l, Inf where none leads.
//   graph  symmetric dgCMatrix of lengths
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_shortest_paths(const Rcpp::S4& graph, const Rcpp::IntegerVector& from,
                                       const Rcpp::List& runtime) {
  const lapscale::SparseView view = sparse_view(graph);
  const std::vector<std::size_t> rows = rows_from(from);
  Rcpp::NumericMatrix lengths(static_cast<int>(view.size()), static_cast<int>(rows.size()));
  lapscale::shortest_paths(view, {rows.data(), rows.size()}, runtime_from(runtime),
                           {lengths.begin(), static_cast<std::size_t>(lengths.size())});
  return lengths;
}

// sum_l delta_l^2 basis_lc, with delta_l the geodesic distance of a new point to landmark l; its
// paths start at the listed vertices (m x k, 1-based) at the given distances.
//   basis l x c; returns m x c, Inf or NaN where no path leads to a landmark
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_geodesic_projection(const Rcpp::S4& graph, const Rcpp::IntegerMatrix& index,
                                            const Rcpp::NumericMatrix& distance,
                                            const Rcpp::IntegerVector& landmarks,
                                            const Rcpp::NumericMatrix& basis,
                                            const Rcpp::List& runtime) {
  const std::vector<std::size_t> vertex = rows_from(index);
  const std::vector<std::size_t> landmark = rows_from(landmarks);
  const lapscale::PathStarts starts{
      static_cast<std::size_t>(index.nrow()), {vertex.data(), vertex.size()}, view(distance)};
  Rcpp::NumericMatrix out(index.nrow(), basis.ncol());
  lapscale::geodesic_projection(sparse_view(graph), starts, {landmark.data(), landmark.size()},
                                view(basis), runtime_from(runtime),
                                {out.begin(), static_cast<std::size_t>(out.size())});
  return out;
}
