#ifndef LAPSCALE_RUNTIME_WATCH_HPP
#define LAPSCALE_RUNTIME_WATCH_HPP

#include <cstddef>

#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Asks the monitor on the way of a loop whose steps follow one another on the calling thread, where
// for_blocks() has nothing to cut: every `between` looks at memory, some 10 ms where each is a
// cache miss. It keeps a reference to the runtime.
class Watch {
 public:
  static constexpr std::size_t between = std::size_t{1} << 17;

  explicit Watch(const Runtime& runtime) : runtime_(runtime) {}

  // After step `at` of `n`, which took about so many looks at memory.
  template <class At, class Of>
  void step(std::size_t work, At at, Of n) {
    work_ += work;
    if (work_ < between) return;
    work_ = 0;
    if (runtime_.monitor) runtime_.monitor(static_cast<double>(at) / static_cast<double>(n));
  }

 private:
  const Runtime& runtime_;
  std::size_t work_ = 0;
};

}  // namespace lapscale

#endif
