import type { Chart } from "@agatha/contracts";
import { type Channel, type ChartChoice, channelsOf } from "../charts/chart-choice.js";

/** Moves a chart by some places, as far as the list goes. */
export function moveChart<T extends Pick<Chart, "id">>(charts: readonly T[], id: string, by: number): T[] {
  const from = charts.findIndex((chart) => chart.id === id);
  const moved = charts[from];
  if (moved === undefined) return [...charts];
  return charts.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, moved);
}

/** Puts a deleted chart back to its place, unless it is there. */
export function putBack<T extends Pick<Chart, "id">>(charts: readonly T[], chart: T, place: number): T[] {
  return charts.some(({ id }) => id === chart.id) ? [...charts] : charts.toSpliced(place, 0, chart);
}

/** Names of a chart's columns that a table lacks. */
export function missingColumns({ x, y, by }: Pick<Chart, "x" | "y" | "by">, names: ReadonlySet<string>): string[] {
  return [x, y, by].filter((name) => name !== undefined && !names.has(name)) as string[];
}

/** Names of a chart's columns that it would not be drawn with, because they have a type that it does not take. */
export function unfitColumns(chart: Pick<Chart, "kind" | "x" | "y" | "by">, choice: ChartChoice | null): string[] {
  return (Object.keys(channelsOf(chart.kind)) as Channel[]).flatMap((channel) => {
    const name = chart[channel];
    return name && choice?.[channel]?.name !== name ? [name] : [];
  });
}
