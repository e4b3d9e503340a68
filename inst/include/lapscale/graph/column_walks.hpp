#ifndef LAPSCALE_GRAPH_COLUMN_WALKS_HPP
#define LAPSCALE_GRAPH_COLUMN_WALKS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/graph/column_table.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Sums for each column c of a table, over the graph A_ij = m_i m_j w_ij, i != j, of the columns
// outside its group, and its walk P_ij = A_ij / sum_j A_ij.
struct ColumnSums {
  explicit ColumnSums(std::size_t columns = 0, std::size_t n_permutations = 0)
      : total(columns),
        square(columns),
        degree_square(columns),
        product(columns),
        residual(columns),
        concentration(columns),
        permuted(columns * n_permutations) {}

  std::vector<double> total;          // sum_ij A_ij
  std::vector<double> square;         // sum_ij A_ij^2
  std::vector<double> degree_square;  // sum_i (sum_j A_ij)^2
  std::vector<double> product;        // sum_ij z_i A_ij z_j
  std::vector<double> residual;       // sum_i m_i (z_i - sum_j P_ij z_j)^2
  std::vector<double> concentration;  // sum_i m_i sum_j P_ij^2
  std::vector<double> permuted;       // the products of z permuted, by column

  void add(const ColumnSums& other) {
    const auto add_to = [](std::vector<double>& to, const std::vector<double>& from) {
      for (std::size_t k = 0; k < to.size(); ++k) to[k] += from[k];
    };
    add_to(total, other.total);
    add_to(square, other.square);
    add_to(degree_square, other.degree_square);
    add_to(product, other.product);
    add_to(residual, other.residual);
    add_to(concentration, other.concentration);
    add_to(permuted, other.permuted);
  }
};

// The lists of neighbors that all columns of some groups have, found without these groups: the
// neighbors of row i are index[begin[i]], ..., index[begin[i + 1] - 1], without i, and the lists
// are symmetric.
struct ColumnNeighbors {
  Span<const int> begin;
  Span<const int> index;
};

class ColumnWalks {
 public:
  //   n_permutations  of the rows, the same for all columns
  ColumnWalks(const ColumnTable& table, std::size_t n_permutations, std::uint64_t seed)
      : table_(table), n_permutations_(n_permutations) {
    const CounterRandom random(seed);
    permutation_.reserve(n_permutations);
    for (std::size_t b = 1; b <= n_permutations; ++b) {
      permutation_.push_back(permuted_rows(table.rows(), random, b));
    }
    double mass = 0;
    for (std::size_t i = 0; i < table.rows(); ++i) mass += table.mass()[i];
    for (std::size_t c = 0; c < table.columns(); ++c) {
      double sum = 0;
      for (std::size_t i = 0; i < table.rows(); ++i) sum += table.mass()[i] * table.centred(c)[i];
      mean_.push_back(sum / mass);
    }
  }

  // Sums over all pairs.
  ColumnSums all_pairs(const Runtime& runtime) const {
    return over_rows(0, table_.groups(), runtime, nullptr);
  }

  // Sums of the columns in groups `first` to `last` over the pairs listed, those of others 0.
  ColumnSums listed(const ColumnNeighbors& neighbors, std::size_t first, std::size_t last,
                    const Runtime& runtime) const {
    return over_rows(first, last, runtime, &neighbors);
  }

 private:
  static constexpr std::size_t tile = ColumnTable::tile;
  static constexpr std::size_t max_rows = 16;          // of a block; tile is a multiple of it
  static constexpr std::size_t max_terms = 1U << 23U;  // of a block, beyond which it has fewer rows
  static constexpr std::size_t max_round = 1U << 22U;  // numbers in the sums of a round

  struct RowSums {
    std::vector<double> degree;  // sum_j m_j w_ij, by group
    std::vector<double> square;  // sum_j (m_j w_ij)^2, by group
    std::vector<double> mean;    // sum_j m_j w_ij z_j, by column
  };

  class Block;

  ColumnSums over_rows(std::size_t first, std::size_t last, const Runtime& runtime,
                       const ColumnNeighbors* neighbors) const;

  const ColumnTable& table_;
  std::size_t n_permutations_;
  std::vector<std::vector<std::uint32_t>> permutation_;
  std::vector<double> mean_;  // of each z, by mass
};

// Some rows with the sums that they add.
class ColumnWalks::Block {
 public:
  Block(const ColumnWalks& walks, std::size_t first, std::size_t last, const Runtime& runtime)
      : walks_(walks),
        table_(walks.table_),
        first_(first),
        last_(last),
        kernels_(runtime.kernels()),
        leave_out_(table_, kernels_),
        one_(tile) {
    std::fill(one_.data(), one_.data() + tile, 1.0);
  }

