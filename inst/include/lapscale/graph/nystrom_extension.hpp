#ifndef LAPSCALE_GRAPH_NYSTROM_EXTENSION_HPP
#define LAPSCALE_GRAPH_NYSTROM_EXTENSION_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/graph/extension_rule.hpp"
#include "lapscale/neighbors/nearest_list.hpp"
#include "lapscale/neighbors/symmetric_adjacency.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// With w_j the weight of point j seen from the new point x, and m_j its mass.
struct Extension {
  std::vector<double> degree;  // sum_j w_j: length m, by row of the queries
  std::vector<double> mass;    // sum_j w_j m_j: length m
  std::vector<double> sum;     // sum_j w_j m_j g_jc: m x c
};

// Sums of functions g_1, ..., g_c over the neighbors of new points: what extends the eigenvectors
// of a graph to them (the method of Nystrom; Bengio et al. 2004, NIPS 16).
class NystromExtension {
 public:
  //   mass   length n, by row of the points
  //   value  n x c, by row of the points
  NystromExtension(const PointIndex& points, const PointIndex& queries, const ExtensionRule& rule,
                   Span<const double> mass, Span<const double> value)
      : points_(points),
        queries_(queries),
        rule_(rule),
        n_values_(value.size() / points.size()),
        largest_bandwidth_(*std::max_element(rule.bandwidth.begin(), rule.bandwidth.end())),
        value_(points.size() * (n_values_ + 1)) {
    const std::size_t n = points.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t row = points.row_of(i);
      double* to = value_.data() + i * (n_values_ + 1);
      to[0] = mass[row];
      for (std::size_t c = 0; c < n_values_; ++c) to[c + 1] = mass[row] * value[c * n + row];
    }
    for (const double sq : rule.sq_kth) largest_sq_kth_ = std::max(largest_sq_kth_, sq);
  }

  Extension run(const Runtime& runtime) const {
    const std::size_t m = queries_.size();
    Extension result{std::vector<double>(m), std::vector<double>(m),
                     std::vector<double>(m * n_values_)};
    for_ranges(m, block_size, runtime, [&](std::size_t begin, std::size_t end) {
      PairPass pass(points_, queries_, runtime);
      std::vector<Edges> edges(block_width);
      for_position_blocks(begin, end, [&](Span<const std::size_t> position) {
        gather(pass, position, edges);
        for (std::size_t q = 0; q < position.size(); ++q) {
          add_up(edges[q], queries_.row_of(position[q]), runtime.kernels(), result);
        }
      });
    });
    return result;
  }

 private:
  static constexpr std::size_t block_size = 16 * block_width;

  struct Edges {
    std::vector<std::size_t> point;
    std::vector<double> exponent;
    AlignedBuffer weight;
  };

  // Returns the squared distance beyond which no point is an edge.
  double sq_reach(std::size_t position) const {
    double reach = 0;
    if (rule_.within_radius) {
      const double h = std::max(rule_.query_bandwidth[position], largest_bandwidth_);
      reach = rule_.cutoff * rule_.cutoff * h * h;
    }
    if (rule_.k == 0) return reach;
    return std::max(reach, std::max(largest_sq_kth_, rule_.query_sq_kth[position]));
  }

  bool is_edge(std::size_t query, std::size_t point, double sq_dist, double exponent) const {
    if (!rule_.relative && !(exponent <= largest_exponent)) return false;
    const bool inside = exponent <= rule_.cutoff * rule_.cutoff;
    if (rule_.within_radius && inside) return true;
    if (rule_.k == 0) return false;
    const bool here = sq_dist <= largest_equal(rule_.query_sq_kth[query]);
    const bool there = !rule_.sq_kth.empty() && sq_dist <= largest_equal(rule_.sq_kth[point]);
    const bool near = rule_.symmetry == Symmetry::either ? here || there : here && there;
    return near && (rule_.within_radius || inside);
  }

  void gather(PairPass& pass, Span<const std::size_t> position, std::vector<Edges>& edges) const {
    double reach = 0;
    for (std::size_t q = 0; q < position.size(); ++q) {
      reach = std::max(reach, sq_reach(position[q]));
      edges[q].point.clear();
      edges[q].exponent.clear();
    }
    pass.select_leaves(position, largest_equal(reach));
    pass.run(position,
             [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
               const double h = rule_.query_bandwidth[position[q]];
               for (std::size_t i = 0; i < count && first + i < points_.size(); ++i) {
                 const double exponent = sq_dist[i] / (h * rule_.bandwidth[first + i]);
                 if (!is_edge(position[q], first + i, sq_dist[i], exponent)) continue;
                 edges[q].point.push_back(first + i);
                 edges[q].exponent.push_back(exponent);
               }
             });
    for (std::size_t q = 0; q < position.size() && !rule_.self_loops; ++q) drop_self(edges[q]);
  }

  // Without self loops a training point is not its own neighbor: of the points that coincide with
  // the new one, that of the first row goes.
  void drop_self(Edges& edges) const {
    std::size_t self = edges.point.size();
    for (std::size_t e = 0; e < edges.point.size(); ++e) {
      if (edges.exponent[e] > 0) continue;
      if (self == edges.point.size() ||
          points_.row_of(edges.point[e]) < points_.row_of(edges.point[self])) {
        self = e;
      }
    }
    if (self == edges.point.size()) return;
    const auto drop = [self](auto& values) {
      std::copy(values.data() + self + 1, values.data() + values.size(), values.data() + self);
      values.pop_back();
    };
    drop(edges.point);
    drop(edges.exponent);
  }

  void add_up(Edges& edges, std::size_t row, const SimdKernels& kernels, Extension& result) const {
    const std::size_t count = edges.point.size();
    const std::size_t padded = (count + panel_width - 1) / panel_width * panel_width;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (rule_.relative && count > 0) {
      const double least = *std::min_element(edges.exponent.begin(), edges.exponent.end());
      for (double& exponent : edges.exponent) exponent -= least;
    }
    edges.exponent.resize(padded, infinity);
    edges.weight.reserve(padded);
    kernels.heat_weights(edges.exponent.data(), padded, 1, infinity, edges.weight.data());
    const std::size_t m = queries_.size();
    std::vector<double> sum(n_values_ + 1, 0.0);
    double degree = 0;
    for (std::size_t e = 0; e < count; ++e) {
      const double weight = edges.weight[e];
      const double* value = value_.data() + edges.point[e] * (n_values_ + 1);
      degree += weight;
      for (std::size_t c = 0; c <= n_values_; ++c) sum[c] += weight * value[c];
    }
    result.degree[row] = degree;
    result.mass[row] = sum[0];
    for (std::size_t c = 0; c < n_values_; ++c) result.sum[c * m + row] = sum[c + 1];
  }

  const PointIndex& points_;
  const PointIndex& queries_;
  const ExtensionRule& rule_;
  std::size_t n_values_;
  double largest_bandwidth_;
  double largest_sq_kth_ = 0;
  std::vector<double> value_;  // by position: mass, then mass times the values of a point
};

}  // namespace lapscale

#endif
