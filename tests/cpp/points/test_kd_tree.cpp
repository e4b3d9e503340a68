#include "lapscale/points/kd_tree.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Box;
using lapscale::KdTree;
using lapscale::leaf_size;
using lapscale::LeafRun;
using lapscale::Runtime;
using tests::Points;

namespace {

KdTree tree_of(const Points& points, const Runtime& runtime = Runtime()) {
  return KdTree(points.x, points.dim, runtime);
}

// The points of one node.
std::vector<std::uint32_t> rows_of(const KdTree& tree, const KdTree::Node& node) {
  const auto& order = tree.order();
  const std::size_t end = std::min(order.size(), node.end * leaf_size);
  return {order.begin() + static_cast<std::ptrdiff_t>(node.begin * leaf_size),
          order.begin() + static_cast<std::ptrdiff_t>(end)};
}

// Whether the box is the smallest that holds the rows.
bool is_tight(const Points& points, const std::vector<std::uint32_t>& rows, const Box& box) {
  for (std::size_t k = 0; k < points.dim; ++k) {
    double low = tests::infinity;
    double high = -tests::infinity;
    for (const std::uint32_t row : rows) {
      low = std::min(low, points.at(row, k));
      high = std::max(high, points.at(row, k));
    }
    if (!(low == box.lower[k] && high == box.upper[k])) return false;
  }
  return true;
}

Box box_of(const KdTree& tree, std::size_t node) {
  return std::get<Box>(tree.box(node));
}

bool same_boxes(const KdTree& a, const KdTree& b, std::size_t dim) {
  for (std::size_t i = 0; i < a.nodes().size(); ++i) {
    const double* corner = box_of(a, i).lower;
    if (!std::equal(corner, corner + 2 * dim, box_of(b, i).lower)) return false;
  }
  return true;
}

std::vector<Points> samples() {
  return {tests::uniform_cube(1, 2, 1),     tests::uniform_cube(32, 3, 2),
          tests::uniform_cube(33, 3, 3),    tests::uniform_cube(1000, 3, 4),
          tests::uniform_cube(500, 40, 5),  tests::integer_grid(20, 2),
          tests::two_places(90, 200, 3, 6), tests::repeated(tests::uniform_cube(7, 1, 7), 30)};
}

}  // namespace

TEST_CASE("the order holds every row once, full leaf by full leaf", "[kd_tree]") {
  for (const Points& points : samples()) {
    const KdTree tree = tree_of(points);
    std::vector<std::uint32_t> sorted = tree.order();
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < points.n; ++i) REQUIRE(sorted[i] == i);
    REQUIRE(sorted.size() == points.n);
    REQUIRE(tree.n_leaves() == (points.n + leaf_size - 1) / leaf_size);
  }
}

TEST_CASE("boxes are tight, children share their parent's leaves, leaves are sorted", "[kd_tree]") {
  for (const Points& points : samples()) {
    const KdTree tree = tree_of(points);
    for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
      const KdTree::Node& node = tree.nodes()[i];
      const std::vector<std::uint32_t> rows = rows_of(tree, node);
      REQUIRE(is_tight(points, rows, box_of(tree, i)));
      if (node.child == 0) {
        REQUIRE(node.end - node.begin == 1);
        REQUIRE(std::is_sorted(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
          for (std::size_t k = 0; k < points.dim; ++k) {
            if (points.at(a, k) != points.at(b, k)) return points.at(a, k) < points.at(b, k);
          }
          return a < b;
        }));
        REQUIRE(std::get<Box>(tree.leaf_box(node.begin)).lower == box_of(tree, i).lower);
        continue;
      }
      REQUIRE(tree.nodes()[node.child].begin == node.begin);
      REQUIRE(tree.nodes()[node.child].end == tree.nodes()[node.child + 1].begin);
      REQUIRE(tree.nodes()[node.child + 1].end == node.end);
    }
  }
}

TEST_CASE("siblings are split along the widest side of their parent, ties by row", "[kd_tree]") {
  for (const Points& points : samples()) {
    const KdTree tree = tree_of(points);
    for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
      const KdTree::Node& node = tree.nodes()[i];
      if (node.child == 0) continue;
      std::size_t widest = 0;
      const Box box = box_of(tree, i);
      for (std::size_t k = 1; k < points.dim; ++k) {
        if (box.upper[k] - box.lower[k] > box.upper[widest] - box.lower[widest]) widest = k;
      }
      const auto less = [&](std::uint32_t a, std::uint32_t b) {
        return points.at(a, widest) < points.at(b, widest) ||
               (points.at(a, widest) <= points.at(b, widest) && a < b);
      };
      const auto left = rows_of(tree, tree.nodes()[node.child]);
      const auto right = rows_of(tree, tree.nodes()[node.child + 1]);
      REQUIRE(less(*std::max_element(left.begin(), left.end(), less),
                   *std::min_element(right.begin(), right.end(), less)));
    }
  }
}