  void all_pairs(std::size_t begin, std::size_t end, ColumnSums& sums) {
    const std::size_t n_rows = end - begin;
    start(n_rows);
    const bool permuted = walks_.n_permutations_ > 0;
    if (permuted) {
      kept_.reserve(table_.groups() * max_rows * tile);
      std::fill(kept_.data(), kept_.data() + kept_.size(), 0.0);
    }
    for (std::size_t from = 0; from < table_.stride(); from += tile) {
      for (std::size_t r = 0; r < n_rows; ++r) {
        const std::size_t i = begin + r;
        leave_out_.run(i, table_.scaled(0) + from, table_.stride(), first_, last_,
                       [&](std::size_t g, double* weight) {
                         if (i >= from && i < from + tile) weight[i - from] = 0;
                         kernels_.multiply(weight, table_.mass() + from, tile, weight);
                         add_tile(rows_[r], g, weight,
                                  [&](std::size_t c) { return table_.centred(c) + from; });
                         if (permuted) {
                           std::copy(weight, weight + tile,
                                     kept_.data() + (g * max_rows + r) * tile);
                         }
                       });
      }
      // Products are symmetric: tiles before that of these rows are done by other blocks.
      const std::size_t own = begin / tile * tile;
      if (permuted && from >= own) permute_tile(begin, n_rows, from, from == own ? 1 : 2, sums);
    }
    for (std::size_t r = 0; r < n_rows; ++r) finish(begin + r, rows_[r], sums);
  }

  void listed(const ColumnNeighbors& neighbors, std::size_t begin, std::size_t end,
              ColumnSums& sums) {
    start(1);
    gathered_.reserve((2 * table_.columns() + 1) * tile);
    for (std::size_t i = begin; i < end; ++i) {
      clear(rows_[0]);
      const auto next = static_cast<std::size_t>(neighbors.begin[i + 1]);
      for (auto e = static_cast<std::size_t>(neighbors.begin[i]); e < next; e += tile) {
        const Span<const int> index = neighbors.index.part(e, std::min(next, e + tile));
        gather(index);
        leave_out_.run(
            i, gathered_.data(), tile, first_, last_, [&](std::size_t g, double* weight) {
              std::fill(weight + index.size(), weight + tile, 0.0);
              kernels_.multiply(weight, gathered_.data() + 2 * size(), tile, weight);
              add_tile(rows_[0], g, weight,
                       [&](std::size_t c) { return gathered_.data() + size() + c * tile; });
              permute_row(i, g, weight, index, sums);
            });
      }
      finish(i, rows_[0], sums);
    }
  }

 private:
  std::size_t size() const { return table_.columns() * tile; }

  void start(std::size_t n_rows) {
    rows_.resize(n_rows);
    for (RowSums& row : rows_) clear(row);
  }

  void clear(RowSums& row) const {
    row.degree.assign(table_.groups(), 0.0);
    row.square.assign(table_.groups(), 0.0);
    row.mean.assign(table_.columns(), 0.0);
  }

  template <class Centred>
  void add_tile(RowSums& row, std::size_t g, const double* weight, const Centred& centred) const {
    row.degree[g] += kernels_.dot(weight, one_.data(), tile);
    row.square[g] += kernels_.dot(weight, weight, tile);
    for (std::size_t c = table_.group_begin(g); c < table_.group_begin(g + 1); ++c) {
      row.mean[c] += kernels_.dot(weight, centred(c), tile);
    }
  }

  // Adds what row i adds to the sums of the columns.
  void finish(std::size_t i, const RowSums& row, ColumnSums& sums) const {
    const double m = table_.mass()[i];
    for (std::size_t g = first_; g < last_; ++g) {
      const double t = row.degree[g];
      for (std::size_t c = table_.group_begin(g); c < table_.group_begin(g + 1); ++c) {
        const double z = table_.centred(c)[i];
        // A row without neighbors is predicted by the mean.
        const double rest = z - (t > 0 ? row.mean[c] / t : walks_.mean_[c]);
        sums.total[c] += m * t;
        sums.square[c] += m * m * row.square[g];
        sums.degree_square[c] += m * t * m * t;
        sums.product[c] += m * z * row.mean[c];
        sums.residual[c] += m * rest * rest;
        sums.concentration[c] += t > 0 ? m * (row.square[g] / t / t) : 0;
      }
    }
  }

