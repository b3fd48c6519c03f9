"""Figures for src/algorithms/gam/. Rows: see peer_rows.py.

`numbers` and `two_classes`: additive models of natural cubic splines, built here from scipy's CubicSpline with knots at even shares
of a column's distinct values (mgcv's basis "cr"), fitted by penalised least squares, their smoothings found by
scipy's optimiser from several starts: the generalised cross-validation score of numbers, the unbiased risk of the working model
of classes at its own fixed point. `mgcv`: a printed summary of R's mgcv, with its thin plate basis, so that only the score and the
degrees of freedom can be near ours. `held_out`: pygam.
"""
import json

import numpy as np
import pandas as pd
import pygam
import scipy
from held_out import held_out, rmse
from peer_rows import VEGA, split, write
from scipy.interpolate import CubicSpline
from scipy.optimize import minimize

KNOTS = 10
SHOWN = 8
LIMIT = 16


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
    def __init__(self, x, gamma, known):
        self.curves = [Curve(column) for column in x.T]
        self.gamma, self.known = gamma, known
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

    def at(self, y, weights):
        """Coefficients, mean weighted squared error, degrees of freedom and criterion as a function of the smoothings' logarithms."""
        n = len(y)
        gram = self.design.T @ (weights[:, None] * self.design) / n
        moment = self.design.T @ (weights * y) / n
        square = np.mean(weights * y**2)

        def fit(logs):
            penalised = gram + sum(np.exp(log) * root.T @ root for log, root in zip(logs, self.roots))
            factor = scipy.linalg.cho_factor(penalised + 1e-12 * np.diag(np.diag(gram)))
            b = scipy.linalg.cho_solve(factor, moment)
            error = square - 2 * b @ moment + b @ gram @ b
            freedom = np.trace(scipy.linalg.cho_solve(factor, gram))
            share = self.gamma * freedom / n
            return b, error, freedom, error + 2 * share if self.known else error / (1 - share) ** 2

        return fit

    def smooth(self, y, weights, starts):
        fit = self.at(y, weights)
        size = np.average((y - np.average(y, weights=weights)) ** 2, weights=weights)
        fits = [minimize(lambda logs: fit(logs)[3] / size, start, method="L-BFGS-B", bounds=[(-LIMIT, LIMIT)] * len(self.bent),
                         options=dict(ftol=1e-13, gtol=1e-9)) for start in starts]
        best = min(fits, key=lambda found: found.fun).x
        return best, fit(best)


def starts(count):
    return [np.full(count, level) for level in (-12.0, -8.0, -4.0)]


def numbers(file, target, drop, gamma):
    x, y, z, truth = split(file, target, drop)
    model = Model(x, gamma, False)
    ones = np.ones(len(y))
    center = y.mean()
    _, (b, _, freedom, criterion) = model.smooth(y - center, ones, starts(len(model.bent)))
    answer = model.rows(z) @ b + center
    return {"file": file, "target": target, "drop": drop, "gamma": gamma, "criterion": criterion, "freedom": freedom,
            "predictions": answer[:SHOWN].tolist(), "rmse": float(rmse(truth, answer))}


def two_classes(file, target, one, drop, gamma):
    x, y, z, _ = split(file, target, drop)
    y = (y == one).astype(float)
    model = Model(x, gamma, True)
    logit = np.full(len(y), np.log(y.mean() / (1 - y.mean())))
    logs = None
    for _ in range(60):
        p = 1 / (1 + np.exp(-logit))
        weights = p * (1 - p)
        working = logit + (y - p) / weights
        logs, (b, *_) = model.smooth(working, weights, starts(len(model.bent)) if logs is None else [logs])
        before, logit = logit, model.design @ b
        if np.max(np.abs(logit - before)) < 1e-6:
            break
    deviance = 2 * np.sum(np.logaddexp(0, np.where(y == 1, -logit, logit)))
    return {"file": file, "target": target, "one": one, "drop": drop, "gamma": gamma, "deviance": deviance,
            "probabilities": (1 / (1 + np.exp(-model.rows(z)[:SHOWN] @ b))).tolist()}


class Additive:
    """pygam with ten splines a column; several classes each against the others."""

    def __init__(self, kind):
        self.kind = kind

    def fit(self, x, y):
        terms = sum((pygam.s(j, n_splines=10) for j in range(1, x.shape[1])), start=pygam.s(0, n_splines=10))
        self.classes = np.unique(y) if self.kind is pygam.LogisticGAM else None
        targets = [y] if self.classes is None else [y == c for c in self.classes]
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
    "numpy": np.__version__, "scipy": scipy.__version__, "pygam": pygam.__version__,
    "numbers": [numbers(*WEATHER, 1), numbers(*WEATHER, 1.4), numbers("concrete-strength.csv", "strength", [], 1),
                numbers("concrete-strength.csv", "strength", [], 1.4)],
    "two_classes": [two_classes("seattle-weather.csv", "weather", "rain", ["date"], 1), two_classes("banknote.csv", "genuine", 1, [], 1.4),
                    two_classes(*FAILURE, 1)],
    "mgcv": printed(),
    "held_out": held_out(lambda seed: Additive(pygam.LinearGAM), lambda seed: Additive(pygam.LogisticGAM)),
})
