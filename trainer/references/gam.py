"""Figures for src/algorithms/gam/. Rows: see peer_rows.py.

`numbers`: additive models of natural cubic splines, built here from scipy's CubicSpline with knots at even shares of a column's
distinct values (mgcv's basis "cr"), fitted by penalised least squares, their smoothings where scipy's optimiser finds the least
generalised cross-validation score of several starts, and then of those where one curve is made straight. `straight`:
scikit-learn's logistic regression. `mgcv`: a printed summary of R's mgcv, with its thin plate basis, so that only the score and
the degrees of freedom can be near ours. `held_out` and `five_splits`: pygam; see held_out.py.
"""
import json

import numpy as np
import pandas as pd
import pygam
import scipy
import sklearn
from held_out import NUMBERS, five_splits, held_out, rmse
from peer_rows import VEGA, split, write
from scipy.interpolate import CubicSpline
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss

KNOTS = 10
SHOWN = 8
LIMIT = 16
STARTS = (-14.0, -11.0, -8.0, -5.0, -2.0)


class Curve:
    def __init__(self, values):
        distinct = np.unique(values)
        self.knots = np.quantile(distinct, np.linspace(0, 1, min(KNOTS, len(distinct))))
        self.low, self.range = distinct[0], distinct[-1] - distinct[0]
        self.straight = len(self.knots) == 2

    def design(self, values):
        """One column for each knot but the first."""
        if self.straight:
            return ((values - self.low) / self.range)[:, None]
        knots = (self.knots - self.low) / self.range
        x = (values - self.low) / self.range
        spline = CubicSpline(knots, np.eye(len(knots)), bc_type="natural")
        inside = np.clip(x, 0, 1)
        return (spline(inside) + (x - inside)[:, None] * spline(inside, 1))[:, 1:]

    def penalty(self):
        """A square root of the integral of the squared second derivative, which is linear between knots."""
        knots = (self.knots - self.low) / self.range
        second = CubicSpline(knots, np.eye(len(knots)), bc_type="natural")(knots, 2)[:, 1:]
        h = np.diff(knots)
        masses = np.diag(np.r_[h, 0] + np.r_[0, h]) / 3 + (np.diag(h, 1) + np.diag(h, -1)) / 6
        return np.linalg.cholesky(masses).T @ second


class Model:
    def __init__(self, x, gamma):
        self.curves = [Curve(column) for column in x.T]
        self.gamma = gamma
        self.design = self.rows(x)
        widths = [1, *(curve.design(x[:2, j]).shape[1] for j, curve in enumerate(self.curves))]
        self.places = np.cumsum(widths)
        self.bent = [j for j, curve in enumerate(self.curves) if not curve.straight]
        self.roots = []
        for j in self.bent:
            root = self.curves[j].penalty()
            block = np.zeros((len(root), self.design.shape[1]))
            block[:, self.places[j]:self.places[j + 1]] = root / np.sqrt(np.linalg.norm(root.T @ root))
            self.roots.append(block)

    def rows(self, x):
        return np.column_stack([np.ones(len(x)), *(curve.design(column) for curve, column in zip(self.curves, x.T))])

    def smooth(self, y):
        """Coefficients, degrees of freedom and score at the best smoothings."""
        n = len(y)
        gram = self.design.T @ self.design / n
        moment = self.design.T @ y / n

        def fit(logs):
            penalised = gram + sum(np.exp(log) * root.T @ root for log, root in zip(logs, self.roots))
            factor = scipy.linalg.cho_factor(penalised + 1e-12 * np.diag(np.diag(gram)))
            b = scipy.linalg.cho_solve(factor, moment)
            error = np.mean(y**2) - 2 * b @ moment + b @ gram @ b
            freedom = np.trace(scipy.linalg.cho_solve(factor, gram))
            return b, freedom, error / (1 - self.gamma * freedom / n) ** 2

        count = len(self.bent)

        def least(start):
            return minimize(lambda logs: fit(logs)[2] / np.var(y), start, method="L-BFGS-B", jac="3-point",
                            bounds=[(-LIMIT, LIMIT)] * count, options=dict(ftol=1e-13, gtol=1e-9))

        best = min((least(np.full(count, start)) for start in STARTS), key=lambda found: found.fun)
        # The score has other minima, where one column's curve is straight.
        straightened = [least(np.where(np.arange(count) == j, LIMIT, best.x)) for j in range(count)]
        return fit(min([best, *straightened], key=lambda found: found.fun).x)


