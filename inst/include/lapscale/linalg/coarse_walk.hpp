#ifndef LAPSCALE_LINALG_COARSE_WALK_HPP
#define LAPSCALE_LINALG_COARSE_WALK_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/linalg/cholesky_cost.hpp"
#include "lapscale/linalg/cholesky_plan.hpp"
#include "lapscale/linalg/cholesky_solve.hpp"
#include "lapscale/linalg/filtered_subspace.hpp"
#include "lapscale/linalg/gram_schmidt.hpp"
#include "lapscale/linalg/supernodal_cholesky.hpp"
#include "lapscale/linalg/supernodal_factor.hpp"
#include "lapscale/linalg/supernodal_pattern.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// A partition of rows.
struct Groups {
  std::vector<int> of;  // the group of each row
  std::size_t count = 0;
};

// P' M P of a symmetric matrix M, entries P_ig of row i in its group g: rows of all groups.
using GroupedMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

// An entry of the lower half of such a matrix, or a part of it.
using GroupedEntry = Eigen::Triplet<double, int>;

// Adds up parts in their order, and completes the matrix.
LAPSCALE_ONCE GroupedMatrix grouped_matrix(const std::vector<std::vector<GroupedEntry>>& parts,
                                           std::size_t n_groups);
#if LAPSCALE_BODIES
LAPSCALE_ONCE GroupedMatrix grouped_matrix(const std::vector<std::vector<GroupedEntry>>& parts,
                                           std::size_t n_groups) {
  std::vector<GroupedEntry> all;
  for (const auto& part : parts) {
    for (const GroupedEntry& entry : part) {
      all.push_back(entry);
      if (entry.row() != entry.col()) all.emplace_back(entry.col(), entry.row(), entry.value());
    }
  }
  GroupedMatrix sum(static_cast<Eigen::Index>(n_groups), static_cast<Eigen::Index>(n_groups));
  sum.setFromTriplets(all.begin(), all.end());
  return sum;
}
#endif

// The walk between groups of a graph's points, which is solved by a Cholesky factor. What varies
// little inside of the groups is nearly constant on them, in terms of the first eigenvector, so the
// inverse of I - M is about I plus that of the walk between groups: all but the smooth functions
// have eigenvalues of I - M near 1.
class CoarseWalk {
 public:
  //   base  length n, above 0: the eigenvector of M for the eigenvalue 1
  CoarseWalk(Groups groups, const Eigen::VectorXd& base);

  const Groups& groups() const { return groups_; }
  // P_ig of each row i in its group g: unit columns that span the first eigenvector.
  const Eigen::VectorXd& share() const { return share_; }

  // Makes the factor of I - P' M P; false where it costs more seconds than these.
  bool factorize(const GroupedMatrix& walk, double most_seconds, const Runtime& runtime);

  // P (I - P' M P)^-1 P' r, r orthogonal to the first eigenvector.
  Eigen::MatrixXd correction(const Eigen::MatrixXd& r) const;

  // Returns about the leading eigenvectors of P' M P after the first, as P z: no more than there
  // are.
  Eigen::MatrixXd leading(Eigen::Index columns) const;

 private:
  static constexpr double shift = 1e-9;
  // In all, of single columns.
  static constexpr double n_solves = 150;
  // Seconds of a solve for each entry of the factor.
  static constexpr double per_entry = 1e-9;

  Eigen::MatrixXd gathered(const Eigen::MatrixXd& r) const;

  Eigen::MatrixXd spread(const Eigen::MatrixXd& z) const;

  // The first eigenvector, of which the inverse would be made, is left out.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& z) const;

  Eigen::MatrixXd without_base(const Eigen::MatrixXd& z) const;

  static Span<const int> span(const std::vector<int>& x) { return {x.data(), x.size()}; }

