# The rows of a matrix from everywhere that they may come from.

# A folder for the files of a test, removed when the test ends.
scratch_folder <- function(frame = parent.frame()) withr::local_tempdir(.local_envir = frame)

big_file <- function(x, folder, name = "x", type = "double", ...) {
  withr::local_options(bigmemory.typecast.warning = FALSE, bigmemory.allow.dimnames = TRUE)
  bigmemory::as.big.matrix(
    x, type = type, backingfile = paste0(name, ".bk"), backingpath = folder,
    descriptorfile = paste0(name, ".desc"), ...
  )
}

source_by_function <- function(x) {
  point_source(nrow(x), ncol(x), function(rows) x[rows, , drop = FALSE])
}

# A folder on a disk of 1 MB; skips where none may be mounted.
small_disk <- function(frame = parent.frame()) {
  folder <- scratch_folder(frame)
  mount <- c("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder)
  failed <- suppressWarnings(system2("mount", mount, stdout = FALSE, stderr = FALSE))
  testthat::skip_if(failed != 0, "no disk may be mounted here")
  withr::defer(system2("umount", c("-l", folder)), frame)
  folder
}

# x rounded to floats, as doubles.
as_floats <- function(x) {
  x[] <- readBin(writeBin(as.vector(x), raw(), size = 4L), "numeric", length(x), size = 4L)
  x
}

# All kinds of sources of x, whose entries are floats; those of packages that are there.
sources_of <- function(x, folder) {
  fbm <- if (rlang::is_installed("bigstatsr")) {
    as_fbm <- getExportedValue("bigstatsr", "as_FBM")
    list(
      FBM = as_fbm(x, backingfile = file.path(folder, "fbm")),
      FBM_float = suppressWarnings(as_fbm(x, "float", backingfile = file.path(folder, "fbm_float")))
    )
  }
  big <- if (requireNamespace("bigmemory", quietly = TRUE)) {
    padded <- rbind(0, cbind(0, x, 0), 0)
    list(
      big = big_file(x, folder), big_float = big_file(x, folder, "float", "float"),
      big_columns = big_file(x, folder, "columns", separated = TRUE),
      big_memory = bigmemory::as.big.matrix(x),
      big_part = bigmemory::sub.big.matrix(
        big_file(padded, folder, "padded"), 2, nrow(x) + 1, 2, ncol(x) + 1
      ),
      big_columns_part = bigmemory::sub.big.matrix(
        big_file(padded, folder, "padded_columns", separated = TRUE),
        2, nrow(x) + 1, 2, ncol(x) + 1
      )
    )
  }
  float <- if (requireNamespace("float", quietly = TRUE)) list(float32 = float::fl(x))
  c(list(by_function = source_by_function(x)), fbm, big, float)
}
