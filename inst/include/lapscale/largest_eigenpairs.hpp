#ifndef LAPSCALE_LARGEST_EIGENPAIRS_HPP
#define LAPSCALE_LARGEST_EIGENPAIRS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "lapscale/chebyshev_filter.hpp"
#include "lapscale/eigen.hpp"
#include "lapscale/lanczos.hpp"
#include "lapscale/lanczos_plan.hpp"
#include "lapscale/largest_left.hpp"
#include "lapscale/random.hpp"
#include "lapscale/ritz_values.hpp"
#include "lapscale/symmetric_operator.hpp"

namespace lapscale {

struct EigenPairs {
  Eigen::VectorXd values;     // decreasing, length k
  Eigen::MatrixXd vectors;    // orthonormal, n x k
  Eigen::VectorXd residuals;  // |M v - lambda v|, length k
};

// The k largest eigenvalues of a symmetric operator with spectrum in [-1, 1], with complete
// multiplicities.
//
// Lanczos iteration on a Chebyshev polynomial of the operator, so that eigenvalues close to 1,
// and close to each other, come in few steps. Lanczos can miss copies of a multiple eigenvalue and
// report convergence all the same; so the search goes on with all vectors found projected out,
// until surely nothing above the k-th eigenvalue is left. Start vectors are fixed: two calls agree
// to the last bit.
class LargestEigenpairs {
 public:
  // known  orthonormal eigenvectors for the eigenvalue 1 that the caller has already, n x c
  LargestEigenpairs(const SymmetricOperator& op, std::size_t k, const Eigen::MatrixXd& known)
      : op_(op),
        n_(static_cast<Eigen::Index>(op.n)),
        k_(static_cast<Eigen::Index>(k)),
        found_(known),
        values_(Eigen::VectorXd::Ones(known.cols())) {}

  // Always k pairs; the residuals tell how good they are.
  EigenPairs solve() {
    if (k_ > found_.cols()) {
      if (n_ <= dense_limit || 3 * k_ > n_) {
        solve_densely();
      } else {
        solve_by_lanczos();
        while (found_.cols() < k_) add(start_vector());  // not converged: the residuals say so
      }
    }
    EigenPairs pairs{values_.head(k_), found_.leftCols(k_), Eigen::VectorXd(k_)};
    for (Eigen::Index j = 0; j < k_; ++j) {
      pairs.residuals[j] =
          (times(pairs.vectors.col(j)) - pairs.values[j] * pairs.vectors.col(j)).norm();
    }
    return pairs;
  }

 private:
  static constexpr Eigen::Index dense_limit = 300;
  static constexpr double tolerance = 1e-11;
  // Eigenvalues closer than this count as copies of one.
  static constexpr double same = 1e-9;

  Eigen::VectorXd times(const Eigen::VectorXd& v) const {
    Eigen::VectorXd image(n_);
    op_.apply(v.data(), image.data());
    return image;
  }

  Eigen::VectorXd project(const Eigen::VectorXd& v) const {
    return v - found_ * (found_.transpose() * v);
  }

  Eigen::VectorXd start_vector() {
    const CounterRandom random(++starts_);
    Eigen::VectorXd v(n_);
    for (Eigen::Index i = 0; i < n_; ++i) {
      v[i] = random.uniform(static_cast<std::uint64_t>(i)) - 0.5;
    }
    return project(v);
  }

  void solve_densely() {
    Eigen::MatrixXd m(n_, n_);
    for (Eigen::Index j = 0; j < n_; ++j) m.col(j) = times(Eigen::VectorXd::Unit(n_, j));
    m = ((m + m.transpose()) / 2).eval();
    m -= 4 * found_ * found_.transpose();  // known vectors go below the rest
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
    add(eigen.eigenvectors().rightCols(k_ - found_.cols()).rowwise().reverse());
  }

