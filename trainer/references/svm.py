"""Figures of scikit-learn's SVR and SVC (LIBSVM) for src/numeric/support-vectors/ and src/algorithms/svm/. Rows: see peer_rows.py.

Numbers: the target standardised by its training rows; `predictions` of the first test rows, in the target's unit. Two classes:
`one` and all others; `decisions` of the first test rows for `one`, and the log-loss of SVC's probabilities by a
sigmoid of out-of-fold decisions (CalibratedClassifierCV). `objective` is the dual one that LIBSVM minimises.
"""
import numpy as np
import sklearn
from peer_rows import split, write
from sklearn.calibration import CalibratedClassifierCV
from sklearn.metrics import log_loss
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
from sklearn.model_selection import StratifiedKFold
from sklearn.svm import SVC, SVR

FAILURE = ("machine-failure-ai4i.csv", "Machine failure", 1, ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"])
SHOWN = 8
FOLDS = StratifiedKFold(3, shuffle=True, random_state=0)


def quadratic(model, kernel):
    vectors, beta = model.support_vectors_, model.dual_coef_[0]
    k = linear_kernel(vectors) if kernel == "linear" else rbf_kernel(vectors, gamma=model._gamma)
    return beta @ k @ beta / 2, beta


def numbers(file, target, drop, cost, epsilon, kernel):
    x, y, z, truth = split(file, target, drop)
    mean, deviation = y.mean(), y.std()
    model = SVR(C=cost, epsilon=epsilon, kernel=kernel).fit(x, (y - mean) / deviation)
    value, beta = quadratic(model, kernel)
    objective = value - beta @ ((y - mean) / deviation)[model.support_] + epsilon * np.abs(beta).sum()
    predictions = model.predict(z) * deviation + mean
    return {"file": file, "target": target, "drop": drop, "cost": cost, "epsilon": epsilon, "kernel": kernel,
            "objective": objective, "vectors": len(beta), "predictions": predictions[:SHOWN].tolist(),
            "rmse": float(np.sqrt(np.mean((predictions - truth) ** 2)))}


def two_classes(file, target, one, drop, cost=1, balance=0, kernel="rbf"):
    x, y, z, truth = split(file, target, drop)
    y, truth = y == one, truth == one
    settings = dict(C=cost, kernel=kernel, class_weight="balanced" if balance else None)
    model = SVC(**settings).fit(x, y)
    value, beta = quadratic(model, kernel)
    probabilities = CalibratedClassifierCV(SVC(**settings), ensemble=False, cv=FOLDS).fit(x, y).predict_proba(z)
    return {"file": file, "target": target, "one": one, "drop": drop, "cost": cost, "balance": balance, "kernel": kernel,
            "objective": value - np.abs(beta).sum(), "vectors": len(beta), "decisions": model.decision_function(z)[:SHOWN].tolist(),
            "accuracy": float(np.mean(model.predict(z) == truth)), "log_loss": log_loss(truth, probabilities)}


def several_classes(file, target, drop):
    x, y, z, truth = split(file, target, drop)
    model = SVC().fit(x, y)
    return {"file": file, "target": target, "drop": drop, "vectors": len(model.support_), "accuracy": float(np.mean(model.predict(z) == truth))}


WEATHER = ("seattle-weather.csv", "temp_max", ["date", "weather"])
write(__file__, {
    "scikit-learn": sklearn.__version__,
    "numbers": [numbers(*WEATHER, 1, 0.1, "rbf"), numbers(*WEATHER, 10, 0.3, "rbf"), numbers(*WEATHER, 0.1, 0.1, "linear"),
                numbers("concrete-strength.csv", "strength", [], 1, 0.1, "rbf")],
    "two_classes": [two_classes("seattle-weather.csv", "weather", "rain", ["date"]), two_classes("banknote.csv", "genuine", 1, []),
                    two_classes(*FAILURE), two_classes(*FAILURE, balance=1), two_classes("banknote.csv", "genuine", 1, [], kernel="linear")],
    "several_classes": [several_classes("seattle-weather.csv", "weather", ["date"]), several_classes("wine-quality-red.csv", "quality", []),
                        several_classes("iris.csv", "species", [])],
})
