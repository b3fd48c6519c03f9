import { DETAILED_COLUMNS, type ProfileBins, type ProfiledColumn, type ProfiledNumbers, type TableProfile } from "@agatha/contracts";
import { escaped } from "../../http/html.js";
import { histogram } from "../charts/marks.js";
import { type Facts, factsTable, figure, section } from "../html.js";
import { percent, shown, shownOrNone } from "../numbers.js";
import { anchorOf, missingText } from "./overview.js";
import { textCharts, textFacts } from "./text-column.js";
import { PROFILE } from "./texts.js";
import { timeCharts, timeFacts } from "./time-column.js";

/** Each column with its figures and pictures. */
export function detailsSection({ columns, rows }: TableProfile): string {
  if (columns.length === 0) return "";
  return section(PROFILE.details, ...columns.slice(0, DETAILED_COLUMNS).map((column, i) => details(column, rows, i)));
}

function details(column: ProfiledColumn, rows: number, index: number): string {
  const { name, type, numbers, texts, times } = column;
  const present = rows - column.missing;
  const T = PROFILE.fact;
  const common: Facts = [
    [T.missing, missingText(column.missing, rows)],
    [T.distinct, column.distinct.toLocaleString("en")],
    [T.quality, shown(Number(column.quality.toFixed(2)))],
  ];
  const own: Facts = numbers ? numberFacts(numbers, present) : texts ? textFacts(texts) : times ? timeFacts(times) : [];
  const charts = numbers ? [numberChart(name, numbers)] : texts ? textCharts(texts, column.distinct) : times ? timeCharts(name, times) : [];
  return `<article id="${anchorOf(index)}"><h3>${escaped(name)} <span class="kind">${PROFILE.types[type]}</span></h3>
<div class="figures">${factsTable([...common, ...own])}
${charts.join("\n")}</div></article>`;
}

function numberFacts(numbers: ProfiledNumbers, present: number): Facts {
  const T = PROFILE.numbers;
  const counted = (count: number): string => (count === 0 ? "0" : `${count.toLocaleString("en")} (${percent(count / present)})`);
  return [
    [T.mean, shown(numbers.mean)],
    [T.std, shownOrNone(numbers.std)],
    ...numbers.quantiles.map((value, i) => [T.quantiles[i] ?? "", shown(value)] as const),
    [T.skewness, shownOrNone(numbers.skewness)],
    [T.kurtosis, shownOrNone(numbers.kurtosis)],
    [T.zeros, counted(numbers.zeros)],
    [T.negatives, counted(numbers.negatives)],
    ...(numbers.outliers === null ? [] : [[T.outliers, counted(numbers.outliers)] as const]),
  ];
}

/** Of whole numbers with a bin each, the bins stand over their numbers. */
function numberChart(name: string, { bins, integer, quantiles }: ProfiledNumbers): string {
  const each = integer && bins.counts.length === bins.to - bins.from + 1;
  const shift = each ? 0.5 : 0;
  const range = { from: bins.from - shift, to: bins.to + shift, counts: bins.counts };
  return figure(
    histogram(name, { x: name, y: PROFILE.numbers.count }, range, quantiles[3]),
    `${PROFILE.numbers.line} ${captionOf(bins)}`.trim(),
  );
}

/** Says so where something is left out of the picture. */
export const captionOf = ({ below, above }: ProfileBins): string => (below + above > 0 ? PROFILE.bins(below, above) : "");
