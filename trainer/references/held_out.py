"""Held-out figures of a library's estimators over five seeds, each of which leaves out one training row in a thousand. Rows: see
peer_rows.py; at most 10,000 of them are there."""
import numpy as np
from peer_rows import split

WEATHER = "seattle-weather.csv"
FAILURE = "machine-failure-ai4i.csv"
NUMBERS = [(WEATHER, "temp_max", ["date", "weather"]), ("concrete-strength.csv", "strength", []), ("abalone.csv", "rings", []),
           ("wine-quality-red.csv", "quality", [])]
CLASSES = [(WEATHER, "weather", ["date"]), (FAILURE, "Machine failure", ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"]),
           ("wine-quality-red.csv", "quality", []), ("iris.csv", "species", []), ("banknote.csv", "genuine", [])]
SEEDS = range(1, 6)
LEFT_OUT = 0.001


def over_seeds(make, score, data):
    file, target, drop = data
    x, y, z, truth = split(file, target, drop)
    scores = []
    for seed in SEEDS:
        kept = np.random.default_rng(seed).random(len(y)) >= LEFT_OUT
        scores.append(score(truth, make(seed).fit(x[kept], y[kept]).predict(z)))
    return {"file": file, "target": target, "drop": drop, "mean": float(np.mean(scores)), "spread": float(np.std(scores, ddof=1))}


def rmse(truth, answer):
    return np.sqrt(np.mean((truth - answer) ** 2))


def accuracy(truth, answer):
    return np.mean(truth == answer)


def held_out(numbers, classes):
    """RMSE of `numbers(seed)`, an estimator, and accuracy of `classes(seed)`."""
    return {"RMSE": [over_seeds(numbers, rmse, data) for data in NUMBERS],
            "Accuracy": [over_seeds(classes, accuracy, data) for data in CLASSES]}
