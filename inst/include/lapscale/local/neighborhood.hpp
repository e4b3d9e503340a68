#ifndef LAPSCALE_LOCAL_NEIGHBORHOOD_HPP
#define LAPSCALE_LOCAL_NEIGHBORHOOD_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "lapscale/kernel/log_bins.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"

namespace lapscale {

// The neighbors of one point (itself among them), nearest bins first, with the coordinates of the
// first of them relative to it: arrays padded to whole panels, so that a bandwidth needs only a
// front part.
class Neighborhood {
 public:
  // list  in any order; those of one bin keep it
  // most  of how many points the coordinates are kept
  // mass  for how many points each of the list stands; empty: for itself
  // unit  of the coordinates that are kept
  void assign(const PointIndex& index, std::size_t centre, const std::vector<Neighbor>& list,
              const LogBins& bins, std::size_t most = std::size_t(-1),
              const std::vector<double>& mass = {}, double unit = 1) {
    index_ = &index;
    per_unit_ = 1 / unit;
    size_ = list.size();
    padded_size_ = padded(size_);
    bins_ = bins;
    is_thinned_ = !mass.empty();
    sort_by_bin(list, mass);
    centre_.resize(dim());
    index.for_coordinates(centre, [&](std::size_t k, double x) { centre_[k] = x; });
    const std::size_t kept = std::min(size_, most);
    stride_ = padded(kept);
    offset_.reserve(dim() * stride_);
    write_offsets(
        kept, [](std::size_t j) { return j; }, stride_, offset_.data());
  }

  std::size_t dim() const { return index_->dim(); }
  std::size_t size() const { return size_; }
  std::size_t stride() const { return stride_; }
  std::size_t position(std::size_t j) const { return position_[j]; }
  const double* sq_dist() const { return sq_dist_.data(); }  // padded with +Inf
  // The masses of a thinned neighborhood, 0 in the padding; otherwise null.
  const double* mass() const { return is_thinned_ ? mass_.data() : nullptr; }
  const double* offset(std::size_t k) const { return offset_.data() + k * stride_; }

  // Writes the relative coordinates of the neighbors place(0), ..., place(count - 1): dim columns
  // of length `stride`, 0 in the padding.
  template <class Place>
  void write_offsets(std::size_t count, const Place& place, std::size_t stride, double* out) const {
    for (std::size_t j = 0; j < count; ++j) {
      index_->for_coordinates(position_[place(j)], [&](std::size_t k, double x) {
        out[k * stride + j] = (x - centre_[k]) * per_unit_;
      });
    }
    for (std::size_t k = 0; k < dim(); ++k) {
      std::fill(out + k * stride + count, out + (k + 1) * stride, 0.0);
    }
  }

  // Returns a multiple of panel_width: all neighbors within sqrt(sq_radius) stand before it.
  std::size_t reach(double sq_radius) const {
    const std::size_t bin = std::min(bins_.index(sq_radius), bins_.size() - 1);
    return (bin_end_[bin] + panel_width - 1) / panel_width * panel_width;
  }

 private:
  void sort_by_bin(const std::vector<Neighbor>& list, const std::vector<double>& mass) {
    bin_end_.assign(bins_.size() + 1, 0);
    for (const Neighbor& neighbor : list) ++bin_end_[bins_.index(neighbor.sq_dist) + 1];
    for (std::size_t b = 1; b < bin_end_.size(); ++b) bin_end_[b] += bin_end_[b - 1];
    position_.resize(size_);
    sq_dist_.reserve(padded_size_);
    if (is_thinned_) mass_.reserve(padded_size_);
    for (std::size_t i = 0; i < size_; ++i) {
      const std::size_t at = bin_end_[bins_.index(list[i].sq_dist)]++;  // start becomes end
      position_[at] = list[i].point;
      sq_dist_[at] = list[i].sq_dist;
      if (is_thinned_) mass_[at] = mass[i];
    }
    for (std::size_t j = size_; j < padded_size_; ++j) {
      sq_dist_[j] = std::numeric_limits<double>::infinity();
      if (is_thinned_) mass_[j] = 0;
    }
  }

  const PointIndex* index_ = nullptr;
  std::size_t size_ = 0;
  std::size_t padded_size_ = 0;
  std::size_t stride_ = 0;
  std::vector<double> centre_;
  double per_unit_ = 1;  // a product costs less than a quotient
  LogBins bins_{1, 2};
  std::vector<std::size_t> bin_end_;
  std::vector<std::uint32_t> position_;
  AlignedBuffer sq_dist_;
  bool is_thinned_ = false;
  AlignedBuffer mass_;
  AlignedBuffer offset_;  // stride x dim
};

}  // namespace lapscale

#endif
