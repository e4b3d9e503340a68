#ifndef LAPSCALE_SELECT_MEDIAN_DISTANCE_HPP
#define LAPSCALE_SELECT_MEDIAN_DISTANCE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The median of the distances of all pairs, found digit by digit: the top bits of the pattern of a
// positive double order it, so a histogram of 16 bits at a time closes in on a rank. No distance is
// kept. Counts are whole numbers: their sum is the same in any order.
class PairRanks {
 public:
  PairRanks(const PointIndex& index, const Runtime& runtime) : index_(index), runtime_(runtime) {}

  // Returns the squared distance of this rank, from 0, among the n (n - 1) / 2 of distinct points.
  double at(double rank) const {
    std::uint64_t prefix = 0;
    for (int shift = 48; shift >= 0; shift -= 16) {
      const std::vector<double> count = histogram(prefix, shift);
      std::uint64_t digit = 0;
      while (rank >= count[digit]) rank -= count[digit++];
      prefix = (prefix << 16) | digit;
    }
    double value = 0;
    std::memcpy(&value, &prefix, sizeof value);
    return value;
  }

  // Returns the squared distance of the rank after that of `value`.
  double after(double value, double rank) const {
    double up_to = 0;
    double above = std::numeric_limits<double>::infinity();
    std::mutex mutex;
    visit([&](const auto& chunks) {
      double count = 0;
      double least = std::numeric_limits<double>::infinity();
      chunks([&](const double* sq_dist, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
          const bool below = sq_dist[i] <= value;
          count += below ? 1 : 0;
          if (!below) least = std::min(least, sq_dist[i]);
        }
      });
      const std::lock_guard<std::mutex> lock(mutex);
      up_to += count;
      above = std::min(above, least);
    });
    return up_to > rank + 1 ? value : above;
  }

 private:
  static constexpr std::size_t n_digits = 65536;

  // Counts how many of the squared distances whose bits above `shift + 16` are `prefix` have each
  // digit.
  std::vector<double> histogram(std::uint64_t prefix, int shift) const {
    std::vector<double> total(n_digits, 0.0);
    std::mutex mutex;
    visit([&](const auto& chunks) {
      std::vector<std::uint32_t> count(n_digits, 0);
      chunks([&](const double* sq_dist, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
          std::uint64_t bits = 0;
          std::memcpy(&bits, sq_dist + i, sizeof bits);
          const std::uint64_t digits = bits >> shift;
          if (digits >> 16 == prefix) ++count[digits & (n_digits - 1)];
        }
      });
      const std::lock_guard<std::mutex> lock(mutex);
      for (std::size_t d = 0; d < n_digits; ++d) total[d] += count[d];
    });
    return total;
  }

  // Calls take(chunks) for each leaf, from several threads; chunks(body) calls body(sq_dist, size)
  // with the squared distances from its points to those that come after them.
  template <class Take>
  void visit(const Take& take) const {
    const std::size_t n_leaves = index_.tree().n_leaves();
    for_blocks(runtime_, n_leaves, [&](std::size_t leaf) {
      PairPass pass(index_, runtime_);
      pass.select_leaves(LeafRun{leaf, n_leaves});
      take([&](const auto& body) {
        for_leaf_blocks(index_, leaf, [&](Span<const std::size_t> position) {
          pass.run(position,
                   [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                     const std::size_t from = position[q] + 1 > first ? position[q] + 1 - first : 0;
                     const std::size_t to = std::min(count, index_.size() - first);
                     if (from < to) body(sq_dist + from, to - from);
                   });
        });
      });
    });
  }

  const PointIndex& index_;
  Runtime runtime_;
};

// Median distance over the pairs of distinct points, the mean of the two middle ones if they are
// even in number; in the frame's unit.
inline double median_distance(const PointIndex& index, const Runtime& runtime) {
  const auto n = static_cast<double>(index.size());
  const double n_pairs = n * (n - 1) / 2;
  const PairRanks ranks(index, runtime);
  const double rank = std::floor((n_pairs - 1) / 2);
  const double lower = ranks.at(rank);
  const bool odd = 2 * rank + 1 >= n_pairs;
  return odd ? std::sqrt(lower) : (std::sqrt(lower) + std::sqrt(ranks.after(lower, rank))) / 2;
}

}  // namespace lapscale

#endif