  // Adds the products of permuted values between some rows and a tile: those of the rows, by
  // permutation, times weights times those of the tile.
  void permute_tile(std::size_t begin, std::size_t n_rows, std::size_t from, double times,
                    ColumnSums& sums) {
    const std::size_t count = walks_.n_permutations_;
    const std::size_t columns = (count + block_width - 1) / block_width * block_width;
    const std::size_t in_tile = std::min(tile, table_.rows() - from);
    values_.reserve(columns * tile);
    part_.reserve(block_width * columns * panel_width);
    product_.reserve(block_width * columns);
    for (std::size_t c = table_.group_begin(first_); c < table_.group_begin(last_); ++c) {
      const double* z = table_.centred(c);
      for (std::size_t b = 0; b < count; ++b) {
        const std::uint32_t* row = walks_.permutation_[b].data() + from;
        for (std::size_t j = 0; j < in_tile; ++j) values_[b * tile + j] = z[row[j]];
      }
      double* permuted = sums.permuted.data() + c * count;
      for (std::size_t r = 0; r < n_rows; r += block_width) {
        std::fill(part_.data(), part_.data() + block_width * columns * panel_width, 0.0);
        const double* weight = kept_.data() + (group_of(c) * max_rows + r) * tile;
        kernels_.add_dots(weight, tile, values_.data(), tile, columns, tile, part_.data());
        kernels_.lane_sums(part_.data(), columns, product_.data());
        for (std::size_t q = r; q < std::min(n_rows, r + block_width); ++q) {
          const double m = times * table_.mass()[begin + q];
          const double* product = product_.data() + (q - r) * columns;
          for (std::size_t b = 0; b < count; ++b) {
            permuted[b] += m * z[walks_.permutation_[b][begin + q]] * product[b];
          }
        }
      }
    }
  }

  void permute_row(std::size_t i, std::size_t g, const double* weight, Span<const int> index,
                   ColumnSums& sums) {
    const std::size_t count = walks_.n_permutations_;
    for (std::size_t b = 0; b < count; ++b) {
      const std::vector<std::uint32_t>& row = walks_.permutation_[b];
      for (std::size_t c = table_.group_begin(g); c < table_.group_begin(g + 1); ++c) {
        const double* z = table_.centred(c);
        double sum = 0;
        for (std::size_t j = 0; j < index.size(); ++j) {
          sum += weight[j] * z[row[static_cast<std::size_t>(index[j])]];
        }
        sums.permuted[c * count + b] += table_.mass()[i] * z[row[i]] * sum;
      }
    }
  }

  // Copies the columns, scaled and centred, and the mass of some rows.
  void gather(Span<const int> index) {
    double* mass = gathered_.data() + 2 * size();
    for (std::size_t j = 0; j < index.size(); ++j) {
      mass[j] = table_.mass()[static_cast<std::size_t>(index[j])];
    }
    for (std::size_t c = 0; c < table_.columns(); ++c) {
      double* scaled = gathered_.data() + c * tile;
      double* centred = scaled + size();
      for (std::size_t j = 0; j < index.size(); ++j) {
        const auto row = static_cast<std::size_t>(index[j]);
        scaled[j] = table_.scaled(c)[row];
        centred[j] = table_.centred(c)[row];
      }
    }
  }

  std::size_t group_of(std::size_t c) {
    while (table_.group_begin(group_) > c) --group_;
    while (table_.group_begin(group_ + 1) <= c) ++group_;
    return group_;
  }

  const ColumnWalks& walks_;
  const ColumnTable& table_;
  std::size_t first_;
  std::size_t last_;
  SimdKernels kernels_;
  LeaveOutWeights leave_out_;
  AlignedBuffer one_;
  AlignedBuffer kept_;    // weights of a tile, by group and row
  AlignedBuffer values_;  // permuted values of a tile
  AlignedBuffer part_;
  AlignedBuffer product_;
  AlignedBuffer gathered_;  // columns of the neighbors of a row: scaled, centred, and their mass
  std::vector<RowSums> rows_;
  std::size_t group_ = 0;
};

inline ColumnSums ColumnWalks::over_rows(std::size_t first, std::size_t last,
                                         const Runtime& runtime,
                                         const ColumnNeighbors* neighbors) const {
  const std::size_t n = table_.rows();
  const std::size_t p = table_.columns();
  const std::size_t terms = neighbors != nullptr ? neighbors->index.size() / n * p
                                                 : n * (table_.groups() + p * n_permutations_ / 8);
  std::size_t rows = max_rows;
  while (rows > 1 && rows * terms > max_terms) rows /= 2;
  const std::size_t n_blocks = (n + rows - 1) / rows;
  const std::size_t per_round =
      std::clamp<std::size_t>(max_round / (p * (6 + n_permutations_)), 16, n_blocks + 16);
  ColumnSums sums(p, n_permutations_);
  for (std::size_t done = 0; done < n_blocks; done += per_round) {
    const std::size_t size = std::min(per_round, n_blocks - done);
    std::vector<ColumnSums> part(size, ColumnSums(p, n_permutations_));
    for_blocks(part_of(runtime, done, done + size, n_blocks), size, [&](std::size_t b) {
      const std::size_t begin = (done + b) * rows;
      const std::size_t end = std::min(n, begin + rows);
      Block block(*this, first, last, runtime);
      if (neighbors != nullptr)
        block.listed(*neighbors, begin, end, part[b]);
      else
        block.all_pairs(begin, end, part[b]);
    });
    for (const ColumnSums& one : part) sums.add(one);
  }
  return sums;
}

}  // namespace lapscale

#endif
