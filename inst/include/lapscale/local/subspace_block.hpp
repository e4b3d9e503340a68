#ifndef LAPSCALE_LOCAL_SUBSPACE_BLOCK_HPP
#define LAPSCALE_LOCAL_SUBSPACE_BLOCK_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/local/gram_products.hpp"
#include "lapscale/local/local_subspace.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/squared_distances.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/long_blocks.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The covariances around up to block_width points that lie near each other, at many bandwidths:
// from the largest down, each point in a subspace that holds the leading eigenvectors at some of
// the bandwidths, anchors, and so nearly those between. At an anchor the subspace grows by products
// with the covariance until the leading eigenvectors are found. One object per thread.
class SubspaceBlock {
 public:
  //   sq_dist, points  one of them may be null
  //   graph            lists by position, which alone count; null: all points do
  //   sign             to look at on the way; null: none
  //   scale            local scales by position; null: none
  SubspaceBlock(const SquaredDistances* sq_dist, const PanelPoints* points,
                const SimdKernels& kernels, const Adjacency* graph = nullptr,
                const StopSign* sign = nullptr, const double* scale = nullptr)
      : products_(sq_dist, points), kernels_(kernels), graph_(graph), sign_(sign), scale_(scale) {}

  // The spectra of the walk's steps: calls take(q, g, spectrum) for each center and bandwidth.
  //   centre      positions, 1 to block_width of them, increasing
  //   bandwidths  decreasing
  //   cutoff      pairs beyond cutoff * h are dropped
  //   factor      degree factors by position, factor(g) a pointer to those of bandwidth g
  template <class Factor, class Take>
  void steps(const std::vector<std::size_t>& centre, const std::vector<double>& bandwidths,
             double cutoff, const Factor& factor, const Take& take) {
    // Between anchors eigenvalues are off by 1e-5.
    const Search search = {1.8, 0.1, 6};
    visit(
        centre, bandwidths, cutoff, search, [&](std::size_t g) { gather(factor(g)); },
        [&](LocalSubspace& near, double rate, double cut) {
          near.weigh_step(kernels_, rate, cut, factor_.data());
        },
        [&](std::size_t q, std::size_t g) { take(q, g, near_[q].spectrum(kernels_)); });
  }

  // The n_values leading eigenvalues of the covariances about the mean: calls take(q, g, values),
  // decreasing, 0 where there are fewer.
  template <class Take>
  void covariances(const std::vector<std::size_t>& centre, const std::vector<double>& bandwidths,
                   double cutoff, std::size_t n_values, const Take& take) {
    const Search search = {1, 1e-4, n_values + 2};
    visit(
        centre, bandwidths, cutoff, search, [](std::size_t) {},
        [&](LocalSubspace& near, double rate, double cut) {
          near.weigh_points(kernels_, rate, cut, n_values);
        },
        [&](std::size_t q, std::size_t g) {
          const Eigen::VectorXd values = near_[q].leading_values(kernels_) * near_[q].trace();
          take(q, g, values);
        });
  }

  // Limits how many eigenvalues of covariances may be wanted.
  static constexpr std::size_t max_values = 24;

 private:
  struct Search {
    double anchor_step;        // between anchors, at most
    double tolerance;          // of leading vectors, before they are improved once more
    std::size_t first_points;  // that the first directions lead to
  };

  static constexpr std::size_t min_kept = 4;
  // These are all taken for directions: they span at most 32, where sums are exact in few columns.
  static constexpr std::size_t few_points = 33;
  static constexpr int max_rounds = 40;

  // prepare(g) and weigh(near, rate, cut) before take(q, g).
  template <class Prepare, class Weigh, class Take>
  void visit(const std::vector<std::size_t>& centre, const std::vector<double>& bandwidths,
             double cutoff, const Search& search, const Prepare& prepare, const Weigh& weigh_one,
             const Take& take) {
    begin(centre);
    for (std::size_t g = 0; g < bandwidths.size();) {
      // The anchor of the bandwidths from g on: the last that is near enough.
      std::size_t anchor = g;
      while (g > 0 && anchor + 1 < bandwidths.size() &&
             bandwidths[anchor + 1] * search.anchor_step >= bandwidths[g - 1]) {
        ++anchor;
      }
      restrict(cutoff * bandwidths[g]);
      const auto weigh = [&](std::size_t b) {
        const double sq_bandwidth = bandwidths[b] * bandwidths[b];
        prepare(b);
        for (std::size_t q = 0; q < n_centres_; ++q) {
          weigh_one(near_[q], 1 / sq_bandwidth, cutoff * cutoff * sq_bandwidth);
        }
      };
      weigh(anchor);
      grow(search);
      for (std::size_t b = g; b <= anchor; ++b) {
        if (sign_ != nullptr) sign_->look();
        if (g < anchor) weigh(b);
        for (std::size_t q = 0; q < n_centres_; ++q) take(q, b);
      }
      for (std::size_t q = 0; q < n_centres_; ++q) {
        near_[q].shorten(std::max(min_kept, near_[q].turn(kernels_) + 1));
      }
      g = anchor + 1;
    }
  }

