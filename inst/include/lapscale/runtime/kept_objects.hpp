#ifndef LAPSCALE_RUNTIME_KEPT_OBJECTS_HPP
#define LAPSCALE_RUNTIME_KEPT_OBJECTS_HPP

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace lapscale {

// Objects with memory of their own, kept from one block of work to the next: as many as there are
// threads at a time. What an object finds in its memory must not matter.
template <class T>
class KeptObjects {
 public:
  // Calls use(object) with an object that no other thread uses: a kept one, or one from make().
  template <class Make, class Use>
  void with(const Make& make, const Use& use) {
    std::unique_ptr<T> object = take();
    if (!object) object = std::make_unique<T>(make());
    use(*object);
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_back(std::move(object));
  }

 private:
  std::unique_ptr<T> take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (kept_.empty()) return nullptr;
    std::unique_ptr<T> object = std::move(kept_.back());
    kept_.pop_back();
    return object;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> kept_;
};

}  // namespace lapscale

#endif
