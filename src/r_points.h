#ifndef LAPSCALE_R_POINTS_H
#define LAPSCALE_R_POINTS_H

#include <Rcpp.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/known_distances.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/sparse_points.hpp"
#include "r_checks.h"
#include "r_handles.h"
#include "r_sparse.h"
#include "r_views.h"

// The different rows of points, some of which coincide.
struct Places {
  lapscale::PointIndex index;
  std::vector<std::size_t> of_row;  // row of the index, by row of the points
};

struct Points {
  static constexpr const char* kind = "points";
  lapscale::PointIndex index;
  // Null: every row counts as a neighbor.
  mutable std::shared_ptr<const Places> places = {};
  // Squared distances to the k-th neighbor, by k: found once, for new points that come in blocks.
  mutable std::map<std::size_t, std::vector<double>> sq_kth = {};
  // Holds what cpp_nearest_part() searches, made once.
  mutable std::shared_ptr<const void> search = {};
};

// Lists by position, with the point itself.
struct NeighborGraph {
  static constexpr const char* kind = "a neighbour graph";
  std::shared_ptr<const Points> points;
  lapscale::Adjacency lists;
};

// Returns a dgCMatrix, which has to live as long as what is returned.
inline lapscale::SparseColumns sparse_columns(const Rcpp::S4& x) {
  const lapscale::SparseView view = sound_columns(x, false);
  const int* dim = INTEGER(slot_of_type(x, "Dim", INTSXP));
  check_that(dim[0] > 0 && dim[1] > 0, "Rows and columns are expected.");
  return {static_cast<std::size_t>(dim[0]), static_cast<std::size_t>(dim[1]), view.begin.data(),
          view.column.data(), view.value.data()};
}

// Of a matrix, a dgCMatrix, or the distances of as_distance_points().
inline lapscale::PointIndex index_from(SEXP x, const lapscale::Runtime& runtime) {
  if (Rf_isS4(x)) {
    const lapscale::SparseColumns columns = sparse_columns(x);
    return lapscale::SparsePoints::index(lapscale::SparsePoints::frame_for(columns), columns,
                                         runtime);
  }
  const Rcpp::NumericMatrix m(x);
  check_that(m.nrow() > 0 && m.ncol() > 0, "Rows and columns are expected.");
  const lapscale::PointView view = point_view(m);
  if (!Rf_inherits(x, "lapscale_distances")) return {view, runtime};
  const Rcpp::IntegerVector self = m.attr("self");
  check_size("self", self.size(), view.n);
  return lapscale::KnownDistances::index(lapscale::KnownDistances::frame_for(view), view,
                                         rows_from(self, view.dim), runtime);
}

// New points, in the frame of these.
inline lapscale::PointIndex queries_from(const lapscale::PointIndex& points, SEXP at,
                                         const lapscale::Runtime& runtime) {
  const bool are_sparse = points.has_coordinates() && points.source() != nullptr;
  check_that((Rf_isS4(at) != 0) == are_sparse, "Sparse rows go with sparse points.");
  if (are_sparse) {
    const lapscale::SparseColumns columns = sparse_columns(at);
    check_size("columns", static_cast<R_xlen_t>(columns.dim), points.dim());
    return lapscale::SparsePoints::index(points.frame(), columns, runtime);
  }
  const Rcpp::NumericMatrix m(at);
  check_that(m.nrow() > 0, "Rows are expected.");
  check_size("columns", m.ncol(), points.dim());
  if (points.has_coordinates()) return {points.frame(), point_view(m), runtime};
  return lapscale::KnownDistances::index(points.frame(), point_view(m), {}, runtime);
}

// Returns a number per row as a number per position; none where there is no such option.
inline std::vector<double> by_position(const lapscale::PointIndex& index, const Rcpp::List& options,
                                       const char* name) {
  std::vector<double> values;
  if (!options.containsElementNamed(name) || Rf_isNull(options[name])) return values;
  const Rcpp::NumericVector given(options[name]);
  check_size(name, given.size(), index.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    values.push_back(given[static_cast<R_xlen_t>(index.row_of(i))]);
  }
  return values;
}

// Returns lengths in the unit of x as lengths in the unit of the core.
inline std::vector<double> in_unit(const lapscale::PointFrame& frame,
                                   const Rcpp::NumericVector& lengths) {
  std::vector<double> result;
  for (const double length : lengths) {
    check_that(!std::isnan(length), "Lengths are expected, none of them missing.");
    result.push_back(frame.to_unit(length));
  }
  return result;
}

// Does the same for bandwidths or radii, of which there is at least one.
inline std::vector<double> grid_from(const lapscale::PointIndex& index,
                                     const Rcpp::NumericVector& lengths) {
  check_that(lengths.size() > 0, "A length is expected.");
  return in_unit(index.frame(), lengths);
}

// 1-based rows as positions, in the order given.
inline std::vector<std::size_t> positions_from(const lapscale::PointIndex& index,
                                               const Rcpp::IntegerVector& rows) {
  std::vector<std::size_t> position = rows_from(rows, index.size());
  for (std::size_t& place : position) place = index.position_of(place);
  return position;
}

#endif
