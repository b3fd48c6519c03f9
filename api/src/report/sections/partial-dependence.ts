import type { ModelInfo, PartialDependence } from "@agatha/contracts";
import { type Line, lineChart } from "../charts/marks.js";
import { figure, figureGrid, note, section } from "../html.js";
import type { ReportTexts } from "../texts.js";

/** Largest number of classes with curves: more would be indistinguishable. */
const MAX_CURVES = 6;

/** Returns a chart of partial dependence for each column that has one; empty without any. */
export function partialDependenceSection(info: ModelInfo, texts: ReportTexts): string {
  const found = info.partial_dependence ?? [];
  if (found.length === 0) return "";
  const charts = found.map((one) => figure(partialDependenceChart(one, info, texts), one.column));
  return section(texts.partialDependence.title, note(texts.partialDependence.caption), figureGrid(...charts));
}

function partialDependenceChart(
  { column, grid, curves }: PartialDependence,
  { type, response, inputs }: ModelInfo,
  texts: ReportTexts,
): string {
  const numbers = grid.every((value) => typeof value === "number");
  const at = (i: number): number => (numbers ? Number(grid[i]) : i);
  // For two classes, the second curve determines the first.
  const drawn = (curves.length === 2 ? curves.slice(1) : curves).slice(0, MAX_CURVES);
  const lines = drawn.map(
    ({ label, values }): Line => ({
      name: drawn.length > 1 && label !== null ? label : undefined,
      dots: !numbers,
      points: values.flatMap((value, i) => (value === null ? [] : [{ x: at(i), y: value }])),
    }),
  );
  const titles = {
    REGRESSION: response ?? texts.partialDependence.answer,
    OCC: texts.partialDependence.score,
    CLASSIFICATION: texts.partialDependence.probability(drawn.length === 1 ? (drawn[0]?.label ?? null) : null),
  };
  const y = {
    title: type === "CLUSTERING" ? texts.partialDependence.answer : titles[type],
    ...(type === "CLASSIFICATION" ? { from: 0, to: 1 } : {}),
  };
  const dates = inputs.some(({ name, type: kind }) => name === column && kind === "d");
  const x = numbers ? { title: column, dates } : { title: column, from: -0.5, to: grid.length - 0.5, names: grid.map(String) };
  return lineChart(`${texts.partialDependence.title}: ${column}`, { x, y }, lines);
}
