pcs <- rbind(matrix(rnorm(240), 60), matrix(rnorm(240, 5), 60))
dimnames(pcs) <- list(paste0("cell", 1:120), paste0("PC", 1:4))
counts <- matrix(rpois(1200, 3), 10, dimnames = list(paste0("gene", 1:10), rownames(pcs)))
other <- pcs[, 2:1]

single_cell_experiment <- function() {
  skip_if_not_installed("SingleCellExperiment")
  SingleCellExperiment::SingleCellExperiment(
    list(counts = counts), reducedDims = list(PCA = pcs, OTHER = other)
  )
}

seurat <- function() {
  skip_if_not_installed("SeuratObject")
  object <- suppressWarnings(SeuratObject::CreateSeuratObject(counts))
  object[["pca"]] <- suppressWarnings(
    SeuratObject::CreateDimReducObject(pcs, key = "PC_", assay = "RNA")
  )
  object
}

test_that("the points of cells are their principal components, or what `reduced` names", {
  skip_on_cran()
  of_matrix <- as.numeric(bw_gc(pcs, seed = 1))
  expect_identical(as.numeric(bw_gc(single_cell_experiment(), seed = 1)), of_matrix)
  expect_identical(as.numeric(bw_gc(seurat(), seed = 1)), of_matrix)
  expect_identical(
    as.numeric(bw_gc(single_cell_experiment(), seed = 1, reduced = "other")),
    as.numeric(bw_gc(other, seed = 1))
  )
  expect_identical(
    as.numeric(dim_mle(single_cell_experiment())), as.numeric(dim_mle(pcs))
  )
})

test_that("embeddings of cells return the object with the coordinates", {
  skip_on_cran()
  want <- unname(suppressWarnings(as.matrix(embed_eigenmaps(pcs, 2))))
  cells <- suppressWarnings(embed_eigenmaps(single_cell_experiment(), 2))
  expect_s4_class(cells, "SingleCellExperiment")
  expect_equal(unname(SingleCellExperiment::reducedDim(cells, "eigenmaps")), want)
  cells <- suppressWarnings(embed_isomap(single_cell_experiment(), 2, k = 10, components = "connect"))
  expect_true("isomap" %in% SingleCellExperiment::reducedDimNames(cells))
  cells <- embed_layout(single_cell_experiment(), reduced = "other")
  expect_equal(unname(SingleCellExperiment::reducedDim(cells, "layout")),
               unname(as.matrix(embed_layout(other))))
  expect_error(embed_layout(seurat(), reduced = "UMAP"), "UMAP", class = "lapscale_error_argument")
  cells <- suppressWarnings(embed_eigenmaps(seurat(), 2))
  expect_equal(unname(SeuratObject::Embeddings(cells, "eigenmaps")), want)
})

test_that("clusters of cells are a column, and the other numbers of them are kept", {
  skip_on_cran()
  clusters <- cluster_spectral(pcs, "gap", seed = 1)
  want <- unname(factor(clusters$cluster))
  cells <- cluster_spectral(single_cell_experiment(), "gap", seed = 1)
  expect_identical(unname(cells[["spectral_cluster"]]), want)
  expect_identical(cells@metadata$spectral_cluster$gaps, clusters$gaps)
  cells <- cluster_spectral(seurat(), "gap", seed = 1)
  expect_identical(unname(cells[["spectral_cluster"]][, 1]), want)
  expect_identical(SeuratObject::Misc(cells, "spectral_cluster")$gaps, clusters$gaps)
})

test_that("a function that needs an embedding says how to get one from an object of cells", {
  cells <- suppressWarnings(embed_diffusion(single_cell_experiment(), 2))
  expect_error(diffusion_distance(cells, 1), "components as a matrix",
               class = "lapscale_error_argument")
})

test_that("objects without principal components are refused", {
  cells <- single_cell_experiment()
  SingleCellExperiment::reducedDims(cells) <- NULL
  expect_fault(bw_gc(cells), "x", text = "\"PCA\", nor any other")
  expect_fault(embed_layout(cells), "scater::runPCA(scuttle::logNormCounts(x))")
  expect_error(bw_gc(single_cell_experiment(), reduced = "UMAP"), "OTHER",
               class = "lapscale_error_argument")
  expect_error(bw_gc(single_cell_experiment(), reduced = 3), "`reduced`",
               class = "lapscale_error_argument")
})

test_that("new cells, pictures at all scales, and qualities take objects of cells", {
  skip_on_cran()
  cells <- single_cell_experiment()
  e <- quietly(embed_isomap(unname(pcs), 2, k = 10, components = "connect"))
  expect_equal(unname(quietly(predict(e, cells))), unname(as.matrix(e)), tolerance = 1e-8)
  named <- quietly(embed_isomap(pcs, 2, k = 10, components = "connect"))
  expect_equal(unname(quietly(predict(named, cells))), unname(as.matrix(e)), tolerance = 1e-8)
  expect_s3_class(quietly(embed_scales(cells, c(2, 4))), "lapscale_scales")
  expect_equal(embed_quality(e, cells, k = 5), embed_quality(e, pcs, k = 5))
})
