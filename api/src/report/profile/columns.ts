import { type ColumnProfile, MAX_DETAILED_COLUMNS, type NumericProfile, type ProfileHistogram, type TableProfile } from "@agatha/contracts";
import { escapeHtml } from "../../http/html.js";
import { histogram } from "../charts/marks.js";
import { formatNullable, formatNumber, formatPercent } from "../format.js";
import { type Definitions, definitionTable, figure, section } from "../html.js";
import { anchorOf, missingText, qualityText } from "./overview.js";
import { textCharts, textFacts } from "./text-column.js";
import type { ProfileTexts } from "./texts.js";
import { timeCharts, timeFacts } from "./time-column.js";

/** Returns each column with its statistics and charts. */
export function columnsSection({ columns, rows }: TableProfile, texts: ProfileTexts): string {
  if (columns.length === 0) return "";
  return section(
    texts.details,
    ...columns.slice(0, MAX_DETAILED_COLUMNS).map((column, i) => columnDetails(column, { rows, index: i, texts })),
  );
}

function columnDetails(column: ColumnProfile, { rows, index, texts }: { rows: number; index: number; texts: ProfileTexts }): string {
  const { name, type } = column;
  const present = rows - column.missing;
  const T = texts.columnFacts;
  const common: Definitions = [
    [T.missing, missingText(column.missing, rows)],
    [T.distinct, column.distinct.toLocaleString("en")],
    [T.quality, qualityText(column.quality)],
  ];
  const { facts, charts } = ownDetails(column, present, texts);
  return `<article id="${anchorOf(index)}"><h3>${escapeHtml(name)} <span class="kind">${texts.types[type]}</span></h3>
<div class="figures">${definitionTable([...common, ...facts])}
${charts.join("\n")}</div></article>`;
}

/** Returns the statistics and charts of the column's type. */
function ownDetails(
  { name, numbers, texts: strings, times, distinct }: ColumnProfile,
  present: number,
  texts: ProfileTexts,
): { facts: Definitions; charts: string[] } {
  if (numbers) return { facts: numberFacts(numbers, present, texts), charts: [numberChart(name, numbers, texts)] };
  if (strings) return { facts: textFacts(strings, texts), charts: textCharts(strings, distinct, texts) };
  return times ? { facts: timeFacts(times, texts), charts: timeCharts(name, times, texts) } : { facts: [], charts: [] };
}

function numberFacts(numbers: NumericProfile, present: number, { numbers: T }: ProfileTexts): Definitions {
  const counted = (count: number): string => (count === 0 ? "0" : `${count.toLocaleString("en")} (${formatPercent(count / present)})`);
  return [
    [T.mean, formatNumber(numbers.mean)],
    [T.std, formatNullable(numbers.std)],
    ...numbers.quantiles.map((value, i) => [T.quantiles[i] ?? "", formatNumber(value)] as const),
    [T.skewness, formatNullable(numbers.skewness)],
    [T.kurtosis, formatNullable(numbers.kurtosis)],
    [T.zeros, counted(numbers.zeros)],
    [T.negatives, counted(numbers.negatives)],
    ...(numbers.outliers === null ? [] : [[T.outliers, counted(numbers.outliers)] as const]),
  ];
}

/** Returns the chart of a numeric column. Whole numbers with a bin each have the bins over their numbers. */
function numberChart(name: string, { bins, integer, quantiles }: NumericProfile, texts: ProfileTexts): string {
  const each = integer && bins.counts.length === bins.to - bins.from + 1;
  const shift = each ? 0.5 : 0;
  const range = { from: bins.from - shift, to: bins.to + shift, counts: bins.counts };
  return figure(
    histogram(name, { x: name, y: texts.numbers.count }, range, quantiles[3]),
    `${texts.numbers.line} ${clippedBinsNote(bins, texts)}`.trim(),
  );
}

/** Returns a note if values are outside the chart. */
const clippedBinsNote = ({ below, above }: ProfileHistogram, texts: ProfileTexts): string =>
  below + above > 0 ? texts.bins(below, above) : "";
