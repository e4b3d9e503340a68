#ifndef LAPSCALE_R_LIST_H
#define LAPSCALE_R_LIST_H

#include <Rcpp.h>

#include <initializer_list>

// An element of a named list: a number, or what R owns already.
struct Element {
  const char* name;
  Rcpp::RObject value;

  template <class Value>
  Element(const char* name, const Value& value) : name(name), value(Rcpp::wrap(value)) {}
};

// Rcpp::List::create() would be a function of its own for each combination of types.
inline Rcpp::List named_list(std::initializer_list<Element> elements) {
  Rcpp::List result(elements.size());
  Rcpp::CharacterVector names(elements.size());
  R_xlen_t i = 0;
  for (const Element& element : elements) {
    result[i] = element.value;
    names[i++] = element.name;
  }
  result.names() = names;
  return result;
}

#endif
