import type { TableProfile } from "@agatha/contracts";
import { correlationText } from "@agatha/contracts/ranking/round-metric";
import { heatMap } from "../charts/heat-map.js";
import { figure, note, section, wideTable } from "../html.js";
import type { ProfileTexts } from "./texts.js";

const MAX_LISTED = 15;

/** Returns the matrix of correlations and the first 15 associations of columns. */
export function associationsSection(
  { correlations, associations, associatedRows, uncomparedColumns = 0, rows }: TableProfile,
  texts: ProfileTexts,
): string {
  const T = texts.associations;
  const { columns, matrix } = correlations;
  const compared = [
    associatedRows < rows ? note(T.sampled(associatedRows)) : "",
    uncomparedColumns > 0 ? note(T.uncompared(uncomparedColumns)) : "",
  ];
  if (associations.length === 0 && columns.length < 2) return section(T.title, note(T.none), ...compared);
  const lines = associations
    .slice(0, MAX_LISTED)
    .map(({ a, b, measure, value, pearson, rows }) => [
      `${a} – ${b}`,
      T.measures[measure],
      formatCoefficient(value),
      formatCoefficient(pearson),
      rows.toLocaleString("en"),
    ]);
  return section(
    T.title,
    columns.length < 2 ? "" : figure(heatMap(T.matrix, columns, matrix), T.matrixCaption),
    lines.length === 0 ? note(T.none) : `<h3>${T.list}</h3>${wideTable(T.header, lines)}${note(T.note)}`,
    ...compared,
  );
}

const formatCoefficient = (value: number | null): string => (value === null ? "–" : correlationText(value));
