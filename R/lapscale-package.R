#' lapscale: select the kernel bandwidth of graph Laplacians from the data
#'
#' Selects the bandwidth of a graph Laplacian from the data, and computes embeddings, clusters,
#' predictions from few labels, dimensions, and geometric quantities with it. Graph-Laplacian
#' methods connect points by weights \eqn{\exp(-|x - y|^2 / h^2)}{exp(-|x - y|^2 / h^2)}. Their
#' results depend on one number, the bandwidth \eqn{h}, which is usually set by rule of thumb.
#'
#' @section Where to start: `vignette("lapscale")` is an introduction that assumes no theory.
#' `vignette("glossary")` explains the terms, `vignette("selectors")` compares all selectors, and
#' `vignette("coming-from")` translates calls of scikit-learn, diffusionMap, destiny, kernlab, and
#' uwot. [lapscale_conventions] defines the kernel, the unit, and the sign.
#'
#' @section Functions: **Select a bandwidth.** [bw_gc()] is the default. [bw_lepski()] is for the
#' Laplacian of a known function, [bw_cv()] and [bw_test_error()] are for labeled data.
#' [bw_kernel_sum()], [bw_msvd()], [bw_rec()], [bw_knn()], [bw_median()], and [bw_rate()] are other
#' known rules. [select_bandwidth()] calls one or several of them by name. [bandwidth_from()] and
#' [bandwidth_to()] convert the parameters of other packages.
#'
#' **Check it.** [bandwidth_report()] lists what speaks against a bandwidth.
#' [`confint()`][confint.lapscale_bandwidth], [local_minima()], [metric_distortion()], and
#' [risk_curve()] look closer. [laplacian_at()] estimates the Laplacian of a function.
#'
#' **Build a graph.** [heat_graph()] from points, [as_heat_graph()] from graphs, distances, and
#' neighbors. [graph_laplacian()], [graph_spectrum()], and [graph_components()] use it.
#'
#' **Embed.** `embed_*()`: [embed_eigenmaps()], [embed_diffusion()], [embed_isomap()],
#' [embed_lle()], and [embed_kpca()]. [embed_quality()] measures how well an embedding preserves
#' neighborhoods, [embed_scales()] compares the scales of the data, and [step_embed_eigenmaps()] and
#' [step_embed_diffusion()] are steps of package recipes. [metric_riemannian()] estimates the metric
#' of an embedding.
#'
#' **Find clusters.** [cluster_spectral()] finds clusters, and how many there are.
#'
#' **Learn from few labels.** `ssl_*()`: [ssl_auto()] chooses among [ssl_harmonic()],
#' [ssl_eigenmaps()], [ssl_iterated()], [ssl_diffusion()], [ssl_laprls()], and [ssl_lapsvm()].
#' [test_error()] compares the predictions with the truth.
#'
#' **Estimate the dimension.** [dim_estimate()] combines [dim_growth()], [dim_mle()],
#' [dim_kernel_sum()], and [dim_eigengap()].
#'
#' **Try it out.** [sample_manifolds] draws points on manifolds with known geometry.
#'
#' @section Options: \describe{ \item{`lapscale.threads`}{The number of threads. If it is not set,
#' at most 2 threads are used.} \item{`lapscale.memory`}{The memory that a call may use, in GB. If
#' it is not set, 80% of the free memory. A call that would need more is an error before it starts.}
#' \item{`lapscale.scratch`}{The folder for points that do not fit into memory. If it is not set,
#' the temporary folder of the session.} \item{`lapscale.simd`}{The most advanced instruction set
#' that may be used: `"baseline"`, `"avx2"`, or `"avx512"`. The environment variable `LAPSCALE_SIMD`
#' does the same. If neither is set, the package uses what the processor offers.} }
#'
#' @section Report a problem: `bug.report(package = "lapscale")` writes to the maintainers. Please
#' include the call, the printed condition with its class (`class(rlang::last_error())`), data or a
#' `sample_*()` call that show the problem, and `sessionInfo()`. Reports of unclear sentences on
#' help pages are welcome.
#'
#' @seealso `vignette("lapscale", package = "lapscale")`, `help(package = "lapscale")`
#' @examples
#' x <- sample_swiss_roll(500, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' bw
#' plot(embed_eigenmaps(x, 2, bandwidth = bw))
#' @useDynLib lapscale, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @importFrom RcppParallel RcppParallelLibs
#' @importFrom rlang .data %||%
#' @importFrom generics tidy glance augment
#' @importFrom methods as is new show
#' @importClassesFrom Matrix CsparseMatrix dgCMatrix Matrix
#' @importFrom Matrix Matrix Diagonal
#' @importFrom stats confint update predict fitted screeplot
#' @importFrom graphics lines plot
#' @importFrom utils head tail
"_PACKAGE"

#' @export
generics::tidy

#' @export
generics::glance

#' @export
generics::augment
