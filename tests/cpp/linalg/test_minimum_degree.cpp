#include "lapscale/linalg/minimum_degree.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "lapscale/runtime/eigen.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::minimum_degree_order;
using lapscale::Runtime;

namespace {

// By Eigen, which wants to see the diagonal.
std::vector<int> eigen_order(const tests::Graph& graph) {
  const auto n = static_cast<int>(graph.begin.size()) - 1;
  std::vector<Eigen::Triplet<double, int>> entries;
  for (int row = 0; row < n; ++row) {
    entries.emplace_back(row, row, 1.0);
    const auto at = static_cast<std::size_t>(row);
    for (int e = graph.begin[at]; e < graph.begin[at + 1]; ++e) {
      const int column = graph.column[static_cast<std::size_t>(e)];
      if (column != row) entries.emplace_back(row, column, 1.0);
    }
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, int> m(n, n);
  m.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(m.selfadjointView<Eigen::Upper>(), order);
  return {order.indices().data(), order.indices().data() + n};
}

void require_same(const tests::Graph& graph) {
  REQUIRE(minimum_degree_order(graph.view(), Runtime()) == eigen_order(graph));
}

// Points in a square or a cube, linked within a radius.
tests::Graph radius_graph(std::size_t n, std::size_t columns, double radius) {
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::uniform_cube(n, columns, 5));
  return tests::graph_of((sq_dist.array() < radius * radius).cast<double>().matrix());
}

}  // namespace

TEST_CASE("the order is that of Eigen", "[minimum_degree]") {
  for (const std::size_t n : {1U, 2U, 3U, 20U, 400U, 1200U}) {
    for (const double radius : {0.0, 0.03, 0.06, 0.1, 0.3, 2.0}) {
      require_same(radius_graph(n, 2, radius));
      require_same(radius_graph(n, 3, radius));
    }
  }
  require_same(tests::plane(120));
  require_same(tests::graph_of(Eigen::MatrixXd::Zero(7, 7)));
}

TEST_CASE("so it is where a row has very many entries, or many have the same", "[minimum_degree]") {
  // Hubs beyond the limit of dense rows, beside a ring.
  require_same(tests::graph_of(
      tests::adjacency(1500, [](Eigen::Index i, Eigen::Index j) { return i < 3 || j == i + 1; })));
  // Twins of each row.
  require_same(tests::graph_of(tests::adjacency(900, [](Eigen::Index i, Eigen::Index j) {
    return j / 3 == i / 3 || j / 3 == i / 3 + 1 || j / 3 == i / 3 + 17;
  })));
  // Edges as if at random: the lists have to be moved together.
  require_same(tests::graph_of(tests::adjacency(900, [](Eigen::Index i, Eigen::Index j) {
    return (i * 7919 + j * 104729 + i * j) % 900 < 5;
  })));
}

TEST_CASE("no rows have an order", "[minimum_degree]") {
  REQUIRE(minimum_degree_order(tests::Graph().view(), Runtime()).empty());
}

TEST_CASE("minimum degree stops where the monitor throws", "[minimum_degree]") {
  const tests::Graph graph = tests::plane(300);
  REQUIRE_THROWS_AS(minimum_degree_order(graph.view(), tests::stopping()), tests::Stop);
  // Not only in the beginning.
  std::vector<double> share;
  Runtime runtime;
  runtime.monitor = [&](double done) { share.push_back(done); };
  minimum_degree_order(graph.view(), runtime);
  REQUIRE(share.size() > 20);
}
