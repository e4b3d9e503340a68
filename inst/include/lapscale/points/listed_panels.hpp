#ifndef LAPSCALE_POINTS_LISTED_PANELS_HPP
#define LAPSCALE_POINTS_LISTED_PANELS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lapscale/points/pack_rows.hpp"
#include "lapscale/points/point_index.hpp"

namespace lapscale {

// Packs the points at listed positions into panels of `width`; places past the last hold +Inf.
// Returns the number of panels. Floats keep all of points that are floats.
template <std::size_t width, class Number>
std::size_t pack_listed(const PointIndex& index, const std::uint32_t* position, std::size_t count,
                        Number* out) {
  static_assert(width <= rows_at_once, "a panel is packed at once");
  const std::size_t n_panels = pad_panels<width>(index.dim(), count, out);
  for (std::size_t begin = 0; begin < count; begin += width) {
    const std::size_t size = std::min(width, count - begin);
    index.with_points(position + begin, size, [&](const auto& at) {
      pack_panel<width>(index.dim(), size, at, out + begin * index.dim());
    });
  }
  return n_panels;
}

}  // namespace lapscale

#endif
