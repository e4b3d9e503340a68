#ifndef LAPSCALE_R_POINTS_H
#define LAPSCALE_R_POINTS_H

#include <Rcpp.h>

#include <map>
#include <memory>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "r_handles.h"

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

// Lengths in the unit of x as lengths in the unit of the core.
inline std::vector<double> in_unit(const lapscale::PointFrame& frame,
                                   const Rcpp::NumericVector& lengths) {
  std::vector<double> result;
  for (const double length : lengths) result.push_back(frame.to_unit(length));
  return result;
}

// 1-based rows as positions, in the order given.
inline std::vector<std::size_t> positions_from(const lapscale::PointIndex& index,
                                               const Rcpp::IntegerVector& rows) {
  std::vector<std::size_t> position;
  for (const int row : rows)
    position.push_back(index.position_of(static_cast<std::size_t>(row) - 1));
  return position;
}

#endif
