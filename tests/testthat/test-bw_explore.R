# Opens the window in R of its own and drives it in a real browser.

explored <- function() {
  skip_on_cran()
  for (package in c("shiny", "chromote")) skip_if_not_installed(package)
  skip_if(is.null(chromote::find_chrome()), "no browser here")
  port <- 20000L + Sys.getpid() %% 20000L
  child <- start_new_r(
    function(port) bw_explore(iris, colour = "Species", port = port, launch.browser = FALSE),
    given = port
  )
  until(any(grepl("Listening on http://127.0.0.1", readLines(child$log, warn = FALSE))))
  chromote::set_chrome_args(c(
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"
  ))
  page <- chromote::ChromoteSession$new(width = 1200, height = 1100)
  page$go_to(sprintf("http://127.0.0.1:%d", port))
  list(page = page, child = child)
}

until <- function(expr, seconds = 60) {
  expr <- substitute(expr)
  place <- parent.frame()
  for (i in seq_len(10 * seconds)) {
    if (isTRUE(tryCatch(suppressWarnings(eval(expr, place)), error = function(e) FALSE))) return(TRUE)
    Sys.sleep(0.1)
  }
  stop("did not happen: ", deparse(expr)[[1]])
}

# What an expression in JavaScript is in the page.
in_page <- function(window, expr) window$page$Runtime$evaluate(expr)$result$value

source_of_picture <- function(window) in_page(window, "document.querySelector('#picture img').src")

# In pixels of the page.
middle_of_picture <- function(window) {
  box <- "document.getElementById('picture').getBoundingClientRect()"
  c(in_page(window, paste0("(b => b.x + b.width / 2)(", box, ")")),
    in_page(window, paste0("(b => b.y + b.height / 2)(", box, ")")))
}

test_that("the window opens, its marker moves, its code runs, and Done returns the bandwidth", {
  skip_on_cran()
  window <- explored()
  until(nchar(source_of_picture(window)) > 1000)
  in_page(window, "document.querySelector('a[data-value=Code]').click()")
  until(grepl("plot\\(e", in_page(window, "document.getElementById('code').textContent")))
  before <- source_of_picture(window)
  chosen <- in_page(window, "document.getElementById('h').textContent")
  expect_match(chosen, "h = [0-9.]+")

  # Arrow keys move the marker.
  in_page(window, "document.getElementById('marker').focus()")
  start <- in_page(window, "+document.getElementById('marker').value")
  for (i in 1:2) window$page$Input$dispatchKeyEvent(
    type = "keyDown", key = "ArrowRight", code = "ArrowRight", windowsVirtualKeyCode = 39L
  )
  until(in_page(window, "+document.getElementById('marker').value") == start + 2)
  in_page(window, "marker.value = +marker.value + 58; marker.dispatchEvent(new Event('input'))")
  until(source_of_picture(window) != before)
  # The page is at rest: the bandwidth of the code is that of the marker.
  model <- lapscale:::explore_model(iris, "Species", list(x = quote(iris)), 1, NULL)
  at <- format(lapscale:::bandwidth_at_step(model, start + 60), digits = 6)
  until(in_page(window, "document.getElementById('h').textContent") == paste("h =", at))
  moved <- in_page(window, "document.getElementById('h').textContent")
  expect_false(moved == chosen)
  shot <- Sys.getenv("LAPSCALE_SHOTS")
  if (nzchar(shot)) {
    Sys.sleep(3)
    window$page$screenshot(file.path(shot, "explore.png"), selector = "html")
    in_page(window, "document.querySelector('a[data-value=Checks]').click()")
    Sys.sleep(3)
    window$page$screenshot(file.path(shot, "explore2.png"), selector = "html")
    in_page(window, "document.querySelector('a[data-value=Code]').click()")
  }

  # The code gives the coordinates at that bandwidth.
  until(grepl(sub("h = ", "h <- ", moved), in_page(window, "document.getElementById('code').textContent")))
  code <- in_page(window, "document.getElementById('code').textContent")
  place <- new.env()
  grDevices::pdf(NULL)
  suppressWarnings(eval(parse(text = code), place))
  grDevices::dev.off()
  expect_equal(as.numeric(sub("h = ", "", moved)), place$h, tolerance = 1e-3)
  expect_equal(
    as.matrix(place$e),
    suppressWarnings(as.matrix(embed_eigenmaps(iris[1:4], 2, bandwidth = place$h)))
  )

  # The pointer asks for the row at its place.
  in_page(window, "document.querySelector('a[data-value=Place]').click()")
  box <- middle_of_picture(window)
  window$page$Input$dispatchMouseEvent(type = "mouseMoved", x = box[[1]], y = box[[2]])
  cells <- "document.getElementById('place').textContent"
  until(grepl("Sepal.Length", in_page(window, cells)) && grepl("Row [0-9]+", in_page(window, cells)))

  in_page(window, "document.getElementById('done').click()")
  expect_identical(finish_new_r(window$child), place$h)
  window$page$close()
})

