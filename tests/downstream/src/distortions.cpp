#include <Rcpp.h>

#include <cstddef>
#include <lapscale/lapscale.hpp>
#include <numeric>
#include <vector>

extern "C" SEXP distortions(SEXP x, SEXP d, SEXP bandwidth) {
  BEGIN_RCPP
  const Rcpp::NumericMatrix points(x);
  const auto n = static_cast<std::size_t>(points.nrow());
  const auto r = static_cast<std::size_t>(points.ncol());
  const lapscale::Runtime runtime;
  const lapscale::PointIndex index({points.begin(), n, r, 1, n}, runtime);
  // Converts to the unit of the frame, in which all lengths inside the core are.
  const double h = index.frame().to_unit(Rcpp::as<double>(bandwidth));
  std::vector<std::size_t> rows(n);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  lapscale::ConsistencyOptions options;
  options.d = static_cast<std::size_t>(Rcpp::as<int>(d));
  // nullptr: uses all points within the cutoff instead of the neighbors of a given graph.
  const lapscale::GeometricConsistency criterion(index, rows, options, {h}, nullptr, runtime);
  Rcpp::NumericVector found(points.nrow());
  criterion.metrics(
      {h},
      [&](std::size_t i, std::size_t, const lapscale::LocalMetric& local) {
        found[static_cast<R_xlen_t>(i)] = lapscale::distortion_of(local.metric, false);
      },
      runtime);
  return found;
  END_RCPP
}
