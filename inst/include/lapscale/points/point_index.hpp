#ifndef LAPSCALE_POINTS_POINT_INDEX_HPP
#define LAPSCALE_POINTS_POINT_INDEX_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lapscale/points/kd_tree.hpp"
#include "lapscale/points/pack_rows.hpp"
#include "lapscale/points/pair_source.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/scratch_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Points ready for passes over pairs: in their frame, in the order of a k-d tree, packed in panels.
// A "position" is a place in that order, a "row" a place in the data as given. All lengths inside
// are in the frame's unit.
class PointIndex {
 public:
  PointIndex(const PointView& x, const Runtime& runtime) : PointIndex(frame_of(x), x, runtime) {}
  explicit PointIndex(const PointView& x) : PointIndex(x, Runtime()) {}

  // For points in a given frame: queries to points, in the frame of the points.
  PointIndex(const PointFrame& frame, const PointView& x, const Runtime& runtime = {})
      : PointIndex(frame, coordinates_in(frame, x), x.dim, runtime) {}

  // For coordinates z that are in the frame, dim x n.
  PointIndex(const PointFrame& frame, const std::vector<double>& z, std::size_t dim,
             const Runtime& runtime)
      : frame_(frame),
        dim_(dim),
        tree_(without_nan(z), dim, runtime),
        row_of_(tree_.order()),
        position_of_(inverse_of(row_of_)),
        panels_(tree_.n_leaves() * leaf_size * dim),
        are_floats_(ScratchPoints::are_floats(z.data(), z.size())) {
    fill_with_infinity(panels_);
    const auto row = [&](std::size_t position) { return row_of_[position]; };
    pack_rows(MemoryRows<double>(z.data(), dim), size(), row, panels_.data());
  }

  // For points that need not fit into memory: for_each_block(visit) calls visit(PointView) with all
  // of them in turn, once. They are kept on the disk, in `folder`. Results are identical to those
  // for points in memory.
  //   range   of all of them
  //   floats  whether all are floats
  using BlockVisit = std::function<void(const PointView& block)>;
  PointIndex(const PointRange& range,
             const std::function<void(const BlockVisit& visit)>& for_each_block, std::size_t n,
             std::size_t dim, bool floats, const std::string& folder, const Runtime& runtime)
      : PointIndex(range, for_each_block, std::make_unique<ScratchPoints>(folder, n, dim, floats),
                   n, folder, runtime) {}

  // For points that a source knows, in its frame. Boxes say nothing about their distances.
  PointIndex(const PointFrame& frame, std::shared_ptr<const PairSource> source,
             const Runtime& runtime)
      : frame_(frame),
        dim_(source->dim()),
        tree_(source->guide(), source->guide_dim(), runtime),
        row_of_(tree_.order()),
        position_of_(inverse_of(row_of_)),
        source_(std::move(source)) {
    tree_.forget_boxes();
  }

  std::size_t size() const { return row_of_.size(); }
  std::size_t dim() const { return dim_; }
  const PointFrame& frame() const { return frame_; }
  const KdTree& tree() const { return tree_; }
  // The folder where the points, and arrays as large as they are, are on the disk; empty in memory.
  const std::string& folder() const { return folder_; }
  // Returns what knows their distances; null where these are those of coordinates.
  const PairSource* source() const { return source_.get(); }
  bool has_coordinates() const { return !source_ || source_->has_coordinates(); }
  // Tells whether coordinates lie in memory.
  bool in_panels() const { return !rows_ && !source_; }
  std::size_t row_of(std::size_t position) const { return row_of_[position]; }
  std::size_t position_of(std::size_t row) const { return position_of_[row]; }

  // Coordinate k of the point at a position.
  double coordinate(std::size_t position, std::size_t k) const {
    if (rows_) return (*rows_)(place_of(position), k);
    return source_ ? source_->coordinate(row_of_[position], k) : in_panel(position, k);
  }

  // use(at), at(j, k) being coordinate k of the point at position[j], j below `count` <=
  // rows_at_once: quicker than coordinate() where many coordinates of points on the disk are asked
  // for.
  template <class Position, class Use>
  void with_points(const Position* position, std::size_t count, const Use& use) const {
    if (in_panels()) {
      return use([&](std::size_t j, std::size_t k) { return in_panel(position[j], k); });
    }
    if (!rows_) {
      return use([&](std::size_t j, std::size_t k) { return coordinate(position[j], k); });
    }
    const auto row = [&](std::size_t j) { return place_of(position[j]); };
    rows_->visit([&](const auto& rows) {
      rows.with(count, row, [&](const auto* const* point) {
        use([&](std::size_t j, std::size_t k) { return static_cast<double>(point[j][k]); });
      });
    });
    rows_->used(count, 1);
  }

  // use(k, coordinate k) of the point at a position, k by k.
  template <class Use>
  void for_coordinates(std::size_t position, const Use& use) const {
    with_points(&position, 1, [&](const auto& at) {
      for (std::size_t k = 0; k < dim(); ++k) use(k, at(0, k));
    });
  }

