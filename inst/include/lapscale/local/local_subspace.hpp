#ifndef LAPSCALE_LOCAL_LOCAL_SUBSPACE_HPP
#define LAPSCALE_LOCAL_LOCAL_SUBSPACE_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "lapscale/local/step_spectrum.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// A covariance of the points around one, looked at in a subspace: an orthonormal set of directions
// v_q, each known by the products f_qj = <x_j - x_i, v_q> alone, which distances give as well as
// coordinates. Its eigenvalues in the subspace (Rayleigh and Ritz) cost little at any bandwidth;
// they are those in all directions where the subspace holds the leading eigenvectors. It is that of
// the walk's step, or that of the points weighted by the heat kernel. One object per thread.
class LocalSubspace {
 public:
  // Takes the distances from a point to others, with itself. No direction is known then.
  //   sq_dist  padded(n) of them, +Inf in the padding
  //   place    of the point among them
  void assign(const double* sq_dist, std::size_t n, std::size_t place) {
    n_ = n;
    stride_ = padded(n);
    place_ = place;
    size_ = 0;
    sq_unit_ = 1;
    for (AlignedBuffer* x : {&sq_dist_, &finite_, &weight_, &scratch_}) x->reserve(stride_);
    ones_.reserve(stride_);
    std::fill(ones_.data(), ones_.data() + stride_, 1.0);
    basis_.reserve((capacity + block_width) * stride_);
    turned_.reserve((capacity + block_width) * stride_);
    std::copy_n(sq_dist, stride_, sq_dist_.data());
    for (std::size_t j = 0; j < stride_; ++j) finite_[j] = j < n_ ? sq_dist_[j] : 0;
  }

  // Weighs points by |x_j - x_i|^2 / (s_i s_j), and measures the step in units of s_i.
  //   scale  by place
  void rescale(const double* scale) {
    const double own = scale[place_];
    for (std::size_t j = 0; j < n_; ++j) sq_dist_[j] /= own * scale[j];
    sq_unit_ = own * own;
  }

  // Gives weight to these points alone, by their places so far.
  //   seen  by place
  void see(const std::vector<char>& seen) {
    for (std::size_t j = 0; j < n_; ++j) {
      if (seen[j] == 0) sq_dist_[j] = std::numeric_limits<double>::infinity();
    }
  }

