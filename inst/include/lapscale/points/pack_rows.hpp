#ifndef LAPSCALE_POINTS_PACK_ROWS_HPP
#define LAPSCALE_POINTS_PACK_ROWS_HPP

#include <algorithm>
#include <cstddef>
#include <limits>

#include "lapscale/points/point_rows.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Packs `count` <= width points into one panel: coordinate at(i, k) of point i. Some coordinates of
// all points before the next, so that what is written stays in the nearest memory meanwhile. Places
// past the last are left as they are.
template <std::size_t width, class At, class Out>
void pack_panel(std::size_t dim, std::size_t count, const At& at, Out* panel) {
  constexpr std::size_t at_once = 64;
  for (std::size_t from = 0; from < dim; from += at_once) {
    const std::size_t to = std::min(from + at_once, dim);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = from; k < to; ++k) panel[k * width + i] = static_cast<Out>(at(i, k));
    }
  }
}

// Packs points that are rows (MemoryRows or ScratchRows) into panels, the i-th of `count` being row
// row(i).
template <class Rows, class Row>
void pack_rows(const Rows& rows, std::size_t count, const Row& row, double* out) {
  for (std::size_t begin = 0; begin < count; begin += panel_width) {
    const std::size_t size = std::min(panel_width, count - begin);
    const auto own_row = [&](std::size_t i) { return row(begin + i); };
    rows.with(size, own_row, [&](const auto* const* point) {
      pack_panel<panel_width>(
          rows.dim(), size, [&](std::size_t i, std::size_t k) { return point[i][k]; },
          out + begin * rows.dim());
    });
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
