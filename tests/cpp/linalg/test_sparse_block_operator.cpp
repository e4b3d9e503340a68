#include "lapscale/linalg/sparse_block_operator.hpp"

#include <catch.h>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;

TEST_CASE("a product of several vectors is that of the dense matrix, on any executor",
          "[sparse_block_operator]") {
  tests::Draw draw(1);
  const Eigen::Index n = 150;
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; j += 1 + (i * j) % 7) m(i, j) = m(j, i) = draw.normal();
  }
  const tests::Graph graph = tests::graph_of(m);
  for (const Eigen::Index columns : {1, 7, 8, 20}) {
    const Eigen::MatrixXd in =
        Eigen::MatrixXd::NullaryExpr(n, columns, [&] { return draw.normal(); });
    const Eigen::MatrixXd out = lapscale::sparse_block_operator(graph.view(), Runtime()).times(in);
    CHECK((out - m * in).norm() < 1e-12 * m.norm());
    CHECK(lapscale::sparse_block_operator(graph.view(), tests::on(tests::Threads(3))).times(in) ==
          out);
  }
}
