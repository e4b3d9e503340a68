#include "lapscale/linalg/symmetric_operator.hpp"

#include <catch.h>

#include <cstddef>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::Runtime;
using lapscale::SymmetricOperator;

namespace {

Eigen::MatrixXd random_symmetric(Eigen::Index n, double chance, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      if (draw.uniform() < chance) m(i, j) = m(j, i) = draw.normal();
    }
  }
  return m;
}

Eigen::VectorXd image(const SymmetricOperator& op, const Eigen::VectorXd& x) {
  Eigen::VectorXd y(x.size());
  op.apply(x.data(), y.data());
  return y;
}

}  // namespace

TEST_CASE("sparse and dense operators multiply by their matrix", "[symmetric_operator]") {
  const Runtime runtime;
  for (const Eigen::Index n : {1, 7, 300}) {
    const Eigen::MatrixXd m = random_symmetric(n, 0.1, 1);
    const tests::Graph graph = tests::graph_of(m);
    const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1, 2);
    const SymmetricOperator sparse = lapscale::sparse_operator(graph.view(), runtime);
    const SymmetricOperator dense =
        lapscale::dense_operator(m.data(), static_cast<std::size_t>(n), runtime);
    REQUIRE(graph.view().size() == static_cast<std::size_t>(n));
    REQUIRE(sparse.n == static_cast<std::size_t>(n));
    REQUIRE((image(sparse, x) - m * x).norm() <= 1e-14 * (1 + m.norm() * x.norm()));
    REQUIRE((image(dense, x) - m * x).norm() <= 1e-14 * (1 + m.norm() * x.norm()));
  }
}

TEST_CASE("a row without entries gives zero", "[symmetric_operator]") {
  const tests::Graph graph = tests::graph_of(Eigen::Vector3d(2, 0, 3).asDiagonal().toDenseMatrix());
  const Runtime runtime;
  const Eigen::Vector3d y =
      image(lapscale::sparse_operator(graph.view(), runtime), Eigen::VectorXd::Ones(3));
  REQUIRE(y == Eigen::Vector3d(2, 0, 3));
}

TEST_CASE("products have the same bits on any executor", "[symmetric_operator][threads]") {
  const Eigen::Index n = 3000;
  const Eigen::MatrixXd m = random_symmetric(n, 0.002, 2);
  const tests::Graph graph = tests::graph_of(m);
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(n, -1, 2);
  const Runtime serial;
  const Runtime threaded = tests::on(tests::Threads(3));
  REQUIRE(image(lapscale::sparse_operator(graph.view(), serial), x) ==
          image(lapscale::sparse_operator(graph.view(), threaded), x));
  REQUIRE(image(lapscale::dense_operator(m.data(), 3000, serial), x) ==
          image(lapscale::dense_operator(m.data(), 3000, threaded), x));
}

TEST_CASE("an operator keeps the runtime that it was made with", "[symmetric_operator]") {
  const tests::Graph graph = tests::graph_of(Eigen::Vector3d(2, 0, 3).asDiagonal().toDenseMatrix());
  const Eigen::Matrix3d plain = Eigen::Vector3d(2, 0, 3).asDiagonal();
  std::size_t runs = 0;
  const auto counting = [&] {
    Runtime runtime;
    runtime.executor = [&runs](std::size_t n, const lapscale::RangeBody& body) {
      ++runs;
      body(0, n);
    };
    return runtime;
  };
  const SymmetricOperator sparse = lapscale::sparse_operator(graph.view(), counting());
  const SymmetricOperator dense = lapscale::dense_operator(plain.data(), 3, counting());
  REQUIRE(image(sparse, Eigen::VectorXd::Ones(3)) == Eigen::Vector3d(2, 0, 3));
  REQUIRE(image(dense, Eigen::VectorXd::Ones(3)) == Eigen::Vector3d(2, 0, 3));
  REQUIRE(runs == 2);
}
