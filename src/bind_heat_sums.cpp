#include <Rcpp.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/kernel/bandwidth_limits.hpp"
#include "lapscale/kernel/heat_sums.hpp"
#include "lapscale/kernel/normalized_sums.hpp"
#include "lapscale/neighbors/nearest_distinct.hpp"
#include "lapscale/select/bandwidth_range.hpp"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

namespace {

Rcpp::NumericMatrix as_matrix(const std::vector<double>& values, R_xlen_t rows) {
  const auto columns = static_cast<R_xlen_t>(values.size()) / rows;
  return Rcpp::NumericMatrix(static_cast<int>(rows), static_cast<int>(columns), values.begin());
}

}  // namespace

// Sums over the points around each row of `at` (m x r), for functions known at the points (n x q)
// and there (m x q): weight m x g (no columns if not wanted), difference m x (g q), square m x g'.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_heat_sums(SEXP points, const Rcpp::NumericMatrix& at,
                         const Rcpp::NumericMatrix& f_points, const Rcpp::NumericMatrix& f_at,
                         const Rcpp::NumericVector& bandwidths,
                         const Rcpp::NumericVector& square_bandwidths, bool weight,
                         const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries(frame, point_view(at), run);
  const std::vector<double> grid = lapscale::with_squares(in_unit(frame, bandwidths));
  const std::vector<double> squares = lapscale::with_squares(in_unit(frame, square_bandwidths));
  const lapscale::FunctionValues f{static_cast<std::size_t>(f_points.ncol()), view(f_points),
                                   view(f_at)};
  const lapscale::HeatSums sums =
      lapscale::HeatSumsPass(handle->index, queries, f, {grid, squares, weight}).run(run);
  const R_xlen_t m = at.nrow();
  return Rcpp::List::create(Rcpp::Named("weight") = as_matrix(sums.weight, m),
                            Rcpp::Named("difference") = as_matrix(sums.difference, m),
                            Rcpp::Named("square") = as_matrix(sums.square, m));
}

// Distance from each row of `at` (m x r) to the nearest point that does not coincide with it, unit
// of x; Inf if there is none.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector cpp_nearest_distinct(SEXP points, const Rcpp::NumericMatrix& at,
                                         const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries(frame, point_view(at), run);
  const std::vector<double> nearest = lapscale::nearest_distinct(handle->index, queries, run);
  Rcpp::NumericVector result(static_cast<R_xlen_t>(nearest.size()));
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    result[static_cast<R_xlen_t>(i)] = frame.from_unit(std::sqrt(nearest[i]));
  }
  return result;
}

// Root mean squared distance between all pairs of points, unit of x.
// [[Rcpp::export(rng = false)]]
double cpp_rms_distance(SEXP points) {
  const PointsPtr handle(points);
  return handle->index.frame().from_unit(lapscale::rms_distance(handle->index));
}

// Mean of f(x_i) - f(y) over a step of the random walk from each row y of `at`: m x q, per
// bandwidth; NaN where no point is near.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix cpp_normalized_differences(SEXP points, const Rcpp::NumericMatrix& at,
                                               const Rcpp::NumericMatrix& f_points,
                                               const Rcpp::NumericMatrix& f_at, double bandwidth,
                                               double alpha, const Rcpp::List& runtime) {
  const PointsPtr handle(points);
  const lapscale::PointFrame& frame = handle->index.frame();
  const lapscale::Runtime run = runtime_from(runtime);
  const lapscale::PointIndex queries(frame, point_view(at), run);
  const lapscale::FunctionValues f{static_cast<std::size_t>(f_points.ncol()), view(f_points),
                                   view(f_at)};
  return as_matrix(lapscale::normalized_differences(handle->index, queries, f,
                                                    frame.to_unit(bandwidth), alpha, run),
                   at.nrow());
}
