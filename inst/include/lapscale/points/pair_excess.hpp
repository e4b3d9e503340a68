#ifndef LAPSCALE_POINTS_PAIR_EXCESS_HPP
#define LAPSCALE_POINTS_PAIR_EXCESS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A symmetric matrix of which few entries are not 0, row by row: what pairs of points have beside a
// rule that holds for all others.
class PairExcess {
 public:
  struct Entry {
    std::uint32_t other;
    double value;
  };

  PairExcess() : begin_(1) {}
  explicit PairExcess(const std::vector<std::vector<Entry>>& rows) : begin_(1) {
    for (const auto& row : rows) {
      entry_.insert(entry_.end(), row.begin(), row.end());
      begin_.push_back(entry_.size());
    }
  }

  std::size_t size() const { return begin_.size() - 1; }
  std::size_t n_entries() const { return entry_.size(); }
  Span<const Entry> of(std::size_t i) const {
    return {entry_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }

  // Returns rows and columns from[0], from[1], ..., in this order.
  template <class Number>
  PairExcess part(const std::vector<Number>& from) const {
    constexpr std::uint32_t none = std::uint32_t(-1);
    std::vector<std::uint32_t> place(size(), none);
    for (std::size_t k = 0; k < from.size(); ++k) place[from[k]] = static_cast<std::uint32_t>(k);
    PairExcess result;
    for (const Number i : from) {
      for (const Entry& e : of(i)) {
        if (place[e.other] != none) result.entry_.push_back({place[e.other], e.value});
      }
      result.begin_.push_back(result.entry_.size());
    }
    return result;
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<Entry> entry_;
};

// Squared distances that are nearly those of points,
//
//   |x_i - x_j|^2 - c_i - c_j + e_ij,
//
// as far as products with coefficients that add up to 0 feel them: of the c they see a constant.
struct NearlyEuclidean {
  std::size_t dim = 0;
  std::vector<double> x;  // point after point
  PairExcess excess;      // e, with the diagonal
};

}  // namespace lapscale

#endif
