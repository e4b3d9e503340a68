#ifndef LAPSCALE_TESTS_EIGEN_CHECKS_HPP
#define LAPSCALE_TESTS_EIGEN_CHECKS_HPP

// Included before everything else (CMakeLists.txt): what Eigen would abort for becomes an
// exception.

#include <stdexcept>

#define eigen_assert(condition) \
  ((condition) ? static_cast<void>(0) : throw std::logic_error("Eigen: " #condition))

#endif
