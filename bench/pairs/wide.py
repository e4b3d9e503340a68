"""scikit-learn's SpectralEmbedding with its defaults, timed, for wide.R.

    python3 wide.py POINTS COLUMNS

POINTS holds doubles, column after column. Prints CPU seconds and the peak memory in MB.
"""
import resource
import sys
import time
import warnings

import numpy as np
from sklearn.manifold import SpectralEmbedding

x = np.ascontiguousarray(np.fromfile(sys.argv[1]).reshape(int(sys.argv[2]), -1).T)
warnings.simplefilter("ignore")
start = time.process_time()
SpectralEmbedding(2, affinity="nearest_neighbors", random_state=0, n_jobs=1).fit_transform(x)
print("cpu", time.process_time() - start)
print("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