def numbers(file, target, drop, gamma):
    x, y, z, truth = split(file, target, drop)
    model = Model(x, gamma)
    center = y.mean()
    b, freedom, criterion = model.smooth(y - center)
    answer = model.rows(z) @ b + center
    return {"file": file, "target": target, "drop": drop, "gamma": gamma, "criterion": criterion, "freedom": freedom,
            "predictions": answer[:SHOWN].tolist(), "rmse": float(rmse(truth, answer))}


def straight(file, target, one, drop):
    """Of `one` against all others: with two knots a column the curves are straight lines, and the model is logistic regression."""
    x, y, z, _ = split(file, target, drop)
    model = LogisticRegression(C=np.inf, tol=1e-10, max_iter=100_000).fit(x, y == one)
    return {"file": file, "target": target, "one": one, "drop": drop, "deviance": 2 * log_loss(y == one, model.predict_proba(x), normalize=False),
            "probabilities": model.predict_proba(z)[:SHOWN, 1].tolist()}


class Additive:
    """pygam with ten splines a column; several classes each against the others."""

    def __init__(self, kind):
        self.kind = kind

    def fit(self, x, y):
        terms = sum((pygam.s(j, n_splines=10) for j in range(1, x.shape[1])), start=pygam.s(0, n_splines=10))
        self.classes = np.unique(y) if self.kind is pygam.LogisticGAM else None
        targets = [y] if self.classes is None else [y == c for c in self.classes]
        # Where a class is told without error, pygam's gradient of the link is infinite: its row's weight is 0, as it ought to be.
        with np.errstate(over="ignore", divide="ignore"):
            self.models = [self.kind(terms).fit(x, target) for target in targets]
        return self

    def predict(self, x):
        if self.classes is None:
            return self.models[0].predict(x)
        return self.classes[np.column_stack([model.predict_proba(x) for model in self.models]).argmax(axis=1)]


def printed():
    """gam(acceleration ~ s(mpg) + s(displacement) + s(horsepower) + s(weight), data = ISLR::Auto), which are the cars here."""
    names = ["Miles_per_Gallon", "Displacement", "Horsepower", "Weight_in_lbs"]
    cars = pd.DataFrame(json.loads((VEGA / "cars.json").read_text())).dropna(subset=names)
    assert len(cars) == 392
    return {"source": "https://educationalresearchtechniques.com/2017/01/25/generalized-additive-models-in-r/",
            "file": "cars.json", "target": "Acceleration", "columns": names, "gcv": 2.1276,
            "freedom": 1 + 6.382 + 1.000 + 4.883 + 3.785}


WEATHER = ("seattle-weather.csv", "temp_max", ["date", "weather"])
FAILURE = ("machine-failure-ai4i.csv", "Machine failure", 1, ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"])
write(__file__, {
    "numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__, "pygam": pygam.__version__,
    "numbers": [numbers(*WEATHER, 1), numbers(*WEATHER, 1.4), numbers("concrete-strength.csv", "strength", [], 1),
                numbers("concrete-strength.csv", "strength", [], 1.4)],
    "straight": [straight("wine-quality-red.csv", "quality", 7, []), straight(*FAILURE)],
    "mgcv": printed(),
    "held_out": held_out(lambda seed: Additive(pygam.LinearGAM), lambda seed: Additive(pygam.LogisticGAM)),
    "five_splits": [five_splits(lambda seed: Additive(pygam.LinearGAM), rmse, data, range(1, 3)) for data in NUMBERS if data[0] == "abalone.csv"],
})
