#ifndef LAPSCALE_EMBED_BARYCENTRIC_WEIGHTS_HPP
#define LAPSCALE_EMBED_BARYCENTRIC_WEIGHTS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Returns weights of sum 1 with which the neighbors of a point reconstruct it best in the
// least-squares sense: the solution of (C + ridge trace(C) I) w = 1, scaled, with C the Gram matrix
// of the differences to the neighbors (Roweis and Saul 2000). Where all neighbors coincide with the
// point they weigh the same.
//   difference  dim x k, neighbors minus the point
inline Eigen::VectorXd barycentric_weights(const Eigen::MatrixXd& difference, double ridge) {
  const Eigen::Index k = difference.cols();
  Eigen::MatrixXd gram = transpose_times(difference, difference);
  const double trace = gram.trace();
  if (!(trace > 0)) return Eigen::VectorXd::Constant(k, 1.0 / static_cast<double>(k));
  gram /= trace;
  gram.diagonal().array() += ridge;
  const Eigen::VectorXd weight = solve_with(gram.ldlt(), Eigen::VectorXd::Ones(k));
  return weight / weight.sum();
}

// Returns neighbors of a query minus the query: dim x k.
//   lists  by position of the query, positions of points
inline Eigen::MatrixXd neighbor_differences(const PointIndex& points, const PointIndex& queries,
                                            const Adjacency& lists, std::size_t query) {
  const Span<const Neighbor> list = lists.of(query);
  Eigen::MatrixXd difference(static_cast<Eigen::Index>(points.dim()),
                             static_cast<Eigen::Index>(list.size()));
  for (std::size_t j = 0; j < list.size(); ++j) {
    for (std::size_t r = 0; r < points.dim(); ++r) {
      difference(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(j)) =
          points.coordinate(list[j].point, r) - queries.coordinate(query, r);
    }
  }
  return difference;
}

// Does the same for the listed neighbors of every query.
//   lists    by position of the query, positions of points, k >= 1 each or none
//   returns  as long as lists.neighbors
inline std::vector<double> barycentric_weights(const PointIndex& points, const PointIndex& queries,
                                               const Adjacency& lists, double ridge,
                                               const Runtime& runtime) {
  std::vector<double> weight(lists.neighbors.size());
  constexpr std::size_t block = 64;
  const auto weigh = [&](std::size_t i) {
    if (lists.of(i).empty()) return;
    const Eigen::VectorXd w =
        barycentric_weights(neighbor_differences(points, queries, lists, i), ridge);
    std::copy(w.data(), w.data() + w.size(), weight.data() + lists.begin[i]);
  };
  for_rows(lists.size(), runtime, weigh, block);
  return weight;
}

}  // namespace lapscale

#endif
