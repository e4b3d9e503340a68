#include "lapscale/linalg/row_groups.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Groups;
using lapscale::Runtime;

TEST_CASE("groups of a path of strong and weak links", "[row_groups]") {
  // 0 = 1 = 2 - 3 = 4 = 5 - 6
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(7, 7);
  const double weight[] = {1, 1, 0.1, 1, 1, 0.1};
  for (Eigen::Index i = 0; i < 6; ++i) m(i, i + 1) = m(i + 1, i) = weight[i];
  const Groups groups = lapscale::row_groups(tests::graph_of(m).view(), 0.5);
  // The first takes its neighbor, and the third joins them.
  CHECK(groups.of[0] == groups.of[1]);
  CHECK(groups.of[1] == groups.of[2]);
  CHECK(groups.of[2] != groups.of[3]);
  CHECK(groups.of[3] == groups.of[4]);
  for (const int group : groups.of) {
    CHECK(group >= 0);
    CHECK(static_cast<std::size_t>(group) < groups.count);
  }
}

TEST_CASE("sums between groups are those of the dense matrix, on any executor", "[row_groups]") {
  const std::size_t n = 300;
  const Eigen::MatrixXd sq_dist = tests::sq_distances(tests::uniform_cube(n, 2, 1));
  const Eigen::MatrixXd m = tests::normalized(tests::heat_matrix(sq_dist, 0.15, 3));
  const tests::Graph graph = tests::graph_of(m);
  const Groups groups = lapscale::row_groups(graph.view(), 0.6);
  CHECK(groups.count < n / 3);
  const Eigen::VectorXd share = Eigen::VectorXd::LinSpaced(static_cast<Eigen::Index>(n), 0.1, 1);
  Eigen::MatrixXd p = Eigen::MatrixXd::Zero(share.size(), static_cast<Eigen::Index>(groups.count));
  for (Eigen::Index i = 0; i < share.size(); ++i) {
    p(i, groups.of[static_cast<std::size_t>(i)]) = share[i];
  }
  const lapscale::GroupedMatrix sums =
      lapscale::grouped_entries(graph.view(), groups, share, Runtime());
  CHECK((Eigen::MatrixXd(sums) - p.transpose() * m * p).norm() < 1e-12);
  const lapscale::GroupedMatrix threaded =
      lapscale::grouped_entries(graph.view(), groups, share, tests::on(tests::Threads(3)));
  CHECK(Eigen::MatrixXd(threaded) == Eigen::MatrixXd(sums));
}
