#ifndef LAPSCALE_LOCAL_KRYLOV_BASIS_HPP
#define LAPSCALE_LOCAL_KRYLOV_BASIS_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// Rayleigh-Ritz on a growing orthonormal basis, for the leading d eigenvectors of a positive
// semi-definite matrix C that is known by its products with vectors: block Lanczos with full
// orthogonalization, restarted from its best vectors when the basis is full. A block of d vectors
// finds eigenvalues of any multiplicity that matters. The caller alternates next() and add().
class KrylovBasis {
 public:
  // start      dim x d, searched first
  // tolerance  on |C v - theta v| over the largest theta
  KrylovBasis(const Eigen::MatrixXd& start, double tolerance)
      : d_(start.cols()),
        tolerance_(tolerance),
        capacity_(std::min(start.rows(), std::max<Eigen::Index>(24, 6 * start.cols()))),
        waiting_(start),
        basis_(start.rows(), capacity_),
        image_(start.rows(), capacity_) {
    advance();
  }

  bool done() const { return done_; }
  const Eigen::VectorXd& next() const { return next_; }     // unit vector; zero when done
  const Eigen::MatrixXd& vectors() const { return ritz_; }  // dim x d, leading first
  const Eigen::VectorXd& values() const { return theta_; }  // theirs, d; 0 where there are fewer

  // Takes C next().
  void add(const Eigen::VectorXd& image) {
    basis_.col(size_) = next_;
    image_.col(size_) = image;
    ++size_;
    ++since_check_;
    if (size_ == capacity_ || (waiting_.cols() == 0 && since_check_ >= check_every())) solve();
    if (!done_) advance();
  }

 private:
  // A Rayleigh-Ritz step costs as much as some products: it is taken now and then.
  Eigen::Index check_every() const { return std::max<Eigen::Index>(2 * d_, 3); }

  // The next direction: a waiting one, else the image of the earliest vector whose image has not
  // been used; orthogonal to the basis.
  void advance() {
    while (true) {
      if (waiting_.cols() > 0) {
        next_ = waiting_.col(0);
        waiting_ = waiting_.rightCols(waiting_.cols() - 1).eval();
      } else {
        next_ = image_.col(source_);
        ++source_;
      }
      const double norm = next_.norm();
      const auto found = basis_.leftCols(size_);
      next_ -= times_vector(found, transpose_times_vector(found, next_));
      next_ -= times_vector(found, transpose_times_vector(found, next_));
      const double rest = next_.norm();
      if (rest > 1e-10 * norm) {
        next_ /= rest;
        return;
      }
      if (waiting_.cols() == 0 && source_ == size_) return finish_invariant();
    }
  }

  // Nothing new is reached: the basis holds the eigenvectors exactly.
  void finish_invariant() {
    solve();
    done_ = true;
    next_.setZero();
  }

  void solve() {
    since_check_ = 0;
    const auto q = basis_.leftCols(size_);
    const auto cq = image_.leftCols(size_);
    Eigen::MatrixXd small = transpose_times(q, cq);
    small = (small + small.transpose()) / 2;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(small);
    const Eigen::Index kept = std::min(d_, size_);
    const Eigen::MatrixXd s = eigen.eigenvectors().rightCols(kept).rowwise().reverse();
    const Eigen::VectorXd theta = eigen.eigenvalues().tail(kept).reverse();
    ritz_ = Eigen::MatrixXd::Zero(q.rows(), d_);
    ritz_.leftCols(kept) = times(q, s);
    theta_ = Eigen::VectorXd::Zero(d_);
    theta_.head(kept) = theta;
    const Eigen::MatrixXd residual = times(cq, s) - ritz_.leftCols(kept) * theta.asDiagonal();
    done_ = size_ == q.rows() ||
            (kept == d_ && residual.colwise().norm().maxCoeff() <= tolerance_ * theta[0]);
    if (!done_ && size_ == capacity_) restart(eigen.eigenvectors());
  }

  // Keeps the best third of the basis; the residuals of the leading vectors are searched next.
  void restart(const Eigen::MatrixXd& eigenvectors) {
    const Eigen::Index kept = std::min(capacity_ - 1, std::max(d_ + 2, capacity_ / 3));
    const Eigen::MatrixXd s = eigenvectors.rightCols(kept).rowwise().reverse();
    const Eigen::MatrixXd q = times(basis_.leftCols(size_), s);
    const Eigen::MatrixXd cq = times(image_.leftCols(size_), s);
    basis_.leftCols(kept) = q;
    image_.leftCols(kept) = cq;
    size_ = kept;
    source_ = kept;
    waiting_ = cq.leftCols(d_);
  }

  Eigen::Index d_;
  double tolerance_;
  Eigen::Index capacity_;
  Eigen::Index size_ = 0;
  Eigen::Index source_ = 0;
  Eigen::Index since_check_ = 0;
  bool done_ = false;
  Eigen::MatrixXd waiting_;
  Eigen::MatrixXd basis_;
  Eigen::MatrixXd image_;
  Eigen::VectorXd next_;
  Eigen::MatrixXd ritz_;
  Eigen::VectorXd theta_;
};

}  // namespace lapscale

#endif
