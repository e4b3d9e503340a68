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
  place$v <- replace(place$f, is.na(place$y), NA)
  place$new <- place$x[1:3, ] + 0.01
  place$result <- quote(e)
  place$nn <- as_neighbor_lists(place$x, 10)
  # The box of the graph comes after that of the embeddings.
  place$graph <- heat_graph(place$x, 4)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (call in calls) {
    # Needs somebody to press Done, or values that the sheet leaves open.
    if (grepl("explore\\(|^(seed|landmarks|metric) =|^\\?|predict\\(result|^exp\\(", call)) next
    expect_no_error(suppressMessages(suppressWarnings(eval(parse(text = call), place))))
  }
})

test_that("the bandwidths of vignettes/articles/papers.Rmd are those that the script computes", {
  folder <- file.path(Sys.getenv("LAPSCALE_SHARED"), "data")
  skip_if_not(file.exists(file.path(folder, "digit1.X.csv.gz")), "the benchmark sets are not here")
  rows <- grep("^\\| (digit1|bci) \\| 1 \\|", page("vignettes", "articles", "papers.Rmd"), value = TRUE)
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
    run(data.frame(date = as.Date("2020-01-01") + seq_along(count), count = count), 7)
  }
  run <- function(table, ...) {
    utils::write.csv(table, files[["data"]], row.names = FALSE)
    withr::with_envvar(c(R_LIBS = paste(.libPaths(), collapse = .Platform$path.sep)), {
      suppressWarnings(system2(
        file.path(R.home("bin"), "Rscript"), c("--vanilla", script, shQuote(files), ...),
        stdout = FALSE, stderr = FALSE
      ))
    })
  }
  expect_identical(night(days[351:380]), 0L)
  expect_identical(night(replace(days[351:380], 8, NA)), 0L)
  expect_identical(night(replace(days[351:380], 15, 80)), 1L)
  expect_identical(night(days[1:3]), 2L)
  # Rows of any table, with the columns of the model among others.
  saveRDS(quietly(cluster_spectral(iris[1:100, 1:4], 2)), files[["model"]])
  new <- iris[c(5, 60), 5:1]
  expect_identical(run(new), 0L)
  expect_identical(run(replace(new, 2, c(0.2, 40))), 1L)
  expect_identical(run(new[-2]), 2L)
})

test_that("vignettes/when-it-fails.Rmd explains every verdict of a report", {
  text_of <- function(part) {
    if (is.character(part)) return(part)
    if (is.call(part)) unlist(lapply(as.list(part)[-1L], text_of))
  }
  words <- unlist(lapply(report_verdicts, function(verdict) {
    c(text_of(body(verdict)), environment(verdict)$words)
  }))
  words <- trimws(c(words, words_few))
  words <- words[grepl(" ", words)]
  expect_gt(length(words), 15)
  table <- paste(grep("^[|]", page("vignettes", "when-it-fails.Rmd"), value = TRUE), collapse = "\n")
  for (word in words) expect_true(grepl(word, table, fixed = TRUE), info = word)
})

test_that("?lapscale names every function", {
  exported <- grep("^[a-z]\\w+$", getNamespaceExports("lapscale"), value = TRUE)
  # Generics of other packages; samples and steps have a page each.
  exported <- grep("^(sample|step_embed)_|^(tidy|glance|augment|diag)$", exported, value = TRUE,
                   invert = TRUE)
  named <- paste(page("man", "lapscale-package.Rd"), collapse = "\n")
  expect_identical(exported[!vapply(exported, grepl, NA, named, fixed = TRUE)], character())
})

# The cells of the first table of Markdown after a line of that kind, by the names of its rows.
table_after <- function(lines, title) {
  lines <- lines[-seq_len(grep(title, lines)[[1L]])]
  rows <- lines[cumsum(diff(c(FALSE, startsWith(lines, "|"))) == 1L) == 1L & startsWith(lines, "|")]
  cells <- strsplit(gsub("^[|] *|[*]{2}", "", rows[-(1:2)]), " *[|] *")
  stats::setNames(lapply(cells, `[`, -1L), vapply(cells, `[`, "", 1L))
}

# The rows of a table that is written as read.csv(text = ...) in a chunk of that name.
rows_in_chunk <- function(lines, chunk) {
  lines <- lines[-seq_len(grep(paste0("^```\\{r ", chunk, ","), lines))]
  strsplit(lines[seq(3L, match(TRUE, startsWith(lines, "\"")) - 1L)], ",")
}

# Numbers are the stored ones, to the digits that are stated.
expect_stated <- function(stated, stored) {
  digits <- nchar(sub("^[^.]*[.]?", "", stated))
  off <- abs(as.numeric(stated) - as.numeric(stored)) > 0.501 * 10^-digits
  expect_identical(stated[!nzchar(stored) | off], character())
}

# Numbers of a text that come before a percent sign.
percents <- function(text) regmatches(text, gregexpr("[0-9.]+(?=%)", text, perl = TRUE))[[1L]]

