"""scikit-learn's SpectralClustering of points from a file, timed, its labels into another file.

    python3 sklearn_clusters.py AFFINITY POINTS COLUMNS K OUT

POINTS holds doubles, a point per row. Prints the seconds of the processor, of all threads.
"""
import sys
import time

import numpy as np
from sklearn.cluster import SpectralClustering

affinity, points, columns, k, out = sys.argv[1:6]
x = np.fromfile(points).reshape(-1, int(columns))
start = time.process_time()
fit = SpectralClustering(int(k), affinity=affinity, n_jobs=2, random_state=0).fit(x)
print(time.process_time() - start)
fit.labels_.astype(np.int32).tofile(out)
