#include "support/manifolds.hpp"

#include <algorithm>
#include <cmath>

#include "lapscale/runtime/eigen.hpp"

namespace tests {

double Draw::normal() {
  return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * pi * uniform());
}

Points uniform_cube(std::size_t n, std::size_t dim, std::uint64_t seed) {
  Points points(n, dim);
  Draw draw(seed);
  for (double& x : points.x) x = draw.uniform();
  return points;
}

Points normal_cloud(std::size_t n, std::size_t dim, std::uint64_t seed, double ratio) {
  Points points(n, dim);
  Draw draw(seed);
  for (std::size_t i = 0; i < n; ++i) {
    double scale = 1;
    for (std::size_t k = 0; k < dim; ++k, scale *= ratio) points.at(i, k) = scale * draw.normal();
  }
  return points;
}

Points circle(std::size_t n) {
  Points points(n, 2);
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / static_cast<double>(n);
    points.put(i, {std::cos(angle), std::sin(angle)});
  }
  return points;
}

Points sphere(std::size_t n, std::uint64_t seed) {
  Points points(n, 3);
  Draw draw(seed);
  for (std::size_t i = 0; i < n; ++i) {
    const double height = draw.uniform(-1, 1);
    const double angle = 2 * pi * draw.uniform();
    const double radius = std::sqrt(1 - height * height);
    points.put(i, {radius * std::cos(angle), radius * std::sin(angle), height});
  }
  return points;
}

Points integer_grid(std::size_t side, std::size_t dim) {
  std::size_t n = 1;
  for (std::size_t k = 0; k < dim; ++k) n *= side;
  Points points(n, dim);
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t rest = i;
    for (std::size_t k = 0; k < dim; ++k, rest /= side) {
      points.at(i, k) = static_cast<double>(rest % side);
    }
  }
  return points;
}

Points two_places(std::size_t first, std::size_t second, std::size_t dim, std::uint64_t seed) {
  const Points place = uniform_cube(2, dim, seed);
  Points points(first + second, dim);
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t k = 0; k < dim; ++k) points.at(i, k) = place.at(i < first ? 0 : 1, k);
  }
  return points;
}

Points moved(Points points, double factor, double offset) {
  for (double& x : points.x) x = factor * x + offset;
  return points;
}

Points repeated(const Points& points, std::size_t copies) {
  Points all(points.n * copies, points.dim);
  for (std::size_t c = 0; c < copies; ++c) {
    std::copy(points.x.begin(), points.x.end(),
              all.x.begin() + static_cast<std::ptrdiff_t>(c * points.x.size()));
  }
  return all;
}

Points embedded(const Points& points, std::size_t dim, std::uint64_t seed) {
  const auto rows = static_cast<Eigen::Index>(dim);
  const auto columns = static_cast<Eigen::Index>(points.dim);
  Draw draw(seed);
  const auto random =
      Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return draw.normal(); }).eval();
  const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(random).householderQ() *
                            Eigen::MatrixXd::Identity(rows, columns);
  Points image(points.n, dim);
  for (std::size_t i = 0; i < points.n; ++i) {
    const Eigen::Map<const Eigen::VectorXd> from(points.x.data() + i * points.dim, columns);
    Eigen::Map<Eigen::VectorXd>(image.x.data() + i * dim, rows) = q * from;
  }
  return image;
}

}  // namespace tests
