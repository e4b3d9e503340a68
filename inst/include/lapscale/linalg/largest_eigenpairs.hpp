#ifndef LAPSCALE_LINALG_LARGEST_EIGENPAIRS_HPP
#define LAPSCALE_LINALG_LARGEST_EIGENPAIRS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "lapscale/linalg/eigen_pairs.hpp"
#include "lapscale/linalg/eigenvalue_certificate.hpp"
#include "lapscale/linalg/krylov_eigenpairs.hpp"
#include "lapscale/linalg/lanczos.hpp"
#include "lapscale/linalg/ritz_values.hpp"
#include "lapscale/linalg/spectral_transform.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"

namespace lapscale {

// Needs RSpectra, by lanczos.hpp.
//
// The k largest eigenvalues of a symmetric operator with spectrum in [-1, 1], with complete
// multiplicities.
//
// Lanczos iteration on the inverse of I - M, if somebody can solve with it, else on a Chebyshev
// polynomial of M, so that eigenvalues close to 1, and close to each other, come in few steps.
// Lanczos can miss copies of a multiple eigenvalue and report convergence all the same; so the
// search goes on with all vectors found projected out, until surely nothing above the k-th
// eigenvalue is left. Start vectors are fixed: two calls agree to the last bit.
class LargestEigenpairs {
 public:
  // A matrix of so many rows is decomposed as a whole.
  static constexpr Eigen::Index dense_limit = 300;

  // known    orthonormal eigenvectors for the eigenvalue 1 that the caller has already, n x c
  // inverse  of I - M, where solving with it is cheaper than many products; `known` holds all
  //          vectors for the eigenvalue 1 then, which would drown the rest
  LargestEigenpairs(const SymmetricOperator& op, std::size_t k, const Eigen::MatrixXd& known,
                    std::optional<ShiftedInverse> inverse = std::nullopt)
      : op_(op),
        inverse_(std::move(inverse)),
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
  static constexpr double tolerance = 1e-11;
  // Eigenvalues closer than this count as copies of one.
  static constexpr double same = 1e-9;

  Eigen::VectorXd times(const Eigen::VectorXd& v) const {
    Eigen::VectorXd image(n_);
    op_.apply(v.data(), image.data());
    return image;
  }

  Eigen::VectorXd project(const Eigen::VectorXd& v) const { return vector_outside(v, found_); }

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
    m -= 4 * times_transpose(found_, found_);  // known vectors go below the rest
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
    add(eigen.eigenvectors().rightCols(k_ - found_.cols()).rowwise().reverse());
  }

  // Uses the inverse, several vectors at a time. True if that has found all that is wanted.
  bool solve_by_blocks() {
    constexpr Eigen::Index width = 4;
    constexpr Eigen::Index max_wanted = 28;
    constexpr Eigen::Index min_rows = 20000;  // below, a factor is soon read
    const Eigen::Index wanted = k_ - found_.cols();
    if (!inverse_ || wanted > max_wanted || n_ < min_rows) return false;
    Eigen::MatrixXd start(n_, width);
    for (Eigen::Index j = 0; j < width; ++j) start.col(j) = start_vector();
    const std::optional<Eigen::MatrixXd> vectors = krylov_vectors(
        inverse_->solve, found_, wanted, tolerance, std::move(start), inverse_->runtime);
    if (vectors) add(*vectors);
    return vectors.has_value();
  }

  void solve_by_lanczos() {
    if (solve_by_blocks()) return;
    const SpectralTransform transform = make_transform();
    constexpr int max_rounds = 30;
    Eigen::Index count = k_ - found_.cols();
    for (int round = 0; round < max_rounds; ++round) {
      const double before = found_.cols() < k_ ? -2 : values_[k_ - 1];
      const Eigen::Index size = std::max(transform.size, 2 * count + 1);
      const double largest_new =
          add(leading_vectors(transform.map, start_vector(), count, size, tolerance));
      if (found_.cols() < k_) {
        count = k_ - found_.cols();
        continue;
      }
      if (largest_new <= before + same) return;
      const double level = transform.value(values_[k_ - 1] - same);
      const double left = eigenvalue_certificate(transform.map, start_vector(), level);
      if (left < level) return;
      // There may be one more copy of the k-th, or copies of all.
      count = left > transform.value(values_[k_ - 1] + same) ? k_ : 1;
    }
  }

  SpectralTransform make_transform() {
    const Eigen::Index wanted = k_ - found_.cols();
    const VectorMap outside = [this](const Eigen::VectorXd& v) { return project(v); };
    if (!inverse_) {
      return filter_transform(
          op_, outside, [this] { return start_vector(); }, wanted, n_ - found_.cols());
    }
    SpectralTransform transform = inverse_transform(*inverse_, wanted);
    transform.map = [outside, solve = transform.map](const Eigen::VectorXd& v) {
      return outside(solve(outside(v)));
    };
    return transform;
  }

  // Adds vectors, made orthogonal to the rest, in order of their Rayleigh quotients; returns the
  // largest of these (-2 if there are none).
  double add(const Eigen::MatrixXd& more) {
    Eigen::MatrixXd fresh(n_, more.cols());
    for (Eigen::Index j = 0; j < more.cols(); ++j) {
      Eigen::VectorXd v = more.col(j);
      for (int twice = 0; twice < 2; ++twice) {
        v = project(v);
        v -= times_vector(fresh.leftCols(j), transpose_times_vector(fresh.leftCols(j), v));
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

  SymmetricOperator op_;
  std::optional<ShiftedInverse> inverse_;
  Eigen::Index n_;
  Eigen::Index k_;
  Eigen::MatrixXd found_;
  Eigen::VectorXd values_;
  std::uint64_t starts_ = 0;
};

}  // namespace lapscale

#endif
