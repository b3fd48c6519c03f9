import type { Problem } from "../errors/error-classes.js";
import type { ColumnType } from "../kinds/dataset.js";
import type { ModelSpec } from "../kinds/model.js";
import type { ModelRecipe } from "../kinds/recipe.js";
import type { ModelInput } from "../results/model-input.js";
import type { ColumnStats } from "../results/table.js";
import { seriesInputSource } from "./series-input-names.js";

type InputColumn = Pick<ModelInput, "name" | "type">;

type TimeSeries = NonNullable<ModelSpec["timeSeries"]>;

/** Columns of a time series from which its inputs are made, in addition to those that it learns from. */
interface SeriesColumns {
  time: string;
  response: string;
  /** Column that names the series. */
  series?: string | undefined;
  knownAhead?: readonly string[] | undefined;
  hierarchy?: TimeSeries["hierarchy"];
}

/** Name of an input that is a column some periods before. */
const LAGGED = /_lag_\d+$/;

/** Returns the columns of a dataset that a time series model's inputs are made from: the times, the names of series, then numbers. */
export function seriesSourceColumns(
  inputs: readonly Pick<ModelInput, "name">[],
  { time, response, series, knownAhead = [] }: SeriesColumns,
): InputColumn[] {
  const sourceOf = (name: string) => (knownAhead.includes(name) ? name : seriesInputSource(name, { response, time }).column);
  const sources = inputs.filter(({ name }) => name !== series).map(({ name }) => sourceOf(name));
  const numbers = new Set([response, ...sources.filter((name) => name !== time)]);
  const names: InputColumn[] = series === undefined ? [] : [{ name: series, type: "s" }];
  return [{ name: time, type: "d" }, ...names, ...[...numbers].map((name): InputColumn => ({ name, type: "n" }))];
}

/** Returns the columns that a model needs of a dataset. A time series needs its inputs, or the columns that they are made from. */
export function requiredInputColumns<I extends InputColumn>(
  inputs: readonly I[],
  columns: ReadonlyMap<string, unknown>,
  series: SeriesColumns | undefined,
): readonly (I | InputColumn)[] {
  return series && !series.hierarchy && inputs.some(({ name }) => !columns.has(name)) ? seriesSourceColumns(inputs, series) : inputs;
}

const COLUMN_TYPE_NAMES = { n: "numbers", s: "text", d: "times" } as const satisfies Record<ColumnType, string>;
/** Largest number of column names in a message; it states the number of the others. */
const MAX_LISTED_COLUMNS = 10;

/** Returns at most one problem, which names all missing columns, so that an unrelated table gives one message. */
export function missingColumnProblems(names: readonly string[]): Problem[] {
  const [only] = names;
  if (only === undefined) return [];
  if (names.length === 1) return [{ path: only, message: "is missing, and the model learned from it: add the column" }];
  const others = names.length - MAX_LISTED_COLUMNS;
  const all = others > 0 ? `${names.slice(0, MAX_LISTED_COLUMNS).join(", ")} and ${others} more` : names.join(", ");
  return [{ path: "columns", message: `${all} are missing, and the model learned from them: add the columns` }];
}

/** An entry that is not of the wanted type. */
export interface WrongEntry {
  /** Counted from 1, as screens do. */
  row: number;
  value: string;
}

/** Characters of a wrong entry that a message keeps. */
const MAX_ENTRY_LENGTH = 40;

/** Returns the problem of a column of another type than the model learned from, with the first entry that is wrong. */
export function columnTypeProblem(name: string, found: ColumnType, wanted: ColumnType, first?: WrongEntry): Problem {
  const example = first && `, first row ${first.row}: "${first.value.slice(0, MAX_ENTRY_LENGTH).replaceAll('"', "'")}"`;
  return {
    path: name,
    message: `holds ${COLUMN_TYPE_NAMES[found]}, and the model learned from ${COLUMN_TYPE_NAMES[wanted]}: change its values${example ?? ""}`,
  };
}

