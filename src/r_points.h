#ifndef LAPSCALE_R_POINTS_H
#define LAPSCALE_R_POINTS_H

#include <Rcpp.h>

#include <memory>
#include <vector>

#include "lapscale/kernel/pair_sketch.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/select/geometric_consistency.hpp"

// Points between the cpp_* calls of one R function: behind an external pointer that never leaves
// that function (cpp_release() in its on.exit()).
struct Points {
  lapscale::PointIndex index;
  std::unique_ptr<lapscale::Adjacency> graph;
  std::unique_ptr<lapscale::GeometricConsistency> consistency;
  std::unique_ptr<lapscale::PairSketch> pairs;
};

using PointsPtr = Rcpp::XPtr<Points>;

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
