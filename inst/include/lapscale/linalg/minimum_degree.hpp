#ifndef LAPSCALE_LINALG_MINIMUM_DEGREE_HPP
#define LAPSCALE_LINALG_MINIMUM_DEGREE_HPP

#include <chrono>
#include <cstddef>
#include <future>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// A symmetric pattern as Eigen orders it: the upper triangle by columns, with the diagonal, which
// Eigen wants to see whether it is stored or not.
class UpperPattern {
 public:
  explicit UpperPattern(const SparseView& matrix) : begin_(1, 0) {
    for (std::size_t j = 0; j < matrix.size(); ++j) {
      const auto column = static_cast<int>(j);
      for (int e = matrix.begin[j]; e < matrix.begin[j + 1]; ++e) {
        const int i = matrix.column[static_cast<std::size_t>(e)];
        if (i < column) row_.push_back(i);
      }
      row_.push_back(column);
      begin_.push_back(static_cast<int>(row_.size()));
    }
  }

  std::size_t entries() const { return row_.size(); }

  // By approximate minimum degree (Amestoy, Davis, Duff 1996): the row that comes first, second,
  // ...
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

// The order in which to eliminate a symmetric sparse matrix, by approximate minimum degree. Eigen's
// cannot be interrupted, and takes seconds for a million rows: it runs on a thread of its own while
// the caller asks the monitor. Where that throws, the thread is left to itself; it holds nothing
// but what it made, and ends.
inline std::vector<int> minimum_degree_order(const SparseView& matrix, const Runtime& runtime) {
  constexpr std::size_t many_entries = 100000;
  constexpr std::chrono::milliseconds between(50);
  const auto pattern = std::make_shared<const UpperPattern>(matrix);
  if (!runtime.monitor || pattern->entries() < many_entries) return pattern->order();
  std::packaged_task<std::vector<int>()> task([pattern] { return pattern->order(); });
  std::future<std::vector<int>> order = task.get_future();
  try {
    std::thread(std::move(task)).detach();
  } catch (const std::system_error&) {  // no more threads to be had
    return pattern->order();
  }
  do {
    runtime.monitor(0);
  } while (order.wait_for(between) != std::future_status::ready);
  return order.get();
}

}  // namespace lapscale

#endif