/** Returns the wrong entry that the message of a column's type names. */
export function wrongEntryOf(message: string): WrongEntry | undefined {
  const [, row, value = ""] = /: change its values, first row (\d+): "(.*)"$/s.exec(message) ?? [];
  return row === undefined ? undefined : { row: Number(row), value };
}

/** The fields of a time series that say which columns name the series of a row. */
export interface NamedSeries {
  series?: TimeSeries["series"];
  hierarchy?: Pick<NonNullable<TimeSeries["hierarchy"]>, "columns"> | undefined;
}

/** Returns the columns that name the series of a row. */
export function seriesNameColumns(timeSeries: NamedSeries | null | undefined): string[] {
  const { series, hierarchy } = timeSeries ?? {};
  return hierarchy?.columns ?? (series === undefined ? [] : [series]);
}

/** Returns the columns that a recipe names: the response, those of its options, and inputs of the model and of its nodes. */
export function namedColumns({ response, semilabel, timeSeries, columns = [], layers }: ModelRecipe): Set<string> {
  const ofSeries = [
    timeSeries?.time,
    ...seriesNameColumns(timeSeries),
    ...(timeSeries?.knownAhead ?? []),
    ...(timeSeries?.horizonColumns ?? []),
  ];
  const ofNodes = layers.flatMap(({ nodes }) => nodes.flatMap((node) => node.columns ?? []));
  return new Set([response, semilabel, ...ofSeries, ...columns, ...ofNodes].filter((column) => column !== undefined));
}

/** Column of a table. It has no `stats` where edit steps made it. */
interface GivenColumn {
  type: ColumnType;
  stats?: Pick<ColumnStats, "unique"> | undefined;
}

/** Returns whether a column can be the input: one of its type, or without any value. Numbers name series as text does. */
export function fitsInput({ name, type }: InputColumn, found: GivenColumn, series: readonly string[]): boolean {
  return found.type === type || found.stats?.unique === 0 || (series.includes(name) && found.type === "n");
}

/** Message for a row that lacks all values before it, which a model of lags needs. It says what to do. */
const PAST_IS_MISSING =
  "each row is predicted from the values of the rows before it: add those rows with their values. The periods after the training need no file: take the forecast on the model's page, `agatha forecast`, or a request with `periods`";

/** Returns the message about a row without a value of any input, which names the first; of a model of lags, with what to do instead. */
export function emptyRowMessage(inputs: readonly Pick<ModelInput, "name">[]): string {
  const names = inputs.map(({ name }) => name);
  const lags = names.filter((name) => LAGGED.test(name));
  const wanted = lags.length > 0 ? lags : names;
  const named = wanted.length > 3 ? `${wanted.slice(0, 3).join(", ")} …` : wanted.join(", ");
  return `has no value for any column of the model, which are ${named}${lags.length > 0 ? `; ${PAST_IS_MISSING}` : ""}`;
}

/** Returns the problem of future rows without the response for a model of lags, which predicts each row from the rows before it. */
export function missingPastProblems(
  inputs: readonly Pick<ModelInput, "name">[],
  columns: ReadonlyMap<string, unknown>,
  series: SeriesColumns | undefined,
): Problem[] {
  if (!series || columns.has(series.response) || !columns.has(series.time) || !inputs.some(({ name }) => LAGGED.test(name))) return [];
  return [{ path: series.response, message: `is missing, and ${PAST_IS_MISSING}` }];
}

/** Returns the problems that prevent a model from using rows with these columns. `series` are the columns that name series. */
export function modelInputProblems(
  inputs: readonly InputColumn[],
  columns: ReadonlyMap<string, GivenColumn>,
  series: readonly string[] = [],
): Problem[] {
  return [
    ...missingColumnProblems(inputs.flatMap(({ name }) => (columns.has(name) ? [] : [name]))),
    ...inputs.flatMap((input) => {
      const found = columns.get(input.name);
      if (found === undefined || fitsInput(input, found, series)) return [];
      const { path, message } = columnTypeProblem(input.name, found.type, input.type);
      return [{ path, message: `${message}, or the column's type in the dataset` }];
    }),
  ];
}
