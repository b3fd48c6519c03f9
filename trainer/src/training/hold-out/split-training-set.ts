import { LEAVE_ONE_OUT_BELOW, type Split } from "../../numeric/assign-folds.js";
import type { Random } from "../../numeric/random.js";
import { periodInSeries } from "../../numeric/series/series-places.js";
import { splitRows } from "../../numeric/split.js";
import { splitTimeSeries, withLongPast } from "../../numeric/time-ordered-folds.js";
import { semilabelFolds } from "../plan/semilabel.js";
import type { SeriesTrainingSet, TrainingSet } from "../plan/training-set.js";
import { splitSeries } from "./series-folds.js";

/** Splits the training set as its rows, its response and its validation ask for. */
export function splitTrainingSet(trainingSet: TrainingSet, random: Random): Split {
  const { table, plan, series } = trainingSet;
  if (plan.type === "CLUSTERING" && table.nrow < LEAVE_ONE_OUT_BELOW) {
    const allRows = Int32Array.from(Array(table.nrow).keys());
    return { method: "none", folds: [{ train: allRows, heldOut: allRows }] };
  }
  if (!series) return splitByTarget(trainingSet, random);
  return series.periods.hierarchy ? splitSums(series) : splitSeries(series);
}

/** Sums and what they add up are held out together. */
function splitSums(series: SeriesTrainingSet): Split {
  const { periods, entries } = series;
  const together = Int32Array.from(entries, (entry) => periodInSeries(periods.index[entry]));
  return withLongPast(splitTimeSeries(entries.length, together), entries.length);
}

function splitByTarget({ semilabel, target, table, validation, plan }: TrainingSet, random: Random): Split {
  if (semilabel && validation?.splitter.rows !== "time") return semilabelFolds(semilabel, random, validation);
  const split = splitRows(target, table.nrow, random, validation);
  const isInTime = plan.calendar || validation?.splitter.rows === "time";
  // Parts that are asked for have their own bounds.
  return isInTime && validation?.folds === undefined ? withLongPast(split, table.nrow) : split;
}
