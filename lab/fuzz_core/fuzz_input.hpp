#ifndef LAPSCALE_FUZZ_INPUT_HPP
#define LAPSCALE_FUZZ_INPUT_HPP

// What the fuzz targets make of the bytes that libFuzzer gives
// (https://llvm.org/docs/LibFuzzer.html).

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "lapscale/points/point_frame.hpp"

namespace fuzz {

// No std::exception, so that no target takes it for one of the core's.
struct Broken {};

// A property that has to hold: whoever called reports where it does not.
inline void require(bool holds) {
  if (!holds) throw Broken{};
}

// Bytes from first to last; after the last, zeros.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  bool flag() { return (bits(1) & 1U) != 0; }

  // A whole number from low to high, of no more bytes than it takes.
  template <class Whole>
  Whole whole(Whole low, Whole high) {
    const std::uint64_t span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    std::size_t count = 1;
    while (count < 8 && span >> (8 * count) != 0) ++count;
    const std::uint64_t value = bits(count);
    return static_cast<Whole>(static_cast<std::uint64_t>(low) +
                              (span + 1 == 0 ? value : value % (span + 1)));
  }

  // Finite numbers up to `most` in size, of all exponents. Half of them from a few, so that many
  // coincide.
  double number(double most) {
    if (flag()) return whole(-2, 2);
    const std::uint64_t pattern = bits(8);
    double any = 0;
    std::memcpy(&any, &pattern, sizeof any);
    return std::isfinite(any) && std::abs(any) <= most ? any : 0;
  }

  std::vector<char> rest() {
    std::vector<char> bytes(at_, end_);
    at_ = end_;
    return bytes;
  }

 private:
  std::uint64_t bits(std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < count && at_ != end_; ++k) {
      value |= static_cast<std::uint64_t>(*at_++) << (8 * k);
    }
    return value;
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

inline std::vector<double> numbers(Bytes& bytes, std::size_t count, double most) {
  std::vector<double> values(count);
  for (double& value : values) value = bytes.number(most);
  return values;
}

// n points of `dim` coordinates, point after point.
struct Points {
  std::size_t n;
  std::size_t dim;
  std::vector<double> data;

  Points(Bytes& bytes, double most)
      : n(bytes.whole<std::size_t>(1, 200)),
        dim(bytes.whole<std::size_t>(1, 5)),
        data(numbers(bytes, n * dim, most)) {}

  lapscale::PointView view() const { return {data.data(), n, dim, dim, 1}; }
};

}  // namespace fuzz

#endif