TEST_CASE("the tree depends on the data only, not on who builds it", "[kd_tree][threads]") {
  for (const Points& points : samples()) {
    const KdTree serial = tree_of(points);
    for (const lapscale::Executor& executor :
         {lapscale::Executor(tests::backwards), lapscale::Executor(tests::Threads(3))}) {
      const KdTree other = tree_of(points, tests::on(executor));
      REQUIRE(other.order() == serial.order());
      REQUIRE(same_boxes(serial, other, points.dim));
    }
  }
}

TEST_CASE("of floats the tree is that of the same doubles, near leaves too", "[kd_tree]") {
  const lapscale::SimdKernels kernels = Runtime().kernels();
  for (Points points : samples()) {
    for (double& x : points.x) x = static_cast<double>(static_cast<float>(x));
    const std::vector<float> floats(points.x.begin(), points.x.end());
    const KdTree doubles = tree_of(points);
    const KdTree tree(lapscale::MemoryRows<float>(floats.data(), points.dim), points.n, Runtime());
    REQUIRE(tree.order() == doubles.order());
    std::vector<LeafRun> runs[2];
    std::vector<std::size_t> stack;
    for (std::size_t i = 0; i < tree.nodes().size(); ++i) {
      const float* corner = std::get<lapscale::BoxOf<float>>(tree.box(i)).lower;
      REQUIRE(std::equal(corner, corner + 2 * points.dim, box_of(doubles, i).lower));
      tree.near(tree.box(i), 0.01, kernels, runs[0], stack);
      doubles.near(doubles.box(i), 0.01, kernels, runs[1], stack);
      REQUIRE(std::equal(
          runs[0].begin(), runs[0].end(), runs[1].begin(), runs[1].end(),
          [](const LeafRun& a, const LeafRun& b) { return a.begin == b.begin && a.end == b.end; }));
      tree.near(doubles.box(i), 0.01, kernels, runs[1], stack);
      REQUIRE(runs[0].size() == runs[1].size());
    }
  }
}

TEST_CASE("the gap between boxes is that of their nearest points", "[kd_tree]") {
  const double a[] = {0, 0, 1, 1};
  const double b[] = {3, 0.5, 4, 5};
  const double c[] = {4, -3, 5, -2};
  const auto box = [](const double* corners) { return Box{corners, corners + 2}; };
  REQUIRE(lapscale::sq_gap(box(a), box(b), 2) == 4);
  REQUIRE(lapscale::sq_gap(box(b), box(a), 2) == 4);
  REQUIRE(lapscale::sq_gap(box(a), box(c), 2) == 9 + 4);
  REQUIRE(lapscale::sq_gap(box(a), box(a), 2) == 0);
}

TEST_CASE("near leaves are runs in order that miss no leaf within the radius", "[kd_tree]") {
  std::vector<LeafRun> runs;
  std::vector<std::size_t> stack;
  for (const Points& points : samples()) {
    const KdTree tree = tree_of(points);
    for (const double radius : {0.0, 0.05, 0.3, 2.0, tests::infinity}) {
      const Box query = std::get<Box>(tree.leaf_box(tree.n_leaves() / 2));
      tree.near(query, radius * radius, Runtime().kernels(), runs, stack);
      std::vector<bool> seen(tree.n_leaves(), false);
      std::size_t past = 0;
      for (const LeafRun& run : runs) {
        const bool apart = run.begin > past || (run.begin == 0 && past == 0);
        REQUIRE(apart);
        REQUIRE(run.end > run.begin);
        std::fill(seen.begin() + static_cast<std::ptrdiff_t>(run.begin),
                  seen.begin() + static_cast<std::ptrdiff_t>(run.end), true);
        past = run.end;
      }
      for (std::size_t leaf = 0; leaf < tree.n_leaves(); ++leaf) {
        const double gap = lapscale::sq_gap(query, std::get<Box>(tree.leaf_box(leaf)), points.dim);
        REQUIRE(seen[leaf] == (gap <= radius * radius));
      }
    }
  }
}

TEST_CASE("the tree does not depend on the order of the rows", "[kd_tree]") {
  for (const Points& points : samples()) {
    const KdTree tree = tree_of(points);
    Points turned = points;
    for (std::size_t i = 0; i < points.n; ++i) {
      for (std::size_t k = 0; k < points.dim; ++k) {
        turned.at(i, k) = points.at((7 * i + points.n - 1) % points.n, k);
      }
    }
    if (points.n % 7 == 0) continue;
    const KdTree other = tree_of(turned);
    REQUIRE(same_boxes(tree, other, points.dim));
    for (std::size_t position = 0; position < points.n; ++position) {
      for (std::size_t k = 0; k < points.dim; ++k) {
        REQUIRE(points.at(tree.order()[position], k) == turned.at(other.order()[position], k));
      }
    }
  }
}
