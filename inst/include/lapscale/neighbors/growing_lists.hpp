#ifndef LAPSCALE_NEIGHBORS_GROWING_LISTS_HPP
#define LAPSCALE_NEIGHBORS_GROWING_LISTS_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Lists of k neighbors and mostly no more, as a search finds them block by block.
class GrowingLists {
 public:
  //   n     lists in all
  //   most  throws TooManyNeighbors beyond this many neighbors in all
  GrowingLists(std::size_t n, std::size_t k, std::size_t n_blocks, std::size_t most)
      : k_(k), most_(most), first_(n * k), rest_(n_blocks), total_(n * k) {}

  // Can be called from any thread, by one at a time for each block.
  void set(std::size_t at, std::size_t block, const std::vector<Neighbor>& list) {
    std::copy_n(list.data(), k_, first_.data() + at * k_);
    if (list.size() == k_) return;
    Rest& rest = rest_[block];
    rest.at.push_back(at);
    rest.size.push_back(list.size() - k_);
    rest.neighbors.insert(rest.neighbors.end(), list.data() + k_, list.data() + list.size());
    if ((total_ += list.size() - k_) > most_) throw TooManyNeighbors("GrowingLists");
  }

  // Returns all lists, which are set; nothing is left here.
  Adjacency take(const Runtime& runtime) {
    const std::size_t n = first_.size() / k_;
    Adjacency lists;
    lists.begin.assign(n + 1, k_);
    lists.begin[0] = 0;
    for (const Rest& rest : rest_) {
      for (std::size_t j = 0; j < rest.at.size(); ++j) lists.begin[rest.at[j] + 1] += rest.size[j];
    }
    for (std::size_t i = 0; i < n; ++i) lists.begin[i + 1] += lists.begin[i];
    if (lists.begin[n] == first_.size()) {
      lists.neighbors.swap(first_);
      return lists;
    }
    lists.neighbors.resize(lists.begin[n]);
    for_rows(n, runtime, [&](std::size_t i) {
      std::copy_n(first_.data() + i * k_, k_, lists.neighbors.data() + lists.begin[i]);
    });
    for_blocks(runtime, rest_.size(), [&](std::size_t block) {
      const Rest& rest = rest_[block];
      const Neighbor* from = rest.neighbors.data();
      for (std::size_t j = 0; j < rest.at.size(); from += rest.size[j], ++j) {
        std::copy_n(from, rest.size[j], lists.neighbors.data() + lists.begin[rest.at[j]] + k_);
      }
      rest_[block] = Rest();
    });
    return lists;
  }

 private:
  // Holds what lists of one block have beyond k.
  struct Rest {
    std::vector<std::size_t> at;
    std::vector<std::size_t> size;
    std::vector<Neighbor> neighbors;
  };

  std::size_t k_;
  std::size_t most_;
  std::vector<Neighbor> first_;  // k of each list
  std::vector<Rest> rest_;
  std::atomic<std::size_t> total_;
};

}  // namespace lapscale

#endif
