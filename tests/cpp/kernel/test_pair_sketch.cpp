#include "lapscale/kernel/pair_sketch.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PairSketch;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

const std::vector<double> grid = {0.02, 0.1, 0.4, 1.5};

// sum_ij exp(-s / h^2) and its derivative by log h^2, over the rows of `from`.
void require_sums(const PairSketch& sketch, const Eigen::MatrixXd& sq,
                  const std::vector<std::size_t>& from) {
  for (const double h : grid) {
    double sum = 0;
    double slope = 0;
    for (const std::size_t i : from) {
      for (Eigen::Index j = 0; j < sq.cols(); ++j) {
        const double u = sq(static_cast<Eigen::Index>(i), j) / (h * h);
        sum += std::exp(-u);
        slope += u * std::exp(-u);
      }
    }
    REQUIRE(sketch.heat_sum(h) == Approx(sum).epsilon(2e-5));
    REQUIRE(sketch.heat_slope(h) == Approx(slope).epsilon(5e-5).margin(1e-7 * sum));
  }
}

PairSketch sketch_of(const PointIndex& index, const Runtime& runtime) {
  PairSketch sketch(index, grid.front(), grid.back());
  sketch.add({}, runtime);
  return sketch;
}

}  // namespace

TEST_CASE("the kernel sum over all pairs and its slope", "[pair_sketch]") {
  for (const Points& points : {tests::sphere(700, 1), tests::normal_cloud(300, 20, 2, 0.8),
                               tests::repeated(tests::uniform_cube(40, 2, 3), 5)}) {
    const PointIndex index(points.view(), Runtime());
    const Eigen::MatrixXd sq = tests::sq_distances(tests::points_of(index));
    std::vector<std::size_t> all(points.n);
    for (std::size_t i = 0; i < points.n; ++i) all[i] = i;
    require_sums(sketch_of(index, Runtime()), sq, all);

    PairSketch from_all(index, grid.front(), grid.back());
    from_all.add(all, Runtime());
    require_sums(from_all, sq, all);

    const std::vector<std::size_t> some = {5, 17, 3, 60, 11, 42, 8};
    PairSketch from_some(index, grid.front(), grid.back());
    from_some.add(some, Runtime());
    require_sums(from_some, sq, some);
  }
}

TEST_CASE("bandwidths beyond double precision", "[pair_sketch]") {
  const Points points = tests::uniform_cube(50, 2, 4);
  const PointIndex index(points.view(), Runtime());
  PairSketch sketch(index, 1e-200, 1e200);
  sketch.add({}, Runtime());
  REQUIRE(sketch.heat_sum(1e-200) == Approx(50).epsilon(1e-6));
  REQUIRE(sketch.heat_sum(1e200) == Approx(2500).epsilon(1e-6));
  REQUIRE(sketch.heat_slope(1e200) == Approx(0).margin(1e-6));
}

TEST_CASE("pair sketches have the same bits on any threads", "[pair_sketch][threads]") {
  const Points points = tests::normal_cloud(3000, 3, 5);
  const PointIndex index(points.view(), Runtime());
  const PairSketch one = sketch_of(index, Runtime());
  for (const lapscale::Runtime& runtime :
       {tests::on(tests::Threads(4)), tests::on(tests::backwards)}) {
    const PairSketch other = sketch_of(index, runtime);
    for (const double h : grid) {
      REQUIRE(other.heat_sum(h) == one.heat_sum(h));
      REQUIRE(other.heat_slope(h) == one.heat_slope(h));
    }
  }
}

TEST_CASE("moments of parts, found apart, give the bits of the whole", "[pair_sketch]") {
  const PointIndex index(tests::uniform_cube(500, 2, 1).view(), Runtime());
  const std::vector<std::size_t> some = {4, 20, 21, 22, 300, 301, 302, 303, 499};
  for (const std::vector<std::size_t>& position : {std::vector<std::size_t>(), some}) {
    PairSketch whole(index, grid.front(), grid.back());
    whole.add(position, Runtime());
    const std::size_t n_parts = whole.n_parts(position);
    REQUIRE(n_parts >= 2);
    PairSketch joined(index, grid.front(), grid.back());
    for (const auto& [begin, end] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, n_parts}}) {
      joined.add_moments(joined.moments(position, begin, end, Runtime()));
    }
    for (const double h : grid) {
      REQUIRE(joined.heat_sum(h) == whole.heat_sum(h));
      REQUIRE(joined.heat_slope(h) == whole.heat_slope(h));
    }
  }
}