test_that("the tables of vignettes/few-labels.Rmd are those of bench/", {
  lines <- page("vignettes", "few-labels.Rmd")
  bench <- page("bench", "README.md")
  titles <- c("^## The benchmark sets" = "^`bench/learning/ssl.R`: the mean error",
              "^### All pairs" = "^The same with `graph = \"knn\"`")
  for (title in names(titles)) {
    stored <- table_after(bench, titles[[title]])
    stated <- table_after(lines, title)
    stated <- stated[startsWith(names(stated), "`ssl")]
    expect_gt(length(stated), 4)
    for (row in names(stated)) expect_stated(stated[[row]][1:6], stored[[row]][1:6])
  }
  auto <- table_after(bench, titles[[1L]])[["`ssl_auto()`, its own graph and bandwidth"]]
  text <- sub(".*over the twelve splits:", "", paste(lines, collapse = " "))
  expect_stated(percents(text)[1:4], auto[c(1, 2, 3, 5)])
})

test_that("the tables of vignettes/articles/which-minimum.Rmd are those of bench/", {
  lines <- page("vignettes", "articles", "which-minimum.Rmd")
  stored_page <- page("bench", "bandwidth", "answer.md")
  row_of <- c("earlier rule" = "the rule before", "d = 1" = "d = 1", "7th neighbor" = "knn",
              "median distance" = "median", default = "noise 1/2, bottom .15")
  part_of <- c(training = "choosing", test = "held")
  for (row in rows_in_chunk(lines, "errors")) {
    stored <- table_after(stored_page, paste0("^[*]{2}Eigenvalues, ", part_of[[row[[1L]]]]))
    numbers <- unlist(regmatches(row[-(1:2)], gregexpr("-?[0-9.]+", row[-(1:2)])))
    # The rule before has no ratio to itself.
    expect_stated(numbers, stored[[row_of[[row[[2L]]]]]][c(1:4, 7:10)[seq_along(numbers)]])
  }
  ten <- stored_page[seq(grep("^[*]{2}The ten worst", stored_page), length(stored_page))]
  for (row in rows_in_chunk(lines, "worst")) {
    shape <- gsub(" ", "_", row[[1L]])
    stored <- grep(paste0("^[|] ", shape, ".*", row[[4L]], ".*", row[[8L]], " [|]$"), ten)
    expect_stated(row[2:7], strsplit(ten[stored], " *[|] *")[[1L]][c(3, 4, 6:9)])
  }
  for (row in rows_in_chunk(lines, "learning")) {
    for (part in 1:2) {
      stored <- table_after(stored_page, paste0("^[*]{2}Errors of learning .*: ", part_of[[part]]))
      expect_stated(row[2 * part + 0:1], tail(stored[[row_of[[row[[1L]]]]]], 4)[1:2])
    }
  }
})

test_that("the numbers of vignettes/when-it-fails.Rmd that are not computed are those of bench/", {
  text <- paste(page("vignettes", "when-it-fails.Rmd"), collapse = " ")
  bench <- page("bench", "README.md")
  strip <- table_after(bench, "^[*]{2}Error of a picture")[["strip, halves 9 to 1"]]
  stored <- 100 * as.numeric(sub(" .*", "", strip[2:1]))
  expect_stated(percents(sub(".*In one experiment", "", text))[1:2], as.character(stored))
  better <- sub(".*on (\\d+) tables with.* better in (\\d+)[.].*", "\\2 of \\1 tables", text)
  expect_true(any(grepl(paste("bandwidth of bw_gc[(][)] in", better), bench)))
})

test_that("the table of vignettes/articles/lepski.Rmd is that of bench/", {
  stated <- table_after(page("vignettes", "articles", "lepski.Rmd"), "^## Which calibration")
  stored <- table_after(page("bench", "README.md"), "^[*]{2}Risk of the choice over")[["all"]]
  expect_identical(names(stated), c("`\"variance\"`, the default", "`\"jump\"`"))
  expect_stated(unlist(stated, use.names = FALSE), stored[c(2:4, 8:10)])
})

test_that("the table of vignettes/choosing-a-bandwidth.Rmd is that of bench/", {
  stored <- table_after(page("bench", "README.md"), "^[*]{2}Bandwidth by Geometric Consistency")
  stated <- table_after(page("vignettes", "choosing-a-bandwidth.Rmd"), "^## Comparison with")
  numbers <- function(cells) trimws(unlist(strsplit(cells, ",")))
  # d = 1 to 3 for digit1, and 1 for the others.
  stored <- stored[c(1:4, 7)]
  for (i in seq_along(stated)) expect_stated(numbers(stated[[i]][3:4]), numbers(stored[[i]][3:4]))
})

test_that("functions take the settings that their pages list for `...`", {
  for (name in c("ssl_hessian", "ssl_eigenmaps", "ssl_harmonic", "as_heat_graph", "heat_graph", "bw_gc",
                 "cluster_spectral", "graph_columns", "embed_kpca")) {
    lines <- page("man", paste0(name, ".Rd"))
    lines <- lines[-seq_len(match(TRUE, startsWith(lines, "\\item{...}{")))]
    lines <- lines[seq_len(match(TRUE, lines == "" | startsWith(lines, "}}")))]
    setting <- "^\\\\item \\\\code\\{(\\w+)\\}: .*"
    listed <- sub(setting, "\\1", grep(setting, lines, value = TRUE))
    f <- utils::getS3method(name, "default", TRUE, topenv()) %||% get(name)
    expect_identical(setdiff(listed, argument_names(f)), character(), info = name)
  }
})
