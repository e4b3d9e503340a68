# Every link of the built site leads somewhere, and no page asks a server for anything:
#   Rscript tools/check_links.R [folder]
# Without a network: links to other sites are counted, not followed.
folder <- c(commandArgs(TRUE), "docs")[[1]]
files <- list.files(folder, pattern = "[.]html$", recursive = TRUE)
pages <- lapply(file.path(folder, files), xml2::read_html, encoding = "UTF-8")
names(pages) <- files
ids <- lapply(pages, function(page) {
  c(xml2::xml_attr(xml2::xml_find_all(page, "//*[@id]"), "id"),
    xml2::xml_attr(xml2::xml_find_all(page, "//a[@name]"), "name"))
})

attributes_of <- function(page, path, name) xml2::xml_attr(xml2::xml_find_all(page, path), name)
is_elsewhere <- function(url) grepl("^([a-z]+:)?//|^(mailto|data|doi):", url)

# The path from the site's folder to what `url` on page `file` names.
resolve_path <- function(url, file) {
  path <- utils::URLdecode(sub("[?#].*", "", url))
  if (!nzchar(path)) return(file)
  parts <- strsplit(file.path(dirname(file), path), "/")[[1]]
  kept <- character()
  for (part in parts[!parts %in% c(".", "")]) {
    kept <- if (part == "..") utils::head(kept, -1) else c(kept, part)
  }
  path <- paste(kept, collapse = "/")
  if (dir.exists(file.path(folder, path))) paste0(sub("/$", "", path), "/index.html") else path
}

broken <- character()
elsewhere <- 0L
for (file in files) {
  page <- pages[[file]]
  links <- attributes_of(page, "//a[@href]", "href")
  loaded <- c(attributes_of(page, "//*[@src]", "src"), attributes_of(page, "//link[@href]", "href"))
  asked <- loaded[is_elsewhere(loaded) & !startsWith(loaded, "data:")]
  if (length(asked)) broken <- c(broken, paste0(file, " asks a server for ", asked))
  elsewhere <- elsewhere + sum(is_elsewhere(links))
  for (url in unique(c(links, loaded)[!is_elsewhere(c(links, loaded))])) {
    path <- sub("^/", "", resolve_path(url, file))
    anchor <- if (grepl("#", url, fixed = TRUE)) utils::URLdecode(sub("^[^#]*#", "", url)) else ""
    if (!file.exists(file.path(folder, path))) {
      broken <- c(broken, paste0(file, ": ", url))
    } else if (nzchar(anchor) && path %in% files && !anchor %in% ids[[path]]) {
      broken <- c(broken, paste0(file, ": no such place: ", url))
    }
  }
  raw <- xml2::xml_text(xml2::xml_find_all(page, paste0(
    "//body//text()[contains(., '\\(') or contains(., '\\[')]",
    "[not(ancestor::pre or ancestor::code or ancestor::script or ancestor::annotation)]"
  )))
  if (length(raw)) broken <- c(broken, paste0(file, ": a formula as LaTeX: ", substr(raw, 1, 60)))
}
if (length(broken)) writeLines(unique(broken))
cat(length(files), " pages, ", length(unique(broken)), " faults, ", elsewhere,
    " links to other sites\n", sep = "")
quit(status = as.integer(length(broken) > 0))
