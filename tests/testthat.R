library(testthat)
library(lapscale)

test_check("lapscale")
