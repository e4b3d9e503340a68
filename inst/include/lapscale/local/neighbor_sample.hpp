#ifndef LAPSCALE_LOCAL_NEIGHBOR_SAMPLE_HPP
#define LAPSCALE_LOCAL_NEIGHBOR_SAMPLE_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/local/block_neighborhoods.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The points that enter the sums of one neighborhood at one bandwidth: all within reach, or a
// random part of them with its weights raised to stand for all (Horvitz and Thompson 1952).
struct WeightedPoints {
  std::size_t count;  // multiple of panel_width
  const double*
      weight;  // kernel value times mass, or over the chance to be drawn; 0 in the padding
  const double* kernel;  // kernel value
  const double* offset;  // dim x stride
  std::size_t stride;
  const std::size_t* order;  // length `size`: places in the neighborhood; null = as they are
  std::size_t size;          // without padding
};

// Draws from neighborhoods of more than `limit` points. A point is drawn with a chance
// proportional to its kernel value, at most 1, so that about `limit` come; whether point j of
// center i comes depends on (seed, i, j) alone: not on threads, and neighboring bandwidths draw
// nearly the same points. The relative standard error of a sum is below sqrt(2 / limit).
//
// In many columns, where several centers and bandwidths share what is gathered, a point comes with
// that chance by a number of its own: the draws of all of them overlap as far as they may.
class NeighborSample {
 public:
  struct Plan {
    std::size_t limit;
    std::uint64_t seed;
  };

  explicit NeighborSample(const Plan& plan) : limit_(plan.limit), random_(plan.seed) {}

  // A neighborhood that is thinned already is taken as it is.
  // near    with the coordinates of `limit` points or more
  // weight  kernel values of the first `count` neighbors, 0 in the padding
  WeightedPoints draw(const SimdKernels& kernels, const Neighborhood& near, std::size_t centre,
                      const double* weight, std::size_t count) {
    const std::size_t size = std::min(count, near.size());
    if (near.mass() != nullptr) {
      weight_.reserve(count);
      kernels.multiply(weight, near.mass(), count, weight_.data());
      return {count, weight_.data(), weight, near.offset(0), near.stride(), nullptr, size};
    }
    if (size <= limit_) {
      return {count, weight, weight, near.offset(0), near.stride(), nullptr, size};
    }
    double total = 0;
    for (std::size_t j = 0; j < size; ++j) total += weight[j];
    const double chance = static_cast<double>(limit_) / total;
    order_.clear();
    double passed = random_.uniform(centre);
    for (std::size_t j = 0; j < size; ++j) {
      passed += std::min(1.0, chance * weight[j]);
      if (passed < 1) continue;
      order_.push_back(j);
      passed -= 1;
    }
    return gather(near, weight, chance);
  }

  // Weighs the points within the radius by kernels of this rate, and draws from them.
  //   near  of the center, at least up to the radius
  WeightedPoints weigh_and_draw(const SimdKernels& kernels, const Neighborhood& near,
                                std::size_t centre, double rate, double sq_radius) {
    const std::size_t count = near.reach(sq_radius);
    heat_.reserve(count);
    kernels.heat_weights(near.sq_dist(), count, rate, sq_radius, heat_.data());
    return draw(kernels, near, centre, heat_.data(), count);
  }

  // Draws list q in many columns, in place, by weights of rate 1 / h^2; nothing where it is short.
  // The center itself always comes.
  void draw(const SimdKernels& kernels, double rate, std::size_t centre, std::size_t q,
            NeighborLists& near) {
    std::vector<Neighbor>& list = near[q];
    if (list.size() <= limit_) return;
    const std::size_t count = padded(list.size());
    weight_.reserve(count);
    std::fill(weight_.data(), weight_.data() + count, std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j < list.size(); ++j) weight_[j] = list[j].sq_dist;
    kernels.heat_weights(weight_.data(), count, rate, std::numeric_limits<double>::infinity(),
                         weight_.data());
    double total = 0;
    for (std::size_t j = 0; j < list.size(); ++j) total += weight_[j];
    near.degree[q] = total;
    std::size_t kept = 0;
    for (std::size_t j = 0; j < list.size(); ++j) {
      const double share = static_cast<double>(limit_) / total * weight_[j];
      const double chance = list[j].point == centre ? 1 : std::min(1.0, share);
      if (random_.uniform(list[j].point) >= chance) continue;
      list[kept++] = list[j];
      near.raise[q].push_back(1 / chance);
    }
    list.resize(kept);
  }

 private:
  WeightedPoints gather(const Neighborhood& near, const double* weight, double chance) {
    const std::size_t size = order_.size();
    const std::size_t count = padded(size);
    weight_.reserve(count);
    kernel_.reserve(count);
    offset_.reserve(count * near.dim());
    for (std::size_t i = 0; i < count; ++i) {
      kernel_[i] = i < size ? weight[order_[i]] : 0;
      weight_[i] = i < size ? kernel_[i] / std::min(1.0, chance * kernel_[i]) : 0;
    }
    near.write_offsets(
        size, [&](std::size_t i) { return order_[i]; }, count, offset_.data());
    return {count, weight_.data(), kernel_.data(), offset_.data(), count, order_.data(), size};
  }

  std::size_t limit_;
  CounterRandom random_;
  std::vector<std::size_t> order_;
  AlignedBuffer heat_;
  AlignedBuffer weight_;
  AlignedBuffer kernel_;
  AlignedBuffer offset_;
};

// Writes the degree factors of the points (n values by position), 0 in the padding.
inline void degree_factors_of(const WeightedPoints& points, const Neighborhood& near,
                              const double* degree_factor, AlignedBuffer& factor) {
  factor.reserve(points.count);
  for (std::size_t i = 0; i < points.size; ++i) {
    const std::size_t place = points.order == nullptr ? i : points.order[i];
    factor[i] = degree_factor[near.position(place)];
  }
  std::fill(factor.data() + points.size, factor.data() + points.count, 0.0);
}

}  // namespace lapscale

#endif
