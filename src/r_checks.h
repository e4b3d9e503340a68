#ifndef LAPSCALE_R_CHECKS_H
#define LAPSCALE_R_CHECKS_H

#include <Rcpp.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

// Anybody may have changed what comes from R. Whatever the core follows as an index or a size is
// checked against what it is used with, and an error of R says what is wrong with it.

inline void check_that(bool sound, const char* expected) {
  if (!sound) Rcpp::stop(expected);
}

template <class Found, class Wanted>
void check_size(const char* name, Found found, Wanted wanted) {
  const auto size = static_cast<std::size_t>(wanted);
  if (static_cast<std::size_t>(found) == size) return;
  Rcpp::stop("The size of `" + std::string(name) + "` is " + std::to_string(found) + ", not " +
             std::to_string(size) + ".");
}

template <class Matrix, class Rows, class Columns>
void check_shape(const char* name, const Matrix& matrix, Rows rows, Columns columns) {
  check_size(name, matrix.nrow(), rows);
  check_size(name, matrix.ncol(), columns);
}

template <class Number, class Most>
void check_between(const char* name, Number number, Number least, Most most) {
  if (number >= least && static_cast<double>(number) <= static_cast<double>(most)) return;
  Rcpp::stop("`" + std::string(name) + "` is " + std::to_string(number) + ", which is not in [" +
             std::to_string(least) + ", " + std::to_string(most) + "].");
}

// The part-th of n_parts, from 0.
inline void check_part(int part, int n_parts) {
  check_between("part", part, 0, n_parts - 1);
}

// Where each of m lists begins in an array of `count` entries, and the last ends.
//   least  entries of each list
inline void check_lists(const Rcpp::IntegerVector& begin, std::size_t m, R_xlen_t count,
                        int least = 0) {
  check_size("begin", begin.size(), m + 1);
  const auto follow = [least](int one, int next) { return next < one || next - one < least; };
  check_that(begin[0] == 0 && begin[begin.size() - 1] == count &&
                 std::adjacent_find(begin.begin(), begin.end(), follow) == begin.end(),
             "Lists that follow one another are expected.");
}

// 1-based numbers of n rows as 0-based ones.
template <class Numbers>
std::vector<std::size_t> rows_from(const Numbers& rows, std::size_t n) {
  std::vector<std::size_t> result;
  result.reserve(static_cast<std::size_t>(rows.size()));
  for (const auto row : rows) {
    check_between("row", row, decltype(row)(1), n);
    result.push_back(static_cast<std::size_t>(row) - 1);
  }
  return result;
}

// Returns the same where each row comes once.
inline std::vector<std::size_t> order_from(const Rcpp::IntegerVector& rows, std::size_t n) {
  check_size("order", rows.size(), n);
  const std::vector<std::size_t> order = rows_from(rows, n);
  std::vector<char> seen(n, 0);
  for (const std::size_t row : order) seen[row] = 1;
  check_that(std::count(seen.begin(), seen.end(), 1) == rows.size(), "Each row comes once.");
  return order;
}

#endif
