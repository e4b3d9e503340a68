#ifndef LAPSCALE_POINTS_SQUARED_DISTANCES_HPP
#define LAPSCALE_POINTS_SQUARED_DISTANCES_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/pair_pass.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/query_blocks.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// All squared distances between n points, n x n in memory. They lie in panels of panel_width
// columns, panel[k * panel_width + l] being that of point k and point l of the panel, so that
// products with the matrix run at the speed of the kernels.
class SquaredDistances {
 public:
  // Zeros at first, to be set.
  explicit SquaredDistances(std::size_t n)
      : n_(n), panels_((n + panel_width - 1) / panel_width * n * panel_width) {}

  // Of points in memory, by position. Differences are squared as they are: nothing cancels; of a
  // source the distances are its own.
  SquaredDistances(const PointIndex& index, const Runtime& runtime);

  // Tells whether those of points in memory need less than 200 MB.
  static constexpr std::size_t max_few = 5000;
  static bool are_few(const PointIndex& index) {
    return index.size() <= max_few && index.folder().empty();
  }

  std::size_t size() const { return n_; }
  std::size_t n_panels() const { return (n_ + panel_width - 1) / panel_width; }
  const double* panel(std::size_t p) const { return panels_.data() + p * n_ * panel_width; }

  // Returns those from all points to point j, every panel_width-th number from here on.
  const double* column(std::size_t j) const { return panels_.data() + place(0, j); }

  double operator()(std::size_t i, std::size_t j) const { return panels_[place(i, j)]; }
  void set(std::size_t i, std::size_t j, double sq_dist) {
    panels_[place(i, j)] = sq_dist;
    panels_[place(j, i)] = sq_dist;
  }

  // Tells whether they are those of points, told from at most 256 of them.
  bool are_euclidean() const {
    const std::size_t size = std::min<std::size_t>(n_, 256);
    const auto few = static_cast<Eigen::Index>(size);
    Eigen::MatrixXd s(few, few);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        s(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            (*this)(i * n_ / size, j * n_ / size);
      }
    }
    const Eigen::VectorXd mean = s.rowwise().mean();
    s.colwise() -= mean;
    s.rowwise() -= mean.transpose();
    s.array() += mean.mean();
    const Eigen::MatrixXd products = -s;
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(products, Eigen::EigenvaluesOnly)
            .eigenvalues();
    return values[0] >= -1e-9 * values[few - 1];
  }

  // Writes those from point i to all, +Inf in the padding.
  void copy_row(std::size_t i, double* out) const {
    for (std::size_t p = 0; p < n_panels(); ++p) {
      std::copy_n(panels_.data() + place(i, p * panel_width), panel_width, out + p * panel_width);
    }
    std::fill(out + n_, out + padded(n_), std::numeric_limits<double>::infinity());
  }

 private:
  void copy(const PointIndex& index, const Runtime& runtime);

  std::size_t place(std::size_t i, std::size_t j) const {
    return (j / panel_width * n_ + i) * panel_width + j % panel_width;
  }

  std::size_t n_;
  AlignedBuffer panels_;
};

inline void SquaredDistances::copy(const PointIndex& index, const Runtime& runtime) {
  const std::size_t n_leaves = index.tree().n_leaves();
  for_blocks(runtime, n_leaves, [&](std::size_t leaf) {
    PairPass pass(index, runtime);
    pass.select_leaves(LeafRun{0, n_leaves});
    for_leaf_blocks(index, leaf, [&](Span<const std::size_t> position) {
      pass.run(position,
               [&](std::size_t q, std::size_t first, const double* sq_dist, std::size_t count) {
                 for (std::size_t j = 0; j < count && first + j < n_; ++j) {
                   panels_[place(position[q], first + j)] = sq_dist[j];
                 }
               });
    });
  });
}

inline SquaredDistances::SquaredDistances(const PointIndex& index, const Runtime& runtime)
    : SquaredDistances(index.size()) {
  if (index.source() != nullptr) {
    copy(index, runtime);
    return;
  }
  const SimdKernels kernels = runtime.kernels();
  const std::size_t n_leaves = index.tree().n_leaves();
  // Half of the pairs of leaves: each is measured once and written twice.
  for_blocks(runtime, n_leaves, [&](std::size_t leaf) {
    const std::size_t first = leaf * leaf_size;
    const std::size_t last = std::min(first + leaf_size, n_);
    AlignedBuffer block(block_width * index.dim());
    AlignedBuffer scratch;
    double sq_dist[block_width * leaf_size];
    std::vector<AlignedBuffer> blocks;
    for (std::size_t i = first; i < last; i += block_width) {
      std::size_t position[block_width];
      const std::size_t width = std::min(block_width, last - i);
      for (std::size_t q = 0; q < width; ++q) position[q] = i + q;
      blocks.emplace_back(block_width * index.dim());
      index.pack_block(position, width, blocks.back().data());
    }
    for (std::size_t other = leaf; other < n_leaves; ++other) {
      const double* panels = index.leaf_panels(other, 1, scratch);
      const std::size_t begin = other * leaf_size;
      const std::size_t end = std::min(begin + leaf_size, n_);
      for (std::size_t i = first; i < last; i += block_width) {
        kernels.sq_distances(panels, index.dim(), leaf_size / panel_width,
                             blocks[(i - first) / block_width].data(), sq_dist);
        for (std::size_t q = 0; q < std::min(block_width, last - i); ++q) {
          for (std::size_t j = begin; j < end; ++j) {
            set(i + q, j, sq_dist[q * leaf_size + j - begin]);
          }
        }
      }
    }
  });
}

}  // namespace lapscale

#endif
