#ifndef LAPSCALE_POINTS_STORED_NUMBERS_HPP
#define LAPSCALE_POINTS_STORED_NUMBERS_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace lapscale {

// Numbers as bigmemory and bigstatsr store them, in 4 bytes: floats, or ints. A missing value is
// the smallest int, and as a float FLT_MIN.
template <class Scalar>
struct StoredNumbers {
  static_assert(std::is_same_v<Scalar, float> || std::is_same_v<Scalar, std::int32_t>);

  // Of floats the smallest normal one.
  static constexpr Scalar missing = std::numeric_limits<Scalar>::min();

  static void unpack(const char* raw, std::size_t count, double missing_as, double* out) {
    for (std::size_t i = 0; i < count; ++i) {
      Scalar value;
      std::memcpy(&value, raw + i * sizeof value, sizeof value);
      const bool is_nan = std::isnan(static_cast<double>(value));
      out[i] = is_missing(value) && !is_nan ? missing_as : static_cast<double>(value);
    }
  }

  // values  for which holds() is true
  static void pack(const double* values, std::size_t count, char* raw) {
    for (std::size_t i = 0; i < count; ++i) {
      const Scalar value = std::isnan(values[i]) ? missing : nearest(values[i]);
      std::memcpy(raw + i * sizeof value, &value, sizeof value);
    }
  }

  // Tells whether a number has a place in this type: all but finite ones beyond its range, and,
  // among ints, infinity.
  static bool holds(double value) {
    if (std::isnan(value)) return true;
    if (std::is_same_v<Scalar, float> && std::isinf(value)) return true;
    return std::abs(value) <= static_cast<double>(std::numeric_limits<Scalar>::max());
  }

 private:
  static bool is_missing(Scalar value) { return !(value < missing || value > missing); }

  // Replaces what would be taken for missing by the next number.
  static Scalar nearest(double value) {
    const auto rounded = static_cast<Scalar>(value);
    if constexpr (std::is_same_v<Scalar, float>) {
      if (is_missing(rounded)) return std::nextafter(rounded, 1.0F);
    }
    return rounded;
  }
};

}  // namespace lapscale

#endif
