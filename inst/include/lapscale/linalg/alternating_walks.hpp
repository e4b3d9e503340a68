#ifndef LAPSCALE_LINALG_ALTERNATING_WALKS_HPP
#define LAPSCALE_LINALG_ALTERNATING_WALKS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "lapscale/linalg/krylov_eigenpairs.hpp"
#include "lapscale/linalg/largest_eigenpairs.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Walks on the same points that take turns: with the symmetric walk matrices A_1, ..., A_m, each
// with spectrum in [-1, 1],
//
//   S = sum_{s != t} A_s A_t / (m (m - 1)),
//
// the symmetric form of alternating diffusion (Lederman and Talmon 2018; Shnitzer et al. 2019).
// What only one of the tables varies with is averaged away by the walks of the others.
class AlternatingWalks {
 public:
  explicit AlternatingWalks(std::vector<BlockOperator> walks) : walks_(std::move(walks)) {}

  std::size_t size() const { return walks_.front().n; }

  // S v; with one table left out of the outer walks, sum_{t != s} A_t v / (m (m - 1)) for each s:
  // what is extended to new points.
  Eigen::MatrixXd times(const Eigen::MatrixXd& v) const {
    const std::vector<Eigen::MatrixXd> others = inner(v);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(v.rows(), v.cols());
    for (std::size_t s = 0; s < walks_.size(); ++s) sum += walks_[s].times(others[s]);
    return sum;
  }

  std::vector<Eigen::MatrixXd> inner(const Eigen::MatrixXd& v) const {
    std::vector<Eigen::MatrixXd> step;
    Eigen::MatrixXd total = Eigen::MatrixXd::Zero(v.rows(), v.cols());
    for (const BlockOperator& walk : walks_) {
      step.push_back(walk.times(v));
      total += step.back();
    }
    const auto m = static_cast<double>(walks_.size());
    for (Eigen::MatrixXd& own : step) own = (total - own) / (m * (m - 1));
    return step;
  }

  // Its products with single vectors; the operator refers to this object.
  SymmetricOperator as_operator() const {
    return {size(), [this](const double* x, double* y) {
              const auto n = static_cast<Eigen::Index>(size());
              const Eigen::Map<const Eigen::MatrixXd> in(x, n, 1);
              Eigen::Map<Eigen::MatrixXd>(y, n, 1) = times(in);
            }};
  }

 private:
  std::vector<BlockOperator> walks_;
};

// The largest singular values of A Q B Q', with Q a permutation of the points: those of A B show
// what two walks share, those at random permutations what two that share nothing would show.
class SharedValues {
 public:
  //   a, b  symmetric, spectrum in [-1, 1]
  SharedValues(BlockOperator a, BlockOperator b, Eigen::Index count)
      : a_(std::move(a)), b_(std::move(b)), count_(count) {}

  // Returns `count` values, decreasing.
  //   order    row i of B stands for row order[i] of A
  //   runtime  of the search; the products have their own
  Eigen::VectorXd at(const std::vector<std::size_t>& order, const Runtime& runtime) const {
    const auto n = static_cast<Eigen::Index>(a_.n);
    const BlockMap square = [&](const Eigen::MatrixXd& v) {
      return permuted_b(a_.times(a_.times(permuted_b(v, order))), order);
    };
    if (n <= dense_limit) return roots(dense_values(square, n));
    Eigen::MatrixXd start(n, width());
    const CounterRandom random(1);
    for (Eigen::Index i = 0; i < start.size(); ++i) {
      start(i) = random.uniform(static_cast<std::uint64_t>(i)) - 0.5;
    }
    const Eigen::MatrixXd none(n, 0);
    const std::optional<Eigen::MatrixXd> vectors =
        krylov_vectors(square, none, count_, tolerance, std::move(start), runtime);
    if (vectors) {
      const Eigen::MatrixXd image = square(*vectors);
      return roots((vectors->array() * image.array()).colwise().sum().transpose());
    }
    const SymmetricOperator op{a_.n, [&](const double* x, double* y) {
                                 Eigen::Map<Eigen::MatrixXd>(y, n, 1) =
                                     square(Eigen::Map<const Eigen::MatrixXd>(x, n, 1));
                               }};
    return roots(LargestEigenpairs(op, static_cast<std::size_t>(count_), none).solve().values);
  }

  // Returns the values at random permutations of both tables, count x n_permutations. Those of one
  // table are the same whichever other it is compared with; table 0 stays as it is. Products are
  // divided among threads, not permutations: one of many points takes longer than a block should.
  Eigen::MatrixXd at_random(std::size_t table_a, std::size_t table_b, std::size_t n_permutations,
                            std::uint64_t seed, const Runtime& runtime) const {
    Eigen::MatrixXd values(count_, static_cast<Eigen::Index>(n_permutations));
    for (std::size_t number = 0; number < n_permutations; ++number) {
      const std::vector<std::size_t> of_a = permutation(a_.n, seed, table_a, number);
      const std::vector<std::size_t> of_b = permutation(a_.n, seed, table_b, number);
      std::vector<std::size_t> place(a_.n);
      for (std::size_t i = 0; i < place.size(); ++i) place[of_a[i]] = i;
      std::vector<std::size_t> order(a_.n);
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = place[of_b[i]];
      const Runtime part = part_of(runtime, number, number + 1, n_permutations);
      values.col(static_cast<Eigen::Index>(number)) = at(order, part);
      if (part.monitor) part.monitor(1);
    }
    return values;
  }

  // Returns the `number`-th random permutation of the rows of a table.
  static std::vector<std::size_t> permutation(std::size_t n, std::uint64_t seed, std::size_t table,
                                              std::size_t number) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (table == 0) return order;
    const CounterRandom random(seed + table);
    std::vector<std::uint64_t> key(n);
    for (std::size_t i = 0; i < n; ++i) key[i] = random.bits(i, number);
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
      return key[i] != key[j] ? key[i] < key[j] : i < j;
    });
    return order;
  }

 private:
  static constexpr Eigen::Index dense_limit = 200;
  // Residuals relative to the squared values, whose own error is of their square.
  static constexpr double tolerance = 1e-5;

  Eigen::Index width() const {
    constexpr auto four = static_cast<Eigen::Index>(block_width);
    return (count_ + 2 + four - 1) / four * four;
  }

  Eigen::MatrixXd permuted_b(const Eigen::MatrixXd& v,
                             const std::vector<std::size_t>& order) const {
    Eigen::MatrixXd moved(v.rows(), v.cols());
    for (std::size_t i = 0; i < order.size(); ++i) {
      moved.row(static_cast<Eigen::Index>(i)) = v.row(static_cast<Eigen::Index>(order[i]));
    }
    const Eigen::MatrixXd image = b_.times(moved);
    for (std::size_t i = 0; i < order.size(); ++i) {
      moved.row(static_cast<Eigen::Index>(order[i])) = image.row(static_cast<Eigen::Index>(i));
    }
    return moved;
  }

  Eigen::VectorXd dense_values(const BlockMap& square, Eigen::Index n) const {
    Eigen::MatrixXd m = square(Eigen::MatrixXd::Identity(n, n));
    m = ((m + m.transpose()) / 2).eval();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m, Eigen::EigenvaluesOnly);
    return eigen.eigenvalues().tail(count_).reverse();
  }

  static Eigen::VectorXd roots(const Eigen::VectorXd& squares) {
    return squares.cwiseMax(0).cwiseSqrt();
  }

  BlockOperator a_;
  BlockOperator b_;
  Eigen::Index count_;
};

}  // namespace lapscale

#endif
