#ifndef LAPSCALE_R_HANDLES_H
#define LAPSCALE_R_HANDLES_H

#include <Rcpp.h>

#include <memory>
#include <string>
#include <utility>

// Objects of the core between the cpp_* calls of one R function, each behind an external pointer
// of its own that never leaves that function. An object shares what it is made of (a criterion its
// points), so handles may be released in any order.

struct Held {
  std::string kind;  // as T::kind of the object
  std::shared_ptr<const void> object;
};

// Marks our external pointers among those of other packages.
inline SEXP handle_tag() {
  return Rf_install("lapscale_handle");
}

template <class T>
SEXP hold(std::shared_ptr<const T> object) {
  auto held = std::make_unique<Held>(Held{T::kind, std::move(object)});
  return Rcpp::XPtr<Held>(held.release(), true, handle_tag());
}

inline Held* held_address(SEXP handle) {
  if (TYPEOF(handle) != EXTPTRSXP || R_ExternalPtrTag(handle) != handle_tag()) {
    Rcpp::stop("This is not a handle of lapscale.");
  }
  return static_cast<Held*>(R_ExternalPtrAddr(handle));
}

// The object behind a handle, kept alive while the result is; an R error unless it is a T.
template <class T>
std::shared_ptr<const T> held(SEXP handle) {
  const Held* found = held_address(handle);
  const std::string wanted = T::kind;
  if (found == nullptr) {
    Rcpp::stop("A handle of " + wanted +
               " expected; this handle was released, or comes from a saved file.");
  }
  if (found->kind != wanted) {
    Rcpp::stop("A handle of " + wanted + " expected, not one of " + found->kind + ".");
  }
  return std::static_pointer_cast<const T>(found->object);
}

#endif