  // Keeps some of the points, by their places so far, increasing and with the point itself.
  void keep(const std::vector<std::size_t>& places) {
    const std::size_t stride = padded(places.size());
    const auto pick = [&](double* to, const double* from, double rest) {
      for (std::size_t j = 0; j < places.size(); ++j) scratch_[j] = from[places[j]];
      std::fill(scratch_.data() + places.size(), scratch_.data() + stride, rest);
      std::copy_n(scratch_.data(), stride, to);
    };
    pick(sq_dist_.data(), sq_dist_.data(), std::numeric_limits<double>::infinity());
    pick(finite_.data(), finite_.data(), 0);
    for (std::size_t q = 0; q < size_; ++q) {
      pick(basis_.data() + q * stride, basis_.data() + q * stride_, 0);
    }
    place_ = static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), place_) -
                                      places.begin());
    n_ = places.size();
    stride_ = stride;
  }

  std::size_t stride() const { return stride_; }
  const double* sq_dist() const { return sq_dist_.data(); }

  // The step of the walk at a bandwidth, p_j proportional to w_j factor[j], as StepSpectrum says.
  //   cut  pairs farther than its root are dropped
  void weigh_step(const SimdKernels& kernels, double rate, double cut, const double* factor) {
    double* p = weight_.data();
    kernels.heat_weights(sq_dist_.data(), stride_, rate, cut, p);
    sums_ = StepSpectrum();
    sums_.degree = kernels.dot(p, ones_.data(), stride_);
    kernels.multiply(p, factor, stride_, p);
    const double second_square = sum_up(kernels);
    sums_.concentration = kernels.dot(p, p, stride_) / (total_ * total_);
    sums_.self = p[place_] / total_;
    centring_ = centring_of(second_square / total_, second_ * total_, sums_.self);
    scale_ = 2 * rate / sq_unit_;
    n_values_ = 0;
  }

  // The covariance of the points about their mean, weighted by w_j, over trace(): n_values leading
  // eigenvalues are wanted of it.
  void weigh_points(const SimdKernels& kernels, double rate, double cut, std::size_t n_values) {
    kernels.heat_weights(sq_dist_.data(), stride_, rate, cut, weight_.data());
    sum_up(kernels);
    centring_ = {1, 0};
    scale_ = second_ > 0 ? 1 / second_ : 1;
    n_values_ = static_cast<Eigen::Index>(n_values);
  }

  // Returns the mean squared distance from the point.
  double trace() const { return second_; }

  // Returns the spectrum of weigh_step() in the subspace.
  StepSpectrum spectrum(const SimdKernels& kernels) {
    StepSpectrum result = sums_;
    result.values = leading_values(kernels);
    return result;
  }

  // The eigenvalues that count in the subspace, decreasing; 0 where there are fewer directions.
  Eigen::VectorXd leading_values(const SimdKernels& kernels) {
    if (size_ == 0) return Eigen::VectorXd::Zero(std::max<Eigen::Index>(n_values_, 2));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(covariance(kernels),
                                                               Eigen::EigenvaluesOnly);
    const Eigen::VectorXd values = eigen.eigenvalues().reverse();
    const Eigen::Index wanted = n_deciding(values);
    Eigen::VectorXd result = Eigen::VectorXd::Zero(wanted);
    const Eigen::Index kept = std::min(wanted, values.size());
    result.head(kept) = values.head(kept);
    return result;
  }

  // Tells whether what the subspace misses of the trace changes no eigenvalue.
  bool is_whole(const SimdKernels& kernels) {
    if (size_ == n_ - 1) return true;
    return scale_ * (second_ - second_moment(kernels).trace()) < 1e-9;
  }

  // Prepares for heaviest() and add_point().
  void look_at_rest() {
    rest_.reserve(stride_);
    std::copy_n(finite_.data(), stride_, rest_.data());
    for (std::size_t q = 0; q < size_; ++q) take_off(direction(q));
  }

  // Returns the place of the point that weighs most of what the subspace misses; the place of the
  // point itself if it misses nothing or is full.
  std::size_t heaviest() const {
    std::size_t best = place_;
    if (size_ == capacity) return best;
    double largest = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      if (rest_[j] <= 1e-10 * finite_[j]) continue;
      const double weighs = weight_[j] * rest_[j];
      if (weighs > largest) {
        largest = weighs;
        best = j;
      }
    }
    return best;
  }

  // Adds the direction to a point (a step of the pivoted Cholesky of the weighted products).
  //   between  the squared distances from there to all points
  void add_point(const SimdKernels& kernels, std::size_t place, const double* between) {
    double* f = direction(size_);
    for (std::size_t j = 0; j < n_; ++j) f[j] = (finite_[j] + finite_[place] - between[j]) / 2;
    std::fill(f + n_, f + stride_, 0.0);
    for (std::size_t q = 0; q < size_; ++q) {
      kernels.add_multiple(direction(q), -direction(q)[place], stride_, f);
    }
    const double norm = std::sqrt(rest_[place]);
    for (std::size_t j = 0; j < n_; ++j) f[j] /= norm;
    ++size_;
    take_off(f);
    rest_[place] = 0;
  }

  std::size_t place() const { return place_; }

  // Rayleigh and Ritz: turns the basis so that it begins with the leading eigenvectors, largest
  // first. Returns how many of them count, of those that there are.
  std::size_t turn(const SimdKernels& kernels) {
    if (size_ == 0) return 0;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(covariance(kernels));
    theta_ = eigen.eigenvalues().reverse();
    rotate(kernels, eigen.eigenvectors().rowwise().reverse());
    return std::min<std::size_t>(size_, static_cast<std::size_t>(n_deciding(theta_)));
  }

  // Leaves all but the first directions.
  void shorten(std::size_t most) { size_ = std::min(size_, most); }

  std::size_t size() const { return size_; }

  // Coefficients of the image of direction q under the covariance of the step, which add up to 0.
  void write_image(const SimdKernels& kernels, std::size_t q, double* a) const {
    const double* f = direction(q);
    const double mean = kernels.dot(weight_.data(), f, stride_) / total_;
    const double plain = scale_ * (1 + centring_.raise) / total_;
    const double drift = scale_ * centring_.share * mean / total_;
    kernels.multiply(weight_.data(), f, stride_, a);
    double sum = 0;
    for (std::size_t j = 0; j < n_; ++j) {
      a[j] = plain * a[j] - drift * weight_[j];
      sum += a[j];
    }
    a[place_] -= sum;
    std::fill(a + n_, a + stride_, 0.0);
  }

  // Adds the images of the first directions. Returns the largest |C v - theta v| of the first
  // `deciding` of them, over the largest theta or 1.
  //   a  coefficients of write_image();  f  their products, columns of stride() numbers, written
  double add_images(const SimdKernels& kernels, std::size_t count, std::size_t deciding,
                    const double* a, double* f) {
    for (std::size_t c = 0; c < count; ++c) {
      double* column = f + c * stride_;
      const double own = column[place_];
      for (std::size_t j = 0; j < n_; ++j) column[j] -= own;
    }
    const auto n_new = static_cast<Eigen::Index>(count);
    Eigen::MatrixXd products = dots(kernels, a, count, f, count);
    const Eigen::MatrixXd along = dots(kernels, a, count, basis_.data(), size_).transpose();
    products = (products + products.transpose()).eval() / 2;
    double residual = 0;
    for (std::size_t c = 0; c < deciding; ++c) {
      const auto k = static_cast<Eigen::Index>(c);
      residual = std::max(residual, products(k, k) - theta_[k] * theta_[k]);
    }
    // Keeps what is new of them.
    for (std::size_t c = 0; c < count; ++c) {
      for (std::size_t q = 0; q < size_; ++q) {
        kernels.add_multiple(direction(q),
                             -along(static_cast<Eigen::Index>(q), static_cast<Eigen::Index>(c)),
                             stride_, f + c * stride_);
      }
    }
    const Eigen::VectorXd before = products.diagonal();
    products -= transpose_times(along, along);
    Eigen::VectorXd unit(n_new);
    for (Eigen::Index c = 0; c < n_new; ++c) unit[c] = before[c] > 0 ? 1 / std::sqrt(before[c]) : 0;
    products = unit.asDiagonal() * products * unit.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(products);
    for (Eigen::Index e = n_new - 1; e >= 0 && size_ < capacity; --e) {
      if (!(eigen.eigenvalues()[e] > smallest_new)) break;
      double* to = direction(size_);
      std::fill(to, to + stride_, 0.0);
      for (Eigen::Index c = 0; c < n_new; ++c) {
        const double factor =
            eigen.eigenvectors()(c, e) * unit[c] / std::sqrt(eigen.eigenvalues()[e]);
        kernels.add_multiple(f + static_cast<std::size_t>(c) * stride_, factor, stride_, to);
      }
      ++size_;
    }
    return std::sqrt(std::max(residual, 0.0)) / (n_values_ > 0 ? theta_[0] : 1);
  }

  static constexpr std::size_t capacity = 96;  // directions

 private:
  // Squared length beside the known directions, of unit vectors: below, rounding is all that is
  // new.
  static constexpr double smallest_new = 1e-9;
  static constexpr Eigen::Index max_values = 16;

  double* direction(std::size_t q) { return basis_.data() + q * stride_; }
  const double* direction(std::size_t q) const { return basis_.data() + q * stride_; }

  void take_off(const double* f) {
    for (std::size_t j = 0; j < stride_; ++j) rest_[j] -= f[j] * f[j];
  }

  // Sums over the weights. Returns sum_j p_j^2 |y_j|^2.
  double sum_up(const SimdKernels& kernels) {
    total_ = kernels.dot(weight_.data(), ones_.data(), stride_);
    kernels.multiply(weight_.data(), finite_.data(), stride_, scratch_.data());
    second_ = kernels.dot(scratch_.data(), ones_.data(), stride_) / total_;
    return kernels.dot(scratch_.data(), weight_.data(), stride_);
  }

  // As many as are wanted; of a step those that decide how far it is from a projection.
  Eigen::Index n_deciding(const Eigen::VectorXd& values) const {
    if (n_values_ > 0) return n_values_;
    const double least = min_deciding(values[0], sums_.self);
    Eigen::Index count = 0;
    while (count < values.size() && values[count] > least) ++count;
    return std::min(max_values, std::max<Eigen::Index>(count + 1, 2));
  }

  // <x_c, y_q> of rows of stride() numbers
  Eigen::MatrixXd dots(const SimdKernels& kernels, const double* x, std::size_t n_x,
                       const double* y, std::size_t n_y) const {
    return Eigen::MatrixXd::NullaryExpr(
        static_cast<Eigen::Index>(n_x), static_cast<Eigen::Index>(n_y), [&](auto c, auto q) {
          return kernels.dot(x + static_cast<std::size_t>(c) * stride_,
                             y + static_cast<std::size_t>(q) * stride_, stride_);
        });
  }

  // sum_j p_j f_qj f_rj
  Eigen::MatrixXd second_moment(const SimdKernels& kernels) {
    const std::size_t rows = (size_ + block_width - 1) / block_width * block_width;
    std::fill(direction(size_), direction(rows), 0.0);
    const auto n = static_cast<Eigen::Index>(size_);
    Eigen::MatrixXd moment(n, n);
    partial_.reserve(block_width * rows * panel_width);
    double part[block_width * (capacity + block_width)];
    for (std::size_t first = 0; first < rows; first += block_width) {
      const std::size_t columns = first + block_width;
      for (std::size_t q = 0; q < block_width; ++q) {
        kernels.multiply(direction(first + q), weight_.data(), stride_,
                         turned_.data() + q * stride_);
      }
      std::fill_n(partial_.data(), block_width * columns * panel_width, 0.0);
      kernels.add_dots(turned_.data(), stride_, basis_.data(), stride_, columns, stride_,
                       partial_.data());
      kernels.lane_sums(partial_.data(), columns, part);
      for (std::size_t q = 0; q < block_width && first + q < size_; ++q) {
        for (std::size_t c = 0; c <= first + q; ++c) {
          const double value = part[q * columns + c] / total_;
          moment(static_cast<Eigen::Index>(first + q), static_cast<Eigen::Index>(c)) = value;
          moment(static_cast<Eigen::Index>(c), static_cast<Eigen::Index>(first + q)) = value;
        }
      }
    }
    return moment;
  }

  Eigen::MatrixXd covariance(const SimdKernels& kernels) {
    Eigen::VectorXd mean(static_cast<Eigen::Index>(size_));
    for (std::size_t q = 0; q < size_; ++q) {
      mean[static_cast<Eigen::Index>(q)] =
          kernels.dot(direction(q), weight_.data(), stride_) / total_;
    }
    return scale_ * ((1 + centring_.raise) * second_moment(kernels) -
                     centring_.share * mean * mean.transpose());
  }

  // basis := basis times an orthogonal matrix
  void rotate(const SimdKernels& kernels, const Eigen::MatrixXd& by) {
    std::fill_n(turned_.data(), (size_ + block_width) * stride_, 0.0);
    std::vector<double> factor(block_width * size_);
    for (std::size_t first = 0; first < size_; first += block_width) {
      for (std::size_t k = 0; k < size_; ++k) {
        for (std::size_t q = 0; q < block_width; ++q) {
          factor[k * block_width + q] = first + q < size_ ? by(static_cast<Eigen::Index>(k),
                                                               static_cast<Eigen::Index>(first + q))
                                                          : 0;
        }
      }
      kernels.add_row_multiples(basis_.data(), stride_, size_, factor.data(),
                                turned_.data() + first * stride_);
    }
    std::swap(basis_, turned_);
  }

  std::size_t n_ = 0;
  std::size_t stride_ = 0;
  std::size_t place_ = 0;
  std::size_t size_ = 0;
  double sq_unit_ = 1;  // of the step
  AlignedBuffer sq_dist_, finite_, weight_, scratch_, ones_;
  AlignedBuffer basis_, turned_, partial_;
  AlignedBuffer rest_;  // squared lengths beside the known directions
  StepSpectrum sums_;
  Centring centring_;
  double total_ = 1;
  double second_ = 0;
  double scale_ = 1;
  Eigen::Index n_values_ = 0;
  Eigen::VectorXd theta_;
};

}  // namespace lapscale

#endif
