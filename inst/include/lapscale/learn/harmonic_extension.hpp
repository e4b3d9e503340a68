#ifndef LAPSCALE_LEARN_HARMONIC_EXTENSION_HPP
#define LAPSCALE_LEARN_HARMONIC_EXTENSION_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/conjugate_gradient.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Harmonic functions on a graph: f given at some nodes, at each other node the mean of its
// neighbors by weight (Zhu, Ghahramani and Lafferty 2003).

// By elimination of the free nodes, for a dense graph. A node that goes leaves its neighbors
// joined by w_ik w_kj / t_k (the star-mesh transform), and its value is the mean of theirs. There
// are sums of positive numbers only, so the result has full relative accuracy even where clusters
// hang together by weights of 1e-100, and stays within the range of the given values to rounding.
//   weights  u x u, symmetric, >= 0; the first n nodes are given, the rest free and each connected
//            to a given one; destroyed: above the diagonal its leading n x n block becomes the graph
//            of the given nodes after elimination
//   f        u x q; rows n and below are written
inline void eliminate_free_nodes(Eigen::Ref<Eigen::MatrixXd> weights, Eigen::Index n,
                                 Eigen::Ref<Eigen::MatrixXd> f, const Runtime& runtime) {
  const Eigen::Index u = weights.rows();
  constexpr Eigen::Index panel = 32;
  Eigen::VectorXd total = Eigen::VectorXd::Zero(u);
  for (Eigen::Index end = u; end > n;) {
    const Eigen::Index begin = std::max(n, end - panel);
    // The panel's columns: those beside them in the panel first, one node after the other.
    for (Eigen::Index k = end - 1; k >= begin; --k) {
      total[k] = weights.col(k).head(k).sum();
      if (!(total[k] > 0)) continue;
      for (Eigen::Index j = begin; j < k; ++j) {
        weights.col(j).head(k) += weights(j, k) / total[k] * weights.col(k).head(k);
      }
    }
    // Everything before the panel, column block by column block.
    const Eigen::Index width = end - begin;
    Eigen::MatrixXd share = weights.block(0, begin, begin, width);
    for (Eigen::Index k = 0; k < width; ++k) {
      const double t = total[begin + k];
      share.col(k) *= t > 0 ? 1 / t : 0;
    }
    constexpr Eigen::Index columns = 64;
    for_ranges(begin, columns, runtime, [&](Eigen::Index first, Eigen::Index past) {
      const Eigen::Index size = past - first;
      // Of symmetric weights the upper triangle is enough.
      add_times_transpose(weights.block(0, first, past, size),
                          weights.block(0, begin, past, width), share.middleRows(first, size), 1);
    });
    end = begin;
  }
  for (Eigen::Index k = n; k < u; ++k) {
    f.row(k) = total[k] > 0
                   ? Eigen::RowVectorXd(
                         transpose_times_vector(f.topRows(k), weights.col(k).head(k)).transpose() /
                         total[k])
                   : Eigen::RowVectorXd::Zero(f.cols());
  }
}

// Iterates by conjugate gradients, for a graph that is known by its products.
//   weights  u x u, symmetric, >= 0
//   given    length u
//   f        u x q: the given values; others are where the iteration starts
//   source   u x q: what D - W makes of x at the free nodes, of no rows where that is 0
//   returns  x, u x q
inline LinearSolutions harmonic_by_products(const BlockOperator& weights,
                                            const std::vector<char>& given,
                                            const Eigen::MatrixXd& f, const Eigen::MatrixXd& source,
                                            double tolerance, int most) {
  const Eigen::Index u = f.rows();
  Eigen::VectorXd is_free(u);
  for (Eigen::Index i = 0; i < u; ++i) is_free[i] = given[static_cast<std::size_t>(i)] ? 0 : 1;
  const auto free_rows = [&](const Eigen::MatrixXd& v) {
    return Eigen::MatrixXd(is_free.asDiagonal() * v);
  };
  const Eigen::VectorXd degree = weights.times(Eigen::MatrixXd::Ones(u, 1)).col(0);
  const Eigen::MatrixXd fixed = f - free_rows(f);
  Eigen::MatrixXd right = weights.times(fixed);
  if (source.rows() > 0) right += source;
  LinearSolutions solution = conjugate_gradients(
      [&](const Eigen::MatrixXd& v) {
        return free_rows(degree.asDiagonal() * v - weights.times(v));
      },
      [&](const Eigen::VectorXd& v) {
        return Eigen::VectorXd(is_free.cwiseProduct(v).cwiseQuotient(degree));
      },
      free_rows(right), free_rows(f), tolerance, most);
  solution.x += fixed;
  return solution;
}

// Does the same for a sparse graph and a single function, f and source of length u.
inline LinearSolution harmonic_by_iteration(const SparseView& weights,
                                            const std::vector<char>& given,
                                            const Eigen::VectorXd& f, const Eigen::VectorXd& source,
                                            double tolerance, int most, const Runtime& runtime) {
  const SymmetricOperator w = sparse_operator(weights, runtime);
  const LinearSolutions found =
      harmonic_by_products({w.n,
                            [&](const Eigen::MatrixXd& v) {
                              Eigen::MatrixXd image(v.rows(), v.cols());
                              for (Eigen::Index j = 0; j < v.cols(); ++j) {
                                w.apply(v.col(j).data(), image.col(j).data());
                              }
                              return image;
                            }},
                           given, f, source, tolerance, most);
  return {found.x.col(0), found.iterations, found.residual};
}

}  // namespace lapscale

#endif
