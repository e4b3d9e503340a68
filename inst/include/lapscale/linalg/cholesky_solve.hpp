#ifndef LAPSCALE_LINALG_CHOLESKY_SOLVE_HPP
#define LAPSCALE_LINALG_CHOLESKY_SOLVE_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/supernodal_factor.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Solves A x = b for some columns by runs of supernodes, so that it can be stopped on the way: a
// block of work is a run for a group of columns.
//   Group  n x q, or a vector
template <class Group>
class CholeskySolve {
 public:
  //   group  columns of a Group
  CholeskySolve(const SupernodalFactor& factor, Eigen::Index group, const Runtime& runtime)
      : factor_(factor),
        group_(group),
        runtime_(runtime),
        runs_(supernode_runs(factor, 1 << 20)),
        max_below_(tallest_below(factor)) {
    if (!runtime.monitor) return;
    runtime_.monitor = [this, monitor = runtime.monitor](double done) {
      monitor((static_cast<double>(n_done_) + done) / static_cast<double>(2 * runs_.size() + 2));
    };
  }
  CholeskySolve(const CholeskySolve&) = delete;
  CholeskySolve& operator=(const CholeskySolve&) = delete;

  // solution = A^-1 b
  void solve(const Eigen::Ref<const Eigen::MatrixXd>& b, Eigen::Ref<Eigen::MatrixXd> solution) {
    n_done_ = 0;
    x_.clear();
    below_.clear();
    for (Eigen::Index first = 0; first < b.cols(); first += group_) {
      const Eigen::Index width = std::min(group_, b.cols() - first);
      x_.emplace_back(b.rows(), width);
      below_.emplace_back(max_below_, width);
    }
    for_places([&](Eigen::Index j, Eigen::Index row) {
      for (std::size_t g = 0; g < x_.size(); ++g) x_[g].row(j) = part(b, row, g);
    });
    for (const SupernodeRun& run : runs_) {
      for_groups([&](Group& x, Group& below) { solve_forward(factor_, run, x, below); });
    }
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
      for_groups([&](Group& x, Group& below) { solve_backward(factor_, *run, x, below); });
    }
    for_places([&](Eigen::Index j, Eigen::Index row) {
      for (std::size_t g = 0; g < x_.size(); ++g) part(solution, row, g) = x_[g].row(j);
    });
  }

 private:
  template <class Columns>
  auto part(Columns& columns, Eigen::Index row, std::size_t g) const {
    return columns.row(row).segment(static_cast<Eigen::Index>(g) * group_, x_[g].cols());
  }

  // visit(j, row) for all rows j of L, which is a row of A.
  template <class Visit>
  void for_places(const Visit& visit) {
    const auto order = factor_.order;
    for_rows(static_cast<std::size_t>(factor_.size()), runtime_, [&](std::size_t j) {
      const auto place = static_cast<Eigen::Index>(j);
      visit(place, order.empty() ? place : order[j]);
    });
    ++n_done_;
  }

  template <class Visit>
  void for_groups(const Visit& visit) {
    for_blocks(runtime_, x_.size(), [&](std::size_t g) { visit(x_[g], below_[g]); });
    ++n_done_;
  }

  const SupernodalFactor& factor_;
  Eigen::Index group_;
  Runtime runtime_;  // its monitor is told the share of the whole solution
  std::size_t n_done_ = 0;
  std::vector<SupernodeRun> runs_;
  Eigen::Index max_below_;
  std::vector<Group> x_;
  std::vector<Group> below_;
};

// A^-1 b for b of n rows: four columns at a time, one where there is one, and not more than some at
// once, which wait in memory.
LAPSCALE_ONCE Eigen::MatrixXd cholesky_solve(const SupernodalFactor& factor,
                                             const Eigen::Ref<const Eigen::MatrixXd>& b,
                                             const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Eigen::MatrixXd cholesky_solve(const SupernodalFactor& factor,
                                             const Eigen::Ref<const Eigen::MatrixXd>& b,
                                             const Runtime& runtime) {
  constexpr Eigen::Index group = 4;
  constexpr Eigen::Index together = 4 * group;
  Eigen::MatrixXd solution(factor.size(), b.cols());
  // Rows in one piece: those of a supernode's rest lie far from each other.
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  CholeskySolve<Rows> by_groups(factor, group, runtime);
  CholeskySolve<Eigen::VectorXd> alone(factor, 1, runtime);
  const Eigen::Index single = b.cols() % group == 1 ? b.cols() - 1 : b.cols();
  for (Eigen::Index first = 0; first < single; first += together) {
    const Eigen::Index width = std::min(together, single - first);
    by_groups.solve(b.middleCols(first, width), solution.middleCols(first, width));
  }
  if (single < b.cols()) alone.solve(b.rightCols(1), solution.rightCols(1));
  return solution;
}
#endif

}  // namespace lapscale

#endif
