#ifndef LAPSCALE_KERNEL_DEGREE_TABLE_HPP
#define LAPSCALE_KERNEL_DEGREE_TABLE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "lapscale/runtime/paged_array.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Log degrees log t_j(h) of `size` points at increasing bandwidths ("nodes"), and between them:
// log t is smooth in log h, so six nodes around h are interpolated (Lagrange). With a node ratio of
// 1.1 the error is below 3e-6; at a node it is that of the stored float, 1e-6.
class DegreeTable {
 public:
  // folder  where it is kept on the disk; empty: in memory
  // side    nodes on each side that are interpolated through
  DegreeTable(std::vector<double> nodes, std::size_t size, const std::string& folder = "",
              std::size_t side = 3)
      : nodes_(std::move(nodes)),
        size_(size),
        side_(side),
        log_degree_(nodes_.size() * size, folder) {}

  const std::vector<double>& nodes() const { return nodes_; }
  std::size_t size() const { return size_; }

  void set(std::size_t node, std::size_t point, double degree) {
    log_degree_.data()[node * size_ + point] = static_cast<float>(std::log(degree));
  }
  // To be told by those who set `count` points at all nodes.
  void was_set(std::size_t count) const { log_degree_.used(nodes_.size(), count); }

  // Log degrees as they are held, of the points begin to end - 1: node after node.
  std::vector<float> part(std::size_t begin, std::size_t end) const {
    std::vector<float> values;
    values.reserve(nodes_.size() * (end - begin));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const float* of_node = log_degree_.data() + i * size_;
      values.insert(values.end(), of_node + begin, of_node + end);
    }
    return values;
  }

  // Takes what part() gave at these nodes for the points from `begin` on; returns their end.
  std::size_t take_part(std::size_t begin, Span<const float> values) {
    const std::size_t count = values.size() / nodes_.size();
    if (values.size() != count * nodes_.size() || begin + count > size_) {
      throw std::invalid_argument("DegreeTable: a part of another table");
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      std::copy_n(values.data() + i * count, count, log_degree_.data() + i * size_ + begin);
    }
    was_set(count);
    return begin + count;
  }

  // t_j(h)^power for all points j; h within the range of the nodes.
  void powers(double bandwidth, double power, double* out) const {
    const std::vector<Term> terms = terms_at(bandwidth);
    for (std::size_t j = 0; j < size_; ++j) {
      double log_degree = 0;
      for (const Term& term : terms) {
        log_degree += term.weight * static_cast<double>(log_degree_.data()[term.node * size_ + j]);
      }
      out[j] = std::exp(power * log_degree);
    }
    log_degree_.used(terms.size(), size_);
  }

 private:
  struct Term {
    std::size_t node;
    double weight;
  };

  // Returns the interpolation weights at one bandwidth.
  std::vector<Term> terms_at(double bandwidth) const {
    const auto above = std::lower_bound(nodes_.begin(), nodes_.end(), bandwidth * (1 - 1e-12));
    const auto right = static_cast<std::size_t>(above - nodes_.begin());
    if (right < nodes_.size() && nodes_[right] <= bandwidth * (1 + 1e-12)) return {{right, 1.0}};
    const std::vector<std::size_t> near = nodes_around(right);
    const double x = std::log(bandwidth);
    std::vector<Term> terms;
    for (const std::size_t i : near) {
      double weight = 1;
      for (const std::size_t k : near) {
        if (k == i) continue;
        weight *= (x - std::log(nodes_[k])) / (std::log(nodes_[i]) - std::log(nodes_[k]));
      }
      terms.push_back({i, weight});
    }
    return terms;
  }

  // Up to side_ nodes on each side of the gap that ends at node `right`. Nodes closer than 0.5 %
  // to one another would enlarge the rounding of what they hold: of those the first is taken, and
  // across a gap as narrow a straight line is good.
  std::vector<std::size_t> nodes_around(std::size_t right) const {
    constexpr double apart = 1.005;
    if (nodes_.size() == 1) return {0};
    right = std::clamp<std::size_t>(right, 1, nodes_.size() - 1);
    std::vector<std::size_t> down = {right - 1};
    std::vector<std::size_t> up = {right};
    if (nodes_[right] >= apart * nodes_[right - 1]) {
      for (std::size_t i = right - 1; i-- > 0;) {
        if (nodes_[down.back()] >= apart * nodes_[i]) down.push_back(i);
      }
      for (std::size_t i = right + 1; i < nodes_.size(); ++i) {
        if (nodes_[i] >= apart * nodes_[up.back()]) up.push_back(i);
      }
    }
    down.resize(std::min(down.size(), 2 * side_ - std::min(up.size(), side_)));
    up.resize(std::min(up.size(), 2 * side_ - down.size()));
    down.insert(down.end(), up.begin(), up.end());
    return down;
  }

  std::vector<double> nodes_;
  std::size_t size_;
  std::size_t side_;
  PagedArray<float> log_degree_;  // node after node
};

// Nodes for a table at these bandwidths: the bandwidths themselves, and more where they are farther
// apart than a factor `apart`.
inline std::vector<double> table_nodes(std::vector<double> bandwidths, double apart = 1.1) {
  std::sort(bandwidths.begin(), bandwidths.end());
  std::vector<double> nodes;
  for (const double h : bandwidths) {
    if (!nodes.empty()) {
      const double last = nodes.back();
      const double gap = std::log(h / last);
      const int steps = static_cast<int>(std::ceil(gap / std::log(apart) - 1e-9));
      for (int s = 1; s < steps; ++s) nodes.push_back(last * std::exp(gap * s / steps));
    }
    nodes.push_back(h);
  }
  return nodes;
}

}  // namespace lapscale

#endif
