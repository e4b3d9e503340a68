#ifndef LAPSCALE_TESTS_LEAVES_HPP
#define LAPSCALE_TESTS_LEAVES_HPP

#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/points/point_index.hpp"

namespace tests {

inline std::vector<std::size_t> all_leaves(const lapscale::PointIndex& index) {
  std::vector<std::size_t> leaves(index.tree().n_leaves());
  std::iota(leaves.begin(), leaves.end(), std::size_t{0});
  return leaves;
}

}  // namespace tests

#endif
