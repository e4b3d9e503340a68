#ifndef LAPSCALE_EMBED_EMBEDDING_METRIC_HPP
#define LAPSCALE_EMBED_EMBEDDING_METRIC_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// The metric that a manifold has in the coordinates of an embedding, at each of n points.
// Source: Perrault-Joncas, Meila (2013), "Non-linear dimensionality reduction: Riemannian metric
// estimation and the problem of geometric discovery".
struct EmbeddingMetric {
  std::vector<double> cometric;  // H: n x s x s
  std::vector<double> metric;    // G, pseudo-inverse of H of rank d: n x s x s
  std::vector<double> stretch;   // square roots of the d largest eigenvalues of H: n x d
};

// H_i = scale sum_j P_ij (f_j - f_i)(f_j - f_i)'.
inline Eigen::MatrixXd cometric_at(const SparseView& walk, const Eigen::MatrixXd& f, std::size_t i,
                                   double scale) {
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(f.rows(), f.rows());
  for (int e = walk.begin[i]; e < walk.begin[i + 1]; ++e) {
    const auto entry = static_cast<std::size_t>(e);
    const Eigen::VectorXd step = f.col(walk.column[entry]) - f.col(static_cast<Eigen::Index>(i));
    add_outer(h, step, step, scale * walk.value[entry]);
  }
  return h;
}

//   walk   rows of the random walk P
//   f      s x n, a point per column
//   scale  2 / h_i^2 at each point
//   d      dimension of the manifold, at most s
// Directions in which H vanishes to rounding are left out of G: their stretch is 0.
inline EmbeddingMetric embedding_metric(const SparseView& walk, const Eigen::MatrixXd& f,
                                        Span<const double> scale, std::size_t d,
                                        const Runtime& runtime) {
  const std::size_t n = walk.size();
  const auto s = static_cast<std::size_t>(f.rows());
  EmbeddingMetric result{std::vector<double>(n * s * s), std::vector<double>(n * s * s),
                         std::vector<double>(n * d)};
  for_rows(n, runtime, [&](std::size_t i) {
    const Eigen::MatrixXd h = cometric_at(walk, f, i, scale[i]);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(h);
    Eigen::MatrixXd g = Eigen::MatrixXd::Zero(f.rows(), f.rows());
    const double largest = std::max(eigen.eigenvalues()[f.rows() - 1], 0.0);
    for (std::size_t j = 0; j < d; ++j) {
      const Eigen::Index at = f.rows() - 1 - static_cast<Eigen::Index>(j);
      const double value = eigen.eigenvalues()[at];
      if (!(value > 1e-14 * largest)) continue;
      const Eigen::VectorXd v = eigen.eigenvectors().col(at);
      Eigen::MatrixXd square = Eigen::MatrixXd::Zero(f.rows(), f.rows());
      add_outer(square, v, v, 1);
      g += square / value;
      result.stretch[j * n + i] = std::sqrt(value);
    }
    for (std::size_t a = 0; a < s * s; ++a) {
      result.cometric[a * n + i] = h.data()[a];
      result.metric[a * n + i] = g.data()[a];
    }
  });
  return result;
}

// Lengths of the edges of a graph, sqrt(df' (G_i + G_j) / 2 df), in the order of its entries.
//   metric  n x s x s
inline std::vector<double> metric_lengths(const SparseView& graph, const Eigen::MatrixXd& f,
                                          Span<const double> metric, const Runtime& runtime) {
  const std::size_t n = graph.size();
  const auto s = static_cast<std::size_t>(f.rows());
  std::vector<double> length(graph.column.size());
  for_rows(n, runtime, [&](std::size_t i) {
    for (int e = graph.begin[i]; e < graph.begin[i + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      const auto j = static_cast<std::size_t>(graph.column[entry]);
      // Goes from the lower to the higher row, so that both directions give identical results.
      const auto low = static_cast<Eigen::Index>(std::min(i, j));
      const auto high = static_cast<Eigen::Index>(std::max(i, j));
      const Eigen::VectorXd step = f.col(high) - f.col(low);
      double square = 0;
      for (std::size_t b = 0; b < s; ++b) {
        for (std::size_t a = 0; a < s; ++a) {
          const std::size_t at = (b * s + a) * n;
          square += step[static_cast<Eigen::Index>(a)] * step[static_cast<Eigen::Index>(b)] *
                    (metric[at + std::min(i, j)] + metric[at + std::max(i, j)]);
        }
      }
      length[entry] = std::sqrt(std::max(square, 0.0) / 2);
    }
  });
  return length;
}

}  // namespace lapscale

#endif
