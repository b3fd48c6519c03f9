"""Figures of xgboost with histograms for src/algorithms/xgb/. `rows` are made up, null where missing.

`small`: predictions for those rows after 5 rounds of depth 3; gamma of numbers is told in variances of the target. `held_out`:
100 rounds of depth 6; see held_out.py, as for `five_splits`.
"""
import numpy as np
import xgboost
from held_out import CLASSES, accuracy, five_splits, held_out
from peer_rows import write

A = np.array([0.5, 1.2, -0.3, 2.1, -1.4, 0, 1.7, -0.8, 0.9, -2.2, 1.1, 0.4])
B = np.array([1, -0.5, 0.3, 0.8, -1.1, 2, -0.7, 0.1, -1.6, 0.6, 1.5, -0.2])
NOISE = [0.1, -0.2, 0.3, 0, 0.2, -0.1, 0.05, 0.15, -0.3, 0.2, 0, 0.1]
Y = 3 * A - 2 * B + NOISE
THREE = np.array([0, 1, 0, 1, 0, 0, 1, 2, 1, 2, 0, 1])
I = np.arange(len(A))
WHOLE = np.column_stack([A, B])
HOLED = np.column_stack([np.where(I % 3 == 0, np.nan, A), np.where(I % 4 == 1, np.nan, B)])

SMALL = dict(n_estimators=5, max_depth=3, learning_rate=0.3, tree_method="hist")
PENALTIES = {"lambda 1": dict(reg_lambda=1, min_child_weight=1, gamma=0), "strict": dict(reg_lambda=0.1, min_child_weight=2, gamma=0.5)}
DEFAULTS = dict(n_estimators=100, max_depth=6, learning_rate=0.3, tree_method="hist", n_jobs=2)


def listed(columns):
    return [[None if np.isnan(value) else float(value) for value in column] for column in columns.T]


def case(title, x, target, penalties):
    regression = target is Y
    own = {**penalties, "gamma": penalties["gamma"] * (Y.var() if regression else 1)}
    model = (xgboost.XGBRegressor if regression else xgboost.XGBClassifier)(**SMALL, **own).fit(x, target)
    answers = model.predict(x) if regression else model.predict_proba(x)
    return {"title": title, "task": "REGRESSION" if regression else "CLASSIFICATION", "columns": listed(x), "target": target.tolist(),
            "lambda": penalties["reg_lambda"], "minChildWeight": penalties["min_child_weight"], "gamma": penalties["gamma"],
            "answers": answers.ravel().astype(float).tolist()}


class Classes:
    """XGBClassifier wants numbers for classes."""

    def __init__(self, seed):
        self.model = xgboost.XGBClassifier(**DEFAULTS, random_state=seed)

    def fit(self, x, y):
        self.labels, codes = np.unique(y, return_inverse=True)
        self.model.fit(x, codes)
        return self

    def predict(self, x):
        return self.labels[self.model.predict(x)]


SUBJECTS = [("numbers", WHOLE, Y), ("numbers, some values missing", HOLED, Y), ("two classes", WHOLE, np.minimum(THREE, 1)), ("three classes", WHOLE, THREE)]
write(__file__, {
    "xgboost": xgboost.__version__,
    "small": [case(f"{title}, {name}", x, target, penalties) for title, x, target in SUBJECTS for name, penalties in PENALTIES.items()],
    "held_out": held_out(lambda seed: xgboost.XGBRegressor(**DEFAULTS, random_state=seed), Classes),
    "five_splits": [five_splits(Classes, accuracy, data) for data in CLASSES if data[0] in ("seattle-weather.csv", "wine-quality-red.csv")],
})
