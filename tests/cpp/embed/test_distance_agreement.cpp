#include "lapscale/embed/distance_agreement.hpp"

#include <catch.h>

#include <cmath>
#include <limits>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::DistanceAgreement;
using lapscale::PointIndex;
using lapscale::Runtime;

namespace {

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto n = static_cast<double>(a.size());
  double mean_a = 0, mean_b = 0, aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    mean_a += a[i] / n;
    mean_b += b[i] / n;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
    ab += (a[i] - mean_a) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

double distance(const tests::Points& points, std::size_t i, std::size_t j) {
  double sq = 0;
  for (std::size_t k = 0; k < points.dim; ++k) {
    sq += (points.at(i, k) - points.at(j, k)) * (points.at(i, k) - points.at(j, k));
  }
  return std::sqrt(sq);
}

}  // namespace

TEST_CASE("agreement is that of all pairs to which a path leads", "[distance_agreement][threads]") {
  const std::size_t n = 70;
  const tests::Points x = tests::uniform_cube(n, 3, 1);
  const tests::Points y = tests::uniform_cube(n, 2, 2);
  const PointIndex in_x(x.view(), Runtime());
  const PointIndex in_y(y.view(), Runtime());
  const std::vector<std::size_t> rows{0, 5, 6, 41, 69};
  std::vector<double> along(n * rows.size());
  std::vector<double> embedded, paths, straight;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t row = 0; row < n; ++row) {
      double& length = along[i * n + row];
      length = 1 + distance(x, rows[i], row) * (1 + 0.1 * static_cast<double>(row % 4));
      if (row % 7 == 0) length = std::numeric_limits<double>::infinity();
      if (row == rows[i] || row % 7 == 0) continue;
      embedded.push_back(distance(y, rows[i], row));
      paths.push_back(length);
      straight.push_back(distance(x, rows[i], row));
    }
  }
  const DistanceAgreement found =
      lapscale::distance_agreement(in_x, in_y, {rows.data(), rows.size()}, along, Runtime());
  REQUIRE(found.pairs == static_cast<double>(paths.size()));
  REQUIRE(found.along == Approx(correlation(embedded, paths)).epsilon(1e-12));
  REQUIRE(found.straight == Approx(correlation(embedded, straight)).epsilon(1e-12));
  double product = 0, square = 0, rest = 0, total = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    product += embedded[i] * paths[i];
    square += embedded[i] * embedded[i];
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    rest += std::pow(paths[i] - product / square * embedded[i], 2);
    total += paths[i] * paths[i];
  }
  REQUIRE(found.stress == Approx(std::sqrt(rest / total)).epsilon(1e-12));
  Runtime threaded;
  threaded.executor = tests::Threads(3);
  const DistanceAgreement again =
      lapscale::distance_agreement(in_x, in_y, {rows.data(), rows.size()}, along, threaded);
  REQUIRE(again.along == found.along);
  REQUIRE(again.stress == found.stress);
}

TEST_CASE("the same distances agree wholly; without paths, or variation, nothing is known",
          "[distance_agreement]") {
  const tests::Points x = tests::uniform_cube(20, 2, 3);
  const PointIndex index(x.view(), Runtime());
  const std::vector<std::size_t> rows{3, 4};
  std::vector<double> along;
  for (const std::size_t i : rows) {
    for (std::size_t j = 0; j < 20; ++j) along.push_back(2 * distance(x, i, j));
  }
  const DistanceAgreement same =
      lapscale::distance_agreement(index, index, {rows.data(), rows.size()}, along, Runtime());
  REQUIRE(same.along == Approx(1));
  REQUIRE(same.stress < 1e-14);
  const std::vector<double> equal(40, 0.3);
  const DistanceAgreement constant =
      lapscale::distance_agreement(index, index, {rows.data(), rows.size()}, equal, Runtime());
  REQUIRE(std::isnan(constant.along));
  REQUIRE(constant.straight == Approx(1));
  const std::vector<double> none(40, -1.0);
  const DistanceAgreement unknown =
      lapscale::distance_agreement(index, index, {rows.data(), rows.size()}, none, Runtime());
  REQUIRE(unknown.pairs == 0);
  REQUIRE(std::isnan(unknown.along));
  REQUIRE(std::isnan(unknown.stress));
}
