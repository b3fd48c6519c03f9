/** Values of columns known ahead: those that rows give, and those that the training's table had of later periods. */
import { ERRORS, InvalidInput, type ModelInput } from "@agatha/contracts";
import { type Column, findColumn, type NumberColumn, type Table } from "../../data/tables/table.js";
import { addPeriods, periodNumber } from "../../data/time-series/calendar.js";
import { seriesCode, seriesPlace } from "../../numeric/series/series-places.js";
import type { TrainedModel } from "./artifact.js";
import { calendarOf } from "./graph.js";

/** Largest number of periods that a message names. */
const MAX_NAMED = 5;

/** Returns the columns at the periods of these numbers, one row a period. */
type PlannedValues = (numbers: Float64Array) => NumberColumn[];

/**
 * Returns the columns of the time and of the series' name, which a row for a model of lags may have instead of the values before. The
 * name is no input where there are too many series.
 */
export function futureRowInputs({ series, inputs }: Pick<TrainedModel, "series" | "inputs">): ModelInput[] {
  if (!series?.knownAhead || !series.next) return [];
  const input = { min: null, max: null, typical: null, integer: false };
  const time: ModelInput = { ...input, name: series.knownAhead.time, type: "d", levels: [] };
  const { column, names } = series.several ?? {};
  if (column === undefined || names === undefined || inputs.some(({ name }) => name === column)) return [time];
  return [time, { ...input, name: column, type: "s", levels: [...names] }];
}

/**
 * Values by rows of a request come before those of the training's table. If values are required, throws InvalidInput (apiInputInvalid)
 * that names the periods of known series without one.
 */
export function plannedValues(model: TrainedModel, rows: Table, { isRequired } = { isRequired: true }): PlannedValues {
  const { series } = model;
  const plan = series?.knownAhead;
  if (!plan) return () => [];
  const given = givenValues(model, plan.columns, rows);
  const valueAt = (number: number, column: number): number => {
    const code = seriesCode(number);
    const ahead = number - (plan.lasts[code] ?? Number.NaN) - 1;
    return given[column].get(number) ?? plan.future[code]?.[column]?.[ahead] ?? Number.NaN;
  };
  return (numbers) => {
    const columns = plan.columns.map((name, j): NumberColumn => ({ name, type: "n", values: numbers.map((number) => valueAt(number, j)) }));
    const isMissing = (values: Float64Array) => (number: number, row: number) => knows(model, number) && Number.isNaN(values[row]);
    if (isRequired) for (const { name, values } of columns) requireValues(model, name, numbers.filter(isMissing(values)));
    return columns;
  };
}

/** Returns whether the number is that of a period of a known series, which a model of lags answers if it had a value in training. */
function knows({ series }: TrainedModel, number: number): boolean {
  const code = seriesCode(number);
  return series?.knownAhead?.lasts[code] !== undefined && series.next?.times[code] !== null;
}

/** Returns the values of each column by the number of the row's period. */
function givenValues(model: TrainedModel, names: readonly string[], rows: Table): Map<number, number>[] {
  const numbers = numbersOfRows(model, rows);
  return names.map((name) => {
    const values = numbersOf(rows, name);
    return new Map(
      Array.from(numbers, (number, row): [number, number] => [number, values[row]]).filter(([, value]) => Number.isFinite(value)),
    );
  });
}

/** Returns the values of a column, none if the rows lack it. */
function numbersOf(rows: Table, name: string): Float64Array {
  const column = findColumn(rows, name);
  return column && column.type !== "s" ? column.values : new Float64Array(0);
}

/**
 * Throws InvalidInput (apiInputInvalid) for rows of one period that differ in a value known ahead, where forecasts follow from one
 * value for each period. Rows of periods that the model does not answer may differ.
 */
