#ifndef LAPSCALE_KERNEL_THINNING_LEVELS_HPP
#define LAPSCALE_KERNEL_THINNING_LEVELS_HPP

#include <cstddef>
#include <vector>

namespace lapscale {

// Tells how far points are thinned, by the bin that their gap is in: of level l one of 2^l is
// taken. Level 0 are the nearest `whole` points, level l those whose rank is between 2^(l - 1) and
// 2^l times that, whole bins at a time.
//   held   per bin, nearest first: points
//   whole  0: all are of level 0
inline std::vector<std::size_t> thinning_levels(const std::vector<std::size_t>& held,
                                                std::size_t whole) {
  constexpr std::size_t max_levels = 40;
  std::vector<std::size_t> level(held.size(), 0);
  std::size_t before = 0;
  std::size_t now = 0;
  for (std::size_t b = 0; b < held.size(); ++b) {
    while (whole > 0 && now < max_levels && before >= (whole << now)) ++now;
    level[b] = now;
    before += held[b];
  }
  return level;
}

}  // namespace lapscale

#endif
