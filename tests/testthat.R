# On CRAN, where NOT_CRAN is not set, tests of more than half a second are skipped. Environment
# variables:
#   LAPSCALE_EXTENDED_TESTS=true  adds large data, more fuzzing, more interrupts: some minutes, 4 GB
#   LAPSCALE_SHARED               the folder that holds data/ with the benchmark sets of the papers;
#                                 without them their tests are skipped
library(testthat)
library(lapscale)

test_check("lapscale")
