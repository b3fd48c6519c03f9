import type { PredictionResult } from "@agatha/contracts";
import { type CsvCell, csvCell } from "@agatha/contracts/csv/csv-cell";

/** Returns the next periods as CSV (RFC 4180): the series where there are several, the time, the forecast and its bounds. */
export function forecastCsv({ time = [], series, value, interval }: PredictionResult, seriesColumn = "series"): string {
  const header = [...(series ? [seriesColumn] : []), "time", "value", "lower", "upper"];
  const rows = time.map((at, i): CsvCell[] => [...(series ? [series[i]] : []), at, value[i], interval?.[i]?.lower, interval?.[i]?.upper]);
  return [header, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
