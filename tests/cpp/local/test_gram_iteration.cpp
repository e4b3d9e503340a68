#include "lapscale/local/gram_iteration.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::Centring;
using lapscale::GramIteration;
using lapscale::SquaredDistances;
using lapscale::StepSpectrum;

namespace {

// Of points by the sum or the maximum of coordinate differences, or by a power of the distance:
// none of them are those of points in a Euclidean space.
SquaredDistances distances(const tests::Points& points, int kind) {
  SquaredDistances result(points.n);
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) {
      double sum = 0;
      double largest = 0;
      double square = 0;
      for (std::size_t k = 0; k < points.dim; ++k) {
        const double gap = std::abs(points.at(i, k) - points.at(j, k));
        sum += gap;
        largest = std::max(largest, gap);
        square += gap * gap;
      }
      const double d = kind == 0 ? sum : kind == 1 ? largest : std::pow(square, 0.65);
      result.set(i, j, d * d);
    }
  }
  return result;
}

// By the definition, all eigenvalues, decreasing.
Eigen::VectorXd exact_values(const SquaredDistances& s, std::size_t i, double h, double cutoff,
                             const std::vector<double>& factor) {
  const auto n = static_cast<Eigen::Index>(s.size());
  const auto at = [&](Eigen::Index j, Eigen::Index k) {
    return s(static_cast<std::size_t>(j), static_cast<std::size_t>(k));
  };
  const auto own = static_cast<Eigen::Index>(i);
  Eigen::VectorXd p(n);
  Eigen::MatrixXd products(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double e = at(own, j) / (h * h);
    p[j] = e <= cutoff * cutoff ? std::exp(-e) * factor[static_cast<std::size_t>(j)] : 0;
    for (Eigen::Index k = 0; k < n; ++k) {
      products(j, k) = (at(own, j) + at(own, k) - at(j, k)) / 2;
    }
  }
  p /= p.sum();
  const Eigen::VectorXd square = products.diagonal();
  const Centring centring =
      lapscale::centring_of(p.cwiseProduct(p).dot(square), p.dot(square), p[own]);
  Eigen::MatrixXd form = -centring.share * p * p.transpose();
  form.diagonal() += (1 + centring.raise) * p;
  return tests::product_spectrum(products, 2 / (h * h) * form);
}

}  // namespace

TEST_CASE("steps from distances of no points have the eigenvalues of the definition",
          "[gram_iteration]") {
  // At the smallest, a point sees one or two others.
  const std::vector<double> bandwidths = {1.6, 0.8, 0.5, 0.3, 0.2, 0.12};
  for (const int kind : {0, 1, 2}) {
    const tests::Points points = tests::normal_cloud(70, 4, 3, 0.7);
    const SquaredDistances s = distances(points, kind);
    REQUIRE_FALSE(s.are_euclidean());
    std::vector<double> factor(points.n);
    tests::Draw draw(1);
    for (double& f : factor) f = draw.uniform(0.5, 2);
    GramIteration iteration(s, lapscale::Runtime().kernels(), nullptr);
    for (std::size_t centre = 0; centre < points.n; centre += 3) {
      std::size_t taken = 0;
      iteration.steps(
          centre, bandwidths, 4, [&](std::size_t) { return factor.data(); },
          [&](std::size_t g, const StepSpectrum& step) {
            ++taken;
            const Eigen::VectorXd exact = exact_values(s, centre, bandwidths[g], 4, factor);
            for (Eigen::Index k = 0; k < step.values.size(); ++k) {
              // Small ones among others as small are found to less than they matter.
              REQUIRE(step.values[k] == Approx(std::max(0.0, exact[k])).margin(3e-4));
            }
          });
      REQUIRE(taken == bandwidths.size());
    }
  }
}

TEST_CASE("coordinates, and what few pairs have beside, change no step", "[gram_iteration]") {
  // A form of one's own for each point, and pairs that are farther than points would be.
  const lapscale::PointIndex index(tests::normal_cloud(90, 4, 2, 0.6).view(), lapscale::Runtime());
  const std::size_t n = index.size();
  SquaredDistances s(index, lapscale::Runtime());
  std::vector<std::vector<lapscale::PairExcess::Entry>> rows(n);
  const auto own = [](std::size_t i) { return 0.003 * static_cast<double>(i % 5); };
  for (std::uint32_t i = 0; i < n; ++i) {
    rows[i].push_back({i, 2 * own(i)});
    for (std::uint32_t j = 0; j < i; ++j) {
      const double rest = s(i, j) - own(i) - own(j);
      const double more = j % 11 == i % 11 ? 0.02 : rest < 0 ? -rest : 0;
      if (more > 0) rows[i].push_back({j, more});
      if (more > 0) rows[j].push_back({i, more});
      s.set(i, j, rest + more);
    }
  }
  const lapscale::PairExcess excess(rows);
  const lapscale::PanelPoints points(index);
  REQUIRE_FALSE(s.are_euclidean());
  const std::vector<double> bandwidths = {1.6, 0.8, 0.5, 0.3, 0.2};
  const std::vector<double> factor(n, 1.0);
  GramIteration iteration(s, lapscale::Runtime().kernels(), nullptr, nullptr, &points, &excess);
  for (std::size_t centre = 0; centre < n; centre += 4) {
    iteration.steps(
        centre, bandwidths, 4, [&](std::size_t) { return factor.data(); },
        [&](std::size_t g, const StepSpectrum& step) {
          const Eigen::VectorXd exact = exact_values(s, centre, bandwidths[g], 4, factor);
          for (Eigen::Index k = 0; k < step.values.size(); ++k) {
            REQUIRE(step.values[k] == Approx(std::max(0.0, exact[k])).margin(3e-4));
          }
        });
  }
}

TEST_CASE("distances of points are told from others", "[gram_iteration]") {
  REQUIRE(SquaredDistances(
              lapscale::PointIndex(tests::normal_cloud(300, 5, 1).view(), lapscale::Runtime()),
              lapscale::Runtime())
              .are_euclidean());
  // So many that some of them have to tell it.
  REQUIRE_FALSE(distances(tests::normal_cloud(300, 4, 3, 0.7), 0).are_euclidean());
}

TEST_CASE("a point that sees nobody takes no step", "[gram_iteration]") {
  const SquaredDistances s = distances(tests::normal_cloud(30, 2, 1), 0);
  const std::vector<double> factor(30, 1.0);
  GramIteration iteration(s, lapscale::Runtime().kernels(), nullptr);
  iteration.steps(
      4, {1e-3}, 4, [&](std::size_t) { return factor.data(); },
      [&](std::size_t, const StepSpectrum& step) {
        REQUIRE(step.self == 1);
        REQUIRE(step.values == Eigen::VectorXd::Zero(2));
      });
}
