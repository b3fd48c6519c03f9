"""Held-out figures of a library's estimators over five seeds, each of which leaves out one training row in a thousand. Rows: see
peer_rows.py; at most 10,000 of them are there. `five_splits`: means over five splits, the test rows those with i % 5 == 0, 1, 2, 3 and 4,
where one split of few rows tells more of the split than of the method."""
import numpy as np
from peer_rows import read, split, standardised

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


def five_splits(make, score, data, seeds=range(1, 8)):
    file, target, drop = data
    x, y = read(file, target, drop)
    fold = np.arange(len(y)) % 5
    scores = []
    for seed in seeds:
        kept = np.random.default_rng(seed).random(len(y)) >= LEFT_OUT
        figures = []
        for k in range(5):
            train, test = standardised(x, fold == k)
            learned = kept[fold != k]
            figures.append(score(y[fold == k], make(seed).fit(train[learned], y[fold != k][learned]).predict(test)))
        scores.append(np.mean(figures))
    return {"file": file, "target": target, "drop": drop, "mean": float(np.mean(scores)), "spread": float(np.std(scores, ddof=1))}


def rmse(truth, answer):
    return np.sqrt(np.mean((truth - answer) ** 2))


def accuracy(truth, answer):
    return np.mean(truth == answer)


def held_out(numbers, classes):
    """RMSE of `numbers(seed)`, an estimator, and accuracy of `classes(seed)`."""
    return {"RMSE": [over_seeds(numbers, rmse, data) for data in NUMBERS],
            "Accuracy": [over_seeds(classes, accuracy, data) for data in CLASSES]}
