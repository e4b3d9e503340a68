#ifndef LAPSCALE_POINTS_POINT_INDEX_HPP
#define LAPSCALE_POINTS_POINT_INDEX_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/pack_rows.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/scratch_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Points ready for passes over pairs: in their frame, in the order of a k-d tree, packed in panels.
// A "position" is a place in that order, a "row" a place in the data as given. All lengths inside
// are in the frame's unit.
class PointIndex {
 public:
  PointIndex(const PointView& x, const Runtime& runtime) : PointIndex(frame_of(x), x, runtime) {}

  // In a given frame: queries to points, in the frame of the points.
  PointIndex(const PointFrame& frame, const PointView& x, const Runtime& runtime)
      : PointIndex(frame, coordinates_in(frame, x), x.dim, runtime) {}

  // Of coordinates z that are in the frame, dim x n.
  PointIndex(const PointFrame& frame, const std::vector<double>& z, std::size_t dim,
             const Runtime& runtime)
      : frame_(frame),
        tree_(z, dim, runtime),
        row_of_(tree_.order()),
        position_of_(row_of_.size()),
        panels_(tree_.n_leaves() * leaf_size * dim),
        are_floats_(ScratchPoints::are_floats(z.data(), z.size())) {
    fill_with_infinity(panels_);
    for (std::size_t position = 0; position < size(); ++position) {
      const std::size_t row = row_of_[position];
      position_of_[row] = static_cast<std::uint32_t>(position);
      double* to =
          panels_.data() + position / panel_width * panel_width * dim + position % panel_width;
      for (std::size_t k = 0; k < dim; ++k) to[k * panel_width] = z[row * dim + k];
    }
  }

  // Of points that need not fit into memory: for_each_block(visit) calls visit(PointView) with all
  // of them in turn, once. They are kept on the disk, in `folder`; every result has the bits of the
  // points in memory.
  //   range   of all of them
  //   floats  whether all are floats
  using BlockVisit = std::function<void(const PointView& block)>;
  PointIndex(const PointRange& range,
             const std::function<void(const BlockVisit& visit)>& for_each_block, std::size_t n,
             std::size_t dim, bool floats, const std::string& folder, const Runtime& runtime)
      : PointIndex(range, for_each_block, std::make_unique<ScratchPoints>(folder, n, dim, floats),
                   n, folder, runtime) {}

  std::size_t size() const { return row_of_.size(); }
  std::size_t dim() const { return tree_.dim(); }
  const PointFrame& frame() const { return frame_; }
  const KdTree& tree() const { return tree_; }
  // Where the points are on the disk, and what is as large as they are goes; empty in memory.
  const std::string& folder() const { return folder_; }
  std::size_t row_of(std::size_t position) const { return row_of_[position]; }
  std::size_t position_of(std::size_t row) const { return position_of_[row]; }

  // Coordinate k of the point at a position.
  double coordinate(std::size_t position, std::size_t k) const {
    if (rows_) return (*rows_)(place_of(position), k);
    return panels_[(position / panel_width * dim() + k) * panel_width + position % panel_width];
  }

  // Writes coordinates begin to end - 1 of the point at a position.
  void copy_coordinates(std::size_t position, std::size_t begin, std::size_t end,
                        double* out) const {
    if (rows_) return rows_->copy(place_of(position), begin, end, out);
    for (std::size_t k = begin; k < end; ++k) out[k - begin] = coordinate(position, k);
  }

  // The panels of `count` leaves from `leaf` on. Places past the last point hold +Inf: their
  // squared distance to any point is +Inf. `scratch` is written where points are on the disk.
  const double* leaf_panels(std::size_t leaf, std::size_t count, AlignedBuffer& scratch) const {
    if (!rows_) return panels_.data() + leaf * leaf_size * dim();
    scratch.reserve(count * leaf_size * dim());
    const std::size_t first = leaf * leaf_size;
    const std::size_t last = std::min(first + count * leaf_size, size());
    if (last < first + count * leaf_size) fill_with_infinity(scratch);
    const auto row = [&](std::size_t i) { return place_of(first + i); };
    rows_->visit([&](const auto* x) { pack_rows(x, dim(), last - first, row, scratch.data()); });
    in_order_ ? rows_->used(1, last - first) : rows_->used(last - first, 1);
    return scratch.data();
  }

