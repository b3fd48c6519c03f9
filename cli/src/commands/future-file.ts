import { readFile } from "node:fs/promises";
import type { CalculationRequest } from "@agatha/contracts/client";
import { type FutureFault, readFutureRows } from "@agatha/contracts/csv/future-rows";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { UsageError } from "../command-context.js";
import { readJson } from "./json-input.js";

/** Rows that a what-if answers for. */
export type Rows = Extract<CalculationRequest, { type: "whatif" }>["data"];

const SHOWN_FAULTS = 10;

/** Reads future rows: a .csv file in UTF-8, else JSON. Throws UsageError, which names line and column of each fault of a .csv file. */
export async function readFutureFile(file: string, { time_series_params: of }: Pick<ModelAnswer, "time_series_params">): Promise<Rows> {
  if (!/\.csv$/i.test(file) || !of) return await readJson<Rows>(file, "The future rows are no JSON");
  const knownAhead = of.knownAhead ?? [];
  const series = of.hierarchy?.columns ?? (of.series === undefined ? [] : [of.series]);
  const { rows, faults } = readFutureRows(decodeUtf8(await readFile(file), file), { time: of.time, series, knownAhead });
  if (faults.length > 0) throw new UsageError([file, ...faults.slice(0, SHOWN_FAULTS).map(describeFault)].join("\n  "));
  return rows.map((row) => ({
    [of.time]: row.time,
    ...Object.fromEntries(series.map((name, i) => [name, row.series[i] ?? ""])),
    ...Object.fromEntries(knownAhead.map((name, i) => [name, row.values[i] ?? null])),
  }));
}

function decodeUtf8(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${file} is not UTF-8: save it as "CSV UTF-8"`);
  }
}

function describeFault({ kind, line, column, cell }: FutureFault): string {
  const place = `line ${line}, column ${column}`;
  if (kind === "noColumn") return `line 1: there is no column ${column}`;
  return kind === "noTime" ? `${place}: the time is missing` : `${place}: "${cell}" is no number`;
}
