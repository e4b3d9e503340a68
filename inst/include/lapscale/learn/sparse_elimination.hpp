#ifndef LAPSCALE_LEARN_SPARSE_ELIMINATION_HPP
#define LAPSCALE_LEARN_SPARSE_ELIMINATION_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The harmonic function by elimination on a sparse graph: as eliminate_free_nodes() sums of
// positive numbers only, so that links of 1e-100 count beside links of 1. Each node that goes joins
// its free neighbors; what it has of the given nodes, a weight and the sum of their values by
// weight, goes to them by their shares.
class SparseElimination {
 public:
  //   weights  u x u, symmetric, >= 0
  //   given    length u
  //   f        u x q: the given values
  SparseElimination(const SparseView& weights, const std::vector<char>& given, Eigen::MatrixXd f)
      : links_(weights.size()), anchor_(weights.size(), 0), f_(std::move(f)) {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (given[i]) continue;
      const auto row = static_cast<Eigen::Index>(i);
      f_.row(row).setZero();
      for (int e = weights.begin[i]; e < weights.begin[i + 1]; ++e) {
        const Link link{weights.column[static_cast<std::size_t>(e)],
                        weights.value[static_cast<std::size_t>(e)]};
        if (link.node == row) continue;
        if (given[static_cast<std::size_t>(link.node)]) {
          anchor_[i] += link.weight;
          f_.row(row) += link.weight * f_.row(link.node);
        } else {
          links_[i].push_back(link);
        }
      }
    }
  }

  // Returns the values, u x q; 0 where nothing leads to a given node.
  //   order  the free nodes, as they go: a fill-reducing order
  Eigen::MatrixXd solve(const std::vector<std::size_t>& order, const Runtime& runtime) {
    constexpr std::size_t size = 16;
    const auto eliminate = [&](std::size_t k) { remove(order[k]); };
    for_rows(order.size(), in_order(runtime), eliminate, size);
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      const auto row = static_cast<Eigen::Index>(*node);
      double total = anchor_[*node];
      for (const Link& link : links_[*node]) {
        total += link.weight;
        f_.row(row) += link.weight * f_.row(link.node);
      }
      if (total > 0) f_.row(row) /= total;
    }
    return std::move(f_);
  }

 private:
  struct Link {
    int node;
    double weight;
  };
  using Links = std::vector<Link>;  // increasing nodes

  void remove(std::size_t k) {
    double total = anchor_[k];
    for (const Link& link : links_[k]) total += link.weight;
    if (!(total > 0)) return;
    for (const Link& link : links_[k]) {
      const double share = link.weight / total;
      const auto to = static_cast<std::size_t>(link.node);
      anchor_[to] += share * anchor_[k];
      f_.row(link.node) += share * f_.row(static_cast<Eigen::Index>(k));
      join(to, k, share);
    }
  }

  // The links of `to` without the one to k, and with k's by its share.
  void join(std::size_t to, std::size_t k, double share) {
    merged_.clear();
    auto own = links_[to].cbegin();
    const auto end = links_[to].cend();
    const auto keep = [&](const Link& link) {
      if (link.node != static_cast<int>(k)) merged_.push_back(link);
    };
    for (const Link& link : links_[k]) {
      if (link.node == static_cast<int>(to)) continue;
      while (own != end && own->node < link.node) keep(*own++);
      double weight = share * link.weight;
      if (own != end && own->node == link.node) weight += (own++)->weight;
      merged_.push_back({link.node, weight});
    }
    while (own != end) keep(*own++);
    links_[to].assign(merged_.begin(), merged_.end());
  }

  std::vector<Links> links_;    // free nodes: to the free ones that are left
  std::vector<double> anchor_;  // their weight to given nodes
  Eigen::MatrixXd f_;           // given values; of free nodes the sum of them by weight
  Links merged_;
};

}  // namespace lapscale

#endif
