#ifndef LAPSCALE_LOCAL_NEIGHBORHOOD_HPP
#define LAPSCALE_LOCAL_NEIGHBORHOOD_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"

namespace lapscale {

// The neighbours of one point (itself among them), nearest bins first, with their coordinates
// relative to it: arrays padded to whole panels, so that a bandwidth needs only a front part.
class Neighborhood {
 public:
  // list  in any order; those of one bin keep it
  void assign(const PointIndex& index, std::size_t centre, const std::vector<Neighbor>& list,
              const LogBins& bins) {
    dim_ = index.dim();
    size_ = list.size();
    stride_ = (size_ + panel_width - 1) / panel_width * panel_width;
    bins_ = bins;
    sort_by_bin(list);
    offset_.reserve(dim_ * stride_);
    for (std::size_t k = 0; k < dim_; ++k) {
      double* out = offset_.data() + k * stride_;
      const double origin = index.coordinate(centre, k);
      for (std::size_t j = 0; j < size_; ++j) out[j] = index.coordinate(position_[j], k) - origin;
      std::fill(out + size_, out + stride_, 0.0);
      index.looked_at(size_);
    }
  }

  std::size_t dim() const { return dim_; }
  std::size_t size() const { return size_; }
  std::size_t stride() const { return stride_; }
  std::size_t position(std::size_t j) const { return position_[j]; }
  const double* sq_dist() const { return sq_dist_.data(); }  // padded with +Inf
  const double* offset(std::size_t k) const { return offset_.data() + k * stride_; }

  // A multiple of panel_width: all neighbours within sqrt(sq_radius) stand before it.
  std::size_t reach(double sq_radius) const {
    const std::size_t bin = std::min(bins_.index(sq_radius), bins_.size() - 1);
    return (bin_end_[bin] + panel_width - 1) / panel_width * panel_width;
  }

 private:
  void sort_by_bin(const std::vector<Neighbor>& list) {
    bin_end_.assign(bins_.size() + 1, 0);
    for (const Neighbor& neighbor : list) ++bin_end_[bins_.index(neighbor.sq_dist) + 1];
    for (std::size_t b = 1; b < bin_end_.size(); ++b) bin_end_[b] += bin_end_[b - 1];
    position_.resize(size_);
    sq_dist_.reserve(stride_);
    for (const Neighbor& neighbor : list) {
      const std::size_t at = bin_end_[bins_.index(neighbor.sq_dist)]++;  // start becomes end
      position_[at] = neighbor.point;
      sq_dist_[at] = neighbor.sq_dist;
    }
    for (std::size_t j = size_; j < stride_; ++j) {
      sq_dist_[j] = std::numeric_limits<double>::infinity();
    }
  }

  std::size_t dim_ = 0;
  std::size_t size_ = 0;
  std::size_t stride_ = 0;
  LogBins bins_{1, 2};
  std::vector<std::size_t> bin_end_;
  std::vector<std::uint32_t> position_;
  AlignedBuffer sq_dist_;
  AlignedBuffer offset_;  // dim x stride
};

}  // namespace lapscale

#endif
