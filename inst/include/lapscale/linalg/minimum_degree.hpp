#ifndef LAPSCALE_LINALG_MINIMUM_DEGREE_HPP
#define LAPSCALE_LINALG_MINIMUM_DEGREE_HPP

#include <cstddef>
#include <memory>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#if LAPSCALE_BODIES
#include "lapscale/runtime/side_thread.hpp"
#include "lapscale/runtime/watch.hpp"
#endif

namespace lapscale {

// Returns the order in which to eliminate a symmetric sparse matrix, by approximate minimum degree.
// Eigen's cannot be interrupted, and takes seconds for a million rows.
LAPSCALE_ONCE std::vector<int> minimum_degree_order(const SparseView& matrix,
                                                    const Runtime& runtime);
#if LAPSCALE_BODIES
// A symmetric pattern as Eigen orders it: the upper triangle by columns, with the diagonal, which
// Eigen wants to see whether it is stored or not.
class UpperPattern {
 public:
  UpperPattern(const SparseView& matrix, const Runtime& runtime) : begin_(1, 0) {
    Watch watch(runtime);
    for (std::size_t j = 0; j < matrix.size(); ++j) {
      const auto column = static_cast<int>(j);
      for (int e = matrix.begin[j]; e < matrix.begin[j + 1]; ++e) {
        const int i = matrix.column[static_cast<std::size_t>(e)];
        if (i < column) row_.push_back(i);
      }
      row_.push_back(column);
      begin_.push_back(static_cast<int>(row_.size()));
      watch.step(static_cast<std::size_t>(matrix.begin[j + 1] - matrix.begin[j]), j, matrix.size());
    }
  }

  std::size_t entries() const { return row_.size(); }

  // Orders by approximate minimum degree (Amestoy, Davis, Duff 1996): the row that comes first,
  // second, ...
  std::vector<int> order() const {
    const auto n = static_cast<int>(begin_.size()) - 1;
    const std::vector<double> value(row_.size(), 1);
    using Pattern = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
    const Eigen::Map<const Pattern> upper(n, n, begin_.back(), begin_.data(), row_.data(),
                                          value.data());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
    Eigen::AMDOrdering<int>()(upper.selfadjointView<Eigen::Upper>(), permutation);
    return {permutation.indices().data(), permutation.indices().data() + n};
  }

 private:
  std::vector<int> begin_;
  std::vector<int> row_;
};

LAPSCALE_ONCE std::vector<int> minimum_degree_order(const SparseView& matrix,
                                                    const Runtime& runtime) {
  constexpr std::size_t many_entries = 100000;
  const auto pattern = std::make_shared<const UpperPattern>(matrix, runtime);
  if (!runtime.monitor || pattern->entries() < many_entries) return pattern->order();
  return SideThread::shared().run([pattern] { return pattern->order(); }, runtime.monitor);
}
#endif

}  // namespace lapscale

#endif
