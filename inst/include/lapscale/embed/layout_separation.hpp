#ifndef LAPSCALE_EMBED_LAYOUT_SEPARATION_HPP
#define LAPSCALE_EMBED_LAYOUT_SEPARATION_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/runtime/random.hpp"

namespace lapscale {

// Moves points of a layout apart that are nearer than `least`. Vertices with the same neighbors,
// such as those of a clique, attract each other to one point where the cost is smallest.
template <std::size_t dims>
class LayoutSeparation {
 public:
  // Both of a pair take half of the way that is missing.
  static void run(std::vector<double>& y, double least) {
    const std::size_t n = y.size() / dims;
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> move(y.size());
    for (std::size_t round = 0; round < most_rounds; ++round) {
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return y[a * dims] != y[b * dims] ? y[a * dims] < y[b * dims] : a < b;
      });
      std::fill(move.begin(), move.end(), 0.0);
      bool moved = false;
      for (std::size_t i = 0; i < n; ++i) {
        const double* one = y.data() + order[i] * dims;
        for (std::size_t j = i + 1; j < n; ++j) {
          const double* other = y.data() + order[j] * dims;
          if (other[0] - one[0] >= least) break;
          moved = add_moves(one, other, order[i], order[j], least, move) || moved;
        }
      }
      if (!moved) return;
      for (std::size_t i = 0; i < n; ++i) take_move(move.data() + i * dims, least, &y[i * dims]);
    }
  }

 private:
  static constexpr std::size_t most_rounds = 200;
  // Pairs that are as near as this are left.
  static constexpr double enough = 0.9;

  // A point in a crowd goes no farther at a time than one of a pair.
  static void take_move(const double* move, double least, double* y) {
    double sq = 0;
    for (std::size_t k = 0; k < dims; ++k) sq += move[k] * move[k];
    const double share = sq > least * least / 4 ? least / (2 * std::sqrt(sq)) : 1;
    for (std::size_t k = 0; k < dims; ++k) y[k] += share * move[k];
  }

  static bool add_moves(const double* one, const double* other, std::size_t i, std::size_t j,
                        double least, std::vector<double>& move) {
    double way[dims];
    double sq = 0;
    for (std::size_t k = 0; k < dims; ++k) {
      way[k] = other[k] - one[k];
      sq += way[k] * way[k];
    }
    const double distance = std::sqrt(sq);
    if (distance >= enough * least) return false;
    if (distance < 1e-6 * least) {
      // What is left of their difference is rounding.
      const CounterRandom random(std::min(i, j) + 1);
      sq = 0;
      for (std::size_t k = 0; k < dims; ++k) {
        way[k] = random.uniform(std::max(i, j), k) - 0.5;
        sq += way[k] * way[k];
      }
    }
    const double share = (least - distance) / (2 * std::sqrt(sq));
    for (std::size_t k = 0; k < dims; ++k) {
      move[i * dims + k] -= share * way[k];
      move[j * dims + k] += share * way[k];
    }
    return true;
  }
};

}  // namespace lapscale

#endif
