#ifndef LAPSCALE_GRAPH_COLUMN_TABLE_HPP
#define LAPSCALE_GRAPH_COLUMN_TABLE_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "lapscale/points/point_frame.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A table whose columns are tested in turn, by column. Rows up to the next multiple of `tile` are
// infinitely far from all others and have no mass.
class ColumnTable {
 public:
  static constexpr std::size_t tile = 64;

  //   scaled   n x p, x in units of the bandwidth, the columns of a group one after the other
  //   centred  n x p, z: the same columns, each with mean zero
  //   mass     length n
  //   group    where each of the groups begins, and the last one ends
  ColumnTable(const PointView& scaled, const PointView& centred, Span<const double> mass,
              std::vector<std::size_t> group)
      : n_(scaled.n),
        p_(scaled.dim),
        stride_((n_ + tile - 1) / tile * tile),
        group_(std::move(group)),
        scaled_(stride_ * p_),
        centred_(stride_ * p_),
        mass_(stride_) {
    std::copy(mass.begin(), mass.end(), mass_.data());
    for (std::size_t c = 0; c < p_; ++c) {
      double* x = scaled_.data() + c * stride_;
      for (std::size_t i = 0; i < n_; ++i) {
        x[i] = scaled(i, c);
        centred_[c * stride_ + i] = centred(i, c);
      }
      std::fill(x + n_, x + stride_, std::numeric_limits<double>::infinity());
    }
  }

  std::size_t rows() const { return n_; }
  std::size_t columns() const { return p_; }
  std::size_t groups() const { return group_.size() - 1; }
  std::size_t stride() const { return stride_; }
  std::size_t group_begin(std::size_t g) const { return group_[g]; }
  const double* scaled(std::size_t c) const { return scaled_.data() + c * stride_; }
  const double* centred(std::size_t c) const { return centred_.data() + c * stride_; }
  const double* mass() const { return mass_.data(); }

 private:
  std::size_t n_;
  std::size_t p_;
  std::size_t stride_;
  std::vector<std::size_t> group_;
  AlignedBuffer scaled_;
  AlignedBuffer centred_;
  AlignedBuffer mass_;
};

// Weights of one row and some points without the columns of each group in turn: the heat kernel is
// a product over columns. The squared distances of the other groups are added up from both ends, so
// that nothing cancels.
class LeaveOutWeights {
 public:
  LeaveOutWeights(const ColumnTable& table, const SimdKernels& kernels)
      : table_(table),
        kernels_(kernels),
        before_(ColumnTable::tile),
        after_((table.groups() + 1) * ColumnTable::tile),
        exponent_(ColumnTable::tile),
        weight_(ColumnTable::tile) {}

  // Calls take(group, weight) for the groups from `first` to `last`, weight[j] between row i and
  // point j of a tile. All columns of the other groups count.
  //   x  coordinates of the points in column c from x + c * stride on
  template <class Take>
  void run(std::size_t i, const double* x, std::size_t stride, std::size_t first, std::size_t last,
           const Take& take) {
    constexpr std::size_t tile = ColumnTable::tile;
    double* before = before_.data();
    double* after = after_.data();
    std::fill(before, before + tile, 0.0);
    add_columns(i, x, stride, 0, table_.group_begin(first), before, before);
    add_columns(i, x, stride, table_.group_begin(last), table_.columns(), before, before);
    std::fill(after + last * tile, after + (last + 1) * tile, 0.0);
    for (std::size_t g = last - 1; g > first; --g) {
      add_group(i, x, stride, g, after + (g + 1) * tile, after + g * tile);
    }
    for (std::size_t g = first; g < last; ++g) {
      const double* rest = after + (g + 1) * tile;
      for (std::size_t j = 0; j < tile; ++j) exponent_[j] = before[j] + rest[j];
      kernels_.heat_weights(exponent_.data(), tile, 1, std::numeric_limits<double>::max(),
                            weight_.data());
      take(g, weight_.data());
      if (g + 1 < last) add_group(i, x, stride, g, before, before);
    }
  }

 private:
  void add_group(std::size_t i, const double* x, std::size_t stride, std::size_t g,
                 const double* from, double* to) const {
    add_columns(i, x, stride, table_.group_begin(g), table_.group_begin(g + 1), from, to);
  }

  // to_j = from_j + the squared distance in the columns from `begin` to `end`
  void add_columns(std::size_t i, const double* x, std::size_t stride, std::size_t begin,
                   std::size_t end, const double* from, double* to) const {
    for (std::size_t c = begin; c < end; ++c) {
      kernels_.add_squares(x + c * stride, table_.scaled(c)[i], ColumnTable::tile,
                           c == begin ? from : to, to);
    }
  }

  const ColumnTable& table_;
  SimdKernels kernels_;
  AlignedBuffer before_;
  AlignedBuffer after_;  // by group
  AlignedBuffer exponent_;
  AlignedBuffer weight_;
};

}  // namespace lapscale

#endif
