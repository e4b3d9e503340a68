#include "lapscale/learn/sparse_elimination.hpp"

#include <catch.h>

#include <vector>

#include "lapscale/learn/harmonic_extension.hpp"
#include "support/graphs.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;

namespace {

// Rings of 12 nodes with three chords, joined one to the next by `link`.
Eigen::MatrixXd rings(Eigen::Index count, double link) {
  const Eigen::Index size = 12;
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(count * size, count * size);
  const auto join = [&w](Eigen::Index i, Eigen::Index j, double weight) {
    w(i, j) = w(j, i) = weight;
  };
  for (Eigen::Index r = 0; r < count; ++r) {
    for (Eigen::Index i = 0; i < size; ++i) {
      join(r * size + i, r * size + (i + 1) % size, 1 + 0.1 * static_cast<double>(i));
    }
    for (Eigen::Index i = 0; i < 3; ++i) join(r * size + i, r * size + i + 5, 0.5);
    if (r > 0) join(r * size, r * size - 4, link * static_cast<double>(r));
  }
  return w;
}

// The values by eliminate_free_nodes(), where the first and the last node are given.
Eigen::MatrixXd dense_values(const Eigen::MatrixXd& w, const Eigen::MatrixXd& f) {
  const Eigen::Index u = w.rows();
  std::vector<Eigen::Index> order = {0, u - 1};
  for (Eigen::Index i = 1; i < u - 1; ++i) order.push_back(i);
  Eigen::MatrixXd weights = w(order, order);
  Eigen::MatrixXd values = f(order, Eigen::all);
  lapscale::eliminate_free_nodes(weights, 2, values, Runtime());
  Eigen::MatrixXd back(u, f.cols());
  for (Eigen::Index i = 0; i < u; ++i) back.row(order[static_cast<std::size_t>(i)]) = values.row(i);
  return back;
}

}  // namespace

TEST_CASE("sparse elimination is the dense one, however weak the links", "[sparse_elimination]") {
  for (const double link : {1.0, 1e-6, 1e-14, 1e-80}) {
    const Eigen::MatrixXd w = rings(4, link);
    const Eigen::Index u = w.rows();
    Eigen::MatrixXd f = Eigen::MatrixXd::Zero(u, 2);
    f.row(0) << 1, -3;
    f.row(u - 1) << -1, 5;
    std::vector<char> given(static_cast<std::size_t>(u), 0);
    given.front() = given.back() = 1;
    std::vector<std::size_t> forth;
    for (std::size_t i = 1; i + 1 < given.size(); ++i) forth.push_back(i);
    const std::vector<std::size_t> back(forth.rbegin(), forth.rend());
    const tests::Graph graph = tests::graph_of(w);
    const Eigen::MatrixXd wanted = dense_values(w, f);
    for (const auto& order : {forth, back}) {
      lapscale::SparseElimination elimination(graph.view(), given, f);
      const Eigen::MatrixXd found = elimination.solve(order, tests::on(tests::Threads(3)));
      REQUIRE((found - wanted).cwiseAbs().maxCoeff() < 1e-13);
    }
    // Each node is the mean of its neighbors, and those given stay.
    REQUIRE(wanted.row(0) == f.row(0));
    const Eigen::RowVectorXd mean = w.row(30) * wanted / w.row(30).sum();
    REQUIRE((mean - wanted.row(30)).cwiseAbs().maxCoeff() < 1e-13);
  }
}

TEST_CASE("nodes that nothing leads to a given one from are 0", "[sparse_elimination]") {
  Eigen::MatrixXd w = rings(2, 0);
  const tests::Graph graph = tests::graph_of(w);
  std::vector<char> given(24, 0);
  given[3] = 1;
  Eigen::MatrixXd f = Eigen::MatrixXd::Constant(24, 1, 7);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < 24; ++i) {
    if (i != 3) order.push_back(i);
  }
  lapscale::SparseElimination elimination(graph.view(), given, f);
  const Eigen::MatrixXd found = elimination.solve(order, Runtime());
  REQUIRE((found.col(0).head(12).array() - 7).abs().maxCoeff() < 1e-13);
  REQUIRE((found.col(0).tail(12).array() == 0).all());
}
