# What pages tell people to type runs: the code of the README, and the calls of the cheat sheet; and
# the numbers that pages of vignettes/ state without computing them are what the package computes.

page <- function(...) {
  file <- file.path("..", "..", ...)
  skip_if_not(file.exists(file), "the sources are not at hand")
  readLines(file, warn = FALSE)
}

# The lines of R code between fences, without the output.
code_of <- function(lines) {
  fence <- grep("^```", lines)
  opens <- fence[seq(1L, length(fence), by = 2L)]
  closes <- fence[seq(2L, length(fence), by = 2L)]
  r <- grepl("^``` ?r", lines[opens])
  code <- unlist(Map(function(a, b) lines[seq_len(b - a - 1L) + a], opens[r], closes[r]))
  grep("^#>", code, invert = TRUE, value = TRUE)
}

test_that("the code of README.md runs as it stands in a new session", {
  skip_on_cran()
  lines <- page("README.md")
  expect_identical(grep("^#> (Error|Warning)", lines, value = TRUE), character())
  expect_true(any(grepl("readme-ten-lines", lines)))
  code <- code_of(lines)
  code <- code[!grepl("install", code)]
  expect_gt(length(code), 10)
  expect_true(in_new_r(function(code) {
    detach("package:lapscale")
    grDevices::pdf(NULL)
    eval(parse(text = code), globalenv())
    TRUE
  }, given = code))
})

# Lists of neighbors as RANN returns them.
as_neighbor_lists <- function(x, k) {
  distance <- as.matrix(dist(x))
  index <- t(apply(distance, 1, order))[, 1 + seq_len(k)]
  list(nn.idx = index, nn.dists = matrix(distance[cbind(c(row(index)), c(index))], ncol = k))
}

test_that("every call of the cheat sheet runs", {
  skip_on_cran()
  lines <- page("man", "figures", "cheatsheet.svg")
  calls <- sub("</text>", "", sub("^<text[^>]*>", "", grep("monospace", lines, value = TRUE)))
  calls <- gsub("&lt;", "<", gsub("&amp;", "&", calls, fixed = TRUE), fixed = TRUE)
  calls <- calls[!grepl("^(distance|weight) ", calls)]
  expect_gt(length(calls), 30)
  place <- rlang::env(globalenv(), x = as.matrix(sample_swiss_roll(200, seed = 1)))
  place$truth <- factor(place$x[, 1] > 0, labels = c("left", "right"))
  place$y <- replace(place$truth, -seq(1, 200, by = 9), NA)
  place$f <- place$x[, 2]
  place$new <- place$x[1:3, ] + 0.01
  place$result <- quote(e)
  place$nn <- as_neighbor_lists(place$x, 10)
  # The box of the graph comes after that of the embeddings.
  place$graph <- heat_graph(place$x, 4)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (call in calls) {
    # Needs somebody to press Done, or values that the sheet leaves open.
    if (grepl("explore\\(|^(seed|landmarks) =|^\\?|predict\\(result|^exp\\(", call)) next
    expect_no_error(suppressMessages(suppressWarnings(eval(parse(text = call), place))))
  }
})

test_that("the bandwidths of vignettes/papers.Rmd are those that the script computes", {
  folder <- file.path(Sys.getenv("LAPSCALE_SHARED"), "data")
  skip_if_not(file.exists(file.path(folder, "digit1.X.csv.gz")), "the benchmark sets are not here")
  rows <- grep("^\\| (digit1|bci) \\| 1 \\|", page("vignettes", "papers.Rmd"), value = TRUE)
  stated <- as.numeric(sub(".*\\| ([0-9.]+) \\|$", "\\1", rows))
  script <- new.env()
  sys.source(system.file("scripts", "papers.R", package = "lapscale"), script)
  cases <- script$published[script$published$d == 1 & script$published$set != "g241c", ]
  expect_equal(stated, script$table_1(folder, cases)$ours, tolerance = 0.005)
})

test_that("the nightly script reports far weeks, missing days, and failures by its exit code", {
  skip_on_cran()
  set.seed(1)
  days <- rep(c(20, 21, 20, 22, 19, 9, 6), 60) + rnorm(420, sd = 0.3)
  files <- c(model = tempfile(fileext = ".rds"), data = tempfile(fileext = ".csv"))
  saveRDS(suppressWarnings(embed_eigenmaps(stats::embed(days[1:350], 7)[, 7:1], 2)), files[["model"]])
  script <- system.file("scripts", "nightly.R", package = "lapscale")
  night <- function(count) {
    utils::write.csv(data.frame(date = seq_along(count), count = count), files[["data"]])
    withr::with_envvar(c(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep)), {
      suppressWarnings(system2(
        file.path(R.home("bin"), "Rscript"), c("--vanilla", script, shQuote(files)),
        stdout = FALSE, stderr = FALSE
      ))
    })
  }
  expect_identical(night(days[351:380]), 0L)
  expect_identical(night(replace(days[351:380], 8, NA)), 0L)
  expect_identical(night(replace(days[351:380], 15, 80)), 1L)
  expect_identical(night(days[1:3]), 2L)
})

test_that("vignettes/when-it-fails.Rmd explains every verdict of a report", {
  text_of <- function(part) {
    if (is.character(part)) return(part)
    if (is.call(part)) unlist(lapply(as.list(part)[-1L], text_of))
  }
  words <- unlist(lapply(report_verdicts, function(verdict) {
    c(text_of(body(verdict)), environment(verdict)$words)
  }))
  words <- trimws(c(words, words_few, words_wide))
  words <- words[grepl(" ", words)]
  expect_gt(length(words), 20)
  table <- paste(grep("^[|]", page("vignettes", "when-it-fails.Rmd"), value = TRUE), collapse = "\n")
  for (word in words) expect_true(grepl(word, table, fixed = TRUE), info = word)
})
