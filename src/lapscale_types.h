#ifndef LAPSCALE_TYPES_H
#define LAPSCALE_TYPES_H

// RcppExports.cpp includes this first, and then the header of each package that is linked to. No
// exported function has a type of Eigen: RcppEigen.h, which takes 2 s to read, is told that it has
// been.
#define RcppEigen__RcppEigen__h

#endif
