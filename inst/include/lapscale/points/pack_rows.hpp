#ifndef LAPSCALE_POINTS_PACK_ROWS_HPP
#define LAPSCALE_POINTS_PACK_ROWS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Packs points that are rows of `dim` floats or doubles into panels, the i-th of `count` being row
// row(i) of x. Some coordinates of all points of a panel before the next, so that each line of
// memory is written once. Places past the last are left as they are.
template <class Number, class Row>
void pack_rows(const Number* x, std::size_t dim, std::size_t count, const Row& row, double* out) {
  constexpr std::size_t at_once = 8;
  for (std::size_t begin = 0; begin < count; begin += panel_width) {
    const std::size_t end = std::min(begin + panel_width, count);
    double* panel = out + begin * dim;
    for (std::size_t from = 0; from < dim; from += at_once) {
      const std::size_t to = std::min(from + at_once, dim);
      for (std::size_t i = begin; i < end; ++i) {
        const Number* point = x + row(i) * dim;
        for (std::size_t k = from; k < to; ++k) {
          panel[k * panel_width + i - begin] = static_cast<double>(point[k]);
        }
      }
    }
  }
}

}  // namespace lapscale

#endif
