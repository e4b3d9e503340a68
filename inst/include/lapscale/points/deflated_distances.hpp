#ifndef LAPSCALE_POINTS_DEFLATED_DISTANCES_HPP
#define LAPSCALE_POINTS_DEFLATED_DISTANCES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lapscale/points/pair_source.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Points whose squared distances are less the noise of both ends,
//
//   max(|y_i - y_j|^2 - s_i - s_j, |y_i - y_j|^2 / 1000),
//
// so that no pair coincides that did not. All n x n of them are in memory.
class DeflatedDistances : public PairSource {
 public:
  //   noise  s, by row, in the squared unit of the index
  DeflatedDistances(const PointIndex& index, const std::vector<double>& noise,
                    const Runtime& runtime)
      : size_(index.size()), sq_dist_(index, runtime), position_(size_) {
    std::vector<double> own(size_);
    std::vector<std::uint32_t> row(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      row[i] = static_cast<std::uint32_t>(index.row_of(i));
      position_[i] = index.position_of(i);
      own[position_[i]] = noise[i];
    }
    const bool few_columns = index.has_coordinates() && 2 * index.dim() < size_;
    std::vector<std::vector<PairExcess::Entry>> excess(few_columns ? size_ : 0);
    // Each block has rows of its own, so that no number is written twice.
    for_rows(
        size_, runtime,
        [&](std::size_t i) {
          if (few_columns && own[i] > 0) excess[row[i]].push_back({row[i], 2 * own[i]});
          for (std::size_t j = i + 1; j < size_; ++j) {
            const double raw = sq_dist_(i, j);
            const double rest = raw - own[i] - own[j];
            sq_dist_.set(i, j, std::max(rest, raw / most));
            if (few_columns && rest < raw / most)
              excess[row[i]].push_back({row[j], raw / most - rest});
          }
        },
        16);
    if (few_columns) keep_coordinates(index, excess);
  }

  // Ready for passes.
  static PointIndex index(const PointIndex& points, const std::vector<double>& noise,
                          const Runtime& runtime) {
    return {points.frame(), std::make_shared<const DeflatedDistances>(points, noise, runtime),
            runtime};
  }

  std::size_t size() const override { return size_; }
  std::size_t dim() const override { return 1; }
  bool has_coordinates() const override { return false; }
  double coordinate(std::size_t /*row*/, std::size_t /*k*/) const override { return 0; }
  const NearlyEuclidean* nearly_euclidean() const override { return near_ ? &*near_ : nullptr; }

  // Returns the places in the index of the points as they are, so that the order stays the same.
  std::vector<double> guide() const override { return {position_.begin(), position_.end()}; }
  std::size_t guide_dim() const override { return 1; }

  double total_deviation() const override {
    double total = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      double own = 0;
      for (std::size_t j = 0; j < size_; ++j) own += sq_dist_(j, i);
      total += own;
    }
    return total / (2 * static_cast<double>(size_));
  }

  // Rows alone say where their distances are.
  void pack_block(const std::size_t* /*row*/, std::size_t /*count*/, double* block) const override {
    std::fill(block, block + block_width, 0.0);
  }

  void sq_distances(const PairSource& /*queries*/, const std::size_t* query,
                    const double* /*block*/, const std::uint32_t* point, std::size_t count,
                    std::size_t stride, double* out) const override {
    for (std::size_t q = 0; q < block_width; ++q) {
      const double* from = sq_dist_.column(position_[query[q]]);
      for (std::size_t j = 0; j < count; ++j) {
        out[q * stride + j] = from[position_[point[j]] * panel_width];
      }
    }
  }

 private:
  static constexpr double most = 1000;  // times a squared distance is divided by

  //   excess  of each pair in one of its rows
  void keep_coordinates(const PointIndex& index,
                        std::vector<std::vector<PairExcess::Entry>>& excess) {
    std::vector<std::vector<PairExcess::Entry>> both = excess;
    std::size_t count = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      count += 2 * excess[i].size();
      for (const PairExcess::Entry& e : excess[i]) {
        if (e.other != i) both[e.other].push_back({static_cast<std::uint32_t>(i), e.value});
      }
    }
    if (4 * count > size_ * size_) return;
    near_.emplace();
    near_->dim = index.dim();
    near_->x.resize(size_ * index.dim());
    for (std::size_t i = 0; i < size_; ++i) {
      double* to = near_->x.data() + index.row_of(i) * index.dim();
      index.for_coordinates(i, [&](std::size_t k, double x) { to[k] = x; });
    }
    near_->excess = PairExcess(both);
  }

  std::size_t size_;
  SquaredDistances sq_dist_;
  std::vector<std::size_t> position_;
  std::optional<NearlyEuclidean> near_;
};

}  // namespace lapscale

#endif
