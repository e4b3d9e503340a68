#ifndef LAPSCALE_EMBED_LOCAL_LINEAR_HPP
#define LAPSCALE_EMBED_LOCAL_LINEAR_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Local linear regression of the rows of X on coordinates Y (Cleveland 1979; Fan 1993): at a place
// y
// the value at y of the linear function that is closest to the rows by the weights
// w_j = exp(-|y - y_j|^2 / h^2). It is sum_j l_j x_j with
//
//   l_j = w_j / w (1 + (y_j - m)' C^+ (y - m)),   w = sum_j w_j,
//
// m and C the weighted mean and covariance of the y_j. Linear data come back as they are.
class LocalLinear {
 public:
  //   y      s x n, a point per column;  x: p x n
  //   group  length n: points of one group are left out together
  LocalLinear(const Eigen::MatrixXd& y, const Eigen::MatrixXd& x, Span<const int> group)
      : y_(y), x_(x), group_(group) {}

  // Returns rows at places, p x m; NaN where no weight is above 0.
  //   at         s x m
  //   bandwidth  length m
  //   left_out   length m: the group that is left out there, or a number that none has
  Eigen::MatrixXd run(const Eigen::MatrixXd& at, Span<const double> bandwidth,
                      Span<const int> left_out, const Runtime& runtime) const {
    Eigen::MatrixXd rows(x_.rows(), at.cols());
    for_ranges(
        static_cast<std::size_t>(at.cols()), block_size, runtime,
        [&](std::size_t begin, std::size_t end) {
          Scratch scratch;
          for (std::size_t q = begin; q < end; ++q) {
            const auto column = static_cast<Eigen::Index>(q);
            rows.col(column) = row_at(at.col(column), bandwidth[q], left_out[q], scratch);
          }
        });
    return rows;
  }

 private:
  static constexpr std::size_t block_size = 8;
  // Directions with less than this share of the largest variance are rounding.
  static constexpr double rounding = 1e-11;
  // Weights are relative to that of the nearest point, so that some are always above 0; beyond this
  // exponent of the nearest itself, none is near.
  static constexpr double max_exponent = 700;
  static constexpr double min_weight = 1e-9;

  struct Scratch {
    std::vector<double> sq_dist;
    std::vector<Eigen::Index> index;
    std::vector<double> weight;
  };

  Eigen::VectorXd row_at(const Eigen::VectorXd& place, double bandwidth, int left_out,
                         Scratch& scratch) const {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (!find_weights(place, bandwidth, left_out, scratch)) {
      return Eigen::VectorXd::Constant(x_.rows(), nan);
    }
    const Eigen::Index s = y_.rows();
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(s);
    for (std::size_t j = 0; j < scratch.index.size(); ++j) {
      mean += scratch.weight[j] * (y_.col(scratch.index[j]) - place);
    }
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(s, s);
    for (std::size_t j = 0; j < scratch.index.size(); ++j) {
      const Eigen::VectorXd offset = y_.col(scratch.index[j]) - place - mean;
      add_outer(covariance, offset, offset, scratch.weight[j]);
    }
    const Eigen::VectorXd slope = solved(covariance, mean);
    Eigen::VectorXd row = Eigen::VectorXd::Zero(x_.rows());
    for (std::size_t j = 0; j < scratch.index.size(); ++j) {
      const double lean = (y_.col(scratch.index[j]) - place - mean).dot(slope);
      row += scratch.weight[j] * (1 - lean) * x_.col(scratch.index[j]);
    }
    return row;
  }

  // Fills the points near the place with their weights, sum 1. False where there is none.
  bool find_weights(const Eigen::VectorXd& place, double bandwidth, int left_out,
                    Scratch& scratch) const {
    const Eigen::Index n = y_.cols();
    scratch.sq_dist.resize(static_cast<std::size_t>(n));
    double least = std::numeric_limits<double>::infinity();
    for (Eigen::Index j = 0; j < n; ++j) {
      double& sq_dist = scratch.sq_dist[static_cast<std::size_t>(j)];
      const bool is_out = group_[static_cast<std::size_t>(j)] == left_out;
      sq_dist = is_out ? std::numeric_limits<double>::infinity()
                       : (y_.col(j) - place).squaredNorm();
      least = std::min(least, sq_dist);
    }
    const double rate = 1 / (bandwidth * bandwidth);
    if (!(least * rate <= max_exponent)) return false;
    scratch.index.clear();
    scratch.weight.clear();
    double total = 0;
    for (Eigen::Index j = 0; j < n; ++j) {
      const double weight =
          std::exp((least - scratch.sq_dist[static_cast<std::size_t>(j)]) * rate);
      if (weight < min_weight) continue;
      scratch.index.push_back(j);
      scratch.weight.push_back(weight);
      total += weight;
    }
    for (double& weight : scratch.weight) weight /= total;
    return true;
  }

  // C^+ m
  static Eigen::VectorXd solved(const Eigen::MatrixXd& covariance, const Eigen::VectorXd& mean) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(covariance);
    const Eigen::VectorXd& values = eigen.eigenvalues();
    Eigen::VectorXd share = transpose_times_vector(eigen.eigenvectors(), mean);
    const double least = rounding * values[values.size() - 1];
    for (Eigen::Index a = 0; a < values.size(); ++a) {
      share[a] = values[a] > least ? share[a] / values[a] : 0;
    }
    return times_vector(eigen.eigenvectors(), share);
  }

  const Eigen::MatrixXd& y_;
  const Eigen::MatrixXd& x_;
  Span<const int> group_;
};

}  // namespace lapscale

#endif
