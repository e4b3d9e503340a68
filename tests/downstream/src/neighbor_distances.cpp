#include <Rcpp.h>

#include <cmath>
#include <cstddef>
#include <lapscale/neighbors/nearest_neighbors.hpp>

extern "C" SEXP neighbor_distances(SEXP x, SEXP k) {
  BEGIN_RCPP
  const Rcpp::NumericMatrix points(x);
  const auto n = static_cast<std::size_t>(points.nrow());
  const auto r = static_cast<std::size_t>(points.ncol());
  const int n_neighbors = Rcpp::as<int>(k);
  const lapscale::Runtime runtime;
  const lapscale::PointIndex index({points.begin(), n, r, 1, n}, runtime);
  const lapscale::Adjacency lists =
      lapscale::nearest_neighbors(index, static_cast<std::size_t>(n_neighbors),
                                  lapscale::Ties::any, runtime);
  Rcpp::NumericMatrix distance(points.nrow(), n_neighbors);
  for (std::size_t i = 0; i < n; ++i) {
    int j = 0;
    for (const lapscale::Neighbor& neighbor : lists.of(i)) {
      distance(static_cast<int>(index.row_of(i)), j++) =
          index.frame().from_unit(std::sqrt(neighbor.sq_dist));
    }
  }
  return distance;
  END_RCPP
}
