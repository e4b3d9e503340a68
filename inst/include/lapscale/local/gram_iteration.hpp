#ifndef LAPSCALE_LOCAL_GRAM_ITERATION_HPP
#define LAPSCALE_LOCAL_GRAM_ITERATION_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/local/gram_products.hpp"
#include "lapscale/local/step_spectrum.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/long_blocks.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The spectra of the walk's steps from distances that no points need have. With the products
// G_jk = (s_ij + s_ik - s_jk) / 2 of the points around point i and the form
//
//   K = 2 / h^2 ((1 + raise) diag(p) - share p p')
//
// the covariance of the step has the eigenvalues of G K, which is symmetric in the inner product
// of K, whatever the signs of those of G. The largest are found in a subspace of functions on the
// points that grows by its residuals; it is kept from one bandwidth to the next. One object per
// thread.
class GramIteration {
 public:
  //   graph           lists by position, which alone count; null: all points do
  //   sign            to look at on the way; null: none
  //   points, excess  of GramProducts, where products with these cost less; null: none
  //   scale           local scales by position; null: none
  GramIteration(const SquaredDistances& sq_dist, const SimdKernels& kernels, const Adjacency* graph,
                const StopSign* sign = nullptr, const PanelPoints* points = nullptr,
                const PairExcess* excess = nullptr, const double* scale = nullptr)
      : sq_dist_(sq_dist),
        products_(&sq_dist, points, excess),
        kernels_(kernels),
        graph_(graph),
        sign_(sign),
        local_(scale) {}

  // Calls take(g, spectrum) for each bandwidth.
  //   bandwidths  decreasing
  //   cutoff      pairs beyond cutoff * h are dropped
  //   factor      degree factors by position, factor(g) a pointer to those of bandwidth g
  template <class Factor, class Take>
  void steps(std::size_t centre, const std::vector<double>& bandwidths, double cutoff,
             const Factor& factor, const Take& take) {
    begin(centre);
    for (std::size_t g = 0; g < bandwidths.size(); ++g) {
      const double sq_bandwidth = bandwidths[g] * bandwidths[g];
      restrict(cutoff * cutoff * sq_bandwidth);
      StepSpectrum step = weigh(1 / sq_bandwidth, cutoff * cutoff * sq_bandwidth, factor(g));
      step.values = leading_values();
      take(g, step);
    }
  }

 private:
  static constexpr Eigen::Index max_values = 16;
  static constexpr Eigen::Index max_functions = 64;
  static constexpr Eigen::Index first_functions = 6;
  static constexpr int max_rounds = 40;
  static constexpr double tolerance = 2e-3;  // of residuals: eigenvalues are off by its square

  void begin(std::size_t centre) {
    centre_ = centre;
    AlignedBuffer row(padded(sq_dist_.size()));
    sq_dist_.copy_row(centre, row.data());
    position_.resize(sq_dist_.size());
    std::iota(position_.begin(), position_.end(), std::size_t{0});
    if (graph_ != nullptr) {
      position_.clear();
      for (const Neighbor& neighbor : graph_->of(centre)) position_.push_back(neighbor.point);
      std::sort(position_.begin(), position_.end());
    }
    sq_.resize(static_cast<Eigen::Index>(position_.size()));
    for (std::size_t j = 0; j < position_.size(); ++j) {
      sq_[static_cast<Eigen::Index>(j)] = row[position_[j]];
    }
    apart_ = sq_;
    own_ = local_ == nullptr ? 1 : local_[centre];
    for (std::size_t j = 0; local_ != nullptr && j < position_.size(); ++j) {
      apart_[static_cast<Eigen::Index>(j)] /= own_ * local_[position_[j]];
    }
    functions_.resize(sq_.size(), 0);
    take_points();
  }

