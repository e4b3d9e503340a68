#ifndef LAPSCALE_POINTS_PACK_ROWS_HPP
#define LAPSCALE_POINTS_PACK_ROWS_HPP

#include <algorithm>
#include <cstddef>
#include <limits>

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

// The same of points that are not rows: coordinate(i, k).
template <std::size_t width, class Coordinate, class Out>
void pack_coordinates(std::size_t dim, std::size_t count, const Coordinate& coordinate, Out* out) {
  for (std::size_t i = 0; i < count; ++i) {
    Out* to = out + i / width * width * dim + i % width;
    for (std::size_t k = 0; k < dim; ++k) to[k * width] = static_cast<Out>(coordinate(i, k));
  }
}

// Fills the last of the panels that `count` points take with +Inf, if it is not full; returns how
// many these are.
template <std::size_t width, class Out>
std::size_t pad_panels(std::size_t dim, std::size_t count, Out* out) {
  const std::size_t n_panels = (count + width - 1) / width;
  std::fill(out + count / width * width * dim, out + n_panels * width * dim,
            std::numeric_limits<Out>::infinity());
  return n_panels;
}

}  // namespace lapscale

#endif
