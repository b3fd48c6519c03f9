import { type ColumnProfile, MAX_DETAILED_COLUMNS, type NumericProfile, type ProfileHistogram, type TableProfile } from "@agatha/contracts";
import { escapeHtml } from "../../http/html.js";
import { histogram } from "../charts/marks.js";
import { formatNullable, formatNumber, formatPercent } from "../format.js";
import { type Definitions, definitionTable, figure, section } from "../html.js";
import { anchorOf, missingText } from "./overview.js";
import { textCharts, textFacts } from "./text-column.js";
import { PROFILE } from "./texts.js";
import { timeCharts, timeFacts } from "./time-column.js";

/** Returns each column with its statistics and charts. */
export function columnsSection({ columns, rows }: TableProfile): string {
  if (columns.length === 0) return "";
  return section(PROFILE.details, ...columns.slice(0, MAX_DETAILED_COLUMNS).map((column, i) => columnDetails(column, rows, i)));
}

function columnDetails(column: ColumnProfile, rows: number, index: number): string {
  const { name, type, numbers, texts, times } = column;
  const present = rows - column.missing;
  const T = PROFILE.columnFacts;
  const common: Definitions = [
    [T.missing, missingText(column.missing, rows)],
    [T.distinct, column.distinct.toLocaleString("en")],
    [T.quality, formatNumber(Number(column.quality.toFixed(2)))],
  ];
  const own: Definitions = numbers ? numberFacts(numbers, present) : texts ? textFacts(texts) : times ? timeFacts(times) : [];
  const charts = numbers ? [numberChart(name, numbers)] : texts ? textCharts(texts, column.distinct) : times ? timeCharts(name, times) : [];
  return `<article id="${anchorOf(index)}"><h3>${escapeHtml(name)} <span class="kind">${PROFILE.types[type]}</span></h3>
<div class="figures">${definitionTable([...common, ...own])}
${charts.join("\n")}</div></article>`;
}

function numberFacts(numbers: NumericProfile, present: number): Definitions {
  const T = PROFILE.numbers;
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
function numberChart(name: string, { bins, integer, quantiles }: NumericProfile): string {
  const each = integer && bins.counts.length === bins.to - bins.from + 1;
  const shift = each ? 0.5 : 0;
  const range = { from: bins.from - shift, to: bins.to + shift, counts: bins.counts };
  return figure(
    histogram(name, { x: name, y: PROFILE.numbers.count }, range, quantiles[3]),
    `${PROFILE.numbers.line} ${clippedBinsNote(bins)}`.trim(),
  );
}

/** Returns a note if values are outside the chart. */
const clippedBinsNote = ({ below, above }: ProfileHistogram): string => (below + above > 0 ? PROFILE.bins(below, above) : "");
