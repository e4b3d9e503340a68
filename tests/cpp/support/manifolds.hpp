#ifndef LAPSCALE_TESTS_MANIFOLDS_HPP
#define LAPSCALE_TESTS_MANIFOLDS_HPP

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "lapscale/points/point_frame.hpp"

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
  double normal();

 private:
  std::mt19937_64 bits_;
};

Points uniform_cube(std::size_t n, std::size_t dim, std::uint64_t seed);

// Independent normal coordinates; that of column k has standard deviation ratio^k.
Points normal_cloud(std::size_t n, std::size_t dim, std::uint64_t seed, double ratio = 1);

// Circle of radius 1: equally spaced, so that every point sees the same.
Points circle(std::size_t n);

// Unit sphere, uniform by area.
Points sphere(std::size_t n, std::uint64_t seed);

// {0, ..., side - 1}^dim: many exact ties.
Points integer_grid(std::size_t side, std::size_t dim);

// `first` copies of one random point, then `second` copies of another.
Points two_places(std::size_t first, std::size_t second, std::size_t dim, std::uint64_t seed);

// factor * x + offset
Points moved(Points points, double factor, double offset);

// The points `copies` times over.
Points repeated(const Points& points, std::size_t copies);

// Isometric image in `dim` dimensions.
Points embedded(const Points& points, std::size_t dim, std::uint64_t seed);

}  // namespace tests

#endif
