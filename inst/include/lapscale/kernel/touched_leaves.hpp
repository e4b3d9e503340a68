#ifndef LAPSCALE_KERNEL_TOUCHED_LEAVES_HPP
#define LAPSCALE_KERNEL_TOUCHED_LEAVES_HPP

#include <atomic>
#include <cstddef>
#include <vector>

#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// The leaves that may hold points within `reach` of some boxes, which come from any thread.
class TouchedLeaves {
 public:
  TouchedLeaves(const PointIndex& index, double reach, const Runtime& runtime)
      : tree_(index.tree()),
        sq_reach_(reach * reach),
        kernels_(runtime.kernels()),
        touched_(tree_.n_leaves()) {}

  void add(const AnyBox& box) {
    if (all_.load(std::memory_order_relaxed)) return;
    std::vector<LeafRun> runs;
    std::vector<std::size_t> stack;
    tree_.near(box, sq_reach_, kernels_, runs, stack);
    for (const LeafRun& run : runs) {
      for (std::size_t leaf = run.begin; leaf < run.end; ++leaf) {
        touched_[leaf].store(1, std::memory_order_relaxed);
      }
      if (run.end - run.begin == touched_.size()) all_.store(true, std::memory_order_relaxed);
    }
  }

  // Increasing.
  std::vector<std::size_t> leaves() const {
    std::vector<std::size_t> leaves;
    for (std::size_t leaf = 0; leaf < touched_.size(); ++leaf) {
      if (touched_[leaf].load(std::memory_order_relaxed) != 0) leaves.push_back(leaf);
    }
    return leaves;
  }

 private:
  const KdTree& tree_;
  double sq_reach_;
  SimdKernels kernels_;
  std::vector<std::atomic<char>> touched_;  // 0 at first
  std::atomic<bool> all_{false};
};

}  // namespace lapscale

#endif
