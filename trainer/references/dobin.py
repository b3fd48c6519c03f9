"""The DOBIN basis by the formulas of Kandanaarachchi and Hyndman (2021), for src/numeric/rotations/dobin-basis.test.ts, written without
R: numpy, a null space by singular value decomposition as pracma's, scikit-learn's neighbours. Defaults of CRAN's dobin 1.0.4:
columns brought to 0 … 1, k of 5 % of the rows from 2 to 20, pairs beyond the 95 % quantile.

`basis`: its vectors up to their sign, and ROC AUC of the distance to the 20th neighbour in the first half of them.
Data: vega-datasets in node_modules, and the folder named by TEST_DATA.
"""
import json
import os
import pathlib

import numpy as np
import pandas as pd
import scipy
import sklearn
from scipy.linalg import null_space
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import NearestNeighbors

ROOT = pathlib.Path(__file__).resolve().parents[2]
VEGA = ROOT / "node_modules/vega-datasets/data"
DATA = pathlib.Path(os.environ["TEST_DATA"])


def between_0_and_1(x):
    return (x - x.min(axis=0)) / np.ptp(x, axis=0)


def neighbours(x, k):
    return NearestNeighbors(n_neighbors=k).fit(x).kneighbors()


def dobin(x):
    rows, columns = x.shape
    k = min(20, max(rows // 20, 2))
    complement, vectors = np.eye(columns), []
    for _ in range(columns - 1):
        y = x @ complement
        squares = ((y[:, None, :] - y[neighbours(y, k)[1]]) ** 2).reshape(-1, y.shape[1])
        total = squares.sum(axis=1)
        direction = squares[total > np.quantile(total, 0.95)].sum(axis=0)
        direction /= np.linalg.norm(direction)
        vectors.append(complement @ direction)
        complement = complement @ null_space(direction[None, :])
    return np.array([*vectors, complement[:, 0]])


def basis(path, columns, rows=None):
    x = between_0_and_1(pd.read_csv(path)[columns].to_numpy(float)[:rows])
    return {"file": path.name, "columns": columns, "rows": len(x), "vectors": dobin(x).tolist()}


def outliers(file, rows=None):
    table = pd.read_csv(DATA / file)
    x = between_0_and_1(table.drop(columns=["anomaly"]).to_numpy(float))
    half = dobin(x)[: -(-x.shape[1] // 2)]
    scores = neighbours(x @ half.T, 20)[0][:, -1]
    return {"file": file, "auc": roc_auc_score(table["anomaly"] == "yes", scores), "mean": scores.mean(), "max": scores.max()}


out = {
    "scikit-learn": sklearn.__version__,
    "scipy": scipy.__version__,
    "basis": [basis(VEGA / "sp500-2000.csv", ["open", "high", "low", "close", "volume"], 1500), basis(VEGA / "windvectors.csv", ["dir", "speed", "latitude"], 900)],
    "outliers": [outliers("anomaly-cardio.csv"), outliers("anomaly-thyroid.csv"), outliers("anomaly-satimage2.csv")],
}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=2) + "\n")
