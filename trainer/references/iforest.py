"""Figures of scikit-learn's IsolationForest for src/algorithms/iforest/: 100 trees of 256 rows. `auc` is the area under the ROC curve of
all rows, mean and standard deviation of seeds 1 to 20. Rows: see peer_rows.py."""
import numpy as np
import sklearn
from peer_rows import whole, write
from sklearn.ensemble import IsolationForest
from sklearn.metrics import roc_auc_score


def auc(file, label, odd, drop=()):
    x, labels = whole(file, label, drop)
    values = [roc_auc_score(labels == odd, -IsolationForest(n_estimators=100, random_state=seed).fit(x).score_samples(x)) for seed in range(1, 21)]
    return {"file": file, "label": label, "odd": odd, "drop": list(drop), "auc": {"mean": np.mean(values), "spread": np.std(values, ddof=1)}}


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "outliers": [auc("seattle-weather.csv", "weather", "snow", ["date"])]
    + [auc(f"anomaly-{name}.csv", "anomaly", "yes") for name in ("satimage2", "cardio", "thyroid")],
})
