#include "lapscale/points/sparse_points.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/select/bandwidth_range.hpp"
#include "support/manifolds.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::SparseColumns;
using lapscale::SparsePoints;

namespace {

// The entries of points that are not 0, by columns.
struct Columns {
  std::size_t n;
  std::vector<int> begin = {0};
  std::vector<int> row;
  std::vector<double> value;

  explicit Columns(const tests::Points& points) : n(points.n) {
    for (std::size_t k = 0; k < points.dim; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        if (points.at(i, k) == 0) continue;
        row.push_back(static_cast<int>(i));
        value.push_back(points.at(i, k));
      }
      begin.push_back(static_cast<int>(row.size()));
    }
  }
  SparseColumns view() const {
    return {n, begin.size() - 1, begin.data(), row.data(), value.data()};
  }
};

// One coordinate in five is not 0; the last points are nearly, and exactly, the first.
tests::Points mostly_zero(std::size_t n, std::size_t dim) {
  tests::Draw draw(1);
  tests::Points points(n, dim);
  for (double& x : points.x) x = draw.uniform() < 0.2 ? draw.normal() : 0;
  for (std::size_t k = 0; k < dim; ++k) {
    points.at(n - 1, k) = points.at(0, k);
    points.at(n - 2, k) = points.at(1, k) * (1 + 1e-9);
  }
  return points;
}

PointIndex index_of(const Columns& columns) {
  return SparsePoints::index(SparsePoints::frame_for(columns.view()), columns.view(), Runtime());
}

}  // namespace

TEST_CASE("sparse points have the distances of dense ones, those that are next to 0 too",
          "[sparse_points]") {
  const tests::Points points = mostly_zero(70, 40);
  const PointIndex index = index_of(Columns(points));
  const lapscale::SquaredDistances found(index, Runtime());
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) {
      double exact = 0;
      for (std::size_t k = 0; k < points.dim; ++k) {
        const double a = points.at(index.row_of(i), k);
        const double b = points.at(index.row_of(j), k);
        exact += (a - b) * (a - b);
      }
      const double root = index.frame().from_unit(std::sqrt(found(i, j)));
      REQUIRE(root == Approx(std::sqrt(exact)).epsilon(1e-11));
      REQUIRE(found(i, j) == found(j, i));
      REQUIRE((exact > 0 || root == 0));
    }
  }
}

TEST_CASE("coordinates, neighbors and the root mean squared distance of sparse points",
          "[sparse_points]") {
  const tests::Points points = mostly_zero(90, 25);
  const PointIndex index = index_of(Columns(points));
  const PointIndex dense(points.view(), Runtime());
  lapscale::AlignedBuffer scratch;
  const double* panels = index.leaf_panels(1, 1, scratch);
  for (std::size_t k = 0; k < points.dim; ++k) {
    const double x = index.frame().to_unit(points.at(index.row_of(lapscale::leaf_size), k));
    REQUIRE(index.coordinate(lapscale::leaf_size, k) == x);
    REQUIRE(panels[k * lapscale::panel_width] == x);
  }
  REQUIRE(index.frame().from_unit(lapscale::rms_distance(index)) ==
          Approx(dense.frame().from_unit(lapscale::rms_distance(dense))));
  const auto a = lapscale::nearest_neighbors(index, 4, lapscale::Ties::all, Runtime());
  const auto b = lapscale::nearest_neighbors(dense, 4, lapscale::Ties::all, Runtime());
  for (std::size_t row = 0; row < points.n; ++row) {
    const auto one = a.of(index.position_of(row));
    const auto other = b.of(dense.position_of(row));
    REQUIRE(one.size() == other.size());
    for (std::size_t k = 0; k < one.size(); ++k) {
      REQUIRE(index.row_of(one[k].point) == dense.row_of(other[k].point));
    }
  }
}

TEST_CASE("the spread of sparse points does not depend on where they are", "[sparse_points]") {
  const tests::Points points = mostly_zero(70, 40);
  tests::Points far = points;
  double exact = 0;
  for (std::size_t k = 0; k < points.dim; ++k) {
    double mean = 0;
    for (std::size_t i = 0; i < points.n; ++i) mean += points.at(i, k) / 70;
    for (std::size_t i = 0; i < points.n; ++i) {
      exact += (points.at(i, k) - mean) * (points.at(i, k) - mean);
    }
  }
  for (std::size_t i = 0; i < points.n; ++i) far.at(i, 3) += 1e8;
  for (const tests::Points* at : {&points, static_cast<const tests::Points*>(&far)}) {
    const PointIndex index = index_of(Columns(*at));
    const double spread = index.frame().from_unit(std::sqrt(lapscale::total_deviation(index)));
    REQUIRE(spread == Approx(std::sqrt(exact)).epsilon(1e-7));
  }
}
