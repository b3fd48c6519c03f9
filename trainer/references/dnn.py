"""Figures of scikit-learn's MLPRegressor and MLPClassifier for src/algorithms/dnn/. Rows: see peer_rows.py.

`forward`: the weights of a small network (for each layer a list an output), and what it answers to rows; numbers in standard
deviations of the target. `numbers` and `classes`: RMSE and accuracy on the test rows with two hidden layers of 64 and 32 units
and 100 iterations, of which the peer does not standardise the target; mean and standard deviation of seeds 1 to 5.
"""
import warnings

import numpy as np
import sklearn
from peer_rows import split, write
from sklearn.neural_network import MLPClassifier, MLPRegressor

warnings.filterwarnings("ignore")

SETTINGS = dict(hidden_layer_sizes=(64, 32), max_iter=100)
SMALL = dict(hidden_layer_sizes=(6, 5), max_iter=20, random_state=1)
SHOWN = 3


def layers(model):
    return [{"weights": w.T.tolist(), "biases": b.tolist()} for w, b in zip(model.coefs_, model.intercepts_)]


def forward():
    x, y, z, _ = split("seattle-weather.csv", "temp_max", ["date", "weather"])
    numbers = MLPRegressor(**SMALL).fit(x, (y - y.mean()) / y.std())
    xc, yc, zc, _ = split("seattle-weather.csv", "weather", ["date"])
    classes = MLPClassifier(**SMALL).fit(xc, yc)
    return {"numbers": {"layers": layers(numbers), "rows": z[:SHOWN].tolist(), "answers": numbers.predict(z[:SHOWN]).tolist()},
            "classes": {"layers": layers(classes), "rows": zc[:SHOWN].tolist(), "answers": classes.predict_proba(zc[:SHOWN]).tolist()}}


def over_seeds(make, x, y, score):
    values = np.array([score(make(**SETTINGS, random_state=seed).fit(x, y)) for seed in range(1, 6)])
    return {"mean": values.mean(), "spread": values.std(ddof=1)}


def numbers(file, target, drop=()):
    x, y, z, truth = split(file, target, drop)
    rmse = over_seeds(MLPRegressor, x, y, lambda model: np.sqrt(np.mean((model.predict(z) - truth) ** 2)))
    return {"file": file, "target": target, "drop": list(drop), "RMSE": rmse}


def classes(file, target, drop=()):
    x, y, z, truth = split(file, target, drop)
    accuracy = over_seeds(MLPClassifier, x, y, lambda model: np.mean(model.predict(z) == truth))
    return {"file": file, "target": target, "drop": list(drop), "Accuracy": accuracy}


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "settings": SETTINGS,
    "forward": forward(),
    "numbers": [numbers("seattle-weather.csv", "temp_max", ["date", "weather"]), numbers("concrete-strength.csv", "strength"),
                numbers("abalone.csv", "rings")],
    "classes": [classes("seattle-weather.csv", "weather", ["date"]), classes("wine-quality-red.csv", "quality"),
                classes("machine-failure-ai4i.csv", "Machine failure", ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"]),
                classes("banknote.csv", "genuine")],
})
