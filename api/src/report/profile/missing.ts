import type { TableProfile } from "@agatha/contracts";
import { stripChart } from "../charts/heat-map.js";
import { figure, note, section, table } from "../html.js";
import type { ProfileTexts } from "./texts.js";

/** Largest number of columns in the chart. */
const MAX_CHART_COLUMNS = 30;
const MAX_NAMED_COLUMNS = 6;

/** Returns where values are missing along the rows, for the 30 columns that lack most, and which columns lack them together. */
export function missingSection({ columns, rows, missingTogether }: TableProfile, texts: ProfileTexts): string {
  const T = texts.missing;
  const lacking = columns.filter(({ missing }) => missing > 0).sort((a, b) => b.missing - a.missing);
  if (lacking.length === 0) return section(T.title, note(T.none));
  const lines = lacking
    .slice(0, MAX_CHART_COLUMNS)
    .map(({ name, missing, missingAlong }) => ({ name, shares: missingAlong, total: missing / rows }));
  const further = lacking.length - lines.length;
  const together = missingTogether.filter((set) => set.columns.length > 1);
  const sets = together.map((set) => [joinNames(set.columns, texts), set.rows.toLocaleString("en")]);
  return section(
    T.title,
    figure(stripChart(T.title, T.unit, lines), T.along),
    further > 0 ? note(T.further(further)) : "",
    sets.length > 0 ? `<h3>${T.together}</h3>${table(T.header, sets)}` : "",
  );
}

function joinNames(columns: readonly string[], texts: ProfileTexts): string {
  const more = columns.length > MAX_NAMED_COLUMNS ? ` ${texts.andMore(columns.length - MAX_NAMED_COLUMNS)}` : "";
  return columns.slice(0, MAX_NAMED_COLUMNS).join(", ") + more;
}
