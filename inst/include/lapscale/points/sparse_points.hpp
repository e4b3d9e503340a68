#ifndef LAPSCALE_POINTS_SPARSE_POINTS_HPP
#define LAPSCALE_POINTS_SPARSE_POINTS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "lapscale/points/pair_source.hpp"
#include "lapscale/points/point_frame.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// A matrix by columns, as R has it: the entries of column k are those from begin[k] to begin[k + 1]
// - 1, their rows increasing.
struct SparseColumns {
  std::size_t n;
  std::size_t dim;
  const int* begin;
  const int* row;
  const double* value;
};

// Points most of whose coordinates are 0, kept row after row as what is not: squared distances come
// from their products, |x|^2 + |y|^2 - 2 <x, y>, or, where these cancel, from the differences.
class SparsePoints : public PairSource {
 public:
  SparsePoints(const PointFrame& frame, const SparseColumns& x)
      : size_(x.n), dim_(x.dim), begin_(x.n + 1), sq_length_(x.n) {
    const auto count = static_cast<std::size_t>(x.begin[x.dim]);
    for (std::size_t e = 0; e < count; ++e) ++begin_[static_cast<std::size_t>(x.row[e]) + 1];
    for (std::size_t i = 0; i < size_; ++i) begin_[i + 1] += begin_[i];
    entry_.resize(count);
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t k = 0; k < dim_; ++k) {
      for (auto e = static_cast<std::size_t>(x.begin[k]);
           e < static_cast<std::size_t>(x.begin[k + 1]); ++e) {
        const double value = frame.to_unit(x.value[e]);
        if (std::isnan(value)) throw std::invalid_argument("SparsePoints: a value is NaN");
        entry_[next[static_cast<std::size_t>(x.row[e])]++] = {static_cast<std::uint32_t>(k), value};
      }
    }
    for (std::size_t i = 0; i < size_; ++i) {
      for (const Entry* e = first(i); e != last(i); ++e) sq_length_[i] += e->value * e->value;
    }
  }

  // Returns the unit that is natural for these values; no column is shifted.
  static PointFrame frame_for(const SparseColumns& x) {
    PointFrame frame;
    frame.origin.assign(x.dim, 0.0);
    double largest = 0;
    const int count = x.begin[x.dim];
    for (int e = 0; e < count; ++e) largest = std::max(largest, std::abs(x.value[e]));
    if (std::isinf(largest)) throw std::invalid_argument("points: a coordinate is infinite");
    frame.degenerate = !(largest > 0);
    if (!frame.degenerate) frame.exponent = std::ilogb(largest) + 1;
    return frame;
  }

  // Ready for passes.
  static PointIndex index(const PointFrame& frame, const SparseColumns& x, const Runtime& runtime) {
    return {frame, std::make_shared<const SparsePoints>(frame, x), runtime};
  }

  std::size_t size() const override { return size_; }
  std::size_t dim() const override { return dim_; }
  bool has_coordinates() const override { return true; }
  double coordinate(std::size_t row, std::size_t k) const override {
    const Entry* found =
        std::lower_bound(first(row), last(row), k,
                         [](const Entry& e, std::size_t column) { return e.column < column; });
    return found != last(row) && found->column == k ? found->value : 0;
  }

  // Returns their lengths.
  std::vector<double> guide() const override { return sq_length_; }
  std::size_t guide_dim() const override { return 1; }

  double total_deviation() const override {
    std::vector<double> mean(dim_);
    std::vector<std::size_t> count(dim_);
    for (const Entry& e : entry_) {
      mean[e.column] += e.value / static_cast<double>(size_);
      ++count[e.column];
    }
    double total = 0;
    for (std::size_t k = 0; k < dim_; ++k) {
      total += static_cast<double>(size_ - count[k]) * mean[k] * mean[k];
    }
    for (const Entry& e : entry_) total += (e.value - mean[e.column]) * (e.value - mean[e.column]);
    return total;
  }

  void pack_block(const std::size_t* row, std::size_t count, double* block) const override {
    std::fill(block, block + dim_ * block_width, 0.0);
    for (std::size_t q = 0; q < block_width; ++q) {
      const std::size_t i = row[q < count ? q : 0];
      for (const Entry* e = first(i); e != last(i); ++e) {
        block[e->column * block_width + q] = e->value;
      }
    }
  }

  void sq_distances(const PairSource& queries, const std::size_t* query, const double* block,
                    const std::uint32_t* point, std::size_t count, std::size_t stride,
                    double* out) const override {
    const auto& from = static_cast<const SparsePoints&>(queries);
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t i = point[j];
      double product[block_width] = {};
      for (const Entry* e = first(i); e != last(i); ++e) {
        const double* column = block + e->column * block_width;
        for (std::size_t q = 0; q < block_width; ++q) product[q] += e->value * column[q];
      }
      for (std::size_t q = 0; q < block_width; ++q) {
        const double squares = sq_length_[i] + from.sq_length_[query[q]];
        const double sq_dist = squares - 2 * product[q];
        out[q * stride + j] =
            sq_dist > cancelled * squares ? sq_dist : sq_difference(i, from, query[q]);
      }
    }
  }

 private:
  struct Entry {
    std::uint32_t column;
    double value;
  };

  // Below this share of the squares products have lost digits that count.
  static constexpr double cancelled = 1e-3;

  const Entry* first(std::size_t row) const { return entry_.data() + begin_[row]; }
  const Entry* last(std::size_t row) const { return entry_.data() + begin_[row + 1]; }

  // Column by column, where one of the two has an entry.
  double sq_difference(std::size_t row, const SparsePoints& other, std::size_t other_row) const {
    const Entry* a = first(row);
    const Entry* b = other.first(other_row);
    const Entry* const a_end = last(row);
    const Entry* const b_end = other.last(other_row);
    double sum = 0;
    while (a != a_end || b != b_end) {
      const bool takes_a = b == b_end || (a != a_end && a->column <= b->column);
      const bool takes_b = a == a_end || (b != b_end && b->column <= a->column);
      const double difference = (takes_a ? a->value : 0) - (takes_b ? b->value : 0);
      sum += difference * difference;
      a += takes_a ? 1 : 0;
      b += takes_b ? 1 : 0;
    }
    return sum;
  }

  std::size_t size_;
  std::size_t dim_;
  std::vector<std::size_t> begin_;
  std::vector<Entry> entry_;
  std::vector<double> sq_length_;
};

}  // namespace lapscale

#endif
