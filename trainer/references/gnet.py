"""Figures of scikit-learn's lasso for src/numeric/coordinate-descent/ and src/algorithms/gnet/; see penalised.py and held_out.py."""
import sklearn
from held_out import NUMBERS, five_splits, held_out, rmse
from peer_rows import write
from penalised import at_penalty, path
from sklearn.linear_model import LassoCV, LogisticRegressionCV
from sklearn.model_selection import KFold, StratifiedKFold

PENALISED = dict(Cs=10, solver="saga", max_iter=200, use_legacy_attributes=False)
SETTINGS = {"mixings": [1], "penalties": 100, "smallest": 1e-4}


def chosen(cv):
    return LassoCV(eps=SETTINGS["smallest"], alphas=SETTINGS["penalties"], tol=1e-10, max_iter=100_000, cv=cv)


def numbers(seed):
    return LassoCV(cv=KFold(5, shuffle=True, random_state=seed))


write(__file__, {
    "scikit-learn": sklearn.__version__,
    "path": path(chosen, SETTINGS),
    "at_penalty": at_penalty(1),
    "held_out": held_out(
        numbers,
        lambda seed: LogisticRegressionCV(**PENALISED, l1_ratios=[1], random_state=seed,
                                          cv=StratifiedKFold(5, shuffle=True, random_state=seed))),
    "five_splits": [five_splits(numbers, rmse, data) for data in NUMBERS],
})
