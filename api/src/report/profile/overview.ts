import { DETAILED_COLUMNS, type ProfiledColumn, type TableProfile } from "@agatha/contracts";
import { shortened } from "../charts/plot.js";
import { note, section, wideTable } from "../html.js";
import { day, percent, shown } from "../numbers.js";
import { PROFILE } from "./texts.js";

const LONGEST_VALUE = 30;

/** Where the report tells more of a column. */
export const anchorOf = (index: number): string => `c${index}`;

/** A line for each column. */
export function overviewSection({ columns, rows }: TableProfile): string {
  const T = PROFILE.overview;
  const lines = columns.map((column) => [
    column.name,
    PROFILE.types[column.type],
    missingText(column.missing, rows),
    column.distinct.toLocaleString("en"),
    shown(Number(column.quality.toFixed(2))),
    valuesText(column, rows),
  ]);
  const notes = [note(T.note), columns.length > DETAILED_COLUMNS ? note(T.further(DETAILED_COLUMNS)) : ""];
  return section(T.title, wideTable(T.header, lines, linkTo), ...notes);
}

const linkTo = (text: string, line: number): string => (line < DETAILED_COLUMNS ? `<a href="#${anchorOf(line)}">${text}</a>` : text);

export function missingText(missing: number, rows: number): string {
  return missing === 0 || rows === 0 ? String(missing) : `${missing.toLocaleString("en")} (${percent(missing / rows)})`;
}

/** What the values are like, in a few words. */
function valuesText({ numbers, texts, times, missing }: ProfiledColumn, rows: number): string {
  if (numbers) {
    const [least, , , median, , , greatest] = numbers.quantiles.map(shown);
    return `${least} to ${greatest}, median ${median}`;
  }
  if (times) return `${day(times.from)} to ${day(times.to)}`;
  const [first] = texts?.top ?? [];
  return first ? `“${shortened(first.value, LONGEST_VALUE)}” ${percent(first.count / (rows - missing))}` : "–";
}
