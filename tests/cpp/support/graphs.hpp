#ifndef LAPSCALE_TESTS_GRAPHS_HPP
#define LAPSCALE_TESTS_GRAPHS_HPP

#include <functional>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace tests {

// A symmetric sparse matrix that owns its arrays.
struct Graph {
  std::vector<int> begin = {0};
  std::vector<int> column;
  std::vector<double> value;

  lapscale::SparseView view() const { return {begin, column, value}; }
};

// The non-zero entries of a dense matrix.
Graph graph_of(const Eigen::MatrixXd& dense);

// Weights 1 between i and j where `edge` says so.
Eigen::MatrixXd adjacency(Eigen::Index n,
                          const std::function<bool(Eigen::Index, Eigen::Index)>& edge);

// D^-1/2 W D^-1/2
Eigen::MatrixXd normalized(const Eigen::MatrixXd& weights);

// `copies` of a matrix along the diagonal.
Eigen::MatrixXd block_diagonal(const Eigen::MatrixXd& block, Eigen::Index copies);

// A grid of side x side points, a quarter between neighbors.
Graph plane(int side);

}  // namespace tests

#endif
