#ifndef LAPSCALE_TESTS_MANIFOLDS_HPP
#define LAPSCALE_TESTS_MANIFOLDS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "lapscale/eigen.hpp"
#include "lapscale/point_frame.hpp"

namespace tests {

constexpr double pi = 3.14159265358979323846;

// n points of `dim` coordinates, point after point.
struct Points {
  std::size_t n;
  std::size_t dim;
  std::vector<double> x;

  Points(std::size_t size, std::size_t columns) : n(size), dim(columns), x(size * columns, 0.0) {}

  double& at(std::size_t i, std::size_t k) { return x[i * dim + k]; }
  double at(std::size_t i, std::size_t k) const { return x[i * dim + k]; }
  lapscale::PointView view() const { return {x.data(), n, dim, dim, 1}; }
  void put(std::size_t i, const std::vector<double>& coordinates) {
    for (std::size_t k = 0; k < dim; ++k) at(i, k) = coordinates[k];
  }
};

// Numbers that do not come from the generator under test.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : bits_(seed) {}
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  double normal() {
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * pi * uniform());
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits_() % n); }

 private:
  std::mt19937_64 bits_;
};

inline Points uniform_cube(std::size_t n, std::size_t dim, std::uint64_t seed) {
  Points points(n, dim);
  Draw draw(seed);
  for (double& x : points.x) x = draw.uniform();
  return points;
}

// Independent normal coordinates; that of column k has standard deviation ratio^k.
inline Points normal_cloud(std::size_t n, std::size_t dim, std::uint64_t seed, double ratio = 1) {
  Points points(n, dim);
  Draw draw(seed);
  for (std::size_t i = 0; i < n; ++i) {
    double scale = 1;
    for (std::size_t k = 0; k < dim; ++k, scale *= ratio) points.at(i, k) = scale * draw.normal();
  }
  return points;
}

// Circle of radius 1: equally spaced, so that every point sees the same.
inline Points circle(std::size_t n) {
  Points points(n, 2);
  for (std::size_t i = 0; i < n; ++i) {
    const double angle = 2 * pi * static_cast<double>(i) / static_cast<double>(n);
    points.put(i, {std::cos(angle), std::sin(angle)});
  }
  return points;
}

// Unit sphere, uniform by area.
inline Points sphere(std::size_t n, std::uint64_t seed) {
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

// {0, ..., side - 1}^dim: many exact ties.
inline Points integer_grid(std::size_t side, std::size_t dim) {
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

// `first` copies of one random point, then `second` copies of another.
inline Points two_places(std::size_t first, std::size_t second, std::size_t dim,
                         std::uint64_t seed) {
  const Points place = uniform_cube(2, dim, seed);
  Points points(first + second, dim);
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t k = 0; k < dim; ++k) points.at(i, k) = place.at(i < first ? 0 : 1, k);
  }
  return points;
}

// factor * x + offset
inline Points moved(Points points, double factor, double offset) {
  for (double& x : points.x) x = factor * x + offset;
  return points;
}

// The points `copies` times over.
inline Points repeated(const Points& points, std::size_t copies) {
  Points all(points.n * copies, points.dim);
  for (std::size_t c = 0; c < copies; ++c) {
    std::copy(points.x.begin(), points.x.end(),
              all.x.begin() + static_cast<std::ptrdiff_t>(c * points.x.size()));
  }
  return all;
}

// Isometric image in `dim` dimensions.
inline Points embedded(const Points& points, std::size_t dim, std::uint64_t seed) {
  const auto rows = static_cast<Eigen::Index>(dim);
  const auto columns = static_cast<Eigen::Index>(points.dim);
  Draw draw(seed);
  Eigen::MatrixXd random(rows, columns);
  for (double& value : random.reshaped()) value = draw.normal();
  const Eigen::MatrixXd q =
      Eigen::HouseholderQR<Eigen::MatrixXd>(random).householderQ() *
      Eigen::MatrixXd::Identity(rows, columns);
  Points image(points.n, dim);
  for (std::size_t i = 0; i < points.n; ++i) {
    const Eigen::Map<const Eigen::VectorXd> from(points.x.data() + i * points.dim, columns);
    Eigen::Map<Eigen::VectorXd>(image.x.data() + i * dim, rows) = q * from;
  }
  return image;
}

}  // namespace tests

#endif
