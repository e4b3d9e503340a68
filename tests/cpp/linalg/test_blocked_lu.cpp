#include "lapscale/linalg/blocked_lu.hpp"

#include <catch.h>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::BlockedLu;
using lapscale::Runtime;

namespace {

Eigen::MatrixXd solution(Eigen::MatrixXd a, Eigen::MatrixXd b, const Runtime& runtime) {
  BlockedLu(a, b, runtime).solve();
  return b;
}

}  // namespace

TEST_CASE("elimination solves as the textbook's does", "[blocked_lu][threads]") {
  tests::Draw draw(1);
  for (const Eigen::Index u : {1, 7, 8, 9, 63, 64, 65, 200, 321}) {
    Eigen::MatrixXd a =
        Eigen::MatrixXd::NullaryExpr(u, u, [&](Eigen::Index) { return draw.normal(); });
    // The first pivot is far down.
    if (u > 1) a(0, 0) = 0;
    const Eigen::MatrixXd x =
        Eigen::MatrixXd::NullaryExpr(u, 5, [&](Eigen::Index) { return draw.normal(); });
    const Eigen::MatrixXd b = a * x;
    const Eigen::MatrixXd found = solution(a, b, Runtime());
    REQUIRE((a * found - b).norm() < 1e-13 * static_cast<double>(u) * a.norm() * found.norm());
    REQUIRE((found - Eigen::PartialPivLU<Eigen::MatrixXd>(a).solve(b)).norm() <
            1e-9 * found.norm());
    REQUIRE(solution(a, b, tests::on(tests::Threads(3))) == found);
  }
}

TEST_CASE("elimination of a permutation is exact", "[blocked_lu]") {
  const Eigen::Index u = 130;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(u, u);
  for (Eigen::Index i = 0; i < u; ++i) a((7 * i + 3) % u, i) = 1;
  const Eigen::MatrixXd x = Eigen::VectorXd::LinSpaced(u, 1, 130);
  REQUIRE(solution(a, a * x, Runtime()) == x);
}
