#ifndef LAPSCALE_LINALG_DEGREE_LISTS_HPP
#define LAPSCALE_LINALG_DEGREE_LISTS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/runtime/signed_vector.hpp"

namespace lapscale {

// Rows by their degrees: whichever of the least degree came last is taken first.
class DegreeLists {
 public:
  //   n  above all rows and degrees
  explicit DegreeLists(std::ptrdiff_t n) : head_(n, -1), next_(n, -1), last_(n, -1) {}

  // No row has a lower degree.
  int least() const { return least_; }

  void insert(int row, int degree) {
    const int after = head_[degree];
    if (after != -1) last_[after] = row;
    next_[row] = after;
    last_[row] = -1;
    head_[degree] = row;
    least_ = std::min(least_, degree);
  }

  void erase(int row, int degree) {
    if (next_[row] != -1) last_[next_[row]] = last_[row];
    (last_[row] != -1 ? next_[last_[row]] : head_[degree]) = next_[row];
  }

  // There has to be one.
  int take_least() {
    while (head_[least_] == -1) ++least_;
    const int row = head_[least_];
    erase(row, least_);
    return row;
  }

 private:
  SignedVector<int> head_;  // of each degree
  SignedVector<int> next_;  // of the same degree
  SignedVector<int> last_;
  int least_ = 0;
};

}  // namespace lapscale

#endif
