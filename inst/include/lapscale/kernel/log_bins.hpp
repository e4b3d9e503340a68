#ifndef LAPSCALE_KERNEL_LOG_BINS_HPP
#define LAPSCALE_KERNEL_LOG_BINS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lapscale {

// A logarithmic axis for squared distances: the top bits of the double's pattern, that is its
// exponent and 7 bits of mantissa, number the bins; bin widths lie between 2^-8 and 2^-7 of the
// value. Bin 0 holds everything below `low`, the last bin everything from `high` on.
class LogBins {
 public:
  // 0 < low < high
  //   bits  of the mantissa that number a bin: 2^bits bins for a factor 2
  LogBins(double low, double high, int bits = 7)
      : dropped_bits_(52 - bits), base_(pattern(low)), last_(pattern(high) - base_ + 1) {}

  std::size_t size() const { return static_cast<std::size_t>(last_) + 1; }

  std::size_t index(double sq_dist) const {
    const std::int64_t bin = pattern(sq_dist) - base_;
    return static_cast<std::size_t>(std::min(std::max<std::int64_t>(bin, 0), last_));
  }

  // The values of bin b lie in [lower(b), lower(b + 1)).
  double lower(std::size_t bin) const {
    return bin == 0 ? 0 : value(base_ + static_cast<std::int64_t>(bin));
  }
  double centre(std::size_t bin) const { return lower(bin) / 2 + lower(bin + 1) / 2; }

  bool operator==(const LogBins& other) const {
    return dropped_bits_ == other.dropped_bits_ && base_ == other.base_ && last_ == other.last_;
  }

 private:
  std::int64_t pattern(double value) const {
    std::int64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return bits >> dropped_bits_;
  }
  double value(std::int64_t pattern) const {
    const std::int64_t bits = pattern << dropped_bits_;
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  int dropped_bits_;
  std::int64_t base_;
  std::int64_t last_;
};

}  // namespace lapscale

#endif
