test_that("every method of the package is complete", {
  methods <- ssl_methods
  expect_identical(unname(vapply(methods, function(method) method$name, "")), names(methods))
  for (method in methods) {
    expect_named(method, names(new_ssl_method("", "", NULL)))
    for (part in c("check", "learn", "is_random")) {
      expect_true(is.function(method[[part]]), info = paste(method$name, part))
    }
  }
})
