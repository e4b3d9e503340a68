#ifndef LAPSCALE_POINTS_FLOAT_BOX_HPP
#define LAPSCALE_POINTS_FLOAT_BOX_HPP

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/box.hpp"

namespace lapscale {

// The smallest box of floats that holds a box of doubles.
class FloatBox {
 public:
  FloatBox(const Box& box, std::size_t dim) : corner_(2 * dim), dim_(dim) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (std::size_t k = 0; k < dim; ++k) {
      const auto low = static_cast<float>(box.lower[k]);
      const auto high = static_cast<float>(box.upper[k]);
      corner_[k] = static_cast<double>(low) > box.lower[k] ? std::nextafter(low, -infinity) : low;
      corner_[dim + k] =
          static_cast<double>(high) < box.upper[k] ? std::nextafter(high, infinity) : high;
    }
  }

  BoxOf<float> box() const { return {corner_.data(), corner_.data() + dim_}; }

 private:
  std::vector<float> corner_;
  std::size_t dim_;
};

}  // namespace lapscale

#endif
