#ifndef LAPSCALE_FUZZ_INPUT_HPP
#define LAPSCALE_FUZZ_INPUT_HPP

// What the fuzz targets make of the bytes that libFuzzer gives
// (https://llvm.org/docs/LibFuzzer.html).

#include <fuzzer/FuzzedDataProvider.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/points/point_frame.hpp"

namespace fuzz {

// A property that has to hold: the fuzzer reports where it does not.
inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

// Finite numbers up to `most` in size. Half of them from a few, so that many coincide.
inline double number(FuzzedDataProvider& bytes, double most) {
  if (bytes.ConsumeBool()) return bytes.ConsumeIntegralInRange<int>(-2, 2);
  const double any = bytes.ConsumeFloatingPoint<double>();
  return std::isfinite(any) && std::abs(any) <= most ? any : 0;
}

inline std::vector<double> numbers(FuzzedDataProvider& bytes, std::size_t count, double most) {
  std::vector<double> values(count);
  for (double& value : values) value = number(bytes, most);
  return values;
}

// n points of `dim` coordinates, point after point.
struct Points {
  std::size_t n;
  std::size_t dim;
  std::vector<double> data;

  Points(FuzzedDataProvider& bytes, double most)
      : n(bytes.ConsumeIntegralInRange<std::size_t>(1, 200)),
        dim(bytes.ConsumeIntegralInRange<std::size_t>(1, 5)),
        data(numbers(bytes, n * dim, most)) {}

  lapscale::PointView view() const { return {data.data(), n, dim, dim, 1}; }
};

}  // namespace fuzz

#endif
