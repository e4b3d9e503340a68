# The site in docs/, without a network: pkgdown's pages, their formulas turned into MathML, nothing
# that a browser would ask a server for. The package is the one that is installed.
if (!requireNamespace("pkgdown", quietly = TRUE)) stop("pkgdown is not here: `make setup-dev`")
options(pkgdown.internet = FALSE, crayon.enabled = FALSE)

# ---- formulas ----------------------------------------------------------------------------------

# LaTeX to MathML, one <math> for each, by one run of pandoc.
#   block  logical like `latex`: a display of its own
as_mathml <- function(latex, block) {
  if (!length(latex)) return(character())
  latex <- gsub("[[:space:]]+", " ", trimws(latex))
  # pandoc of Debian 12 does not know these
  latex <- gsub("\\\\[Bb]ig+l\\b", "\\\\left", gsub("\\\\[Bb]ig+r\\b", "\\\\right", latex))
  mark <- ifelse(block, "$$", "$")
  source <- tempfile(fileext = ".md")
  result <- tempfile(fileext = ".html")
  on.exit(unlink(c(source, result)))
  writeLines(paste0("@@ ", mark, latex, mark, "\n"), source, useBytes = TRUE)
  options <- c("-f", "markdown-citations", "-t", "html5", "--mathml", "--wrap=none")
  rmarkdown::pandoc_convert(source, "html5", output = result, options = options[-(1:4)])
  html <- paste(readLines(result, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  pieces <- strsplit(html, "@@", fixed = TRUE)[[1]][-1]
  stopifnot(length(pieces) == length(latex))
  math <- regmatches(pieces, regexpr("(?s)<math.*</math>", pieces, perl = TRUE))
  if (length(math) != length(latex)) {
    stop("pandoc cannot read: ", paste(latex[!grepl("<math", pieces)], collapse = "; "))
  }
  math
}

formula_pattern <- "(?s)\\\\\\((.+?)\\\\\\)|\\\\\\[(.+?)\\\\\\]|\\$\\$(.+?)\\$\\$"

# All pages with their formulas, which stand in text and not in code, as MathML.
mathml_pages <- function(files) {
  pages <- lapply(files, xml2::read_html, encoding = "UTF-8")
  found <- character()
  for (page in pages) {
    texts <- xml2::xml_find_all(page, paste0(
      "//body//text()[contains(., '\\(') or contains(., '\\[') or contains(., '$$')]",
      "[not(ancestor::pre or ancestor::code or ancestor::script)]"
    ))
    for (text in texts) {
      words <- xml2::xml_text(text)
      matches <- gregexpr(formula_pattern, words, perl = TRUE)
      formulas <- regmatches(words, matches)[[1]]
      if (!length(formulas)) next
      marks <- sprintf("@formula%d@", length(found) + seq_along(formulas))
      found <- c(found, formulas)
      regmatches(words, matches) <- list(marks)
      xml2::xml_set_text(text, words)
    }
  }
  block <- !startsWith(found, "\\(")
  math <- as_mathml(substr(found, 3, nchar(found) - 2), block)
  for (i in seq_along(files)) {
    html <- as.character(pages[[i]], options = character())
    marks <- unique(regmatches(html, gregexpr("@formula[0-9]+@", html))[[1]])
    for (mark in marks) {
      html <- sub(mark, math[[as.integer(gsub("[^0-9]", "", mark))]], html, fixed = TRUE)
    }
    writeLines(html, files[[i]], useBytes = TRUE)
  }
  length(found)
}

# ---- go ----------------------------------------------------------------------------------------

pkgdown::build_site(preview = FALSE, install = FALSE, new_process = FALSE, devel = FALSE)
pages <- list.files("docs", pattern = "[.]html$", recursive = TRUE, full.names = TRUE)
# pkgdown moves the pictures of README.md, but not the links to them.
home <- readLines("docs/index.html", encoding = "UTF-8", warn = FALSE)
home <- gsub("href=\"man/figures/", "href=\"reference/figures/", home, fixed = TRUE)
writeLines(home, "docs/index.html", useBytes = TRUE)
cat("-- formulas turned into MathML:", mathml_pages(pages), "\n")
