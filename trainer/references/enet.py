"""Figures of scikit-learn's elastic net for src/numeric/coordinate-descent/ and src/algorithms/enet/; see penalised.py and held_out.py."""
import sklearn
from held_out import NUMBERS, five_splits, held_out, rmse
from peer_rows import write
from penalised import at_penalty, path
from sklearn.linear_model import ElasticNetCV, LogisticRegressionCV
from sklearn.model_selection import KFold, StratifiedKFold

PENALISED = dict(Cs=10, solver="saga", max_iter=200, use_legacy_attributes=False)
SETTINGS = {"mixings": [0.1, 0.5, 0.9], "penalties": 30, "smallest": 1e-3}


def chosen(cv):
    return ElasticNetCV(l1_ratio=SETTINGS["mixings"], eps=SETTINGS["smallest"], alphas=SETTINGS["penalties"], tol=1e-10, max_iter=100_000, cv=cv)


def numbers(seed):
    return ElasticNetCV(l1_ratio=0.5, cv=KFold(5, shuffle=True, random_state=seed))


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "path": path(chosen, SETTINGS),
    "at_penalty": at_penalty(0.5),
    "held_out": held_out(
        numbers,
        lambda seed: LogisticRegressionCV(**PENALISED, l1_ratios=[0.5], random_state=seed,
                                          cv=StratifiedKFold(5, shuffle=True, random_state=seed))),
    "five_splits": [five_splits(numbers, rmse, data) for data in NUMBERS],
})
