#ifndef LAPSCALE_RUNTIME_EIGEN_HPP
#define LAPSCALE_RUNTIME_EIGEN_HPP

// Eigen's headers give dozens of warnings about vector types with g++; they are not ours to mend.
// A system header may not warn, nor may what it includes.
#pragma GCC system_header

#include <Eigen/Dense>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#endif
