"""Automatic training by another tool, for tests/src/bench/automl.ts.

Needs: pip install "flaml[automl]" mljar-supervised "autogluon.tabular[lightgbm,catboost,xgboost]"

The argument is JSON, {tool, file, target, drop, task, fold, seconds}. Row i of those with a target is a test row when i % 5 == fold, as in
peers.py. The tool gets the training rows for `seconds` on two processors, and is told the measure. Prints {version, score, seconds} as
JSON on the last line: the measure on the test rows, and the seconds of the training. Imports are not counted.
"""
import json
import sys
import tempfile
import time
import warnings

import numpy as np
import pandas as pd

warnings.filterwarnings("ignore")
THREADS = 2
MAX_ROWS = 10_000


def flaml(train, asked, folder):
    import flaml

    yield flaml.__version__
    model = flaml.AutoML()
    measure = "rmse" if asked["task"] == "REGRESSION" else "accuracy"
    settings = dict(task=asked["task"].lower(), metric=measure, time_budget=asked["seconds"], n_jobs=THREADS, seed=1, verbose=0)
    model.fit(train.drop(columns=asked["target"]), train[asked["target"]], **settings)
    yield model.predict


def mljar(train, asked, folder):
    import supervised

    yield supervised.__version__
    measure = "rmse" if asked["task"] == "REGRESSION" else "accuracy"
    # Whole numbers would be taken for classes.
    kind = "regression" if asked["task"] == "REGRESSION" else "auto"
    settings = dict(total_time_limit=asked["seconds"], eval_metric=measure, n_jobs=THREADS, random_state=1, verbose=0)
    model = supervised.AutoML(mode="Compete", ml_task=kind, results_path=folder, **settings)
    model.fit(train.drop(columns=asked["target"]), train[asked["target"]])
    yield model.predict


def autogluon(preset):
    def fit(train, asked, folder):
        import autogluon.tabular

        yield autogluon.tabular.__version__
        measure = "root_mean_squared_error" if asked["task"] == "REGRESSION" else "accuracy"
        kind = "regression" if asked["task"] == "REGRESSION" else None
        model = autogluon.tabular.TabularPredictor(asked["target"], problem_type=kind, path=folder, eval_metric=measure, verbosity=0)
        model.fit(train, time_limit=asked["seconds"], presets=preset, num_cpus=THREADS)
        yield model.predict

    return fit


TOOLS = {
    "FLAML": flaml,
    "mljar-supervised": mljar,
    "AutoGluon medium": autogluon("medium_quality"),
    "AutoGluon good": autogluon("good_quality"),
}


def score(asked, actual, predicted):
    if asked["task"] == "REGRESSION":
        return float(np.sqrt(np.mean((actual - predicted) ** 2)))
    return float(np.mean(actual.astype(str) == predicted.astype(str)))


asked = json.loads(sys.argv[1])
rows = pd.read_csv(asked["file"]).drop(columns=asked["drop"]).dropna(subset=asked["target"])[:MAX_ROWS]
# LightGBM refuses brackets in names.
rows.columns = [name if name == asked["target"] else f"x{j}" for j, name in enumerate(rows.columns)]
if asked["task"] == "CLASSIFICATION":
    rows[asked["target"]] = rows[asked["target"]].astype(str)
is_test = np.arange(len(rows)) % 5 == asked["fold"]
train, test = rows[~is_test].reset_index(drop=True), rows[is_test].reset_index(drop=True)
with tempfile.TemporaryDirectory() as folder:
    steps = TOOLS[asked["tool"]](train, asked, f"{folder}/model")
    version = next(steps)
    begun = time.time()
    predict = next(steps)
    seconds = time.time() - begun
    predicted = np.asarray(predict(test.drop(columns=asked["target"])))
    print()
    print(json.dumps({"version": version, "score": score(asked, test[asked["target"]].to_numpy(), predicted), "seconds": seconds}))
