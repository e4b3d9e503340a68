#include "support/graphs.hpp"

#include <cmath>

namespace tests {

Graph graph_of(const Eigen::MatrixXd& dense) {
  Graph graph;
  for (Eigen::Index i = 0; i < dense.cols(); ++i) {
    for (Eigen::Index j = 0; j < dense.rows(); ++j) {
      if (!(std::abs(dense(j, i)) > 0)) continue;
      graph.column.push_back(static_cast<int>(j));
      graph.value.push_back(dense(j, i));
    }
    graph.begin.push_back(static_cast<int>(graph.column.size()));
  }
  return graph;
}

Eigen::MatrixXd adjacency(Eigen::Index n,
                          const std::function<bool(Eigen::Index, Eigen::Index)>& edge) {
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (edge(i, j)) weights(i, j) = weights(j, i) = 1;
    }
  }
  return weights;
}

Eigen::MatrixXd normalized(const Eigen::MatrixXd& weights) {
  const Eigen::VectorXd s = weights.colwise().sum().cwiseSqrt().cwiseInverse();
  return s.asDiagonal() * weights * s.asDiagonal();
}

Eigen::MatrixXd block_diagonal(const Eigen::MatrixXd& block, Eigen::Index copies) {
  const Eigen::Index n = block.rows();
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(n * copies, n * copies);
  for (Eigen::Index c = 0; c < copies; ++c) all.block(c * n, c * n, n, n) = block;
  return all;
}

Graph plane(int side) {
  Graph graph;
  for (int i = 0; i < side * side; ++i) {
    const int x = i % side;
    const int y = i / side;
    const auto add = [&](bool there, int j) {
      if (!there) return;
      graph.column.push_back(j);
      graph.value.push_back(0.25);
    };
    add(y > 0, i - side);
    add(x > 0, i - 1);
    add(x + 1 < side, i + 1);
    add(y + 1 < side, i + side);
    graph.begin.push_back(static_cast<int>(graph.column.size()));
  }
  return graph;
}

}  // namespace tests
