"""Figures of scikit-learn's MLPRegressor as an autoencoder for src/algorithms/aenn/: hidden layers of half, a quarter and half
of the columns, 100 iterations, score = squared distance of a row from its prediction. Rows: see peer_rows.py.

`auc` is the area under the ROC curve of all rows, mean and standard deviation of seeds 1 to 5.
"""
import warnings

import numpy as np
import sklearn
from peer_rows import whole, write
from sklearn.metrics import roc_auc_score
from sklearn.neural_network import MLPRegressor

warnings.filterwarnings("ignore")


def auc(file, label, odd, drop=()):
    x, labels = whole(file, label, drop)
    half, quarter = max(2, x.shape[1] // 2), max(1, x.shape[1] // 4)

    def score(seed):
        network = MLPRegressor(hidden_layer_sizes=(half, quarter, half), max_iter=100, random_state=seed).fit(x, x)
        return roc_auc_score(labels == odd, ((x - network.predict(x)) ** 2).sum(1))

    values = np.array([score(seed) for seed in range(1, 6)])
    return {"file": file, "label": label, "odd": odd, "drop": list(drop), "auc": {"mean": values.mean(), "spread": values.std(ddof=1)}}


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "outliers": [auc("seattle-weather.csv", "weather", "snow", ["date"])]
    + [auc(f"anomaly-{name}.csv", "anomaly", "yes") for name in ("satimage2", "cardio", "thyroid")],
})
