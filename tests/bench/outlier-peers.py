"""PyOD with nonconform, for tests/src/bench/outliers.ts.

Needs Python 3.12: pip install numpy pandas scikit-learn pyod nonconform

Prints the libraries' versions, then for each line of JSON {file, target, odd, detector, seed, train, test, limit} a line. The
detector is fitted on the training rows (numbers of rows of the file) whose target is not `odd`. {flagged} tells for each test row
whether its conformal p-value is within the limit; {} where there is no such detector. Missing values become the median, text an
indicator for each level, and all columns are standardised.
"""
import json
import logging
import sys
import warnings
from functools import lru_cache

import nonconform
import numpy as np
import pandas as pd
import pyod
import sklearn
from nonconform import ConformalDetector, CrossValidation
from pyod.models.gmm import GMM
from pyod.models.iforest import IForest
from pyod.models.knn import KNN
from pyod.models.lof import LOF
from pyod.models.ocsvm import OCSVM
from pyod.models.pca import PCA
from sklearn.preprocessing import StandardScaler

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)

FOLDS = 5
# AENN has no peer: the autoencoder of PyOD needs PyTorch.
DETECTORS = dict(
    iForest=lambda seed: IForest(random_state=seed),
    LOF=lambda seed: LOF(),
    OCS=lambda seed: OCSVM(),
    PCA=lambda seed: PCA(random_state=seed),
    GMM=lambda seed: GMM(random_state=seed),
    Dobin=lambda seed: KNN(n_neighbors=20),
)


@lru_cache(maxsize=1)
def read_table(file, target, odd):
    table = pd.read_csv(file, dtype={target: str})
    is_odd = (table[target] == odd).to_numpy()
    features = pd.get_dummies(table.drop(columns=[target]))
    return features.fillna(features.median()).to_numpy(dtype=float), is_odd


def flagged(file, target, odd, detector, seed, train, test, limit):
    x, is_odd = read_table(file, target, odd)
    normal = np.array(train)[~is_odd[train]]
    scaler = StandardScaler().fit(x[normal])
    model = ConformalDetector(DETECTORS[detector](seed), CrossValidation(k=FOLDS), seed=seed)
    model.fit(scaler.transform(x[normal]))
    return (np.asarray(model.compute_p_values(scaler.transform(x[test]))) <= limit).tolist()


print(json.dumps({module.__name__: module.__version__ for module in (np, sklearn, pyod, nonconform)}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    known = asked["detector"] in DETECTORS
    print(json.dumps({"flagged": flagged(**asked)} if known else {}), flush=True)
