// Compiled here for all tests, as the package does it.
#include "../../../src/eigen_once.cpp"