export function ensureOneValuePerPeriod(model: TrainedModel, rows: Table): void {
  const { columns } = model.series?.knownAhead ?? { columns: [] };
  const numbers = numbersOfRows(model, rows);
  for (const [j, given] of givenValues(model, columns, rows).entries()) {
    const differs = (value: number, row: number) =>
      Number.isFinite(value) && knows(model, numbers[row]) && given.get(numbers[row]) !== value;
    const row = numbersOf(rows, columns[j]).findIndex(differs);
    if (row < 0) continue;
    const message = `${columns[j]} has several values at ${nameOfPeriod(model, numbers[row])}: send one row for each period, and other values in a request of their own`;
    throw new InvalidInput(ERRORS.apiInputInvalid, { path: columns[j], message });
  }
}

/** Returns the number of the period of each row by its time, NaN without one or of a series that the model does not know. */
export function numbersOfRows({ series, graph, timezone }: TrainedModel, rows: Table): Float64Array {
  const plan = series?.knownAhead;
  if (!series?.next || !plan) return graph.layers[0][0].encoder.encode(rows).columns[0];
  const { period, times } = series.next;
  const time = findColumn(rows, plan.time);
  const codes = codesOfRows(series.several, rows);
  return Float64Array.from(codes, (code, row) => {
    const origin = times[code] ?? Number.NaN;
    return time?.type === "d" ? plan.lasts[code] + periodNumber(time.values[row], { origin, period, timezone }) : Number.NaN;
  });
}

function codesOfRows(several: { column: string; names: string[] } | undefined, { nrow, columns }: Table): Int32Array {
  if (!several) return new Int32Array(nrow);
  const named = columns.find(({ name }) => name === several.column);
  const known = new Map(several.names.map((name, code): [string, number] => [name, code]));
  return Int32Array.from({ length: nrow }, (_, row) => (named?.type === "s" ? (known.get(named.levels[named.codes[row]]) ?? -1) : -1));
}

function requireValues(model: TrainedModel, name: string, numbers: Float64Array): void {
  if (numbers.length === 0) return;
  const { time = "" } = model.series?.knownAhead ?? {};
  const periods = [...new Set(numbers)].map((number) => nameOfPeriod(model, number));
  const others = periods.length - MAX_NAMED;
  const named = others > 0 ? `${periods.slice(0, MAX_NAMED).join(", ")} and ${others} more periods` : periods.join(", ");
  const message = `${name} is known ahead and has no value at ${named}: send a row with ${time} and ${name} for each`;
  throw new InvalidInput(ERRORS.apiInputInvalid, { path: name, message });
}

/** Returns the time of a period, with the name of its series where there are several. */
function nameOfPeriod({ series, graph, timezone }: TrainedModel, number: number): string {
  const code = seriesCode(number);
  const calendar = calendarOf(graph);
  const time = calendar
    ? addPeriods(calendar.origin, number - seriesPlace(code), calendar.period, calendar.timezone)
    : addPeriods(
        series?.next?.times[code] ?? 0,
        number - (series?.knownAhead?.lasts[code] ?? 0),
        series?.next?.period ?? { unit: "day", size: 1 },
        timezone,
      );
  const name = series?.several?.names[code];
  return `${new Date(time).toISOString()}${name === undefined ? "" : ` (${name})`}`;
}

/**
 * Returns rows for forecasters with all values known ahead: those that a row lacks are another's of its period among the given rows,
 * else the table's of its training.
 */
export function withPlannedValues(model: TrainedModel, rows: Table, { given = rows, isRequired = true } = {}): Table {
  const { series } = model;
  if (!series?.knownAhead || series.next) return rows;
  const planned = plannedValues(model, given, { isRequired })(numbersOfRows(model, rows)).map((column): Column => {
    const own = numbersOf(rows, column.name);
    return { ...column, values: column.values.map((value, row) => (Number.isFinite(own[row]) ? own[row] : value)) };
  });
  const names = new Set(planned.map(({ name }) => name));
  return { nrow: rows.nrow, columns: [...rows.columns.filter(({ name }) => !names.has(name)), ...planned] };
}