  Groups groups_;
  Eigen::VectorXd share_;
  Eigen::VectorXd base_;  // of groups
  SupernodalPattern pattern_;
  std::vector<int> value_begin_;
  std::vector<double> value_;
  Runtime runtime_;
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE CoarseWalk::CoarseWalk(Groups groups, const Eigen::VectorXd& base)
    : groups_(std::move(groups)),
      share_(base),
      base_(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(groups_.count))) {
  for (std::size_t i = 0; i < groups_.of.size(); ++i) {
    const double entry = base[static_cast<Eigen::Index>(i)];
    base_[groups_.of[i]] += entry * entry;
  }
  base_ = base_.cwiseSqrt();
  for (std::size_t i = 0; i < groups_.of.size(); ++i) {
    const double size = base_[groups_.of[i]];
    if (size > 0) share_[static_cast<Eigen::Index>(i)] /= size;
  }
}

LAPSCALE_ONCE bool CoarseWalk::factorize(const GroupedMatrix& walk, double most_seconds,
                                         const Runtime& runtime) {
  const auto entries = static_cast<std::size_t>(walk.nonZeros());
  const SparseView view{{walk.outerIndexPtr(), groups_.count + 1},
                        {walk.innerIndexPtr(), entries},
                        {walk.valuePtr(), entries}};
  const CholeskyPlan plan = plan_cholesky(view, most_seconds / (n_solves * per_entry), runtime);
  if (!(factor_seconds(plan) + plan.entries * n_solves * per_entry <= most_seconds)) return false;
  pattern_ = supernodal_pattern(view, plan.order, runtime);
  const std::vector<std::size_t> begin = pattern_.value_begin();
  value_.resize(begin.back());
  value_begin_.assign(begin.begin(), begin.end());
  runtime_ = runtime;
  return SupernodalCholesky(view, pattern_, -1, 1 + shift, value_.data(), runtime).fill();
}

LAPSCALE_ONCE Eigen::MatrixXd CoarseWalk::leading(Eigen::Index columns) const {
  columns = std::min(columns, base_.size() - 1);
  if (columns < 1) return Eigen::MatrixXd(share_.size(), 0);
  Eigen::MatrixXd z = uniform_block(base_.size(), columns);
  Eigen::MatrixXd triangle(columns, columns);
  for (int round = 0; round < 3; ++round) {
    z = solve(z);
    if (!make_orthonormal(z, triangle)) break;
  }
  const Eigen::MatrixXd image = solve(z);
  const Eigen::MatrixXd inner = transpose_times(z, image);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(inner);
  const Eigen::MatrixXd turn = eigen.eigenvectors().rowwise().reverse();
  return spread(times(z, turn));
}

LAPSCALE_ONCE Eigen::MatrixXd CoarseWalk::correction(const Eigen::MatrixXd& r) const {
  return spread(solve(gathered(r)));
}

LAPSCALE_ONCE Eigen::MatrixXd CoarseWalk::gathered(const Eigen::MatrixXd& r) const {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(base_.size(), r.cols());
  for (Eigen::Index c = 0; c < r.cols(); ++c) {
    for (Eigen::Index i = 0; i < r.rows(); ++i) {
      sum(groups_.of[static_cast<std::size_t>(i)], c) += share_[i] * r(i, c);
    }
  }
  return sum;
}

LAPSCALE_ONCE Eigen::MatrixXd CoarseWalk::spread(const Eigen::MatrixXd& z) const {
  Eigen::MatrixXd f(share_.size(), z.cols());
  for (Eigen::Index c = 0; c < z.cols(); ++c) {
    for (Eigen::Index i = 0; i < f.rows(); ++i) {
      f(i, c) = share_[i] * z(groups_.of[static_cast<std::size_t>(i)], c);
    }
  }
  return f;
}

LAPSCALE_ONCE Eigen::MatrixXd CoarseWalk::solve(const Eigen::MatrixXd& z) const {
  const SupernodalFactor factor{span(pattern_.order),     span(pattern_.first_column),
                                span(pattern_.row_begin), span(value_begin_),
                                span(pattern_.row),       {value_.data(), value_.size()}};
  return without_base(cholesky_solve(factor, without_base(z), runtime_));
}

LAPSCALE_ONCE Eigen::MatrixXd CoarseWalk::without_base(const Eigen::MatrixXd& z) const {
  Eigen::MatrixXd rest = z;
  add_outer(rest, base_, transpose_times_vector(z, base_) / base_.squaredNorm(), -1);
  return rest;
}

#endif

}  // namespace lapscale

#endif
