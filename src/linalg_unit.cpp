// Solvers and what R's Cholesky factors solve with, compiled together for the same reason as
// points_unit.cpp.
#include "bind_linalg.cpp"
#include "r_linalg.cpp"
