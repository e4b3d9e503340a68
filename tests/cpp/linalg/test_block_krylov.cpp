#include "lapscale/linalg/block_krylov.hpp"

#include <catch.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "lapscale/runtime/eigen.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::BlockKrylov;
using lapscale::Runtime;

namespace {

Eigen::MatrixXd random_columns(Eigen::Index n, Eigen::Index columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  return Eigen::MatrixXd::NullaryExpr(n, columns, [&] { return draw.normal(); });
}

// With these eigenvalues, in a random basis.
Eigen::MatrixXd matrix_with(const Eigen::VectorXd& values) {
  const Eigen::Index n = values.size();
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(random_columns(n, n, 7));
  const Eigen::MatrixXd q = qr.householderQ();
  return q * values.asDiagonal() * q.transpose();
}

lapscale::BlockMap product_with(const Eigen::MatrixXd& m) {
  return [&m](const Eigen::MatrixXd& block) -> Eigen::MatrixXd { return m * block; };
}

Eigen::VectorXd relative(const Eigen::VectorXd& values) {
  return 1e-11 * values;
}

// 1 / j^2 for j = 1, 2, ..., each `copies` times.
Eigen::VectorXd falling(Eigen::Index n, Eigen::Index copies) {
  return Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index j) {
    const auto place = static_cast<double>(j / copies + 1);
    return 1 / (place * place);
  });
}

}  // namespace

TEST_CASE("the vectors of a dense solver, copies of an eigenvalue whole", "[block_krylov]") {
  const Eigen::Index n = 400;
  for (const Eigen::Index copies : {1, 2, 3}) {
    const Eigen::VectorXd values = falling(n, copies);
    const Eigen::MatrixXd m = matrix_with(values);
    for (const Eigen::Index k : {1, 2, 6}) {
      BlockKrylov krylov(product_with(m), 0, random_columns(n, 4, 3), Runtime());
      REQUIRE(krylov.search(k, relative, 120));
      const Eigen::MatrixXd v = krylov.vectors(k);
      REQUIRE(tests::is_orthonormal(v, 1e-12));
      const Eigen::MatrixXd rest = m * v - v * values.head(k).asDiagonal();
      REQUIRE(rest.norm() < 1e-9);
    }
  }
}

TEST_CASE("some eigenvalues far above the rest: residuals are what they are said to be",
          "[block_krylov]") {
  const Eigen::Index n = 400;
  for (const double small : {1e-6, 1e-8, 1e-9, 1e-10}) {
    Eigen::VectorXd values = small * falling(n, 1);
    values.head(3) << 1, 0.9, 0.8;
    const lapscale::BlockMap map = [&](const Eigen::MatrixXd& block) -> Eigen::MatrixXd {
      return values.asDiagonal() * block;
    };
    for (const Eigen::Index k : {3, 6}) {
      BlockKrylov krylov(map, 0, random_columns(n, 4, 3), Runtime());
      REQUIRE(krylov.search(k, relative, 120));
      const Eigen::MatrixXd v = krylov.vectors(k);
      REQUIRE(tests::is_orthonormal(v, 1e-12));
      const Eigen::MatrixXd rest = map(v) - v * krylov.values(k).asDiagonal();
      REQUIRE((rest.colwise().norm().transpose().array() <= 2e-11 * values.head(k).array() + 1e-15)
                  .all());
    }
  }
}

TEST_CASE("is not sure where copies are as many as columns", "[block_krylov]") {
  const Eigen::Index n = 300;
  for (const Eigen::Index copies : {4, 5, 8}) {
    const Eigen::MatrixXd m = matrix_with(falling(n, copies));
    BlockKrylov krylov(product_with(m), 0, random_columns(n, 4, 3), Runtime());
    REQUIRE(!krylov.search(6, relative, 160));
  }
}

TEST_CASE("is not sure where eigenvalues do not stand apart", "[block_krylov]") {
  const Eigen::Index n = 400;
  const Eigen::MatrixXd m = matrix_with(Eigen::VectorXd::LinSpaced(n, 1, 0.5));
  BlockKrylov krylov(product_with(m), 0, random_columns(n, 4, 3), Runtime());
  REQUIRE(!krylov.search(3, relative, 80));
}

TEST_CASE("is not sure of vectors that the start does not reach", "[block_krylov]") {
  const Eigen::Index n = 40;
  const Eigen::MatrixXd m = falling(n, 1).asDiagonal();
  Eigen::MatrixXd start = random_columns(n, 4, 3);
  start.bottomRows(n - 8).setZero();
  BlockKrylov krylov(product_with(m), 0, start, Runtime());
  REQUIRE(!krylov.search(2, relative, 40));
  BlockKrylov dependent(product_with(m), 0, Eigen::MatrixXd::Ones(n, 4), Runtime());
  REQUIRE(!dependent.search(2, relative, 40));
}

TEST_CASE("some rows more than whole panels, and columns in fours", "[block_krylov]") {
  for (const Eigen::Index n : {337, 1025, 1040}) {
    const Eigen::VectorXd values = falling(n, 1);
    const lapscale::BlockMap map = [&](const Eigen::MatrixXd& block) -> Eigen::MatrixXd {
      return values.asDiagonal() * block;
    };
    BlockKrylov krylov(map, 0, random_columns(n, 8, 3), Runtime());
    REQUIRE(krylov.search(3, relative, 120));
    REQUIRE((krylov.vectors(3).cwiseAbs() - Eigen::MatrixXd::Identity(n, 3)).norm() < 1e-9);
    REQUIRE((krylov.values(3) - values.head(3)).norm() < 1e-13);
    REQUIRE_THROWS_AS(BlockKrylov(map, 0, random_columns(n, 6, 3), Runtime()),
                      std::invalid_argument);
  }
}

TEST_CASE("vectors of block Lanczos are the same bits on any threads", "[block_krylov][threads]") {
  const Eigen::Index n = 9000;
  const Eigen::VectorXd values = falling(n, 1);
  const lapscale::BlockMap map = [&](const Eigen::MatrixXd& block) -> Eigen::MatrixXd {
    return values.asDiagonal() * block;
  };
  const auto found = [&](const Runtime& runtime) {
    BlockKrylov krylov(map, 0, random_columns(n, 4, 3), runtime);
    REQUIRE(krylov.search(3, relative, 80));
    return krylov.vectors(3);
  };
  const Eigen::MatrixXd one = found(Runtime());
  REQUIRE(one == found(tests::on(tests::Threads(3))));
  REQUIRE(one == found(tests::on(tests::backwards)));
}
