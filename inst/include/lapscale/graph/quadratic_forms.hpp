#ifndef LAPSCALE_GRAPH_QUADRATIC_FORMS_HPP
#define LAPSCALE_GRAPH_QUADRATIC_FORMS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// A row of symmetric weights as numbers and the columns in which they stand.
struct WeightRow {
  const double* weight;
  const int* column;
  std::size_t count;
};

// Symmetric weights by rows, from compressed columns or from a plain matrix.
class WeightRows {
 public:
  explicit WeightRows(const SparseView& weights) : sparse_(weights), size_(weights.size()) {}

  //   weights  size x size, lives as long as this object
  WeightRows(const double* weights, std::size_t size) : size_(size), dense_(weights), all_(size) {
    std::iota(all_.begin(), all_.end(), 0);
  }

  std::size_t size() const { return size_; }
  std::size_t count() const { return dense_ != nullptr ? size_ * size_ : sparse_.value.size(); }

  WeightRow operator[](std::size_t i) const {
    if (dense_ != nullptr) return {dense_ + i * size_, all_.data(), size_};
    const auto first = static_cast<std::size_t>(sparse_.begin[i]);
    const auto end = static_cast<std::size_t>(sparse_.begin[i + 1]);
    return {sparse_.value.data() + first, sparse_.column.data() + first, end - first};
  }

 private:
  SparseView sparse_ = {};
  std::size_t size_;
  const double* dense_ = nullptr;
  std::vector<int> all_;
};

// z' W z of several vectors z, each as it is and permuted. The permutations are the same for all of
// them, and a function of the seed and of n.
class QuadraticForms {
 public:
  QuadraticForms(const WeightRows& weights, std::size_t n_permutations, std::uint64_t seed)
      : weights_(weights), n_permutations_(n_permutations), random_(seed) {}

  //   z  n x count, by column
  // Returns (1 + n_permutations) x count, by column; the first row is of z as it is.
  std::vector<double> operator()(Span<const double> z, std::size_t count,
                                 const Runtime& runtime) const {
    const std::size_t n = weights_.size();
    const std::size_t n_vectors = (1 + n_permutations_) * count;
    const std::size_t n_batches = (n_vectors + width - 1) / width;
    const std::size_t per_round =
        std::clamp<std::size_t>(max_round / (n * width), 1, std::max<std::size_t>(n_batches, 1));
    const std::size_t rows = std::clamp<std::size_t>(max_range / (weights_.count() / n + 1), 1, n);
    const std::size_t n_ranges = (n + rows - 1) / rows;
    AlignedBuffer batches(per_round * n * width);
    std::vector<double> part(per_round * n_ranges * width);
    std::vector<double> forms(n_vectors);
    for (std::size_t first = 0; first < n_batches; first += per_round) {
      const std::size_t size = std::min(per_round, n_batches - first);
      const Runtime share = part_of(runtime, first, first + size, n_batches);
      for_blocks(share, size, [&](std::size_t b) {
        fill(z, count, (first + b) * width, batches.data() + b * n * width);
      });
      for_blocks(share, size * n_ranges, [&](std::size_t block) {
        const std::size_t b = block / n_ranges;
        const std::size_t begin = block % n_ranges * rows;
        add_rows(batches.data() + b * n * width, begin, std::min(n, begin + rows), share,
                 part.data() + block * width);
      });
      for (std::size_t b = 0; b < size; ++b) {
        for (std::size_t v = 0; v < width; ++v) {
          const std::size_t vector = (first + b) * width + v;
          if (vector >= n_vectors) break;
          double sum = 0;
          for (std::size_t r = 0; r < n_ranges; ++r) sum += part[(b * n_ranges + r) * width + v];
          forms[vector % count * (1 + n_permutations_) + vector / count] = sum;
        }
      }
    }
    return forms;
  }

 private:
  static constexpr std::size_t width = 8;              // vectors at a time
  static constexpr std::size_t max_round = 1U << 23U;  // numbers of vectors in memory
  static constexpr std::size_t max_range = 1U << 18U;  // weights of a block

  // Writes vectors by row, n x width: the vectors of one permutation come one after the other.
  void fill(Span<const double> z, std::size_t count, std::size_t first, double* out) const {
    const std::size_t n = weights_.size();
    std::vector<std::uint32_t> row;
    std::size_t permutation = n_permutations_ + 1;
    for (std::size_t v = 0; v < width; ++v) {
      const std::size_t vector = first + v;
      if (vector >= (1 + n_permutations_) * count) {
        for (std::size_t i = 0; i < n; ++i) out[i * width + v] = 0;
        continue;
      }
      if (vector / count != permutation) {
        permutation = vector / count;
        row = permuted_rows(n, random_, permutation);
      }
      const double* from = z.data() + vector % count * n;
      for (std::size_t i = 0; i < n; ++i) out[i * width + v] = from[row[i]];
    }
  }

  // sum_i z_i (W z)_i over some rows.
  void add_rows(const double* z, std::size_t begin, std::size_t end, const Runtime& runtime,
                double* sum) const {
    const SimdKernels kernels = runtime.kernels();
    double product[width];
    std::fill(sum, sum + width, 0.0);
    for (std::size_t i = begin; i < end; ++i) {
      const WeightRow row = weights_[i];
      kernels.combine_rows(row.weight, row.column, row.count, z, width, product);
      for (std::size_t v = 0; v < width; ++v) sum[v] += z[i * width + v] * product[v];
    }
  }

  const WeightRows& weights_;
  std::size_t n_permutations_;
  CounterRandom random_;
};

}  // namespace lapscale

#endif
