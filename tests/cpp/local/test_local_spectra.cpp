#include "lapscale/local/local_spectra.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::LocalSpectraOptions;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

constexpr double cutoff = lapscale::consistency_cutoff;

Eigen::VectorXd slow_values(const Points& points, std::size_t i, double h) {
  const auto dim = static_cast<Eigen::Index>(points.dim);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(dim);
  Eigen::MatrixXd second = Eigen::MatrixXd::Zero(dim, dim);
  double total = 0;
  const auto visit = [&](const auto& take) {
    for (std::size_t j = 0; j < points.n; ++j) {
      const double s = tests::sq_distance(points, i, j);
      if (s > cutoff * cutoff * h * h) continue;
      take(std::exp(-s / (h * h)),
           Eigen::Map<const Eigen::VectorXd>(&points.x[j * points.dim], dim));
    }
  };
  visit([&](double w, const Eigen::VectorXd& x) {
    total += w;
    mean += w * x;
  });
  mean /= total;
  visit([&](double w, const Eigen::VectorXd& x) {
    second += w / total * (x - mean) * (x - mean).transpose();
  });
  return tests::dense_spectrum(second);
}

}  // namespace

TEST_CASE("leading eigenvalues of local covariances", "[local_spectra]") {
  // Few columns: the covariance is formed. More: the smaller side, columns or points.
  for (const bool wide : {false, true}) {
    const Points points =
        wide ? tests::normal_cloud(150, 60, 1, 0.7) : tests::normal_cloud(300, 4, 2, 0.6);
    const PointIndex index(points.view(), Runtime());
    const Points seen = tests::points_of(index);
    LocalSpectraOptions options;
    options.n_values = 4;
    const std::vector<double> grid = {0.05, 0.2, 1};
    const std::vector<std::size_t> position = {3, 99, 40, 0};
    const std::vector<double> values =
        lapscale::local_spectra(index, position, grid, options, Runtime());
    for (std::size_t i = 0; i < position.size(); ++i) {
      for (std::size_t g = 0; g < grid.size(); ++g) {
        const Eigen::VectorXd expected = slow_values(seen, position[i], grid[g]);
        for (std::size_t a = 0; a < 4; ++a) {
          REQUIRE(values[(i * grid.size() + g) * 4 + a] ==
                  Approx(std::max(0.0, expected[static_cast<Eigen::Index>(a)]))
                      .margin(1e-12 * std::max(expected[0], 1e-12)));
        }
      }
    }
    REQUIRE(lapscale::local_spectra(index, position, grid, options, tests::on(tests::Threads(3))) ==
            values);
  }
}

TEST_CASE("an isolated point has no directions", "[local_spectra]") {
  const Points points = tests::uniform_cube(40, 3, 3);
  const PointIndex index(points.view(), Runtime());
  LocalSpectraOptions options;
  options.n_values = 3;
  const std::vector<double> grid = {1e-200, 1e-9};
  const std::vector<double> values =
      lapscale::local_spectra(index, {0, 5}, grid, options, Runtime());
  for (const double v : values) REQUIRE(v == 0);
}

TEST_CASE("large neighborhoods are sampled", "[local_spectra]") {
  const Points points = tests::normal_cloud(4000, 3, 4);
  const PointIndex index(points.view(), Runtime());
  LocalSpectraOptions options;
  options.n_values = 3;
  const std::vector<double> grid = {0.5};
  const std::vector<double> exact = lapscale::local_spectra(index, {7}, grid, options, Runtime());
  options.neighbors = {1000, 1};
  const std::vector<double> sampled = lapscale::local_spectra(index, {7}, grid, options, Runtime());
  for (std::size_t a = 0; a < 3; ++a) REQUIRE(sampled[a] == Approx(exact[a]).epsilon(0.15));
}
