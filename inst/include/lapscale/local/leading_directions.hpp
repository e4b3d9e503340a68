#ifndef LAPSCALE_LOCAL_LEADING_DIRECTIONS_HPP
#define LAPSCALE_LOCAL_LEADING_DIRECTIONS_HPP

#include <array>
#include <cstddef>
#include <vector>

#include "lapscale/local/krylov_basis.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// Finds where an iteration for the leading d directions at a point starts: those of a neighboring
// bandwidth (dim x d or fewer columns, maybe none) with a little of everything else.
inline Eigen::MatrixXd start_directions(std::size_t centre, Eigen::Index dim, Eigen::Index d,
                                        const Eigen::MatrixXd& known) {
  const CounterRandom random(centre);
  Eigen::MatrixXd block(dim, d);
  for (Eigen::Index a = 0; a < d; ++a) {
    for (Eigen::Index k = 0; k < dim; ++k) {
      const auto counter = static_cast<std::uint64_t>(a * dim + k);
      block(k, a) = random.uniform(counter) - 0.5;
    }
    block.col(a).normalize();
  }
  if (known.cols() > 0) block.leftCols(known.cols()) = known + 0.01 * block.leftCols(known.cols());
  return block;
}

// Rayleigh-Ritz for up to block_width operators in step: each round applies all at once.
//   basis  one per operator, of vectors of length dim
//   apply  std::array<VectorXd, block_width> -> the same; vectors of operators that are done are 0
template <class Apply>
void iterate_in_step(std::vector<KrylovBasis>& basis, Eigen::Index dim, const Apply& apply) {
  constexpr int max_products = 600;
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(dim);
  for (int step = 0; step < max_products; ++step) {
    std::array<Eigen::VectorXd, block_width> v;
    bool all_done = true;
    for (std::size_t q = 0; q < block_width; ++q) {
      const bool active = q < basis.size() && !basis[q].done();
      v[q] = active ? basis[q].next() : zero;
      all_done = all_done && !active;
    }
    if (all_done) return;
    const std::array<Eigen::VectorXd, block_width> image = apply(v);
    for (std::size_t q = 0; q < basis.size(); ++q) {
      if (!basis[q].done()) basis[q].add(image[q]);
    }
  }
}

}  // namespace lapscale

#endif
