#ifndef LAPSCALE_LINALG_FOREST_HPP
#define LAPSCALE_LINALG_FOREST_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/runtime/signed_vector.hpp"
#include "lapscale/runtime/watch.hpp"

namespace lapscale {

// Trees over the nodes 0, ..., n - 1, whose roots are children of n.
class Forest {
 public:
  explicit Forest(int n) : n_(n), child_(n + 1, n), next_(n, n) {}

  // Adds a child before all others of this parent.
  void hang(int node, int parent) { next_[node] = std::exchange(child_[parent], node); }

  // Returns all nodes, each after its children, which follow one another in their order. The forest
  // is used up.
  std::vector<int> postorder(Watch& watch) {
    std::vector<int> order;
    order.reserve(static_cast<std::size_t>(n_));
    std::vector<int> path;
    for (int root = child_[n_]; root < n_; root = next_[root]) {
      path.push_back(root);
      while (!path.empty()) {
        const int down = std::exchange(child_[path.back()], n_);
        if (down < n_) {
          child_[path.back()] = next_[down];
          path.push_back(down);
          continue;
        }
        order.push_back(path.back());
        path.pop_back();
        watch.step(4, order.size(), static_cast<std::size_t>(n_));
      }
    }
    return order;
  }

 private:
  int n_;
  SignedVector<int> child_;
  SignedVector<int> next_;
};

}  // namespace lapscale

#endif
