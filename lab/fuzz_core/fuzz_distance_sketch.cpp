// Sketches of parts add up to the sketch of the whole, on the same bins and on no others.
#include "fuzz_input.hpp"
#include "lapscale/kernel/distance_sketch.hpp"

namespace {

lapscale::LogBins bins(fuzz::Bytes& bytes) {
  const double low = std::ldexp(1.0, bytes.whole<int>(-300, 300));
  return {low, std::ldexp(low, bytes.whole<int>(1, 40))};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const lapscale::LogBins own = bins(bytes);
  const lapscale::LogBins other = bytes.flag() ? own : bins(bytes);
  lapscale::DistanceSketch left(own), right(other), whole(own);
  while (bytes.left() > 0) {
    const double sq_dist = std::abs(bytes.number(1e300));
    (bytes.flag() ? left : right).add({&sq_dist, 1});
    whole.add({&sq_dist, 1});
  }
  try {
    left += right;
    fuzz::require(own == other);
  } catch (const std::invalid_argument&) {
    fuzz::require(!(own == other));
    return 0;
  }
  for (std::size_t b = 0; b < own.size(); ++b) {
    fuzz::require(left.count(b) >= whole.count(b) && left.count(b) <= whole.count(b));
    fuzz::require(std::abs(left.sum(b) - whole.sum(b)) <= 1e-12 * whole.sum(b));
  }
  const double h = std::sqrt(own.centre(own.size() / 2));
  const double error = std::abs(left.heat_sum(h) - whole.heat_sum(h));
  fuzz::require(error <= 1e-12 * std::abs(whole.heat_sum(h)) + 1e-300);
  return 0;
}
