#ifndef LAPSCALE_POINTS_ROTATED_POINTS_HPP
#define LAPSCALE_POINTS_ROTATED_POINTS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "lapscale/points/distance_error.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Points turned so that the leading principal axes come first: few of them tell that two points are
// far apart. Distances are those of the points but for rounding.
struct RotatedPoints {
  PointIndex index;  // the same rows, in a tree of their own
  DistanceError error;
};

// The axes of a part of the points: an orthogonal matrix whose first columns are the leading
// principal axes of some, the others whatever is left.
class PrincipalAxes {
 public:
  explicit PrincipalAxes(const PointIndex& index);

  // Of the spread of other points about the center, the share along the leading axes.
  double share() const { return share_; }
  std::size_t n_leading() const { return static_cast<std::size_t>(transform_.cols()); }

  // Returns the first leading axes as columns: `most` or as many as there are.
  Eigen::MatrixXd leading(std::size_t most) const;

  // Turns points (columns).
  void turn(Eigen::MatrixXd& points) const;

 private:
  // Takes every so-many-th position, from the `first`-th half step on.
  static Eigen::MatrixXd sampled(const PointIndex& index, std::size_t first, std::size_t size);

  // Of the smaller of the two products, whose eigenvectors give each other.
  static Eigen::MatrixXd leading_axes(const Eigen::MatrixXd& sample);

  static constexpr std::size_t max_sampled = 512;
  static constexpr Eigen::Index max_axes = 64;

  Eigen::VectorXd centre_;
  Eigen::HouseholderQR<Eigen::MatrixXd> transform_;
  double share_;
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE PrincipalAxes::PrincipalAxes(const PointIndex& index) {
  const std::size_t n_sample = std::min(index.size() / 32 + 1, max_sampled);
  Eigen::MatrixXd sample = sampled(index, 0, n_sample);
  centre_ = sample.rowwise().mean();
  sample.colwise() -= centre_;
  const Eigen::MatrixXd leading = leading_axes(sample);
  transform_.compute(leading);
  Eigen::MatrixXd others = sampled(index, 1, n_sample);
  turn(others);
  share_ = others.topRows(leading.cols()).squaredNorm() / others.squaredNorm();
}

LAPSCALE_ONCE Eigen::MatrixXd PrincipalAxes::leading(std::size_t most) const {
  const Eigen::Index size = std::min(transform_.cols(), static_cast<Eigen::Index>(most));
  return reflected_axes(transform_.householderQ(), size);
}

LAPSCALE_ONCE void PrincipalAxes::turn(Eigen::MatrixXd& points) const {
  points.colwise() -= centre_;
  reflect(transform_.householderQ().adjoint(), points);
}

LAPSCALE_ONCE Eigen::MatrixXd PrincipalAxes::sampled(const PointIndex& index, std::size_t first,
                                                     std::size_t size) {
  Eigen::MatrixXd sample(index.dim(), size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t position = (2 * i + first) * index.size() / (2 * size);
    double* to = sample.data() + i * index.dim();
    index.for_coordinates(position, [&](std::size_t k, double x) { to[k] = x; });
  }
  return sample;
}

LAPSCALE_ONCE Eigen::MatrixXd PrincipalAxes::leading_axes(const Eigen::MatrixXd& sample) {
  const Eigen::Index size = std::min({sample.rows() / 4, sample.cols(), max_axes});
  const bool by_axis = sample.rows() <= sample.cols();
  const Eigen::MatrixXd product =
      by_axis ? times_transpose(sample, sample) : transpose_times(sample, sample);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(product);
  const Eigen::MatrixXd leading = solver.eigenvectors().rightCols(size).rowwise().reverse();
  return by_axis ? leading : times(sample, leading);
}

#endif

// The points in their principal axes; null where that would not shorten a search for neighbors:
// few points or columns, points on the disk, or as much spread along any axis as along another.
LAPSCALE_ONCE std::unique_ptr<const RotatedPoints> rotated_points(const PointIndex& index,
                                                                  const Runtime& runtime,
                                                                  std::size_t min_points = 4096);
#if LAPSCALE_BODIES
LAPSCALE_ONCE std::unique_ptr<const RotatedPoints> rotated_points(const PointIndex& index,
                                                                  const Runtime& runtime,
                                                                  std::size_t min_points) {
  constexpr std::size_t min_columns = 32;
  constexpr double min_share = 0.5;
  const std::size_t n = index.size();
  const std::size_t dim = index.dim();
  if (n < min_points || dim < min_columns || !index.in_panels()) return nullptr;
  const PrincipalAxes axes(index);
  if (!(axes.share() >= min_share)) return nullptr;
  std::vector<double> turned(n * dim);
  constexpr std::size_t block = 256;
  std::vector<double> largest((n + block - 1) / block);
  for_ranges(n, block, runtime, [&](std::size_t begin, std::size_t end) {
    Eigen::MatrixXd points(dim, end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      double* to = points.data() + (i - begin) * dim;
      index.for_coordinates(i, [&](std::size_t k, double x) { to[k] = x; });
    }
    axes.turn(points);
    largest[begin / block] = points.colwise().squaredNorm().maxCoeff();
    for (std::size_t i = begin; i < end; ++i) {
      std::copy_n(points.data() + (i - begin) * dim, dim, turned.data() + index.row_of(i) * dim);
    }
  });
  const double epsilon = std::numeric_limits<double>::epsilon();
  const double columns = static_cast<double>(dim);
  const double size = std::sqrt(*std::max_element(largest.begin(), largest.end()));
  return std::make_unique<const RotatedPoints>(
      RotatedPoints{PointIndex(PointFrame{}, turned, dim, runtime),
                    {(columns + 4) * epsilon,
                     8 * columns * static_cast<double>(axes.n_leading()) * epsilon * size}});
}
#endif

}  // namespace lapscale

#endif
