#include "lapscale/graph/components.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::Components;
using lapscale::connected_components;
using lapscale::Runtime;

namespace {

Components components(const Eigen::MatrixXd& weights) {
  return connected_components(tests::graph_of(weights).view(), Runtime());
}

// Components by letting the smallest label of each neighborhood spread until nothing moves.
std::vector<std::size_t> spread_labels(const Eigen::MatrixXd& weights) {
  std::vector<std::size_t> label(static_cast<std::size_t>(weights.rows()));
  std::iota(label.begin(), label.end(), std::size_t{0});
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < label.size(); ++i) {
      for (std::size_t j = 0; j < label.size(); ++j) {
        const double w = weights(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        if (!(w > 0) || label[j] <= label[i]) continue;
        label[j] = label[i];
        moved = true;
      }
    }
  }
  return label;
}

}  // namespace

TEST_CASE("components are those that labels spread over", "[components]") {
  for (const double chance : {0.0, 0.005, 0.01, 0.02, 0.2}) {
    tests::Draw draw(static_cast<std::uint64_t>(1000 * chance));
    const Eigen::MatrixXd weights = tests::adjacency(
        150, [&](Eigen::Index i, Eigen::Index j) { return i < j && draw.uniform() < chance; });
    const Components found = components(weights);
    const std::vector<std::size_t> label = spread_labels(weights);
    bool same = true;
    for (std::size_t i = 0; i < 150; ++i) {
      for (std::size_t j = 0; j < 150; ++j) {
        same = same && (label[i] == label[j]) == (found.membership[i] == found.membership[j]);
      }
    }
    REQUIRE(same);
    REQUIRE(std::is_sorted(found.sizes.rbegin(), found.sizes.rend()));
    for (std::size_t c = 0; c < found.sizes.size(); ++c) {
      REQUIRE(static_cast<std::size_t>(std::count(found.membership.begin(), found.membership.end(),
                                                  c)) == found.sizes[c]);
    }
  }
}

TEST_CASE("the largest component comes first, then the one of the first point", "[components]") {
  // 0 | 1 4 | 2 3 5
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(6, 6);
  const auto link = [&](Eigen::Index i, Eigen::Index j) { weights(i, j) = weights(j, i) = 1; };
  link(1, 4);
  link(2, 3);
  link(3, 5);
  REQUIRE(components(weights).membership == (std::vector<std::size_t>{2, 1, 0, 0, 1, 0}));
  link(0, 0);
  REQUIRE(components(weights).sizes == (std::vector<std::size_t>{3, 2, 1}));
  const Components isolated = components(Eigen::MatrixXd::Identity(3, 3));
  REQUIRE(isolated.membership == (std::vector<std::size_t>{0, 1, 2}));
}

TEST_CASE("a stored weight of zero is no edge", "[components]") {
  const tests::Graph graph = {{0, 1, 3, 4}, {1, 0, 2, 1}, {0.0, 0.0, 0.5, 0.5}};
  REQUIRE(connected_components(graph.view(), Runtime()).sizes == (std::vector<std::size_t>{2, 1}));
}

TEST_CASE("weights below a share of the points' sizes join nothing", "[components]") {
  Eigen::MatrixXd weights = tests::adjacency(
      20, [](Eigen::Index i, Eigen::Index j) { return i < j && i / 10 == j / 10; });
  weights(0, 10) = weights(10, 0) = 1e-6;
  Eigen::VectorXd size = Eigen::VectorXd::Ones(20);
  const auto sizes = [&](double faint, bool by_smaller) {
    const lapscale::EdgeRule rule{size, faint, by_smaller};
    const Components found = connected_components(weights, Runtime(), rule);
    REQUIRE(connected_components(tests::graph_of(weights).view(), Runtime(), rule).membership ==
            found.membership);
    return found.sizes;
  };
  const std::vector<std::size_t> one{20};
  const std::vector<std::size_t> two{10, 10};
  REQUIRE(sizes(1e-7, false) == one);
  REQUIRE(sizes(1e-5, false) == two);
  size[10] = 1e-8;
  REQUIRE(sizes(1e-5, false) == one);
  size[0] = 1e8;
  REQUIRE(sizes(1e-5, false) == two);
  REQUIRE(sizes(1e-5, true) == one);
}

TEST_CASE("a long path is one component", "[components]") {
  const Eigen::MatrixXd path =
      tests::adjacency(2000, [](Eigen::Index i, Eigen::Index j) { return j == i + 1; });
  REQUIRE(components(path).sizes == (std::vector<std::size_t>{2000}));
}

TEST_CASE("components stop where the monitor throws", "[components]") {
  REQUIRE_THROWS_AS(connected_components(tests::plane(300).view(), tests::stopping()), tests::Stop);
}