  // Packs listed points into panels; places past the last hold +Inf. Returns the number of panels.
  std::size_t pack_panels(const std::uint32_t* position, std::size_t count, double* out) const {
    return pack_listed<panel_width>(position, count, out);
  }
  // The same into panels of float_panel_width floats; of points that are floats all is kept.
  std::size_t pack_float_panels(const std::uint32_t* position, std::size_t count,
                                float* out) const {
    return pack_listed<float_panel_width>(position, count, out);
  }

  // Whether all coordinates are floats.
  bool are_floats() const { return are_floats_; }

  // What make(), a shared_ptr<const Kept>, was at first. One kind for an index, which stays put.
  template <class Kept, class Make>
  const Kept& kept(const Make& make) const {
    if (!kept_) kept_ = make();
    return *static_cast<const Kept*>(kept_.get());
  }

  // To be told by those who look at `count` points by coordinate, as many as may be.
  void looked_at(std::size_t count) const {
    if (rows_) rows_->used(count, 1);
  }

  // Packs up to block_width points as the columns of a block (dim x block_width); missing ones
  // repeat the first.
  void pack_block(const std::size_t* position, std::size_t count, double* block) const {
    for (std::size_t k = 0; k < dim(); ++k) {
      for (std::size_t q = 0; q < block_width; ++q) {
        block[k * block_width + q] = coordinate(position[q < count ? q : 0], k);
      }
    }
    looked_at(count);
  }

 private:
  template <std::size_t width, class Number>
  std::size_t pack_listed(const std::uint32_t* position, std::size_t count, Number* out) const {
    const auto row = [&](std::size_t i) { return place_of(position[i]); };
    const auto at = [&](std::size_t i, std::size_t k) { return coordinate(position[i], k); };
    const std::size_t n_panels = pad_panels<width>(dim(), count, out);
    if (rows_) rows_->visit([&](const auto* x) { pack_rows<width>(x, dim(), count, row, out); });
    if (!rows_) pack_coordinates<width>(dim(), count, at, out);
    looked_at(count);
    return n_panels;
  }

  //   z  room for the coordinates by row, given back when they are ordered
  PointIndex(const PointRange& range,
             const std::function<void(const BlockVisit& visit)>& for_each_block,
             std::unique_ptr<ScratchPoints> z, std::size_t n, const std::string& folder,
             const Runtime& runtime)
      : frame_(frame_of(range)),
        tree_(tree_of(for_each_block, *z, n, runtime)),
        row_of_(tree_.order()),
        position_of_(n),
        folder_(folder),
        in_order_(z->dim() < page_of_numbers),
        are_floats_(z->are_floats()),
        rows_(in_order_ ? std::make_unique<ScratchPoints>(*z, row_of_) : std::move(z)) {
    for (std::size_t position = 0; position < n; ++position) {
      position_of_[row_of_[position]] = static_cast<std::uint32_t>(position);
    }
  }

  KdTree tree_of(const std::function<void(const BlockVisit& visit)>& for_each_block,
                 ScratchPoints& z, std::size_t n, const Runtime& runtime) const {
    for_each_block([&](const PointView& block) { z.append(frame_, block); });
    const auto used = [&z](std::size_t count) { z.used(count, 1); };
    return z.visit([&](const auto* x) { return KdTree(x, n, z.dim(), used, runtime); });
  }

  // Where the coordinates of a point are on the disk.
  std::size_t place_of(std::size_t position) const {
    return in_order_ ? position : row_of_[position];
  }

  static void fill_with_infinity(AlignedBuffer& panels) {
    std::fill(panels.data(), panels.data() + panels.size(),
              std::numeric_limits<double>::infinity());
  }

  // A point of so many columns fills pages of its own, wherever it stands.
  static constexpr std::size_t page_of_numbers = 512;

  PointFrame frame_;
  KdTree tree_;
  std::vector<std::uint32_t> row_of_;
  std::vector<std::uint32_t> position_of_;
  std::string folder_;
  AlignedBuffer panels_;  // empty where points are on the disk
  bool in_order_ = true;  // whether their coordinates stand there by position; else by row
  bool are_floats_ = false;
  std::unique_ptr<ScratchPoints> rows_;
  mutable std::shared_ptr<const void> kept_;
};

}  // namespace lapscale

#endif
