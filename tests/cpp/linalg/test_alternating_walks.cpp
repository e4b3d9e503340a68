#include "lapscale/linalg/alternating_walks.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::AlternatingWalks;
using lapscale::BlockOperator;
using lapscale::SharedValues;

namespace {

// The symmetric walk of random weights between all points.
Eigen::MatrixXd walk(Eigen::Index n, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd w(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) w(i, j) = w(j, i) = std::exp(-8 * draw.uniform());
  }
  const Eigen::VectorXd root = w.rowwise().sum().cwiseSqrt();
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) w(i, j) /= root[i] * root[j];
  }
  return w;
}

BlockOperator block(const Eigen::MatrixXd& m) {
  return {static_cast<std::size_t>(m.rows()),
          [&m](const Eigen::MatrixXd& in) -> Eigen::MatrixXd { return m * in; }};
}

Eigen::VectorXd singular_values(const Eigen::MatrixXd& m, Eigen::Index count) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m.transpose() * m,
                                                             Eigen::EigenvaluesOnly);
  return eigen.eigenvalues().tail(count).reverse().cwiseMax(0).cwiseSqrt();
}

}  // namespace

TEST_CASE("walks that take turns are the mean of their products", "[alternating_walks]") {
  const Eigen::MatrixXd a = walk(30, 1);
  const Eigen::MatrixXd b = walk(30, 2);
  const Eigen::MatrixXd c = walk(30, 3);
  const AlternatingWalks walks({block(a), block(b), block(c)});
  const Eigen::MatrixXd dense = (a * b + b * a + a * c + c * a + b * c + c * b) / 6;
  const Eigen::MatrixXd v = Eigen::MatrixXd::Random(30, 2);
  REQUIRE((walks.times(v) - dense * v).cwiseAbs().maxCoeff() < 1e-12);
  Eigen::VectorXd image(30);
  const Eigen::VectorXd first = v.col(0);
  walks.as_operator().apply(first.data(), image.data());
  REQUIRE((image - dense * first).cwiseAbs().maxCoeff() < 1e-12);
  const std::vector<Eigen::MatrixXd> inner = walks.inner(v);
  REQUIRE((a * inner[0] + b * inner[1] + c * inner[2] - dense * v).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("shared values are the singular values of a product", "[alternating_walks]") {
  for (const Eigen::Index n : {40, 260}) {
    const Eigen::MatrixXd a = walk(n, 1);
    const Eigen::MatrixXd b = walk(n, 2);
    const SharedValues shared(block(a), block(b), 3);
    const std::size_t size = static_cast<std::size_t>(n);
    const std::vector<std::size_t> none = SharedValues::permutation(size, 5, 0, 3);
    REQUIRE(std::is_sorted(none.begin(), none.end()));
    const Eigen::VectorXd unpermuted = shared.at(none, lapscale::Runtime());
    REQUIRE((unpermuted - singular_values(a * b, 3)).cwiseAbs().maxCoeff() < 1e-7);
    // Table 1 is permuted and table 0 is not, and the other way round.
    const std::vector<std::size_t> order = SharedValues::permutation(size, 5, 1, 2);
    Eigen::MatrixXd moved(n, n);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        moved(static_cast<Eigen::Index>(order[i]), static_cast<Eigen::Index>(order[j])) =
            b(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      }
    }
    const Eigen::VectorXd slow = singular_values(a * moved, 3);
    const Eigen::MatrixXd random = shared.at_random(0, 1, 3, 5, lapscale::Runtime());
    REQUIRE((random.col(2) - slow).cwiseAbs().maxCoeff() < 1e-7);
    const SharedValues reversed(block(b), block(a), 3);
    const Eigen::MatrixXd same = reversed.at_random(1, 0, 3, 5, lapscale::Runtime());
    REQUIRE((same - random).cwiseAbs().maxCoeff() < 1e-7);
  }
}

TEST_CASE("copies of a shared value are all found", "[alternating_walks]") {
  // Three components in both walks: three singular values of 1.
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(240, 240);
  for (Eigen::Index part = 0; part < 3; ++part) {
    a.block(80 * part, 80 * part, 80, 80) = walk(80, static_cast<std::uint64_t>(part));
  }
  const SharedValues shared(block(a), block(a), 4);
  const Eigen::VectorXd values =
      shared.at(SharedValues::permutation(240, 1, 0, 0), lapscale::Runtime());
  REQUIRE(values.head(3).minCoeff() > 1 - 1e-7);
  REQUIRE(values[3] < 0.9);
}

TEST_CASE("permutations do not depend on the threads", "[alternating_walks][threads]") {
  const Eigen::MatrixXd a = walk(220, 1);
  const Eigen::MatrixXd b = walk(220, 2);
  const SharedValues shared(block(a), block(b), 2);
  lapscale::Runtime threads;
  threads.executor = tests::Threads(4);
  REQUIRE(shared.at_random(0, 1, 6, 7, threads) ==
          shared.at_random(0, 1, 6, 7, lapscale::Runtime()));
}
