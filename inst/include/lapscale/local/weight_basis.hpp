#ifndef LAPSCALE_LOCAL_WEIGHT_BASIS_HPP
#define LAPSCALE_LOCAL_WEIGHT_BASIS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// A few of many weights of the same points, w_b with b in members(), such that all others are
// nearly sums of them: with masses m_j
//
//   sum_j m_j |w_b[j] / t_b - sum_r share(b, r) w_r[j] / t_r| <= tolerance,   t_b = sum_j m_j
//   w_b[j]
//
// Heat kernels of dozens of bandwidths are sums of 10 to 20 of them. Columns of
// m_j w_b[j] / (t_b sqrt(q_j)), q_j = sum_b m_j w_b[j] / t_b, are taken by their size as in a QR
// decomposition: by Cauchy's inequality the left side is at most the length of what is left of a
// column times sqrt(sum_j q_j), the root of the number of weights.
class WeightBasis {
 public:
  // weight  columns of `length`, a multiple of panel_width, one after the other; 0 in the padding
  // total   t_b, positive
  void assign(const SimdKernels& kernels, const double* weight, const double* mass,
              std::size_t length, const std::vector<double>& total, double tolerance) {
    const std::size_t g = total.size();
    fill(weight, mass, length, total);
    members_.clear();
    parts_ = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(g), static_cast<Eigen::Index>(g));
    std::vector<double> sq_length(g);
    for (std::size_t b = 0; b < g; ++b) sq_length[b] = sq_length_of(kernels, b, length);
    while (members_.size() < g) {
      const auto largest = std::max_element(sq_length.begin(), sq_length.end());
      if (*largest * static_cast<double>(g) <= tolerance * tolerance) break;
      const auto taken = static_cast<std::size_t>(largest - sq_length.begin());
      const double size = std::sqrt(*largest);
      const auto r = static_cast<Eigen::Index>(members_.size());
      parts_(r, static_cast<Eigen::Index>(taken)) = size;
      members_.push_back(taken);
      sq_length[taken] = -1;
      const double* direction = columns_.data() + taken * length;
      for (std::size_t b = 0; b < g; ++b) {
        if (sq_length[b] < 0) continue;
        double* column = columns_.data() + b * length;
        const double part = kernels.dot(direction, column, length) / size;
        parts_(r, static_cast<Eigen::Index>(b)) = part;
        kernels.add_multiple(direction, -part / size, length, column);
        sq_length[b] = sq_length_of(kernels, b, length);
      }
    }
    solve();
  }

  const std::vector<std::size_t>& members() const { return members_; }
  double share(std::size_t b, std::size_t r) const {
    return parts_(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(b));
  }

 private:
  void fill(const double* weight, const double* mass, std::size_t length,
            const std::vector<double>& total) {
    const std::size_t g = total.size();
    columns_.reserve(g * length);
    factor_.assign(length, 0);
    for (std::size_t b = 0; b < g; ++b) {
      const double* from = weight + b * length;
      for (std::size_t j = 0; j < length; ++j) factor_[j] += from[j] * mass[j] / total[b];
    }
    for (std::size_t j = 0; j < length; ++j) {
      factor_[j] = factor_[j] > 0 ? mass[j] / std::sqrt(factor_[j]) : 0;
    }
    for (std::size_t b = 0; b < g; ++b) {
      const double* from = weight + b * length;
      double* to = columns_.data() + b * length;
      for (std::size_t j = 0; j < length; ++j) to[j] = from[j] / total[b] * factor_[j];
    }
  }

  double sq_length_of(const SimdKernels& kernels, std::size_t b, std::size_t length) const {
    const double* column = columns_.data() + b * length;
    return kernels.dot(column, column, length);
  }

  // From the parts along the directions that were taken to those of the members.
  void solve() {
    const auto rank = static_cast<Eigen::Index>(members_.size());
    Eigen::MatrixXd triangle(rank, rank);
    for (Eigen::Index r = 0; r < rank; ++r) {
      triangle.col(r) =
          parts_.col(static_cast<Eigen::Index>(members_[static_cast<std::size_t>(r)])).head(rank);
    }
    Eigen::MatrixXd found = parts_.topRows(rank);
    solve_upper(triangle, found);
    parts_ = found;
  }

  std::vector<std::size_t> members_;
  Eigen::MatrixXd parts_;
  AlignedBuffer columns_;
  std::vector<double> factor_;
};

}  // namespace lapscale

#endif
