#ifndef LAPSCALE_TESTS_GRAPHS_HPP
#define LAPSCALE_TESTS_GRAPHS_HPP

#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "lapscale/eigen.hpp"
#include "lapscale/symmetric_operator.hpp"

namespace tests {

// A symmetric sparse matrix that owns its arrays.
struct Graph {
  std::vector<int> begin = {0};
  std::vector<int> column;
  std::vector<double> value;

  lapscale::SparseView view() const { return {begin, column, value}; }
};

// The non-zero entries of a dense matrix.
inline Graph graph_of(const Eigen::MatrixXd& dense) {
  Graph graph;
  for (Eigen::Index i = 0; i < dense.rows(); ++i) {
    for (Eigen::Index j = 0; j < dense.cols(); ++j) {
      if (!(std::abs(dense(j, i)) > 0)) continue;
      graph.column.push_back(static_cast<int>(j));
      graph.value.push_back(dense(j, i));
    }
    graph.begin.push_back(static_cast<int>(graph.column.size()));
  }
  return graph;
}

// Weights 1 between i and j where `edge` says so.
inline Eigen::MatrixXd adjacency(Eigen::Index n,
                                 const std::function<bool(Eigen::Index, Eigen::Index)>& edge) {
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (edge(i, j) || edge(j, i)) weights(i, j) = 1;
    }
  }
  return weights;
}

// D^-1/2 W D^-1/2
inline Eigen::MatrixXd normalized(const Eigen::MatrixXd& weights) {
  const Eigen::VectorXd s = weights.colwise().sum().cwiseSqrt().cwiseInverse();
  return s.asDiagonal() * weights * s.asDiagonal();
}

// `copies` of a matrix along the diagonal.
inline Eigen::MatrixXd block_diagonal(const Eigen::MatrixXd& block, Eigen::Index copies) {
  const Eigen::Index n = block.rows();
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(n * copies, n * copies);
  for (Eigen::Index c = 0; c < copies; ++c) all.block(c * n, c * n, n, n) = block;
  return all;
}

// All eigenvalues, decreasing.
inline Eigen::VectorXd dense_spectrum(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .reverse();
}

}  // namespace tests

#endif
