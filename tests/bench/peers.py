"""The libraries that a user would pick instead, for tests/src/bench/peers.ts, which asks for one run at a time.

Needs: pip install numpy pandas scikit-learn xgboost minisom pygam

Prints the libraries' versions, then for each line of JSON it reads, {file, target, drop, task, algorithm, seed, without, fold?, trainingRows?,
seconds?}, one of {fit_ms, predict_ms, score}, or {error} where a library fails, answers no number, or takes more than `seconds` of
processor time. Row i is a test row when i % 5 == fold, which is 0 unless it is told; outlier detection
and clustering use all rows, for the fit and for the prediction. The training rows after the first `trainingRows` are left out
where that is told, and those at `without`. Before the clock
starts, numbers get the training median where missing, text an indicator for each level, and all columns are standardised where
the algorithm needs it. Both processors are used where the library can.
"""
import contextlib
import json
import signal
import sys
import time
import warnings

import numpy as np
import pandas as pd
import pygam
import sklearn
import xgboost
from minisom import MiniSom
from scipy.linalg import null_space
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.ensemble import IsolationForest, RandomForestClassifier, RandomForestRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import BayesianRidge, ElasticNetCV, LassoCV, LinearRegression, LogisticRegression, LogisticRegressionCV
from sklearn.metrics import accuracy_score, calinski_harabasz_score, mean_squared_error, roc_auc_score
from sklearn.mixture import GaussianMixture
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor, LocalOutlierFactor, NearestNeighbors
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC, SVR, OneClassSVM

warnings.filterwarnings("ignore")

THREADS = 2
BOOSTING = dict(n_estimators=100, max_depth=6, learning_rate=0.3, tree_method="hist", n_jobs=THREADS)
PENALISED = dict(Cs=10, solver="saga", cv=5, max_iter=200, use_legacy_attributes=False)
FOREST = dict(n_estimators=500, n_jobs=THREADS)
NETWORK = dict(hidden_layer_sizes=(64, 32), max_iter=100)


class Reconstruction(PCA):
    def score_samples(self, x):
        return -((x - self.inverse_transform(self.transform(x))) ** 2).sum(axis=1)


