/** Why rows of series have no answer: the time or the series of a row. */
import { ERRORS, InvalidInput } from "@agatha/contracts";
import type { FittedForecast } from "../../algorithms/base/fitted-forecast.js";
import { MIN_PERIODS } from "../../algorithms/base/forecaster.js";
import { findColumn, type Table } from "../../data/tables/table.js";
import { periodNumber } from "../../data/time-series/calendar.js";
import { seriesCode } from "../../numeric/series/series-places.js";
import { calendarOf, detectorOf, type Graph } from "./graph.js";

/** Returns a warning about a series of few periods. */
export function shortSeriesWarning(name: string): string {
  return `${name} had fewer than ${MIN_PERIODS} periods in training: train the model again when it has more`;
}

/** Returns for each row why its time has no period; null for those with one, and without a time. */
export function closedWarnings(graph: Graph, table: Table): (string | null)[] {
  const calendar = calendarOf(graph);
  const times = calendar && findColumn(table, calendar.name);
  return Array.from({ length: table.nrow }, (_, row) => {
    const time = times?.type === "d" ? times.values[row] : Number.NaN;
    const isClosed = calendar && !Number.isNaN(time) && Number.isNaN(periodNumber(time, calendar));
    if (!isClosed) return null;
    return `${calendar.name} lies on a weekday or at an hour that hardly ever had a value in training: the series has no period then`;
  });
}

const earlyWarning = (time: string) => `${time} lies before the first value of the training: the model answers later rows`;

/** Returns for each number of a period why forecasters know no value up to it; null for others, and for series without a forecaster. */
export function earlyWarnings(graph: Graph, numbers: Float64Array): (string | null)[] {
  const calendar = calendarOf(graph);
  const model = graph.layers[0][0].model as FittedForecast;
  const sinceValue = model.stepsAhead(numbers.map((number) => number + 1));
  return Array.from(numbers, (number, row) =>
    calendar && Number.isNaN(sinceValue[row]) && model.knows(seriesCode(number)) ? earlyWarning(calendar.name) : null,
  );
}

/**
 * Returns for each row why a detector in series cannot judge it, null where it can; undefined for other models. Throws InvalidInput
 * (apiInputInvalid) for a row without a time, and for one of a series that the model does not know.
 */
export function detectorWarnings(graph: Graph, table: Table): (string | null)[] | undefined {
  const [detector, calendar] = [detectorOf(graph), calendarOf(graph)];
  if (!detector || !calendar) return undefined;
  const [numbers] = graph.layers[0][0].encoder.encode(table).columns;
  const closed = closedWarnings(graph, table);
  const warnings = {
    short: (row: number) => shortSeriesWarning(calendar.series?.names[seriesCode(numbers[row])] ?? "The series"),
    early: () => earlyWarning(calendar.name),
  };
  return detector.unjudged(numbers).map((reason, row) => {
    if (closed[row] !== null) return closed[row];
    if (!Number.isNaN(numbers[row])) return reason ? warnings[reason](row) : null;
    const message = `row ${row + 1} has no time, or names a series that the model does not know`;
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: `[${row}]`, message });
  });
}

/** Returns the scores, NaN of rows that a detector in series cannot judge. */
export function judgedScores(graph: Graph, table: Table, scores: Float64Array): Float64Array {
  const isJudged = judgedRows(graph, table);
  return isJudged ? scores.map((score, row) => (isJudged[row] ? score : Number.NaN)) : scores;
}

/** Returns for each row whether a detector in series can judge it; undefined for other models. */
export function judgedRows(graph: Graph, table: Table): boolean[] | undefined {
  const detector = detectorOf(graph);
  if (!detector) return undefined;
  const [numbers] = graph.layers[0][0].encoder.encode(table).columns;
  return detector.unjudged(numbers).map((reason) => reason === undefined);
}
