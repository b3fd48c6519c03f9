"""Figures of probabilities by scikit-learn, on the same deterministic rows as evaluation/probabilities.test.ts makes."""
import json
import pathlib

import numpy as np
import sklearn
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score


def rows(n, labels):
    """Row i is of class (7 i + i // 3) mod labels; class k has weight 1.013 + ((5 i + 3 k) mod 11), four times as much if right and i mod 4 > 0."""
    i = np.arange(n)
    codes = (7 * i + i // 3) % labels
    weights = 1.013 + (5 * i[:, None] + 3 * np.arange(labels)) % 11.0
    weights[np.arange(n), codes] *= np.where(i % 4 > 0, 4, 1)
    return codes, weights / weights.sum(axis=1, keepdims=True)


def figures(n, labels):
    codes, p = rows(n, labels)
    aucs = [roc_auc_score(codes == k, p[:, k]) for k in range(labels)]
    brier = float(np.mean(np.sum((p - np.eye(labels)[codes]) ** 2, axis=1)))
    if labels == 2:
        assert abs(brier - 2 * brier_score_loss(codes, p[:, 1], scale_by_half=True)) < 1e-12
    right, given = (codes == 1, p[:, 1]) if labels == 2 else (p.argmax(axis=1) == codes, p.max(axis=1))
    actual, predicted = calibration_curve(right, given, n_bins=10)
    counts = np.histogram(given, bins=np.linspace(0, 1, 11))[0]
    ece = float(np.sum(counts[counts > 0] * np.abs(actual - predicted)) / n)
    return {"rows": n, "labels": labels, "log_loss": log_loss(codes, p), "brier": brier, "ece": ece, "auc": aucs,
            "bins": {"predicted": predicted.tolist(), "actual": actual.tolist()}}


out = {"scikit-learn": sklearn.__version__, "cases": [figures(200, 2), figures(300, 4)]}
pathlib.Path(__file__).with_suffix(".json").write_text(json.dumps(out, indent=2) + "\n")
