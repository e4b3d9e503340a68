"""One scikit-learn method on points from a file, timed, its coordinates into another file.

    python3 sklearn_peer.py METHOD POINTS COLUMNS OUT NEW [NAME=NUMBER ...]

POINTS and NEW hold doubles, a point per row ("-" for NEW: none). Prints "fit seconds" and "predict
seconds", and "residual r" for spectral embeddings (largest |L u - m u| of the unit vectors, L the
symmetric normalised Laplacian).
"""
import sys
import time

import numpy as np
import scipy.sparse as sp
from sklearn.decomposition import KernelPCA
from sklearn.manifold import Isomap, LocallyLinearEmbedding, SpectralEmbedding


def method(name, o):
    k = int(o.get("k", 0))
    if name == "eigenmaps":
        return SpectralEmbedding(
            2, affinity="nearest_neighbors", n_neighbors=k + 1, n_jobs=2, random_state=0
        )
    if name == "isomap":
        return Isomap(n_neighbors=k, n_components=2, n_jobs=2)
    if name in ("standard", "modified", "hessian", "ltsa"):
        return LocallyLinearEmbedding(
            n_neighbors=k, n_components=2, method=name, n_jobs=2, random_state=0
        )
    return KernelPCA(2, kernel="rbf", gamma=o["gamma"], n_jobs=2)


def residual(fit):
    weights = sp.csr_matrix(fit.affinity_matrix_)
    weights.setdiag(0)
    degree = np.asarray(weights.sum(axis=1)).ravel()
    walk = sp.diags(degree**-0.5) @ weights @ sp.diags(degree**-0.5)
    worst = 0.0
    for y in fit.embedding_.T:
        u = y * np.sqrt(degree)
        u /= np.linalg.norm(u)
        image = u - walk @ u
        worst = max(worst, np.linalg.norm(image - (u @ image) * u))
    return worst


name, points, columns, out, new = sys.argv[1:6]
options = {key: float(value) for key, value in (word.split("=") for word in sys.argv[6:])}
x = np.fromfile(points).reshape(-1, int(columns))
fit = method(name, options)
start = time.perf_counter()
y = fit.fit_transform(x)
print("fit", time.perf_counter() - start)
if new != "-":
    at = np.fromfile(new).reshape(-1, int(columns))
    start = time.perf_counter()
    y = fit.transform(at)
    print("predict", time.perf_counter() - start)
if name == "eigenmaps":
    print("residual", residual(fit))
np.ascontiguousarray(y).tofile(out)