  // Leaves out points beyond a radius, where they are many.
  void restrict(double sq_radius) {
    std::vector<Eigen::Index> near;
    for (Eigen::Index j = 0; j < sq_.size(); ++j) {
      if (apart_[j] <= sq_radius) near.push_back(j);
    }
    const auto n = static_cast<Eigen::Index>(near.size());
    if (4 * n > 3 * sq_.size()) return;
    Eigen::MatrixXd kept(n, functions_.cols());
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index from = near[static_cast<std::size_t>(j)];
      sq_[j] = sq_[from];
      apart_[j] = apart_[from];
      position_[static_cast<std::size_t>(j)] = position_[static_cast<std::size_t>(from)];
      kept.row(j) = functions_.row(from);
    }
    sq_.conservativeResize(n);
    apart_.conservativeResize(n);
    position_.resize(near.size());
    functions_ = kept;
    take_points();
  }

  void take_points() {
    products_.assign(position_);
    place_ = std::lower_bound(position_.begin(), position_.end(), centre_) - position_.begin();
  }

  StepSpectrum weigh(double rate, double cut, const double* factor) {
    StepSpectrum step;
    step.degree = 0;
    weight_.resize(sq_.size());
    for (Eigen::Index j = 0; j < sq_.size(); ++j) {
      const double w = apart_[j] <= cut ? std::exp(-apart_[j] * rate) : 0;
      step.degree += w;
      weight_[j] = w * factor[position_[static_cast<std::size_t>(j)]];
    }
    weight_ /= weight_.sum();
    step.concentration = weight_.squaredNorm();
    step.self = weight_[place_];
    const Eigen::VectorXd moment = weight_.cwiseProduct(sq_);
    centring_ = centring_of(moment.dot(weight_), moment.sum(), step.self);
    scale_ = 2 * rate / (own_ * own_);
    return step;
  }

  // K f, by columns.
  Eigen::MatrixXd form(const Eigen::MatrixXd& f) const {
    const Eigen::VectorXd mean = transpose_times_vector(f, weight_);
    Eigen::MatrixXd formed = (1 + centring_.raise) * (weight_.asDiagonal() * f);
    add_outer(formed, weight_, mean, -centring_.share);
    return scale_ * formed;
  }

  // G a, by columns: functions that are 0 at the point itself.
  Eigen::MatrixXd gram(Eigen::MatrixXd a) {
    a.row(place_) -= a.colwise().sum();
    const auto n = static_cast<std::size_t>(a.rows());
    const auto count = static_cast<std::size_t>(a.cols());
    const std::size_t columns = (count + block_width - 1) / block_width * block_width;
    in_.reserve(columns * padded(n));
    out_.reserve(columns * padded(n));
    std::fill_n(in_.data(), columns * padded(n), 0.0);
    for (std::size_t c = 0; c < count; ++c) {
      std::copy_n(a.data() + c * n, n, in_.data() + c * padded(n));
    }
    products_.apply(kernels_, in_.data(), columns, out_.data());
    Eigen::MatrixXd f(a.rows(), a.cols());
    for (std::size_t c = 0; c < count; ++c) {
      std::copy_n(out_.data() + c * padded(n), n, f.data() + c * n);
    }
    const Eigen::RowVectorXd own = f.row(place_);
    f.rowwise() -= own;
    return f;
  }

  // Returns those that decide how far the step is from a projection.
  Eigen::VectorXd leading_values() {
    if (!(weight_.dot(sq_) > 0)) return Eigen::VectorXd::Zero(2);
    Eigen::MatrixXd next = functions_.cols() > 0 ? functions_ : some_functions();
    Eigen::MatrixXd basis(sq_.size(), 0);
    Eigen::MatrixXd image(sq_.size(), 0);
    Eigen::VectorXd values = Eigen::VectorXd::Zero(2);
    for (int round = 0; round < max_rounds; ++round) {
      if (sign_ != nullptr) sign_->look();
      const Eigen::MatrixXd fresh = orthonormal(next, basis);
      if (fresh.cols() == 0) break;
      append(basis, fresh);
      append(image, gram(form(fresh)));
      const Eigen::MatrixXd products = transpose_times(form(basis), image);
      const Eigen::MatrixXd even = (products + products.transpose()) / 2;
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(even);
      const Eigen::VectorXd theta = eigen.eigenvalues().reverse();
      const Eigen::Index wanted = n_deciding(theta);
      const Eigen::Index kept = std::min(basis.cols(), wanted + 2);
      const Eigen::MatrixXd turn = eigen.eigenvectors().rowwise().reverse().leftCols(kept);
      functions_ = times(basis, turn);
      const Eigen::MatrixXd turned = times(image, turn);
      values = Eigen::VectorXd::Zero(wanted);
      // Functions that vanish on all points have 0, which comes before those below.
      values.head(std::min(wanted, theta.size())) =
          theta.head(std::min(wanted, theta.size())).cwiseMax(0.0);
      next = turned - functions_ * theta.head(kept).asDiagonal();
      const Eigen::VectorXd sq_residual =
          next.cwiseProduct(form(next)).colwise().sum().head(std::min(wanted, kept));
      if (sq_residual.size() == wanted && sq_residual.maxCoeff() <= tolerance * tolerance) break;
      if (basis.cols() + next.cols() > max_functions) {
        basis = functions_;
        image = turned;
      }
    }
    return values;
  }

  // Returns products with points that stand evenly among those at hand.
  Eigen::MatrixXd some_functions() {
    const Eigen::Index n = sq_.size();
    const Eigen::Index count = std::min(first_functions, n);
    Eigen::MatrixXd f(n, count);
    for (Eigen::Index c = 0; c < count; ++c) {
      const auto at = static_cast<std::size_t>((2 * c + 1) * n / (2 * count));
      for (Eigen::Index j = 0; j < n; ++j) {
        f(j, c) = (sq_[j] + sq_[static_cast<Eigen::Index>(at)] -
                   sq_dist_(position_[static_cast<std::size_t>(j)], position_[at])) /
                  2;
      }
    }
    return f;
  }

  // Returns what of some functions is new beside others, orthonormal in the form. Where the others
  // span all functions there are, what is left of a further one is rounding.
  Eigen::MatrixXd orthonormal(Eigen::MatrixXd f, const Eigen::MatrixXd& others) const {
    constexpr double min_new = 1e-10;
    const Eigen::MatrixXd formed = form(others);
    for (int pass = 0; pass < 2; ++pass) {
      const Eigen::VectorXd whole = f.cwiseProduct(form(f)).colwise().sum();
      if (others.cols() > 0) f -= times(others, transpose_times(formed, f));
      const Eigen::MatrixXd products = transpose_times(f, form(f));
      Eigen::VectorXd unit = products.diagonal();
      for (Eigen::Index c = 0; c < unit.size(); ++c) {
        unit[c] = unit[c] > min_new * whole[c] ? 1 / std::sqrt(unit[c]) : 0;
      }
      const Eigen::MatrixXd even =
          unit.asDiagonal() * ((products + products.transpose()) / 2) * unit.asDiagonal();
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(even);
      Eigen::Index count = 0;
      while (count < f.cols() && eigen.eigenvalues()[f.cols() - 1 - count] > min_new) ++count;
      const Eigen::VectorXd root = eigen.eigenvalues().tail(count).cwiseSqrt().cwiseInverse();
      const Eigen::MatrixXd turn =
          unit.asDiagonal() * eigen.eigenvectors().rightCols(count) * root.asDiagonal();
      f = times(f, turn);
      if (count == 0) break;
    }
    return f;
  }

  static void append(Eigen::MatrixXd& to, const Eigen::MatrixXd& columns) {
    to.conservativeResize(Eigen::NoChange, to.cols() + columns.cols());
    to.rightCols(columns.cols()) = columns;
  }

  static Eigen::Index n_deciding(const Eigen::VectorXd& values) {
    Eigen::Index count = 0;
    while (count < values.size() && values[count] > 0.5) ++count;
    return std::min(max_values, std::max<Eigen::Index>(count + 1, 2));
  }

  const SquaredDistances& sq_dist_;
  GramProducts products_;
  SimdKernels kernels_;
  const Adjacency* graph_;
  const StopSign* sign_;
  const double* local_;  // scales
  double own_ = 1;       // that of the center
  std::size_t centre_ = 0;
  Eigen::Index place_ = 0;             // of the center among the points at hand
  std::vector<std::size_t> position_;  // of these, increasing
  Eigen::VectorXd sq_;                 // their squared distances from the center
  Eigen::VectorXd apart_;              // the same in units of the scales
  Eigen::VectorXd weight_;
  Eigen::MatrixXd functions_;
  Centring centring_;
  double scale_ = 1;
  AlignedBuffer in_, out_;
};

}  // namespace lapscale

#endif
