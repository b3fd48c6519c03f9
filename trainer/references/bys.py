"""Figures of scikit-learn's BayesianRidge and GaussianNB for src/algorithms/bys/. Rows: see peer_rows.py."""
import numpy as np
import sklearn
from held_out import accuracy, held_out, rmse
from peer_rows import split, write
from sklearn.linear_model import BayesianRidge
from sklearn.naive_bayes import GaussianNB


def numbers(file, target, drop):
    x, y, z, truth = split(file, target, drop)
    model = BayesianRidge().fit(x, y)
    return {"file": file, "target": target, "drop": drop, "rmse": float(rmse(truth, model.predict(z))),
            "coefficients": [float(model.intercept_), *model.coef_.tolist()]}


def classes(file, target, drop):
    x, y, z, truth = split(file, target, drop)
    model = GaussianNB().fit(x, y)
    first = dict(zip((str(label) for label in model.classes_), model.predict_proba(z[:1])[0].tolist()))
    return {"file": file, "target": target, "drop": drop, "accuracy": float(accuracy(truth, model.predict(z))), "first": first}


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "numbers": [numbers("seattle-weather.csv", "temp_max", ["date", "weather"]), numbers("concrete-strength.csv", "strength", [])],
    "classes": [classes("seattle-weather.csv", "weather", ["date"]), classes("wine-quality-red.csv", "quality", [])],
    "held_out": held_out(lambda seed: BayesianRidge(), lambda seed: GaussianNB()),
})
