#ifndef LAPSCALE_RUNTIME_FUNCTION_REF_HPP
#define LAPSCALE_RUNTIME_FUNCTION_REF_HPP

#include <type_traits>

namespace lapscale {

// A function as an argument, borrowed for the time of the call: what takes it is compiled once, not
// once for each lambda, as a template is. It costs an indirect call, so it stands where a call does
// a block of work. A std::function, which may be kept, takes far longer to compile.
template <class Signature>
class FunctionRef;

template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Function, class = std::enable_if_t<!std::is_same_v<Function, FunctionRef>>>
  FunctionRef(const Function& function) noexcept
      : function_(&function), call_([](const void* called, Arguments... arguments) {
          return static_cast<Result>((*static_cast<const Function*>(called))(arguments...));
        }) {}

  Result operator()(Arguments... arguments) const { return call_(function_, arguments...); }

 private:
  const void* function_;
  Result (*call_)(const void*, Arguments...);
};

}  // namespace lapscale

#endif
