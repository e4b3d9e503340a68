#ifndef LAPSCALE_POINTS_PACK_ROWS_HPP
#define LAPSCALE_POINTS_PACK_ROWS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Packs points that are rows of `dim` floats or doubles into panels of `width`, the i-th of `count`
// being row row(i) of x. Some coordinates of all points of a panel before the next, so that
// what is written stays in the nearest memory meanwhile. Places past the last are left as they are.
template <std::size_t width = panel_width, class Number, class Row, class Out>
void pack_rows(const Number* x, std::size_t dim, std::size_t count, const Row& row, Out* out) {
  constexpr std::size_t at_once = 64;
  for (std::size_t begin = 0; begin < count; begin += width) {
    const std::size_t end = std::min(begin + width, count);
    Out* panel = out + begin * dim;
    for (std::size_t from = 0; from < dim; from += at_once) {
      const std::size_t to = std::min(from + at_once, dim);
      for (std::size_t i = begin; i < end; ++i) {
        const Number* point = x + row(i) * dim;
        for (std::size_t k = from; k < to; ++k) {
          panel[k * width + i - begin] = static_cast<Out>(point[k]);
        }
      }
    }
  }
}

}  // namespace lapscale

#endif