  // Returns the panels of `count` leaves from `leaf` on. Places past the last point hold +Inf:
  // their squared distance to any point is +Inf. `scratch` is written where points are on the disk.
  const double* leaf_panels(std::size_t leaf, std::size_t count, AlignedBuffer& scratch) const {
    if (in_panels()) return panels_.data() + leaf * leaf_size * dim();
    scratch.reserve(count * leaf_size * dim());
    const std::size_t first = leaf * leaf_size;
    const std::size_t last = std::min(first + count * leaf_size, size());
    if (last < first + count * leaf_size) fill_with_infinity(scratch);
    if (source_) {
      for (std::size_t i = 0; i < last - first; ++i) {
        double* panel = scratch.data() + i / panel_width * panel_width * dim() + i % panel_width;
        for (std::size_t k = 0; k < dim(); ++k) panel[k * panel_width] = coordinate(first + i, k);
      }
      return scratch.data();
    }
    const auto row = [&](std::size_t i) { return place_of(first + i); };
    rows_->visit([&](const auto& rows) { pack_rows(rows, last - first, row, scratch.data()); });
    in_order_ ? rows_->used(1, last - first) : rows_->used(last - first, 1);
    return scratch.data();
  }

  // Tells whether all coordinates are floats.
  bool are_floats() const { return are_floats_; }

  // Returns what make(), a shared_ptr<const Kept>, was at first. One kind for an index, which stays
  // put.
  template <class Kept, class Make>
  const Kept& kept(const Make& make) const {
    if (!kept_) kept_ = make();
    return *static_cast<const Kept*>(kept_.get());
  }

  // Packs up to block_width points as the columns of a block (dim x block_width); missing ones
  // repeat the first.
  void pack_block(const std::size_t* position, std::size_t count, double* block) const {
    if (source_) {
      std::size_t row[block_width];
      for (std::size_t q = 0; q < count; ++q) row[q] = row_of_[position[q]];
      return source_->pack_block(row, count, block);
    }
    with_points(position, count, [&](const auto& at) {
      for (std::size_t k = 0; k < dim(); ++k) {
        for (std::size_t q = 0; q < block_width; ++q) {
          block[k * block_width + q] = at(q < count ? q : 0, k);
        }
      }
    });
  }

 private:
  double in_panel(std::size_t position, std::size_t k) const {
    return panels_[(position / panel_width * dim() + k) * panel_width + position % panel_width];
  }

  //   z  room for the coordinates by row, given back when they are ordered
  PointIndex(const PointRange& range,
             const std::function<void(const BlockVisit& visit)>& for_each_block,
             std::unique_ptr<ScratchPoints> z, std::size_t n, const std::string& folder,
             const Runtime& runtime)
      : frame_(frame_of(range)),
        dim_(z->dim()),
        tree_(tree_of(for_each_block, *z, n, runtime)),
        row_of_(tree_.order()),
        position_of_(inverse_of(row_of_)),
        folder_(folder),
        in_order_(z->dim() < ScratchRows<double>::page_of_numbers),
        are_floats_(z->are_floats()),
        rows_(in_order_ ? std::make_unique<ScratchPoints>(*z, row_of_) : std::move(z)) {}

  KdTree tree_of(const std::function<void(const BlockVisit& visit)>& for_each_block,
                 ScratchPoints& z, std::size_t n, const Runtime& runtime) const;

  static std::vector<std::uint32_t> inverse_of(const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> inverse(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      inverse[order[i]] = static_cast<std::uint32_t>(i);
    }
    return inverse;
  }

  // Finds where the coordinates of a point are on the disk.
  std::size_t place_of(std::size_t position) const {
    return in_order_ ? position : row_of_[position];
  }

  static void fill_with_infinity(AlignedBuffer& panels) {
    std::fill(panels.data(), panels.data() + panels.size(),
              std::numeric_limits<double>::infinity());
  }

  PointFrame frame_;
  std::size_t dim_;
  KdTree tree_;
  std::vector<std::uint32_t> row_of_;
  std::vector<std::uint32_t> position_of_;
  std::string folder_;
  AlignedBuffer panels_;  // empty where points are on the disk
  bool in_order_ = true;  // whether their coordinates stand there by position; else by row
  bool are_floats_ = false;
  std::unique_ptr<ScratchPoints> rows_;
  std::shared_ptr<const PairSource> source_;
  mutable std::shared_ptr<const void> kept_;
};

#if LAPSCALE_BODIES

LAPSCALE_ONCE KdTree
PointIndex::tree_of(const std::function<void(const BlockVisit& visit)>& for_each_block,
                    ScratchPoints& z, std::size_t n, const Runtime& runtime) const {
  for_each_block([&](const PointView& block) { z.append(frame_, block); });
  return z.visit([&](const auto& rows) { return KdTree(rows, n, runtime); });
}

#endif

}  // namespace lapscale

#endif
