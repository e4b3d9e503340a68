#' lapscale: choose the kernel bandwidth of graph Laplacians from the data
#'
#' Graph-Laplacian methods depend on one number, the bandwidth \eqn{h} of the heat kernel
#' \eqn{\exp(-|x - y|^2 / h^2)}{exp(-|x - y|^2 / h^2)}. lapscale chooses it from the data and then
#' does the work with it.
#'
#' - `bw_*()` select a bandwidth: [bw_gc()] by Geometric Consistency, [bw_lepski()] by the risk of
#'   the Laplacian, and others; [select_bandwidth()] compares them;
#' - `dim_*()` estimate the intrinsic dimension: [dim_estimate()];
#' - [heat_graph()], [graph_laplacian()], [graph_spectrum()], [graph_components()] build and use
#'   the graph;
#' - [cluster_spectral()] finds clusters, and how many;
#' - [metric_distortion()] shows how the graph sees the geometry at each point;
#' - [sample_manifolds] gives points on manifolds whose geometry is known;
#' - [bandwidth_from()] and [bandwidth_to()] translate the conventions of other packages.
#'
#' [lapscale_conventions] states the kernel, the unit and the sign once and for all.
#'
#' @section Options:
#' - `lapscale.threads`: number of threads, default at most 2;
#' - `lapscale.simd`: `"baseline"`, `"avx2"` or `"avx512"`, to stay at or below that instruction
#'   level (also the environment variable `LAPSCALE_SIMD`);
#' - `lapscale.memory`: most memory to use, in GB, default 80 % of what is free.
#'
#' @keywords internal
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