  void solve_by_lanczos() {
    const LanczosPlan plan = make_plan();
    const VectorMap filtered = filtered_map(plan.filter);
    constexpr int most_rounds = 30;
    Eigen::Index count = k_ - found_.cols();
    for (int round = 0; round < most_rounds; ++round) {
      const double before = found_.cols() < k_ ? -2 : values_[k_ - 1];
      const Eigen::Index size = std::max(plan.size, 2 * count + 1);
      const double largest_new =
          add(leading_vectors(filtered, start_vector(), count, size, tolerance));
      if (found_.cols() < k_) {
        count = k_ - found_.cols();
        continue;
      }
      if (largest_new <= before + same) return;
      const double level = plan.filter.value(values_[k_ - 1] - same);
      const double left = largest_left(filtered, start_vector(), level);
      if (left < level) return;
      // Perhaps one more copy of the k-th, perhaps copies of all.
      count = left > plan.filter.value(values_[k_ - 1] + same) ? k_ : 1;
    }
  }

  VectorMap filtered_map(const ChebyshevFilter& filter) const {
    return
        [this, filter](const Eigen::VectorXd& v) { return project(filter.apply(op_, project(v))); };
  }

  // The k-th eigenvalue and one some places below it decide the filter. They are estimated by
  // Lanczos on the operator, then on the filtered one, until they settle.
  LanczosPlan make_plan() {
    const Eigen::Index wanted = k_ - found_.cols();
    const Eigen::Index below = wanted + 4 + wanted / 2;
    const Eigen::Index steps = std::min(n_ - found_.cols(), 2 * below + 20);
    const VectorMap plain = [this](const Eigen::VectorXd& v) { return project(times(project(v))); };
    RitzValues ritz = ritz_values(plain, start_vector(), steps);
    Eigen::VectorXd value = ritz.values;
    LanczosPlan plan = lanczos_plan(value, wanted, below);
    for (int round = 0; round < 10; ++round) {
      if (settled(ritz, wanted)) break;
      const double gap = 1 - value[wanted - 1];
      const ChebyshevFilter filter = plan.filter.at_least(3);
      ritz = ritz_values(filtered_map(filter), start_vector(), steps);
      value = ritz.values;
      for (double& v : value) v = filter.inverse(v);
      plan = lanczos_plan(value, wanted, below);
      if (value.size() >= wanted && 1 - value[wanted - 1] > 0.7 * gap) break;
    }
    return plan;
  }

  // Adds vectors, made orthogonal to the rest, in order of their Rayleigh quotients; returns the
  // largest of these (-2 if there are none).
  double add(const Eigen::MatrixXd& more) {
    Eigen::MatrixXd fresh(n_, more.cols());
    for (Eigen::Index j = 0; j < more.cols(); ++j) {
      Eigen::VectorXd v = more.col(j);
      for (int twice = 0; twice < 2; ++twice) {
        v = project(v);
        v -= fresh.leftCols(j) * (fresh.leftCols(j).transpose() * v);
      }
      fresh.col(j) = v.normalized();
    }
    const Eigen::Index old = found_.cols();
    Eigen::MatrixXd all(n_, old + fresh.cols());
    all << found_, fresh;
    Eigen::VectorXd value(all.cols());
    value.head(old) = values_;
    double largest = -2;
    for (Eigen::Index j = old; j < all.cols(); ++j) {
      value[j] = all.col(j).dot(times(all.col(j)));
      largest = std::max(largest, value[j]);
    }
    std::vector<Eigen::Index> order(static_cast<std::size_t>(all.cols()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Eigen::Index a, Eigen::Index b) { return value[a] > value[b]; });
    found_.resize(n_, all.cols());
    values_.resize(all.cols());
    for (Eigen::Index j = 0; j < all.cols(); ++j) {
      found_.col(j) = all.col(order[static_cast<std::size_t>(j)]);
      values_[j] = value[order[static_cast<std::size_t>(j)]];
    }
    return largest;
  }

  const SymmetricOperator& op_;
  Eigen::Index n_;
  Eigen::Index k_;
  Eigen::MatrixXd found_;
  Eigen::VectorXd values_;
  std::uint64_t starts_ = 0;
};

}  // namespace lapscale

#endif
