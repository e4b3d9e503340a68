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

links_nowhere <- function(file, urls) {
  path <- sub("^/", "", vapply(urls, resolve_path, "", file))
  anchor <- ifelse(grepl("#", urls, fixed = TRUE), sub("^[^#]*#", "", urls), "")
  anchor <- vapply(anchor, utils::URLdecode, "")
  is_lost <- mapply(function(path, anchor) {
    !file.exists(file.path(folder, path)) ||
      nzchar(anchor) && path %in% files && !anchor %in% ids[[path]]
  }, path, anchor)
  urls[as.logical(is_lost)]
}

latex_left <- function(page) {
  xml2::xml_text(xml2::xml_find_all(page, paste0(
    "//body//text()[contains(., '\\(') or contains(., '\\[')]",
    "[not(ancestor::pre or ancestor::code or ancestor::script or ancestor::annotation)]"
  )))
}

faults_of_page <- function(file) {
  page <- pages[[file]]
  loaded <- c(attributes_of(page, "//*[@src]", "src"), attributes_of(page, "//link[@href]", "href"))
  loaded <- loaded[!startsWith(loaded, "data:")]
  urls <- unique(c(attributes_of(page, "//a[@href]", "href"), loaded))
  found <- list(
    "asks a server for" = loaded[is_elsewhere(loaded)],
    "leads nowhere:" = links_nowhere(file, urls[!is_elsewhere(urls)]),
    "has a formula as LaTeX:" = substr(latex_left(page), 1, 60)
  )
  unlist(Map(function(what, of) if (length(of)) paste(file, what, of), names(found), found))
}

faults <- unlist(lapply(files, faults_of_page), use.names = FALSE)
links <- unlist(lapply(pages, attributes_of, "//a[@href]", "href"))
if (length(faults)) writeLines(faults)
cat(length(files), " pages, ", length(faults), " faults, ", sum(is_elsewhere(links)),
    " links to other sites\n", sep = "")
quit(status = as.integer(length(faults) > 0))
