#ifndef LAPSCALE_TYPES_H
#define LAPSCALE_TYPES_H

// RcppExports.cpp includes this before RcppEigen.h: Eigen comes in as a system header.
#include "lapscale/runtime/eigen.hpp"

#endif
