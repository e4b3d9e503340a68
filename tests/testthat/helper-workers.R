# Daemons of mirai until the calling test ends.
local_daemons <- function(n, frame = parent.frame()) {
  testthat::skip_on_cran()
  testthat::skip_if_not_installed("mirai", "2.5.1")
  mirai::daemons(n)
  withr::defer(mirai::daemons(0), envir = frame)
}