class Autoencoder:
    def __init__(self, seed):
        self.seed = seed

    def fit(self, x):
        half, quarter = max(2, x.shape[1] // 2), max(1, x.shape[1] // 4)
        self.network = MLPRegressor(hidden_layer_sizes=(half, quarter, half), max_iter=100, random_state=self.seed).fit(x, x)

    def score_samples(self, x):
        return -((x - self.network.predict(x)) ** 2).sum(axis=1)



class Additive:
    """A spline a column; several classes each against the others."""

    def __init__(self, kind):
        self.kind = kind

    def fit(self, x, y):
        terms = sum((pygam.s(j, n_splines=10) for j in range(1, x.shape[1])), start=pygam.s(0, n_splines=10))
        self.classes = np.unique(y) if self.kind is pygam.LogisticGAM else None
        targets = [y] if self.classes is None else [y == c for c in (self.classes if len(self.classes) > 2 else self.classes[1:])]
        with contextlib.redirect_stdout(sys.stderr):
            self.models = [self.kind(terms).fit(x, target) for target in targets]
        return self

    def predict(self, x):
        if self.classes is None:
            return self.models[0].predict(x)
        p = np.column_stack([model.predict_proba(x) for model in self.models])
        return self.classes[p.argmax(axis=1) if len(self.models) > 1 else (p[:, 0] > 0.5).astype(int)]


class Dobin:
    """The distance to the 20th neighbour in half of a DOBIN basis, by the paper's formulas: scikit-learn has none."""

    def fit(self, x):
        self.low, self.span = x.min(axis=0), np.ptp(x, axis=0)
        self.vectors = dobin_basis((x - self.low) / self.span, (x.shape[1] + 1) // 2)
        self.search = NearestNeighbors(n_neighbors=21, n_jobs=THREADS).fit(self.turned(x))
        return self

    def turned(self, x):
        return ((x - self.low) / self.span) @ self.vectors.T

    def score_samples(self, x):
        return -self.search.kneighbors(self.turned(x))[0][:, -1]


def dobin_basis(x, most):
    k, complement, vectors = min(20, max(len(x) // 20, 2)), np.eye(x.shape[1]), []
    while len(vectors) < most:
        y = x @ complement
        near = NearestNeighbors(n_neighbors=k, n_jobs=THREADS).fit(y).kneighbors(return_distance=False)
        squares = ((y[:, None, :] - y[near]) ** 2).reshape(-1, y.shape[1])
        total = squares.sum(axis=1)
        direction = squares[total > np.quantile(total, 0.95)].sum(axis=0)
        direction /= np.linalg.norm(direction)
        vectors.append(complement @ direction)
        complement = complement @ null_space(direction[None, :])
    return np.array(vectors)


class Som:
    """minisom's map after ten passes, its units joined into four clusters by Ward's method."""

    def __init__(self, seed):
        self.seed = seed

    def fit(self, x):
        self.map = MiniSom(6, 6, x.shape[1], random_seed=self.seed)
        self.map.train(x, 10 * len(x))
        self.clusters = AgglomerativeClustering(4).fit_predict(self.map.get_weights().reshape(36, -1))
        return self

    def predict(self, x):
        return self.clusters[[row * 6 + column for row, column in map(self.map.winner, x)]]


# By task and algorithm: an estimator for a seed. A new algorithm is one line for each of its tasks.
PEERS = {
    ("REGRESSION", "GLM"): lambda seed: LinearRegression(),
    ("REGRESSION", "enet"): lambda seed: ElasticNetCV(l1_ratio=0.5, cv=5),
    ("REGRESSION", "GNET"): lambda seed: LassoCV(cv=5),
    ("REGRESSION", "XGB"): lambda seed: xgboost.XGBRegressor(**BOOSTING, random_state=seed),
    ("REGRESSION", "RF"): lambda seed: RandomForestRegressor(**FOREST, max_features=1 / 3, min_samples_leaf=5, random_state=seed),
    ("REGRESSION", "KNN"): lambda seed: KNeighborsRegressor(n_jobs=THREADS),
    ("REGRESSION", "BYS"): lambda seed: BayesianRidge(),
    ("REGRESSION", "DNN"): lambda seed: MLPRegressor(**NETWORK, random_state=seed),
    ("REGRESSION", "GAM"): lambda seed: Additive(pygam.LinearGAM),
    ("REGRESSION", "SVM"): lambda seed: SVR(),
    ("CLASSIFICATION", "GLM"): lambda seed: LogisticRegression(C=1e6, max_iter=1000),
    ("CLASSIFICATION", "enet"): lambda seed: LogisticRegressionCV(**PENALISED, l1_ratios=[0.5], random_state=seed),
    ("CLASSIFICATION", "GNET"): lambda seed: LogisticRegressionCV(**PENALISED, l1_ratios=[1], random_state=seed),
    ("CLASSIFICATION", "XGB"): lambda seed: xgboost.XGBClassifier(**BOOSTING, random_state=seed),
    ("CLASSIFICATION", "RF"): lambda seed: RandomForestClassifier(**FOREST, max_features="sqrt", random_state=seed),
    ("CLASSIFICATION", "KNN"): lambda seed: KNeighborsClassifier(n_jobs=THREADS),
    ("CLASSIFICATION", "BYS"): lambda seed: GaussianNB(),
    ("CLASSIFICATION", "DNN"): lambda seed: MLPClassifier(**NETWORK, random_state=seed),
    ("CLASSIFICATION", "GAM"): lambda seed: Additive(pygam.LogisticGAM),
    ("CLASSIFICATION", "SVM"): lambda seed: SVC(),
    ("OCC", "iForest"): lambda seed: IsolationForest(n_estimators=100, n_jobs=THREADS, random_state=seed),
    ("OCC", "LOF"): lambda seed: LocalOutlierFactor(novelty=True, n_jobs=THREADS),
    ("OCC", "PCA"): lambda seed: Reconstruction(n_components=0.9),
    ("OCC", "AENN"): Autoencoder,
    ("OCC", "Dobin"): lambda seed: Dobin(),
    ("OCC", "GMM"): lambda seed: GaussianMixture(4, reg_covar=1e-3, random_state=seed),
    ("OCC", "OCS"): lambda seed: OneClassSVM(nu=0.1),
    ("CLUSTERING", "k-means"): lambda seed: KMeans(n_clusters=4, n_init=10, random_state=seed),
    ("CLUSTERING", "SOM"): Som,
    ("CLUSTERING", "GMM"): lambda seed: GaussianMixture(4, reg_covar=1e-3, random_state=seed),
}
STANDARDISED = {"GLM", "enet", "GNET", "BYS", "KNN", "LOF", "PCA", "Dobin", "GMM", "k-means", "SOM", "DNN", "AENN", "SVM", "OCS"}
MOST_ROWS = 10_000
MOST_LEVELS = 50


def read(file, target, drop):
    table = pd.read_csv(file).dropna(subset=[target])[:MOST_ROWS].drop(columns=drop)
    answers = table.pop(target)
    numbers = [name for name in table if pd.api.types.is_numeric_dtype(table[name])]
    texts = [name for name in table if name not in numbers and table[name].nunique() <= MOST_LEVELS]
    return table, answers, numbers, texts


def encode(train, test, numbers, texts, standardised):
    levels = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    encoder = ColumnTransformer([("numbers", SimpleImputer(strategy="median"), numbers), ("texts", levels, texts)])
    train, test = encoder.fit_transform(train).astype(float), encoder.transform(test).astype(float)
    if not standardised:
        return train, test
    scaler = StandardScaler()
    return scaler.fit_transform(train), scaler.transform(test)


prepared = {}


def prepare(contest):
    """Encoded training and test rows with their targets; kept for the next run."""
    key = json.dumps({name: value for name, value in contest.items() if name not in ("seed", "without", "seconds")})
    if key not in prepared:
        table, answers, numbers, texts = read(contest["file"], contest["target"], contest["drop"])
        if contest["task"] == "CLASSIFICATION":
            answers = np.unique(answers, return_inverse=True)[1]
        elif contest["task"] == "OCC":
            answers = (answers == "yes").to_numpy()
        else:
            answers = answers.to_numpy()
        held_out = np.arange(len(table)) % 5 == contest.get("fold", 0)
        supervised = contest["task"] in ("REGRESSION", "CLASSIFICATION")
        train, test = (~held_out, held_out) if supervised else (held_out >= 0, held_out >= 0)
        train = train & (np.cumsum(train) <= contest.get("trainingRows", len(table)))
        x, z = encode(table[train], table[test], numbers, texts, contest["algorithm"] in STANDARDISED)
        prepared[key] = x, answers[train], z, answers[test]
    return prepared[key]


def milliseconds(work):
    start = time.perf_counter()
    result = work()
    return (time.perf_counter() - start) * 1e3, result


def run(contest):
    x, y, z, truth = prepare(contest)
    x, y = np.delete(x, contest["without"], axis=0), np.delete(y, contest["without"])
    task = contest["task"]
    model = PEERS[task, contest["algorithm"]](contest["seed"])
    if task in ("OCC", "CLUSTERING"):
        fit_ms, _ = milliseconds(lambda: model.fit(x))
    else:
        fit_ms, _ = milliseconds(lambda: model.fit(x, y))
    predict_ms, answer = milliseconds(lambda: model.score_samples(z) if task == "OCC" else model.predict(z))
    if task == "REGRESSION":
        score = np.sqrt(mean_squared_error(truth, answer))
    elif task == "CLASSIFICATION":
        score = accuracy_score(truth, answer)
    elif task == "OCC":
        score = roc_auc_score(truth, -answer)
    else:
        score = calinski_harabasz_score(z, answer)
    return dict(fit_ms=fit_ms, predict_ms=predict_ms, score=float(score))


def give_up(*_):
    raise TimeoutError("It takes longer than the limit")


def answer_to(contest):
    # Processor time does not depend on other programs.
    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, contest.get("seconds", 0))
    try:
        return run(contest)
    except Exception as error:
        return dict(error=f"{type(error).__name__}: {error}".split("\n")[0])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


print(json.dumps(dict(python=sys.version.split()[0], numpy=np.__version__, sklearn=sklearn.__version__, xgboost=xgboost.__version__,
                      pygam=pygam.__version__)), flush=True)
for line in sys.stdin:
    print(json.dumps(answer_to(json.loads(line))), flush=True)
