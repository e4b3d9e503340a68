#ifndef LAPSCALE_POINTS_POINT_FRAME_HPP
#define LAPSCALE_POINTS_POINT_FRAME_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace lapscale {

// n points of `dim` coordinates anywhere in memory; coordinate k of point i is
// data[i * point_step + k * coordinate_step]. R's n x dim matrix: steps 1 and n.
struct PointView {
  const double* data;
  std::size_t n;
  std::size_t dim;
  std::size_t point_step;
  std::size_t coordinate_step;

  double operator()(std::size_t i, std::size_t k) const {
    return data[i * point_step + k * coordinate_step];
  }
};

// The origin and unit in which the core computes. The unit is a power of two, so scaling is exact;
// squared distances between data of size 1e-160 or 1e155 neither underflow nor overflow in it. A
// column is shifted only where it lies far from 0, and then by a number so round that the
// subtraction is exact too: distances are those of the data as given.
struct PointFrame {
  std::vector<double> origin;  // length dim, unit of x
  int exponent = 0;            // unit = 2^exponent units of x
  bool degenerate = false;     // all points coincide

  double to_unit(double length) const { return std::ldexp(length, -exponent); }
  double from_unit(double length) const { return std::ldexp(length, exponent); }
};

// The smallest and the largest value of each coordinate.
struct PointRange {
  std::vector<double> low;
  std::vector<double> high;

  // Takes in more points of as many coordinates.
  void add(const PointView& x) {
    if (low.empty() && x.n > 0) {
      for (std::size_t k = 0; k < x.dim; ++k) low.push_back(x(0, k));
      high = low;
    }
    for (std::size_t k = 0; k < x.dim; ++k) {
      double least = low[k];
      double most = high[k];
      for (std::size_t i = 0; i < x.n; ++i) {
        least = std::min(least, x(i, k));
        most = std::max(most, x(i, k));
      }
      low[k] = least;
      high[k] = most;
    }
  }
};

// The frame of points in this range: coordinates of size about 1 at most a few times larger.
inline PointFrame frame_of(const PointRange& range) {
  PointFrame frame;
  const std::size_t dim = range.low.size();
  frame.origin.assign(dim, 0.0);
  double largest = 0;
  for (std::size_t k = 0; k < dim; ++k) {
    const double half_range = range.high[k] / 2 - range.low[k] / 2;
    largest = std::max(largest, half_range);
    const double middle = range.low[k] + half_range;
    if (std::abs(middle) <= 8 * half_range) continue;
    if (half_range > 0) {
      const double step = std::ldexp(1.0, std::ilogb(half_range) + 2);
      frame.origin[k] = std::round(middle / step) * step;
    } else {
      frame.origin[k] = range.low[k];
    }
  }
  if (std::isinf(largest)) throw std::invalid_argument("points: a coordinate is infinite");
  frame.degenerate = !(largest > 0);
  if (!frame.degenerate) frame.exponent = std::ilogb(largest) + 1;
  return frame;
}

inline PointFrame frame_of(const PointView& x) {
  PointRange range;
  range.add(x);
  return frame_of(range);
}

// Writes the coordinates of x in a frame, point after point (dim x n).
inline void coordinates_in(const PointFrame& frame, const PointView& x, double* z) {
  // 2^-exponent may lie outside the range of doubles; its two halves do not.
  const double first = std::ldexp(1.0, -(frame.exponent / 2));
  const double second = std::ldexp(1.0, -(frame.exponent - frame.exponent / 2));
  // Works by tiles, because on one side or the other neighbors lie far apart.
  constexpr std::size_t tile = 16;
  for (std::size_t begin = 0; begin < x.n; begin += tile) {
    const std::size_t end = std::min(begin + tile, x.n);
    for (std::size_t k = 0; k < x.dim; ++k) {
      for (std::size_t i = begin; i < end; ++i) {
        z[i * x.dim + k] = (x(i, k) - frame.origin[k]) * first * second;
      }
    }
  }
}

inline std::vector<double> coordinates_in(const PointFrame& frame, const PointView& x) {
  std::vector<double> z(x.n * x.dim);
  coordinates_in(frame, x, z.data());
  return z;
}

// Coordinates as they are, none of them NaN: a search among boxes with NaN would never end.
inline const std::vector<double>& without_nan(const std::vector<double>& z) {
  const auto n_nan = std::count_if(z.begin(), z.end(), [](double v) { return std::isnan(v); });
  if (n_nan > 0) throw std::invalid_argument("points: a coordinate is not a number");
  return z;
}

}  // namespace lapscale

#endif
