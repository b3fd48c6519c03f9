"""Figures that automatic training ranks by, by scikit-learn, on the same deterministic rows as compute-metrics.test.ts makes."""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.metrics import (
    accuracy_score,
    cohen_kappa_score,
    f1_score,
    log_loss,
    mean_absolute_error,
    r2_score,
    roc_auc_score,
    root_mean_squared_error,
)

from probabilities import rows


def classes(n, labels):
    codes, p = rows(n, labels)
    predicted = p.argmax(axis=1)
    auc = roc_auc_score(codes, p[:, 1]) if labels == 2 else roc_auc_score(codes, p, multi_class="ovr", average="macro")
    return {"rows": n, "labels": labels, "Accuracy": accuracy_score(codes, predicted), "Kappa": cohen_kappa_score(codes, predicted),
            "macroF1": f1_score(codes, predicted, average="macro"), "log_loss": log_loss(codes, p), "roc_auc": auc}


def numbers(n):
    """Row i is 3 + i mod 17, predicted as that plus ((5 i) mod 7 - 3) / 2."""
    i = np.arange(n)
    actual = 3.0 + i % 17
    predicted = actual + ((5 * i) % 7 - 3) / 2
    # MAAPE: Kim and Kim 2016, which scikit-learn lacks.
    return {"rows": n, "RMSE": root_mean_squared_error(actual, predicted), "MAE": mean_absolute_error(actual, predicted),
            "R2": r2_score(actual, predicted), "MAAPE": float(np.mean(np.arctan(np.abs((actual - predicted) / actual))))}


found = {"versions": {"numpy": np.__version__, "scikit-learn": sklearn.__version__},
         "classes": [classes(60, 2), classes(97, 3), classes(120, 5)], "numbers": [numbers(60), numbers(97)]}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(found, indent=1) + "\n")
