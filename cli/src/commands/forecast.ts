import { allSeriesNames, seriesPages } from "@agatha/contracts";
import type { ApiClient } from "@agatha/contracts/client";
import { csvCell } from "@agatha/contracts/csv/csv-cell";
import type { PredictionResult } from "@agatha/contracts/results/prediction-result";
import type { ModelAnswer } from "@agatha/contracts/wire";
import type { Command } from "../command.js";
import { CommandFailed, UsageError } from "../command-context.js";
import { failureMessage } from "../polling.js";
import { openSession } from "../session-file.js";
import { findModel } from "./find-by-id-or-name.js";
import { type Rows, readFutureFile } from "./future-file.js";
import { alignRows, printJson, shortNumber } from "./output.js";

/** One period of the forecast; null where the server knows no value. */
interface ForecastRow {
  series?: string | null;
  time: string;
  value: number | null;
  lower: number | null;
  upper: number | null;
  warning?: string;
}

export const forecast: Command = {
  operands: ["MODEL"],
  description: "Forecasts the next periods of each series of a model of a time series, as a table",
  options: {
    periods: { valueName: "N", description: "Periods ahead; those that the model was trained for when left out" },
    series: { valueName: "NAME", description: "One of several series; all when left out" },
    future: {
      valueName: "FILE",
      description:
        "Rows with the time and the columns known ahead, and the series where there are several, as a .csv file or JSON; - reads JSON from standard input",
    },
    csv: { description: "Prints CSV instead of the table" },
    json: { description: "Prints JSON instead of the table, one period a line" },
  },
  async run({ operands: [wanted = ""], options, flags }, context) {
    if (flags.has("csv") && flags.has("json")) throw new UsageError("--csv and --json exclude each other");
    const given = options.periods === undefined ? undefined : parsePeriods(options.periods);
    const { api } = await openSession(context);
    const model = await findModel(api, wanted);
    const data = options.future === undefined ? undefined : await readFutureFile(options.future, model);
    if (!model.time_series_params) throw new CommandFailed(`${wanted} is no model of a time series: agatha predict answers for rows`);
    const rows = await askForecast(api, model, { wanted, series: options.series, given, data });
    if (flags.has("json")) for (const row of rows) printJson(context, row);
    else context.stdout.write(flags.has("csv") ? toCsv(rows) : `${alignRows(cellsOf(rows, shortNumber))}\n`);
  },
};

interface AskedForecast {
  /** The model as the user named it. */
  wanted: string;
  series: string | undefined;
  given: number | undefined;
  data: Rows;
}

/** Asks for the forecasts of all series, or of the one that is named, as many at a time as one answer has. Throws CommandFailed. */
async function askForecast(
  api: ApiClient,
  model: ModelAnswer,
  { wanted, series: named, given, data }: AskedForecast,
): Promise<ForecastRow[]> {
  const { forecast: described } = await api.modelInfo(model.dataset_id, model.id);
  const periods = given ?? described?.errors.length ?? 1;
  const names = described ? allSeriesNames(described) : [];
  if (named !== undefined && !names.includes(named)) throw new CommandFailed(`${wanted} has no series "${named}"`);
  const asked = named === undefined ? names : [named];
  const rows: ForecastRow[] = [];
  for (const [i, series] of (asked.length > 0 ? seriesPages(asked, periods) : [undefined]).entries()) {
    // Rows of a series that the model does not know are answered with a warning.
    const isAsked = (name: string) => series?.includes(name) || (i === 0 && named === undefined && !names.includes(name));
    const ofPage = series ? rowsOfSeries(data, described?.series_column, isAsked) : data;
    const request = { type: "whatif" as const, periods, series, data: ofPage };
    const { result, reason, message } = await api.calculate(model.dataset_id, model.id, request);
    if (result === null || !("value" in result)) throw new CommandFailed(failureMessage("There is no forecast", { reason, message }));
    rows.push(...rowsOf(result));
  }
  return rows;
}

/** Returns the future rows of some series, or undefined for none; all rows where no column names the series. */
function rowsOfSeries(data: Rows, column: string | undefined, isAsked: (name: string) => boolean): Rows {
  if (!Array.isArray(data) || column === undefined || !data.every((row) => column in row)) return data;
  const own = data.filter((row) => isAsked(String(row[column])));
  return own.length > 0 ? own : undefined;
}

function parsePeriods(given: string): number {
  if (!/^[1-9]\d*$/.test(given)) throw new UsageError(`--periods: "${given}" is no whole number from 1`);
  return Number(given);
}

function rowsOf({ time = [], series, value, interval, warning }: PredictionResult): ForecastRow[] {
  return time.map((at, i) => {
    const predicted = value[i];
    const reason = warning?.[i];
    return {
      ...(series && { series: series[i] ?? null }),
      time: at,
      value: typeof predicted === "number" ? predicted : null,
      lower: interval?.[i]?.lower ?? null,
      upper: interval?.[i]?.upper ?? null,
      ...(reason && { warning: reason }),
    };
  });
}

/** Returns a header and a line of cells for each period. The columns of series and warnings appear only if some row has one. */
function cellsOf(rows: readonly ForecastRow[], written: (value: number | string) => string): string[][] {
  const names = (["series", "time", "value", "lower", "upper", "warning"] as const).filter((name) => rows.some((row) => name in row));
  const cell = (value: string | number | null | undefined) => (value === null || value === undefined ? "" : written(value));
  return [[...names], ...rows.map((row) => names.map((name) => cell(row[name])))];
}

/** Returns the rows as CSV (RFC 4180). In text that a spreadsheet would take for a formula an apostrophe stands before it. */
function toCsv(rows: readonly ForecastRow[]): string {
  return cellsOf(rows, csvCell)
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("");
}
