#include "lapscale/graph/heat_graph.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::HeatGraphOptions;
using lapscale::LocalScale;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Symmetry;
using tests::Points;

namespace {

// Exponents by row, +Inf where there is no edge.
Eigen::MatrixXd dense(const Adjacency& edges) {
  const auto n = static_cast<Eigen::Index>(edges.size());
  Eigen::MatrixXd all = Eigen::MatrixXd::Constant(n, n, tests::infinity);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (const Neighbor& neighbor : edges.of(static_cast<std::size_t>(i))) {
      all(i, static_cast<Eigen::Index>(neighbor.point)) = neighbor.sq_dist;
    }
  }
  return all;
}

// k nearest by row, with all ties: 1 where i lists j.
Eigen::MatrixXi listed(const Points& points, std::size_t k) {
  const auto n = static_cast<Eigen::Index>(points.n);
  std::vector<std::size_t> row(points.n);
  for (std::size_t i = 0; i < points.n; ++i) row[i] = i;
  Eigen::MatrixXi all = Eigen::MatrixXi::Zero(n, n);
  for (std::size_t i = 0; i < points.n; ++i) {
    const std::vector<tests::Found> found = tests::by_distance(points, i, row);
    for (std::size_t j = 0; j < found.size(); ++j) {
      if (k == 0 || found[j].sq_dist > found[k - 1].sq_dist * (1 + 1e-9)) break;
      all(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(found[j].row)) = 1;
    }
  }
  return all;
}

// The definition: exponents everywhere, then the edges that the options leave.
Eigen::MatrixXd dense_graph(const Points& points, const Eigen::VectorXd& h,
                            const HeatGraphOptions& options) {
  const Eigen::MatrixXd exponent = tests::sq_distances(points).cwiseQuotient(h * h.transpose());
  const Eigen::MatrixXi list = listed(points, options.k);
  Eigen::MatrixXd result = exponent;
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    for (Eigen::Index j = 0; j < result.cols(); ++j) {
      const int ends = list(i, j) + list(j, i);
      const bool near = exponent(i, j) <= options.cutoff * options.cutoff;
      const bool linked = ends >= (options.symmetry == Symmetry::either ? 1 : 2);
      const bool edge = options.within_radius ? near || linked : near && linked;
      if (i == j ? !options.self_loops : !edge) result(i, j) = tests::infinity;
    }
  }
  return result;
}

// Same edges, and exponents to rounding.
bool agree(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return ((a.array() == b.array()) ||
          ((a - b).array().abs() <= 1e-13 * b.array() && b.array() < tests::infinity))
      .all();
}

std::vector<HeatGraphOptions> all_options() {
  std::vector<HeatGraphOptions> all;
  for (const bool loops : {false, true}) {
    HeatGraphOptions options;
    options.self_loops = loops;
    options.cutoff = 1.93;
    all.push_back(options);
    for (const Symmetry symmetry : {Symmetry::either, Symmetry::both}) {
      for (const bool radius : {false, true}) {
        options.symmetry = symmetry;
        options.within_radius = radius;
        options.k = 4;
        all.push_back(options);
      }
      options.within_radius = false;
      options.cutoff = tests::infinity;
      all.push_back(options);
      options.cutoff = 1.93;
    }
  }
  return all;
}

}  // namespace

TEST_CASE("a graph has the edges and exponents of its definition", "[heat_graph]") {
  const Points points = tests::uniform_cube(220, 2, 1);
  const PointIndex index(points.view(), Runtime());
  const double bandwidth = 0.04;
  const LocalScale scale = lapscale::constant_scale(index, index.frame().to_unit(bandwidth));
  const Eigen::VectorXd h = Eigen::VectorXd::Constant(220, bandwidth);
  for (const HeatGraphOptions& options : all_options()) {
    const Eigen::MatrixXd found = dense(lapscale::heat_graph(index, scale, options, Runtime()));
    REQUIRE(found == found.transpose());
    REQUIRE(agree(found, dense_graph(points, h, options)));
  }
}

TEST_CASE("a graph may have a bandwidth at each point", "[heat_graph][threads]") {
  const Points points = tests::normal_cloud(220, 3, 2);
  const PointIndex index(points.view(), Runtime());
  const LocalScale scale = lapscale::neighbor_scale(index, 0.8, 5, Runtime());
  REQUIRE(scale.n_replaced == 0);
  Eigen::VectorXd h(220);
  std::vector<std::size_t> row(220);
  for (std::size_t i = 0; i < 220; ++i) row[i] = i;
  for (std::size_t i = 0; i < 220; ++i) {
    h[static_cast<Eigen::Index>(i)] =
        0.8 * std::sqrt(tests::by_distance(points, i, row)[4].sq_dist);
  }
  for (const HeatGraphOptions& options : all_options()) {
    const Eigen::MatrixXd found =
        dense(lapscale::heat_graph(index, scale, options, tests::on(tests::Threads(2))));
    REQUIRE(found == found.transpose());
    REQUIRE(agree(found, dense_graph(points, h, options)));
  }
}

TEST_CASE("neighbors of each row come in order, without repeats", "[heat_graph]") {
  const PointIndex index(tests::integer_grid(9, 2).view(), Runtime());
  for (HeatGraphOptions options : all_options()) {
    const LocalScale scale = lapscale::constant_scale(index, 0.1);
    const Adjacency edges = lapscale::heat_graph(index, scale, options, Runtime());
    REQUIRE(edges.size() == 81);
    REQUIRE(edges.begin.back() == edges.neighbors.size());
    for (std::size_t i = 0; i < 81; ++i) {
      const auto list = edges.of(i);
      REQUIRE(
          std::adjacent_find(list.begin(), list.end(), [](const Neighbor& a, const Neighbor& b) {
            return a.point >= b.point;
          }) == list.end());
    }
  }
}

TEST_CASE("a graph of more edges than fit is refused", "[heat_graph]") {
  const PointIndex index(tests::uniform_cube(50, 2, 5).view(), Runtime());
  const LocalScale scale = lapscale::constant_scale(index, 100);
  HeatGraphOptions options;
  options.most = 2500;
  REQUIRE(lapscale::heat_graph(index, scale, options, Runtime()).neighbors.size() == 2500);
  options.most = 2499;
  REQUIRE_THROWS_AS(lapscale::heat_graph(index, scale, options, Runtime()),
                    lapscale::TooManyNeighbors);
  options.within_radius = false;
  options.k = 49;
  REQUIRE_THROWS_AS(lapscale::heat_graph(index, scale, options, Runtime()),
                    lapscale::TooManyNeighbors);
}
