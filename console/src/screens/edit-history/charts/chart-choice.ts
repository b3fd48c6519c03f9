/** Chart and columns that are shown, as stated in the address. */
import type { ChartKind, ColumnType } from "@agatha/contracts";
import type { StepColumn } from "../../../step-columns/step-columns.js";

export type Channel = "x" | "y" | "by";

/** Columns that each kind of chart needs, with their types; `by` is optional. In the order in which the kinds are offered. */
const CHART_CHANNELS = {
  histogram: { x: ["n", "s", "d"] },
  box: { y: ["n"], by: ["s"] },
  scatter: { x: ["n"], y: ["n"], by: ["s"] },
  line: { x: ["d"], y: ["n"], by: ["s"] },
  correlation: { by: ["n"] },
  parallel: { by: ["n"] },
} as const satisfies Record<ChartKind, Partial<Record<Channel, readonly ColumnType[]>>>;

/** Returns the channels of a kind of chart with the types of columns that each takes. */
export function channelsOf(kind: ChartKind): Partial<Record<Channel, readonly ColumnType[]>> {
  return CHART_CHANNELS[kind];
}

export interface ChartChoice {
  kind: ChartKind;
  x: StepColumn | null;
  y: StepColumn | null;
  by: StepColumn | null;
}

type Column = Pick<StepColumn, "type">;

/** Kinds of chart for which there are columns. */
export function availableCharts(columns: readonly Column[]): ChartKind[] {
  const count = (type: ColumnType) => columns.filter((column) => column.type === type).length;
  const possible: Record<ChartKind, boolean> = {
    histogram: columns.length > 0,
    box: count("n") > 0,
    scatter: count("n") > 1,
    line: count("n") > 0 && count("d") > 0,
    correlation: count("n") > 1,
    parallel: count("n") > 1,
  };
  return (Object.keys(CHART_CHANNELS) as ChartKind[]).filter((kind) => possible[kind]);
}

/**
 * Chart of the address if its columns exist, otherwise defaults. Returns null if nothing can be drawn. A line chart is grouped by the
 * column that `seriesColumnOf` returns for its time column, unless the address names another column or, with an empty name, none.
 */
export function chartChoice(
  query: URLSearchParams,
  columns: readonly StepColumn[],
  seriesColumnOf: (time: string) => StepColumn | null = () => null,
): ChartChoice | null {
  const possible = availableCharts(columns);
  const kind = possible.find((name) => name === query.get("chart")) ?? possible[0];
  if (kind === undefined) return null;
  const choice: ChartChoice = { kind, x: null, y: null, by: null };
  for (const [role, types] of Object.entries(channelsOf(kind)) as [Channel, readonly ColumnType[]][]) {
    const fitting = columns.filter(({ type }) => types.includes(type));
    const requested = fitting.find(({ name }) => name === query.get(role));
    choice[role] = requested ?? (role === "by" ? null : defaultColumn(role, fitting, choice.x));
  }
  if (kind === "line" && choice.x && choice.by === null && query.get("by") !== "") choice.by = seriesColumnOf(choice.x.name);
  return choice;
}

/** Names of the columns without whose value a row is not shown. A matrix of correlations and parallel coordinates show every row. */
export function neededColumns({ kind, x, y, by }: ChartChoice): string[] {
  const group = kind === "correlation" || kind === "parallel" ? null : by;
  return [x, y, group].flatMap((column) => (column ? [column.name] : []));
}

/** Prefers numbers, and columns that the other axis does not use. */
function defaultColumn(role: Channel, fitting: readonly StepColumn[], x: StepColumn | null): StepColumn | null {
  const others = role === "y" ? fitting.filter((column) => column !== x) : fitting;
  return others.find(({ type }) => type === "n") ?? others[0] ?? null;
}
