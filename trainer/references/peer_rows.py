"""Rows as the tests of the trainer have them (src/testing/peer-split.ts): row i is a test row when i % 5 == 0, and columns are
standardised as the training rows ask for. Columns that are neither numbers nor dropped are turned into an indicator a level.

Data: vega-datasets in node_modules, and the folder named by TEST_DATA.
"""
import json
import os
import pathlib

import numpy as np
import pandas as pd
from sklearn.preprocessing import StandardScaler

ROOT = pathlib.Path(__file__).resolve().parents[2]
VEGA = ROOT / "node_modules/vega-datasets/data"
DATA = pathlib.Path(os.environ["TEST_DATA"])


def read(file, target, drop):
    path = next(folder / file for folder in (VEGA, DATA) if (folder / file).exists())
    table = pd.read_csv(path).drop(columns=drop)
    answers = table.pop(target).to_numpy()
    return pd.get_dummies(table).to_numpy(float), answers


def split(file, target, drop=()):
    """Training columns and targets, then those of the test rows."""
    x, y = read(file, target, list(drop))
    test = np.arange(len(x)) % 5 == 0
    learned, held_out = standardised(x, test)
    return learned, y[~test], held_out, y[test]


def standardised(x, test):
    """Rows that are no test rows, and those that are, both as the former ask for."""
    scaler = StandardScaler().fit(x[~test])
    return scaler.transform(x[~test]), scaler.transform(x[test])


def whole(file, target, drop=()):
    """All rows, and their labels."""
    x, y = read(file, target, list(drop))
    return StandardScaler().fit_transform(x), y


def write(script, figures):
    pathlib.Path(script).with_suffix(".json").write_text(json.dumps(figures, indent=2) + "\n")
