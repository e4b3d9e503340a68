# Loads the package, the helpers of its tests, and what the laboratory shares. Run from the root of
# the project.
suppressMessages({
  library(testthat)
  library(lapscale)
  # Sets options when it is loaded.
  loadNamespace("mgcv")
})
`%||%` <- rlang::`%||%`
Sys.setenv(NOT_CRAN = "true", TZ = "UTC")
for (file in c(
  list.files("tests/testthat", "^helper-.*[.]R$", full.names = TRUE),
  sprintf("lab/fuzz_%s.R", c("targets", "values", "calls"))
)) {
  sys.source(file, globalenv())
}
