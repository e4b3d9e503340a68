#include <Rcpp.h>

#include <cstddef>
#include <lapscale/door/distortions.hpp>
#include <lapscale/door/point_set.hpp>
#include <vector>

extern "C" SEXP distortions(SEXP x, SEXP d, SEXP bandwidth) {
  BEGIN_RCPP
  const Rcpp::NumericMatrix m(x);
  const lapscale::PointSet points(m.begin(), static_cast<std::size_t>(m.nrow()),
                                  static_cast<std::size_t>(m.ncol()));
  const std::vector<double> found = lapscale::distortions(
      points, {Rcpp::as<double>(bandwidth)}, static_cast<std::size_t>(Rcpp::as<int>(d)));
  return Rcpp::NumericVector(found.begin(), found.end());
  END_RCPP
}

extern "C" SEXP neighbor_distances(SEXP x, SEXP k) {
  BEGIN_RCPP
  const Rcpp::NumericMatrix m(x);
  const int n_neighbors = Rcpp::as<int>(k);
  const lapscale::PointSet points(m.begin(), static_cast<std::size_t>(m.nrow()),
                                  static_cast<std::size_t>(m.ncol()));
  const auto nearest = points.nearest(static_cast<std::size_t>(n_neighbors));
  Rcpp::NumericMatrix distance(m.nrow(), n_neighbors);
  for (int i = 0; i < m.nrow(); ++i) {
    for (int j = 0; j < n_neighbors; ++j) {
      distance(i, j) = nearest[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].distance;
    }
  }
  return distance;
  END_RCPP
}