  void begin(const std::vector<std::size_t>& centre) {
    const std::size_t n = products_.n_points();
    n_centres_ = centre.size();
    position_.resize(n);
    std::iota(position_.begin(), position_.end(), std::size_t{0});
    products_.assign(position_);
    rows_.reserve(block_width * padded(n));
    products_.write_sq_distances(kernels_, centre.data(), n_centres_, rows_.data());
    for (std::size_t q = 0; q < n_centres_; ++q) {
      near_[q].assign(rows_.data() + q * padded(n), n, centre[q]);
      if (scale_ != nullptr) near_[q].rescale(scale_);
      if (graph_ == nullptr) continue;
      std::vector<char> seen(n);
      for (const Neighbor& neighbor : graph_->of(centre[q])) seen[neighbor.point] = 1;
      near_[q].see(seen);
    }
  }

  // Leaves out points that no center reaches, where they are many.
  void restrict(double reach) {
    std::vector<std::size_t> near;
    const double sq_radius = reach * reach;
    for (std::size_t j = 0; j < position_.size(); ++j) {
      for (std::size_t q = 0; q < n_centres_; ++q) {
        if (near_[q].sq_dist()[j] > sq_radius) continue;
        near.push_back(j);
        break;
      }
    }
    if (4 * near.size() > 3 * position_.size()) return;
    for (std::size_t q = 0; q < n_centres_; ++q) near_[q].keep(near);
    for (std::size_t j = 0; j < near.size(); ++j) position_[j] = position_[near[j]];
    position_.resize(near.size());
    products_.assign(position_);
  }

  // The degree factors of the points at hand.
  void gather(const double* factor) {
    factor_.reserve(padded(position_.size()));
    for (std::size_t j = 0; j < position_.size(); ++j) factor_[j] = factor[position_[j]];
    std::fill(factor_.data() + position_.size(), factor_.data() + padded(position_.size()), 0.0);
  }

  // Adds directions to the heaviest points at hand to each subspace, up to `most` in all.
  void add_points(std::size_t most) {
    for (std::size_t q = 0; q < n_centres_; ++q) near_[q].look_at_rest();
    while (true) {
      std::array<std::size_t, block_width> to{};
      std::array<std::size_t, block_width> of{};
      std::size_t count = 0;
      for (std::size_t q = 0; q < n_centres_; ++q) {
        const std::size_t place = near_[q].size() < most ? near_[q].heaviest() : near_[q].place();
        if (place == near_[q].place()) continue;
        to[count] = place;
        of[count++] = q;
      }
      if (count == 0) return;
      products_.write_sq_distances(kernels_, to.data(), count, rows_.data());
      for (std::size_t c = 0; c < count; ++c) {
        near_[of[c]].add_point(kernels_, to[c], rows_.data() + c * near_[0].stride());
      }
    }
  }

  // Grows the subspaces at the weights of an anchor until they hold the leading eigenvectors.
  void grow(const Search& search) {
    std::array<bool, block_width> done{};
    add_points(position_.size() <= few_points ? std::max(few_points, search.first_points)
                                              : search.first_points);
    for (std::size_t q = 0; q < n_centres_; ++q) done[q] = near_[q].is_whole(kernels_);
    for (int round = 0; round < max_rounds; ++round) {
      if (sign_ != nullptr) sign_->look();
      std::array<std::size_t, block_width> deciding{};
      std::array<std::size_t, block_width> count{};
      std::size_t columns = 0;
      for (std::size_t q = 0; q < n_centres_; ++q) {
        if (done[q]) continue;
        deciding[q] = near_[q].turn(kernels_);
        count[q] = std::min(near_[q].size(), deciding[q] + 1);
        if (near_[q].size() + count[q] > LocalSubspace::capacity) {
          near_[q].shorten(std::max(2 * count[q], LocalSubspace::capacity / 2));
        }
        columns += count[q];
      }
      if (columns == 0) return;
      columns = (columns + block_width - 1) / block_width * block_width;
      const std::size_t stride = near_[0].stride();
      image_.reserve(columns * stride);
      product_.reserve(columns * stride);
      std::size_t at = 0;
      for (std::size_t q = 0; q < n_centres_; ++q) {
        for (std::size_t c = 0; c < count[q]; ++c) {
          near_[q].write_image(kernels_, c, image_.data() + at++ * stride);
        }
      }
      std::fill(image_.data() + at * stride, image_.data() + columns * stride, 0.0);
      products_.apply(kernels_, image_.data(), columns, product_.data());
      at = 0;
      for (std::size_t q = 0; q < n_centres_; ++q) {
        if (count[q] == 0) continue;
        const double residual =
            near_[q].add_images(kernels_, count[q], deciding[q], image_.data() + at * stride,
                                product_.data() + at * stride);
        done[q] = residual <= search.tolerance;
        at += count[q];
      }
    }
  }

  GramProducts products_;
  SimdKernels kernels_;
  const Adjacency* graph_;
  const StopSign* sign_;
  const double* scale_;
  std::array<LocalSubspace, block_width> near_;
  std::vector<std::size_t> position_;  // of the points at hand, increasing
  std::size_t n_centres_ = 0;
  AlignedBuffer rows_, factor_, image_, product_;
};

}  // namespace lapscale

#endif
