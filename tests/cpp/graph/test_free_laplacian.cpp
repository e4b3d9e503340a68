#include "lapscale/graph/free_laplacian.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "support/graphs.hpp"
#include "support/threads.hpp"

using lapscale::FreeLaplacian;
using lapscale::Runtime;

namespace {

Eigen::MatrixXd dense(const tests::Graph& graph, const std::vector<double>& degree,
                      const std::vector<std::size_t>& rows, const Runtime& runtime) {
  const FreeLaplacian laplacian(graph.view(), degree, rows, runtime);
  const std::vector<int>& begin = laplacian.begin();
  std::vector<int> column(static_cast<std::size_t>(begin.back()));
  std::vector<double> value(column.size());
  laplacian.fill(column, value);
  const auto n = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t j = 0; j < rows.size(); ++j) {
    int last = -1;
    for (int e = begin[j]; e < begin[j + 1]; ++e) {
      const auto at = static_cast<std::size_t>(e);
      REQUIRE(column[at] > last);
      last = column[at];
      m(static_cast<Eigen::Index>(j), last) = value[at];
    }
  }
  return m;
}

}  // namespace

TEST_CASE("the Laplacian of some points, with self loops or without", "[free_laplacian][threads]") {
  Eigen::MatrixXd w = tests::adjacency(
      40, [](Eigen::Index i, Eigen::Index j) { return j == i + 1 || (i * j) % 7 == 3; });
  w(3, 3) = 0.5;
  w(39, 39) = 0.25;
  const std::vector<std::vector<std::size_t>> choices = {
      {}, {7}, {0, 3, 4, 5, 11, 39}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 22, 38, 39}};
  std::vector<double> degree(40);
  for (std::size_t i = 0; i < 40; ++i) degree[i] = w.row(static_cast<Eigen::Index>(i)).sum();
  for (const std::vector<std::size_t>& rows : choices) {
    const auto n = static_cast<Eigen::Index>(rows.size());
    Eigen::MatrixXd want(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        const std::size_t at = rows[static_cast<std::size_t>(i)];
        want(i, j) = (i == j ? degree[at] : 0) -
                     w(static_cast<Eigen::Index>(at),
                       static_cast<Eigen::Index>(rows[static_cast<std::size_t>(j)]));
      }
    }
    const tests::Graph graph = tests::graph_of(w);
    REQUIRE(dense(graph, degree, rows, Runtime()) == want);
    REQUIRE(dense(graph, degree, rows, tests::on(tests::Threads(3))) == want);
  }
}
