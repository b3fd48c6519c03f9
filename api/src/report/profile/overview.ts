import { type ColumnProfile, MAX_DETAILED_COLUMNS, type TableProfile } from "@agatha/contracts";
import { truncate } from "../charts/plot.js";
import { formatDate, formatNumber, formatPercent } from "../format.js";
import { note, section, wideTable } from "../html.js";
import type { ProfileTexts } from "./texts.js";

const MAX_VALUE_LENGTH = 30;

/** Returns the anchor of a column's details. */
export const anchorOf = (index: number): string => `c${index}`;

/** Returns a line for each column. */
export function overviewSection({ columns, rows }: TableProfile, texts: ProfileTexts): string {
  const T = texts.overview;
  const lines = columns.map((column) => [
    column.name,
    texts.types[column.type],
    missingText(column.missing, rows),
    column.distinct.toLocaleString("en"),
    qualityText(column.quality),
    valuesText(column, rows, texts),
  ]);
  const notes = [note(T.note), columns.length > MAX_DETAILED_COLUMNS ? note(T.further(MAX_DETAILED_COLUMNS)) : ""];
  return section(T.title, wideTable(T.header, lines, columnLink), ...notes);
}

const columnLink = (text: string, line: number): string =>
  line < MAX_DETAILED_COLUMNS ? `<a href="#${anchorOf(line)}">${text}</a>` : text;

/** Returns the quality from 0 to 100, as the data check shows it. */
export const qualityText = (quality: number): string => String(Math.round(100 * quality));

/** Returns a number of missing values and its share of the rows. */
export function missingText(missing: number, rows: number): string {
  return missing === 0 || rows === 0 ? String(missing) : `${missing.toLocaleString("en")} (${formatPercent(missing / rows)})`;
}

/** Returns a short description of the values. */
function valuesText({ numbers, texts: strings, times, missing }: ColumnProfile, rows: number, texts: ProfileTexts): string {
  if (numbers) {
    const [least, , , median, , , greatest] = numbers.quantiles.map(formatNumber);
    return texts.rangeAndMedian(least ?? "", greatest ?? "", median ?? "");
  }
  if (times) return texts.range(formatDate(times.from), formatDate(times.to));
  const [first] = strings?.top ?? [];
  return first ? `${texts.quoted(truncate(first.value, MAX_VALUE_LENGTH))} ${formatPercent(first.count / (rows - missing))}` : "–";
}
