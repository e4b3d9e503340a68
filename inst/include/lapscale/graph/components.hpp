#ifndef LAPSCALE_GRAPH_COMPONENTS_HPP
#define LAPSCALE_GRAPH_COMPONENTS_HPP

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

struct Components {
  std::vector<std::size_t> membership;  // length n, 0-based; by decreasing size, then first point
  std::vector<std::size_t> sizes;       // decreasing
};

// Tells which weights are edges: those above zero and above a share of the sizes of the two points
// that they join, of their geometric mean or of the smaller.
struct EdgeRule {
  Eigen::VectorXd size;  // of each point, or empty: all weights above zero
  double faint = 0;
  bool by_smaller = false;

  // What are_joined() looks at: the sizes, or their roots.
  Eigen::VectorXd measure() const { return by_smaller ? size : Eigen::VectorXd(size.cwiseSqrt()); }
  bool are_joined(double weight, double a, double b) const {
    return weight > faint * (by_smaller ? std::min(a, b) : a * b);
  }
};

// Returns connected components of n points.
//   links  (point, visit) -> visits those that it is joined to, and returns how many it looked at
template <class Links>
Components components_by_links(std::size_t n, const Links& links, const Runtime& runtime) {
  Watch watch(runtime);
  std::size_t n_seen = 0;
  const std::size_t unseen = n;
  std::vector<std::size_t> label(n, unseen);
  std::vector<std::size_t> size;
  std::vector<std::size_t> stack;
  const auto visit = [&](std::size_t point) {
    if (label[point] != unseen) return;
    label[point] = size.size() - 1;
    ++size.back();
    ++n_seen;
    stack.push_back(point);
  };
  for (std::size_t first = 0; first < n && n_seen < n; ++first) {
    if (label[first] != unseen) continue;
    size.push_back(0);
    visit(first);
    while (!stack.empty() && n_seen < n) {
      const std::size_t at = stack.back();
      stack.pop_back();
      watch.step(1 + links(at, visit), n_seen, n);
    }
  }
  std::vector<std::size_t> order(size.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  std::vector<std::size_t> rank(size.size());
  Components result;
  for (std::size_t r = 0; r < order.size(); ++r) {
    rank[order[r]] = r;
    result.sizes.push_back(size[order[r]]);
  }
  for (const std::size_t l : label) result.membership.push_back(rank[l]);
  return result;
}

// Does so for a symmetric graph.
inline Components connected_components(const SparseView& graph, const Runtime& runtime,
                                       const EdgeRule& rule = {}) {
  const Eigen::VectorXd measure = rule.measure();
  const auto links = [&](std::size_t at, const auto& visit) {
    for (int e = graph.begin[at]; e < graph.begin[at + 1]; ++e) {
      const double weight = graph.value[static_cast<std::size_t>(e)];
      const auto to = static_cast<std::size_t>(graph.column[static_cast<std::size_t>(e)]);
      const bool joined = measure.size() == 0
                              ? weight > 0
                              : rule.are_joined(weight, measure[static_cast<Eigen::Index>(at)],
                                                measure[static_cast<Eigen::Index>(to)]);
      if (joined) visit(to);
    }
    return static_cast<std::size_t>(graph.begin[at + 1] - graph.begin[at]);
  };
  return components_by_links(graph.size(), links, runtime);
}

// Does so for a plain matrix of weights.
inline Components connected_components(const Eigen::Ref<const Eigen::MatrixXd>& graph,
                                       const Runtime& runtime, const EdgeRule& rule = {}) {
  const Eigen::VectorXd measure = rule.measure();
  const auto links = [&](std::size_t point, const auto& visit) {
    const auto at = static_cast<Eigen::Index>(point);
    for (Eigen::Index to = 0; to < graph.rows(); ++to) {
      const bool joined = measure.size() == 0
                              ? graph(to, at) > 0
                              : rule.are_joined(graph(to, at), measure[at], measure[to]);
      if (joined) visit(static_cast<std::size_t>(to));
    }
    return static_cast<std::size_t>(graph.rows());
  };
  return components_by_links(static_cast<std::size_t>(graph.rows()), links, runtime);
}

}  // namespace lapscale

#endif
