#ifndef LAPSCALE_EMBED_ISOMETRY_HPP
#define LAPSCALE_EMBED_ISOMETRY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/embed/embedding_metric.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Measures how far the cometric H_i of an embedding is from that of an isometry, whose d largest
// eigenvalues are 1 and the others 0, on average over the points (McQueen, Meila, Perrault-Joncas
// 2016).
struct IsometryLoss {
  double squares;            // of all eigenvalues' deviations
  double distortion;         // the largest deviation
  Eigen::MatrixXd gradient;  // of `squares`, s x n
};

//   walk    rows of the random walk P, of symmetric pattern
//   degree  t with t_i P_ij symmetric
//   f       s x n, a point per column
//   scale   2 / h^2
inline IsometryLoss isometry_loss(const SparseView& walk, Span<const double> degree,
                                  const Eigen::MatrixXd& f, double scale, std::size_t d,
                                  const Runtime& runtime) {
  const std::size_t n = walk.size();
  const Eigen::Index s = f.rows();
  std::vector<double> squares(n);
  std::vector<double> largest(n);
  // H_i minus the cometric of an isometry.
  Eigen::MatrixXd excess(s, s * static_cast<Eigen::Index>(n));
  const auto of = [&](std::size_t i) {
    return excess.middleCols(static_cast<Eigen::Index>(i) * s, s);
  };
  for_rows(n, runtime, [&](std::size_t i) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(cometric_at(walk, f, i, scale));
    Eigen::VectorXd off = eigen.eigenvalues();
    off.tail(static_cast<Eigen::Index>(d)).array() -= 1;
    squares[i] = off.squaredNorm();
    largest[i] = off.cwiseAbs().maxCoeff();
    of(i) = times_transpose(eigen.eigenvectors() * off.asDiagonal(), eigen.eigenvectors());
  });
  IsometryLoss loss{0, 0, Eigen::MatrixXd(s, static_cast<Eigen::Index>(n))};
  const auto count = static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) {
    loss.squares += squares[i] / count;
    loss.distortion += largest[i] / count;
  }
  // Point i is in its own sum and in those of its neighbors.
  for_rows(n, runtime, [&](std::size_t i) {
    const auto at = static_cast<Eigen::Index>(i);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(s);
    for (int e = walk.begin[i]; e < walk.begin[i + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      const auto j = static_cast<std::size_t>(walk.column[entry]);
      const Eigen::VectorXd step = f.col(at) - f.col(static_cast<Eigen::Index>(j));
      add_times_vector(sum, of(i), step, walk.value[entry]);
      add_times_vector(sum, of(j), step, walk.value[entry] * (degree[i] / degree[j]));
    }
    loss.gradient.col(at) = 4 * scale / count * sum;
  });
  return loss;
}

// Tells how independent sets of coordinates are: the mean over the points of log(volume / product
// of lengths) of the d principal directions of the manifold, seen in these coordinates alone; 0 if
// they stay orthogonal, low if they fall together (Chen and Meila 2019).
//   mass  how many observations each point stands for, n
//   f     m x n, more coordinates than a set has
//   sets  s x c, a set per column
inline std::vector<double> independence_of_sets(const SparseView& walk, Span<const double> mass,
                                                const Eigen::MatrixXd& f, std::size_t d,
                                                const Eigen::MatrixXi& sets,
                                                const Runtime& runtime) {
  constexpr std::size_t block = 64;
  const std::size_t n = walk.size();
  const std::size_t n_blocks = (n + block - 1) / block;
  std::vector<Eigen::VectorXd> sums(n_blocks, Eigen::VectorXd::Zero(sets.cols()));
  const auto width = static_cast<Eigen::Index>(d);
  for_rows(n_blocks, runtime, [&](std::size_t b) {
    for (std::size_t i = b * block; i < std::min(n, (b + 1) * block); ++i) {
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(cometric_at(walk, f, i, 1));
      const Eigen::MatrixXd axes = eigen.eigenvectors().rightCols(width);
      for (Eigen::Index c = 0; c < sets.cols(); ++c) {
        Eigen::MatrixXd seen(sets.rows(), width);
        for (Eigen::Index k = 0; k < sets.rows(); ++k) seen.row(k) = axes.row(sets(k, c));
        const Eigen::VectorXd length = seen.colwise().norm().cwiseMax(1e-10);
        seen = (seen.array().rowwise() / length.transpose().array()).matrix();
        const double volume = determinant_by_lu(transpose_times(seen, seen));
        sums[b][c] += mass[i] * (std::log(std::max(volume, 1e-20)) / 2);
      }
    }
  });
  const double total = std::accumulate(mass.begin(), mass.end(), 0.0);
  std::vector<double> mean(static_cast<std::size_t>(sets.cols()));
  for (std::size_t c = 0; c < mean.size(); ++c) {
    for (const Eigen::VectorXd& sum : sums) {
      mean[c] += sum[static_cast<Eigen::Index>(c)] / total;
    }
  }
  return mean;
}

}  // namespace lapscale

#endif
