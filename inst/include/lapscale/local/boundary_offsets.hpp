#ifndef LAPSCALE_LOCAL_BOUNDARY_OFFSETS_HPP
#define LAPSCALE_LOCAL_BOUNDARY_OFFSETS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// What a boundary does to the neighbors of a point. With z_j = V'(x_j - x_i) in the tangent plane V
// and w_j = exp(-|x_j - x_i|^2 / h^2), the mean offset
//
//   m = sum_j p_j z_j,  p_j proportional to w_j / t_j (t_j the degree),  j != i,
//
// points away from the boundary (Vaughn, Berry and Antil 2019); the points reach as far as
// max_j <z_j, -m / |m|> to the other side (Calder, Park and Slepcev 2022). Both over h.
struct BoundaryOffset {
  double length = 0;  // |m| / h
  double noise = 0;   // its standard error: sqrt(sum_j p_j^2 |z_j - m|^2) / h
  double reach = 0;   // over the neighbors within reach_radius * h
  double count = 0;   // of these, without the point itself
};

class BoundaryOffsets {
 public:
  //   degree  length n, by position
  BoundaryOffsets(const PointIndex& index, double bandwidth, double cutoff, double reach_radius,
                  Span<const double> degree)
      : index_(index),
        rate_(1 / (bandwidth * bandwidth)),
        sq_radius_(cutoff * cutoff / rate_),
        sq_reach_(reach_radius * reach_radius / rate_),
        degree_(degree) {}

  // Returns one per position asked for.
  //   tangent  one dim x d matrix per position
  std::vector<BoundaryOffset> run(Span<const std::size_t> position,
                                  const std::vector<Eigen::MatrixXd>& tangent,
                                  const Runtime& runtime) const {
    std::vector<BoundaryOffset> result(position.size());
    for_ranges(position.size(), block_size, runtime, [&](std::size_t begin, std::size_t end) {
      NeighborSearch search(index_, nullptr, runtime);
      Scratch scratch;
      for (std::size_t q = begin; q < end; ++q) {
        search.find(position[q], sq_radius_, scratch.near);
        result[q] = offset_at(position[q], tangent[q], scratch);
      }
    });
    return result;
  }

 private:
  static constexpr std::size_t block_size = 16;

  struct Scratch {
    std::vector<Neighbor> near;
    Eigen::VectorXd centre;
    Eigen::VectorXd offset;
    Eigen::MatrixXd projected;
    Eigen::VectorXd weight;  // 0 for the point itself
  };

  BoundaryOffset offset_at(std::size_t i, const Eigen::MatrixXd& tangent, Scratch& scratch) const {
    const std::vector<Neighbor>& near = scratch.near;
    const auto count = static_cast<Eigen::Index>(near.size());
    fill(i, scratch.centre);
    scratch.projected.resize(tangent.cols(), count);
    scratch.weight.resize(count);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(tangent.cols());
    double total = 0;
    for (Eigen::Index j = 0; j < count; ++j) {
      const Neighbor& neighbor = near[static_cast<std::size_t>(j)];
      fill(neighbor.point, scratch.offset);
      scratch.offset -= scratch.centre;
      scratch.projected.col(j) = transpose_times_vector(tangent, scratch.offset);
      double& weight = scratch.weight[j];
      weight = neighbor.point == i
                   ? 0
                   : std::exp(-neighbor.sq_dist * rate_) / degree_[neighbor.point];
      sum += weight * scratch.projected.col(j);
      total += weight;
    }
    BoundaryOffset found;
    for (const Neighbor& neighbor : near) {
      if (neighbor.point != i && neighbor.sq_dist <= sq_reach_) ++found.count;
    }
    const double size = sum.norm();
    if (!(total > 0) || !(size > 0)) return found;
    found.length = size / total * std::sqrt(rate_);
    double sq_error = 0;
    for (Eigen::Index j = 0; j < count; ++j) {
      const double part = scratch.weight[j] / total;
      sq_error += part * part * (scratch.projected.col(j) - sum / total).squaredNorm();
    }
    found.noise = std::sqrt(sq_error * rate_);
    for (Eigen::Index j = 0; j < count; ++j) {
      if (near[static_cast<std::size_t>(j)].sq_dist > sq_reach_) continue;
      found.reach = std::max(found.reach, -scratch.projected.col(j).dot(sum) / size);
    }
    found.reach *= std::sqrt(rate_);
    return found;
  }

  void fill(std::size_t position, Eigen::VectorXd& to) const {
    to.resize(static_cast<Eigen::Index>(index_.dim()));
    index_.for_coordinates(position, [&](std::size_t k, double x) {
      to[static_cast<Eigen::Index>(k)] = x;
    });
  }

  const PointIndex& index_;
  double rate_;
  double sq_radius_;
  double sq_reach_;
  Span<const double> degree_;
};

}  // namespace lapscale

#endif
