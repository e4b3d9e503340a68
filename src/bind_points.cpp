#include <Rcpp.h>

#include <memory>
#include <vector>

#include "lapscale/points/farthest_point_sampling.hpp"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

// x n x r, finite, not all rows alike; returns a handle for the calls that follow.
// [[Rcpp::export(rng = false)]]
SEXP cpp_points(const Rcpp::NumericMatrix& x, const Rcpp::List& runtime) {
  auto points = std::make_unique<Points>(Points{
      lapscale::PointIndex(point_view(x), runtime_from(runtime)), nullptr, nullptr, nullptr});
  return PointsPtr(points.release());
}

// Frees the points now rather than at the next garbage collection.
// [[Rcpp::export(rng = false)]]
void cpp_release(SEXP points) {
  PointsPtr handle(points);
  handle.release();
}

// Frees what was worked out on the points, not the points.
// [[Rcpp::export(rng = false)]]
void cpp_forget(SEXP points) {
  const PointsPtr handle(points);
  handle->graph.reset();
  handle->consistency.reset();
  handle->pairs.reset();
}

// One length in the core's unit, in the unit of x: a power of two.
// [[Rcpp::export(rng = false)]]
double cpp_unit(SEXP points) {
  return PointsPtr(points)->index.frame().from_unit(1.0);
}

// list(rows: up to `count` of x (n x r) that with the rows `start` cover all, not among these;
// radius: the farthest that a row is from them)
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_farthest_points(const Rcpp::NumericMatrix& x, const Rcpp::IntegerVector& start,
                               double count, const Rcpp::List& runtime) {
  const lapscale::PointView points = point_view(x);
  const lapscale::PointFrame frame = lapscale::frame_of(points);
  const std::vector<std::size_t> from = rows_from(start);
  const lapscale::Cover cover = lapscale::farthest_point_sampling(
      lapscale::coordinates_in(frame, points), points.dim, {from.data(), from.size()},
      static_cast<std::size_t>(count), runtime_from(runtime));
  return Rcpp::List::create(Rcpp::Named("rows") = rows_to(cover.rows),
                            Rcpp::Named("radius") = frame.from_unit(cover.radius));
}