test_that("columns that color points are no coordinates, and other names are refused", {
  skip_if_not_installed("shiny")
  expect_error(bw_explore(iris, colour = "Kind"), "not a column", class = "lapscale_error_argument")
  expect_error(bw_explore(iris[1:4], colour = 1:3), "`colour`", class = "lapscale_error_argument")
  expect_error(bw_explore("iris"), "`x`", class = "lapscale_error_argument")
  # Without a port nobody would find the window of a script, which would wait for ever.
  skip_if(interactive())
  expect_error(bw_explore(iris[1:4]), "supply the `port`", class = "lapscale_error_argument")
})

test_that("all calls of the window and of its code have the columns scaled as it was asked for", {
  model <- lapscale:::explore_model(mtcars, NULL, list(x = quote(mtcars)), 1, NULL, scale = TRUE)
  expect_identical(model$selected, bw_gc(mtcars, seed = 1, scale = TRUE), ignore_attr = TRUE)
  for (kind in c("eigenmaps", "layout", "diffusion", "clusters")) {
    code <- lapscale:::explore_code(model, as.numeric(model$selected), kind, 3L)
    expect_length(gregexpr("scale = TRUE", code)[[1]], if (kind == "clusters") 2L else 1L)
    place <- new.env()
    draw_nowhere(eval(parse(text = code), place))
    expect_false(is.null(place$e$model$scaling$sd), info = kind)
  }
  expect_true(all(vapply(lapscale:::embed_minima(model)$embeddings, function(e) {
    !is.null(e$model$scaling$sd)
  }, NA)))
})

test_that("the code runs, whatever the points and the column of colors are called", {
  skip_on_cran()
  table <- stats::setNames(iris[1:60, ], c("a b", "c\"d", "if", "x", "kind's"))
  table[[5]] <- rep(1:3, 20)
  place <- list2env(list(`my data` = table, x = table, h = table, `%>%` = function(a, b) a),
                    parent = environment())
  codes <- list(quote(`my data`), quote(x), quote(h), quote(`my data` %>% head()), quote(x[1:60, ]),
                quote({
                  a <- x
                  a
                }))
  for (code in codes) {
    model <- explore_model(table, "kind's", list(x = code, colour = "kind's"), 1, NULL)
    lines <- explore_code(model, as.numeric(model$selected), "eigenmaps", 3L)
    result <- new.env(parent = place)
    draw_nowhere(quietly(eval(parse(text = lines), result)))
    expect_identical(result$x, table[1:4])
    expect_identical(result$colour, table[[5]])
  }
  # What a pipe hands over has no name of its own.
  expect_identical(short_code(quote(.), "x"), quote(x))
  expect_identical(short_code(quote(f(1)), "x"), quote(f(1)))
})

test_that("the row at the pointer is that of the way back, beside the nearest row", {
  model <- explore_model(iris, "Species", list(x = quote(iris), colour = "Species"), 1, NULL)
  e <- explore_picture(model, 1, "eigenmaps", 3L)$e
  place <- as.matrix(e)[17, ] + 1e-4
  table <- row_at_pointer(e, model$x, place)
  expect_identical(names(table), c("Column", "Here", "Row 17"))
  expect_identical(table$Column, names(iris)[1:4])
  expect_equal(table$Here, as.numeric(predict(e, rbind(place), type = "data")))
  expect_identical(table[["Row 17"]], unlist(iris[17, 1:4], use.names = FALSE))
  expect_quiet(far <- row_at_pointer(e, model$x, c(50, 50)))
  expect_true(all(is.na(far$Here)) && !anyNA(far[[3]]))
})
