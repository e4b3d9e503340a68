// Compiled here for all tests, as the package does it.
#include "../../../src/core_once.cpp"
