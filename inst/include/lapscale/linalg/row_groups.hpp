#ifndef LAPSCALE_LINALG_ROW_GROUPS_HPP
#define LAPSCALE_LINALG_ROW_GROUPS_HPP

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "lapscale/linalg/coarse_walk.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Groups of rows of a symmetric matrix that strong entries hold together, those of at least a
// `share` of the largest of their row beside the diagonal: first rows whose strong neighbors are
// all free, with these; then each other row joins the group of its strongest neighbor that has one,
// or else begins one with those that are free (Vanek, Mandel, Brezina 1996, Computing 56).
inline Groups row_groups(const SparseView& matrix, double share) {
  const std::size_t n = matrix.size();
  Groups groups{std::vector<int>(n, -1), 0};
  std::vector<double> least(n, 0);
  const auto for_entries = [&](std::size_t row, const auto& visit) {
    for (int e = matrix.begin[row]; e < matrix.begin[row + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      const auto column = static_cast<std::size_t>(matrix.column[at]);
      if (column != row && matrix.value[at] > 0) visit(column, matrix.value[at]);
    }
  };
  for (std::size_t row = 0; row < n; ++row) {
    for_entries(row, [&](std::size_t, double x) { least[row] = std::max(least[row], share * x); });
  }
  const auto begin_with = [&](std::size_t row) {
    const auto group = static_cast<int>(groups.count++);
    groups.of[row] = group;
    for_entries(row, [&](std::size_t j, double x) {
      if (x >= least[row] && groups.of[j] < 0) groups.of[j] = group;
    });
  };
  for (std::size_t row = 0; row < n; ++row) {
    bool free = groups.of[row] < 0;
    for (int e = matrix.begin[row]; free && e < matrix.begin[row + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      const auto column = static_cast<std::size_t>(matrix.column[at]);
      free = matrix.value[at] < least[row] || groups.of[column] < 0;
    }
    if (free) begin_with(row);
  }
  const std::vector<int> before = groups.of;
  for (std::size_t row = 0; row < n; ++row) {
    if (groups.of[row] >= 0) continue;
    double largest = 0;
    for_entries(row, [&](std::size_t j, double x) {
      if (x < least[row] || before[j] < 0 || x <= largest) return;
      largest = x;
      groups.of[row] = before[j];
    });
  }
  for (std::size_t row = 0; row < n; ++row) {
    if (groups.of[row] < 0) begin_with(row);
  }
  return groups;
}

// Returns P' M P for stored M.
//   share  P_ig of each row i in its group g
inline GroupedMatrix grouped_entries(const SparseView& matrix, const Groups& groups,
                                     const Eigen::VectorXd& share, const Runtime& runtime) {
  constexpr std::size_t groups_at_once = 32;
  std::vector<std::size_t> begin(groups.count + 1, 0);
  for (const int group : groups.of) ++begin[static_cast<std::size_t>(group) + 1];
  for (std::size_t g = 0; g < groups.count; ++g) begin[g + 1] += begin[g];
  std::vector<std::size_t> member(groups.of.size());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < groups.of.size(); ++i) {
    member[next[static_cast<std::size_t>(groups.of[i])]++] = i;
  }
  std::vector<std::vector<GroupedEntry>> parts((groups.count + groups_at_once - 1) /
                                               groups_at_once);
  for_ranges(groups.count, groups_at_once, runtime, [&](std::size_t first, std::size_t last) {
    std::vector<double> sum(groups.count, 0);
    std::vector<char> is_near(groups.count, 0);
    std::vector<int> near;
    for (std::size_t g = first; g < last; ++g) {
      near.clear();
      for (std::size_t m = begin[g]; m < begin[g + 1]; ++m) {
        const std::size_t row = member[m];
        for (int e = matrix.begin[row]; e < matrix.begin[row + 1]; ++e) {
          const auto at = static_cast<std::size_t>(e);
          const int column = matrix.column[at];
          const auto other = static_cast<std::size_t>(groups.of[static_cast<std::size_t>(column)]);
          if (other > g) continue;
          if (is_near[other] == 0) {
            is_near[other] = 1;
            near.push_back(static_cast<int>(other));
          }
          sum[other] += matrix.value[at] * share[static_cast<Eigen::Index>(row)] * share[column];
        }
      }
      for (const int other : near) {
        const auto at = static_cast<std::size_t>(other);
        parts[first / groups_at_once].emplace_back(static_cast<int>(g), other, sum[at]);
        sum[at] = 0;
        is_near[at] = 0;
      }
    }
  });
  return grouped_matrix(parts, groups.count);
}

// Returns the walk between groups of a stored graph's points, as small ones as can be solved for in
// the time of a few products; nothing where there are too many of these.
//   base  the eigenvector for the eigenvalue 1
inline std::optional<CoarseWalk> row_walk(const SparseView& matrix, const Eigen::VectorXd& base,
                                          const Runtime& runtime) {
  constexpr double least_points = 2.5;
  // Of all products of a search, for each entry.
  constexpr double seconds = 1e-7;
  for (const double share : {0.75, 0.5, 0.25, 0.1}) {
    CoarseWalk walk(row_groups(matrix, share), base);
    const auto count = static_cast<double>(walk.groups().count);
    if (least_points * count > static_cast<double>(matrix.size())) continue;
    const GroupedMatrix between = grouped_entries(matrix, walk.groups(), walk.share(), runtime);
    const double most = seconds * static_cast<double>(matrix.value.size());
    if (walk.factorize(between, std::max(most, 0.1), runtime)) return walk;
  }
  return std::nullopt;
}

}  // namespace lapscale

#endif
