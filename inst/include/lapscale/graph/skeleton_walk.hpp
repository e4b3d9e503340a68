#ifndef LAPSCALE_GRAPH_SKELETON_WALK_HPP
#define LAPSCALE_GRAPH_SKELETON_WALK_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/graph/heat_skeleton.hpp"
#include "lapscale/graph/weighted_sums.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// A walk on few points of a radius graph that has nearly its eigenvalues. With W about T K T', K
// the weights of the skeleton and T the combinations of its kernels, the eigenvalues of
// diag(s) W diag(s) are those of L' K L, L L' = T' diag(s)^2 T; an eigenvector z of that one gives
// diag(s) V L z, V the weights between all points and the skeleton. Of H diag(s) W diag(s) H, with
// H = I - 1 1' / n, which is centered, they are those of C L' K L C, C^2 = I - u u' / n, u = L^-1
// T' s.
class SkeletonWalk {
 public:
  //   index   of the graph's points
  SkeletonWalk(const PointIndex& index, const CutHeatKernel& kernel,
               std::vector<CellSkeleton> cells, bool centred, const Runtime& runtime)
      : kernel_(kernel),
        cells_(std::move(cells)),
        index_(PointFrame{std::vector<double>(index.dim(), 0.0)}, coordinates(cells_, index).view(),
               runtime) {
    if (centred) find_centring(index.size());
  }

  std::size_t size() const { return index_.size(); }
  const PointIndex& index() const { return index_; }

  // in: size() x b
  Eigen::MatrixXd times(const Eigen::MatrixXd& in, const Runtime& runtime) const {
    return to_walk(values_at(index_, in, runtime));
  }

  // V L C z, V the weights between other points and those of the walk.
  Eigen::MatrixXd values_at(const PointIndex& points, const Eigen::MatrixXd& in,
                            const Runtime& runtime) const {
    const Eigen::MatrixXd value = by_cell(
        centred(in),
        [](const Eigen::MatrixXd& root, const DenseView& z) { return lapscale::times(root, z); });
    Eigen::MatrixXd out(static_cast<Eigen::Index>(points.size()), in.cols());
    WeightedSums(index_, points, kernel_)
        .run(
            static_cast<std::size_t>(value.cols()),
            [&](std::size_t row, std::size_t c) {
              return value(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(c));
            },
            runtime,
            [&](std::size_t row, std::size_t c, double sum) {
              out(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(c)) = sum;
            });
    return out;
  }

  // C L' f, f the values at the points of the walk.
  Eigen::MatrixXd to_walk(const Eigen::MatrixXd& f) const {
    return centred(by_cell(f, transpose_times));
  }

 private:
  struct Coordinates {
    std::size_t n;
    std::size_t dim;
    std::vector<double> x;

    PointView view() const { return {x.data(), n, dim, dim, 1}; }
  };

  static Coordinates coordinates(const std::vector<CellSkeleton>& cells, const PointIndex& index) {
    Coordinates all{0, index.dim(), {}};
    for (const CellSkeleton& cell : cells) {
      for (const std::size_t position : cell.position) {
        index.for_coordinates(position, [&](std::size_t, double x) { all.x.push_back(x); });
      }
      all.n += cell.position.size();
    }
    return all;
  }

  // C = I - share v v', v = u / |u|.
  void find_centring(std::size_t n) {
    constant_.resize(static_cast<Eigen::Index>(size()));
    Eigen::Index first = 0;
    for (const CellSkeleton& cell : cells_) {
      constant_.segment(first, cell.constant.size()) = cell.constant;
      first += cell.constant.size();
    }
    const double left = 1 - constant_.squaredNorm() / static_cast<double>(n);
    share_ = 1 - std::sqrt(std::max(left, 0.0));
    constant_.normalize();
  }

  // C z; z where nothing is centered.
  Eigen::MatrixXd centred(const Eigen::MatrixXd& z) const {
    if (constant_.size() == 0) return z;
    Eigen::MatrixXd rest = z;
    add_outer(rest, constant_, transpose_times_vector(z, constant_), -share_);
    return rest;
  }

  template <class Map>
  Eigen::MatrixXd by_cell(const Eigen::MatrixXd& in, const Map& map) const {
    Eigen::MatrixXd out(in.rows(), in.cols());
    Eigen::Index first = 0;
    for (const CellSkeleton& cell : cells_) {
      const Eigen::Index rank = cell.root.rows();
      out.middleRows(first, rank) = map(cell.root, in.middleRows(first, rank));
      first += rank;
    }
    return out;
  }

  CutHeatKernel kernel_;
  std::vector<CellSkeleton> cells_;
  PointIndex index_;
  Eigen::VectorXd constant_;
  double share_ = 0;
};

}  // namespace lapscale

#endif
