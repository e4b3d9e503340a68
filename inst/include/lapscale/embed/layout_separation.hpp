#ifndef LAPSCALE_EMBED_LAYOUT_SEPARATION_HPP
#define LAPSCALE_EMBED_LAYOUT_SEPARATION_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/runtime/random.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Moves points of a layout apart that are nearer than `least`. Vertices with the same neighbors,
// such as those of a clique, attract each other to one point where the cost is smallest.
template <std::size_t dims>
class LayoutSeparation {
 public:
  // Both of a pair take half of the way that is missing.
  static void run(std::vector<double>& y, double least, const Runtime& runtime) {
    const std::size_t n = y.size() / dims;
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> move(y.size());
    for (std::size_t round = 0; round < most_rounds; ++round) {
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return y[a * dims] != y[b * dims] ? y[a * dims] < y[b * dims] : a < b;
      });
      for_rows(n, runtime, [&](std::size_t place) {
        find_move(y, order, place, least, &move[order[place] * dims]);
      });
      if (std::all_of(move.begin(), move.end(), [](double v) { return v == 0; })) return;
      for (std::size_t i = 0; i < n; ++i) take_move(&move[i * dims], least, &y[i * dims]);
    }
  }

 private:
  static constexpr std::size_t most_rounds = 200;
  // Pairs that are as near as this are left.
  static constexpr double enough = 0.9;
  // A point is compared with so many on either side, in the order of the first coordinate.
  static constexpr std::size_t most_compared = 512;

  static void find_move(const std::vector<double>& y, const std::vector<std::size_t>& order,
                        std::size_t place, double least, double* move) {
    std::fill(move, move + dims, 0.0);
    const std::size_t i = order[place];
    const double first = y[i * dims];
    const std::size_t begin = place - std::min(place, most_compared);
    for (std::size_t a = place; a-- > begin;) {
      if (first - y[order[a] * dims] >= least) break;
      add_move(y, i, order[a], least, move);
    }
    const std::size_t end = std::min(order.size(), place + most_compared + 1);
    for (std::size_t a = place + 1; a < end; ++a) {
      if (y[order[a] * dims] - first >= least) break;
      add_move(y, i, order[a], least, move);
    }
  }

  // A point in a crowd goes no farther at a time than one of a pair.
  static void take_move(const double* move, double least, double* y) {
    double sq = 0;
    for (std::size_t k = 0; k < dims; ++k) sq += move[k] * move[k];
    const double share = sq > least * least / 4 ? least / (2 * std::sqrt(sq)) : 1;
    for (std::size_t k = 0; k < dims; ++k) y[k] += share * move[k];
  }

  // Adds to the move of i its half of the way from j.
  static void add_move(const std::vector<double>& y, std::size_t i, std::size_t j, double least,
                       double* move) {
    double way[dims];
    double sq = 0;
    for (std::size_t k = 0; k < dims; ++k) {
      way[k] = y[i * dims + k] - y[j * dims + k];
      sq += way[k] * way[k];
    }
    const double distance = std::sqrt(sq);
    if (distance >= enough * least) return;
    if (distance < 1e-6 * least) {
      // What is left of their difference is rounding.
      const CounterRandom random(std::min(i, j) + 1);
      const double sign = i < j ? 1 : -1;
      sq = 0;
      for (std::size_t k = 0; k < dims; ++k) {
        way[k] = sign * (random.uniform(std::max(i, j), k) - 0.5);
        sq += way[k] * way[k];
      }
    }
    const double share = (least - distance) / (2 * std::sqrt(sq));
    for (std::size_t k = 0; k < dims; ++k) move[k] += share * way[k];
  }
};

}  // namespace lapscale

#endif
