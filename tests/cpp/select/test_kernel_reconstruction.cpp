#include "lapscale/select/kernel_reconstruction.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::KernelReconstruction;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// |x_i - sum w x_j / sum w|^2 with weights relative to the largest.
double slow_error(const Points& points, std::size_t i, double h) {
  double nearest = tests::infinity;
  for (std::size_t j = 0; j < points.n; ++j) {
    if (j != i) nearest = std::min(nearest, tests::sq_distance(points, i, j));
  }
  std::vector<double> mean(points.dim, 0.0);
  double total = 0;
  for (std::size_t j = 0; j < points.n; ++j) {
    if (j == i) continue;
    const double w = std::exp(-(tests::sq_distance(points, i, j) - nearest) / (h * h));
    total += w;
    for (std::size_t k = 0; k < points.dim; ++k) mean[k] += w * points.at(j, k);
  }
  double error = 0;
  for (std::size_t k = 0; k < points.dim; ++k) {
    error += std::pow(points.at(i, k) - mean[k] / total, 2);
  }
  return error;
}

}  // namespace

TEST_CASE("points rebuilt from all others", "[kernel_reconstruction]") {
  for (const Points& points :
       {tests::sphere(300, 1), tests::normal_cloud(70, 40, 2), tests::uniform_cube(5, 1, 3),
        tests::repeated(tests::uniform_cube(30, 2, 4), 3)}) {
    const PointIndex index(points.view(), Runtime());
    const Points seen = tests::points_of(index);
    const std::vector<double> grid = {1e-200, 1e-3, 0.05, 0.3, 5, 1e200};
    std::vector<std::size_t> position(std::min<std::size_t>(points.n, 23));
    for (std::size_t i = 0; i < position.size(); ++i) position[i] = points.n - 1 - i;
    const std::vector<double> error = KernelReconstruction(index).errors(position, grid, Runtime());
    for (std::size_t g = 1; g + 1 < grid.size(); ++g) {
      for (std::size_t i = 0; i < position.size(); ++i) {
        REQUIRE(error[g * position.size() + i] ==
                Approx(slow_error(seen, position[i], grid[g])).epsilon(1e-9).margin(1e-14));
      }
    }
    for (std::size_t i = 0; i < position.size(); ++i) {
      // The nearest points alone; the mean of all others.
      REQUIRE(std::isfinite(error[i]));
      REQUIRE(error[5 * position.size() + i] ==
              Approx(slow_error(seen, position[i], 1e100)).epsilon(1e-9));
    }
    REQUIRE(KernelReconstruction(index).errors(position, grid, tests::on(tests::Threads(3))) ==
            error);
  }
}
