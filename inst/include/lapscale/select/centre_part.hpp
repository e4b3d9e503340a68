#ifndef LAPSCALE_SELECT_CENTRE_PART_HPP
#define LAPSCALE_SELECT_CENTRE_PART_HPP

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Some of the points that a pass looks at, by their order in the tree: what one of several
// processes does. All of them unless that is said.
struct CentrePart {
  std::size_t begin = 0;
  std::size_t end = std::size_t(-1);

  // Returns the part of n points. It begins at a multiple of block_width, so that neighborhoods are
  // gathered in the blocks in which a pass over all points gathers them.
  CentrePart of(std::size_t n) const {
    const CentrePart part{begin, std::min(end, n)};
    if (part.begin > part.end || part.begin % block_width != 0) {
      throw std::invalid_argument("CentrePart: a part begins at a multiple of block_width");
    }
    return part;
  }
};

}  // namespace lapscale

#endif
