#include <Rcpp.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "lapscale/points/distance_copies.hpp"
#include "lapscale/points/farthest_point_sampling.hpp"
#include "lapscale/points/rounding_copies.hpp"
#include "r_allocate.h"
#include "r_list.h"
#include "r_points.h"
#include "r_runtime.h"
#include "r_views.h"

// x n x r, finite, not all rows alike: see index_from(); returns a handle for the calls that
// follow.
// [[Rcpp::export(rng = false)]]
SEXP cpp_points(SEXP x, const Rcpp::List& runtime) {
  return hold(std::make_shared<const Points>(Points{index_from(x, runtime_from(runtime))}));
}

// From now on the neighbors of these points are counted by places: rows that coincide are one.
//   different  the rows that differ, as cpp_points() takes them;  place: of each row, which of them
// [[Rcpp::export(rng = false)]]
void cpp_count_places(SEXP points, SEXP different, const Rcpp::IntegerVector& place,
                      const Rcpp::List& runtime) {
  const auto handle = held<Points>(points);
  if (handle->places) return;
  check_size("place", place.size(), handle->index.size());
  lapscale::PointIndex index = index_from(different, runtime_from(runtime));
  check_size("columns", static_cast<R_xlen_t>(index.dim()), handle->index.dim());
  check_that(index.size() > 1, "Different rows are expected.");
  std::vector<std::size_t> of_row = rows_from(place, index.size());
  handle->places = std::make_shared<const Places>(Places{std::move(index), std::move(of_row)});
  handle->sq_kth.clear();
}

// Lets go the object behind a handle of any kind now rather than at the next garbage collection;
// its memory is free when nothing that is made of it is held either. Once more does nothing.
// [[Rcpp::export(rng = false)]]
void cpp_release(SEXP handle) {
  if (held_address(handle) != nullptr) Rcpp::XPtr<Held>(handle).release();
}

// Whether a handle holds an object: not after cpp_release(), nor when it was read from a file.
// [[Rcpp::export(rng = false)]]
bool cpp_is_held(SEXP handle) {
  return TYPEOF(handle) == EXTPTRSXP && R_ExternalPtrAddr(handle) != nullptr;
}

// One length in the core's unit, in the unit of x: a power of two.
// [[Rcpp::export(rng = false)]]
double cpp_unit(SEXP points) {
  return held<Points>(points)->index.frame().from_unit(1.0);
}

// Farthest point sampling of x, as index_from() takes it, from the rows `start` on: up to `count`
// more rows, and the radius, the farthest that a row is from all of them.
// [[Rcpp::export(rng = false)]]
Rcpp::List cpp_farthest_point_sampling(SEXP x, const Rcpp::IntegerVector& start, double count,
                                       const Rcpp::List& runtime) {
  const lapscale::Runtime threads = runtime_from(runtime);
  const auto n = static_cast<std::size_t>(count);
  const auto found = [&](const lapscale::PointFrame& frame,
                         const lapscale::FarthestPoints& points) {
    return named_list({{"rows", rows_to(points.rows)}, {"radius", frame.from_unit(points.radius)}});
  };
  if (Rf_isS4(x) || Rf_inherits(x, "lapscale_distances")) {
    const lapscale::PointIndex index = index_from(x, threads);
    const std::vector<std::size_t> from = rows_from(start, index.size());
    return found(index.frame(), lapscale::farthest_point_sampling(
                                    *index.source(), {from.data(), from.size()}, n, threads));
  }
  const Rcpp::NumericMatrix m(x);
  const lapscale::PointView points = point_view(m);
  const lapscale::PointFrame frame = lapscale::frame_of(points);
  check_that(points.dim > 0, "Columns are expected.");
  const std::vector<std::size_t> from = rows_from(start, points.n);
  return found(
      frame, lapscale::farthest_point_sampling(lapscale::coordinates_in(frame, points), points.dim,
                                               {from.data(), from.size()}, n, threads));
}

// The row (1-based) whose numbers each row of x takes where rows differ by rounding alone; NULL
// where none do. x as index_from() takes it; of distances, those of all points.
// [[Rcpp::export(rng = false)]]
SEXP cpp_rounding_copies(SEXP x) {
  std::vector<std::size_t> rows;
  if (Rf_isS4(x)) {
    rows = lapscale::rounding_copies(sparse_columns(x));
  } else {
    const Rcpp::NumericMatrix m(x);
    if (m.nrow() < 2) return R_NilValue;
    const bool are_distances = Rf_inherits(x, "lapscale_distances");
    if (are_distances) check_size("columns", m.ncol(), static_cast<std::size_t>(m.nrow()));
    rows = are_distances ? lapscale::rounding_copies_of_distances(point_view(m))
                         : lapscale::rounding_copies(point_view(m));
  }
  if (rows.empty()) return R_NilValue;
  Rcpp::IntegerVector result = integer_vector(rows.size());
  std::transform(rows.begin(), rows.end(), result.begin(),
                 [](std::size_t row) { return static_cast<int>(row) + 1; });
  return result;
}
