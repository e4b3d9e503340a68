#ifndef LAPSCALE_R_POINTS_H
#define LAPSCALE_R_POINTS_H

#include <Rcpp.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "r_checks.h"
#include "r_handles.h"
#include "r_views.h"

struct Points {
  static constexpr const char* kind = "points";
  lapscale::PointIndex index;
  // Squared distances to the k-th neighbour, by k: found once, for new points that come in blocks.
  mutable std::map<std::size_t, std::vector<double>> sq_kth = {};
  // What cpp_nearest_part() searches, made once.
  mutable std::shared_ptr<const void> search = {};
};

// Lists by position, with the point itself.
struct NeighborGraph {
  static constexpr const char* kind = "a neighbour graph";
  std::shared_ptr<const Points> points;
  lapscale::Adjacency lists;
};

inline lapscale::PointIndex index_from(const Rcpp::NumericMatrix& x,
                                       const lapscale::Runtime& runtime) {
  check_that(x.nrow() > 0 && x.ncol() > 0, "Rows and columns are expected.");
  return {point_view(x), runtime};
}

// New points, in the frame of these.
inline lapscale::PointIndex queries_from(const lapscale::PointIndex& points,
                                         const Rcpp::NumericMatrix& at,
                                         const lapscale::Runtime& runtime) {
  check_that(at.nrow() > 0, "Rows are expected.");
  check_size("columns", at.ncol(), points.dim());
  return {points.frame(), point_view(at), runtime};
}

// Lengths in the unit of x as lengths in the unit of the core.
inline std::vector<double> in_unit(const lapscale::PointFrame& frame,
                                   const Rcpp::NumericVector& lengths) {
  std::vector<double> result;
  for (const double length : lengths) {
    check_that(!std::isnan(length), "Lengths are expected, none of them missing.");
    result.push_back(frame.to_unit(length));
  }
  return result;
}

// The same of bandwidths or radii, of which there is at least one.
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
