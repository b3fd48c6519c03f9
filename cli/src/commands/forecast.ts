import { guardFormulas } from "@agatha/contracts";
import type { PredictionResult } from "@agatha/contracts/results/prediction-result";
import type { Command } from "../command.js";
import { CommandFailed, UsageError } from "../command-context.js";
import { failureMessage } from "../polling.js";
import { openSession } from "../session-file.js";
import { findModel } from "./find-by-id-or-name.js";
import { readFutureFile } from "./future-file.js";
import { alignRows, printJson } from "./output.js";

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
    const periods = given ?? (await api.modelInfo(model.dataset_id, model.id)).forecast?.errors.length;
    const { result, reason, message } = await api.calculate(model.dataset_id, model.id, { type: "whatif", data, periods });
    if (result === null || !("value" in result)) throw new CommandFailed(failureMessage("There is no forecast", { reason, message }));
    const rows = rowsOf(result).filter(({ series }) => options.series === undefined || series === options.series);
    if (rows.length === 0) throw new CommandFailed(`${wanted} has no series "${options.series}"`);
    if (flags.has("json")) for (const row of rows) printJson(context, row);
    else context.stdout.write(flags.has("csv") ? toCsv(rows) : `${alignRows(cellsOf(rows, shortNumber))}\n`);
  },
};

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
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return cellsOf(rows, (value) => (typeof value === "number" ? String(value) : quoted(guardFormulas(value))))
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("");
}

const shortNumber = (value: number | string): string => (typeof value === "number" ? String(Number(value.toPrecision(6))) : value);
