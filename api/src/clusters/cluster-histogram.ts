/** Histogram of a column's values within each cluster. It counts row by row, so that no table is in memory. */
import type { ModelInput } from "@agatha/contracts";
import { type ClusterDensityAnswer, DENSITY_BINS } from "@agatha/contracts/wire";

type Cell = string | number | null;

interface ClusterHistogram {
  add(cluster: number, cell: Cell | undefined): void;
  density(clusters: readonly number[]): ClusterDensityAnswer["data"][number];
}

/** Returns a histogram with bins between the smallest and the largest value in training, or over the levels known from it. */
export function createClusterHistogram({ name, type, min, max, levels }: ModelInput): ClusterHistogram {
  const places = type === "s" ? levels.length : DENSITY_BINS;
  const [from, to] = [min ?? 0, max ?? min ?? 0];
  const width = (to - from) / DENSITY_BINS;
  const placeOf = new Map(levels.map((level, place) => [level, place]));
  const counted = new Map<number, { rows: number; counts: number[] }>();

  const place = (cell: Cell): number | undefined => {
    if (type === "s") return placeOf.get(String(cell));
    const value = type === "d" ? Date.parse(String(cell)) : Number(cell);
    // If all values are equal, they are in the middle of one bin of width 1.
    const bin = width > 0 ? Math.min(DENSITY_BINS - 1, Math.floor((value - from) / width)) : 0;
    return bin >= 0 && bin < DENSITY_BINS ? bin : undefined;
  };

  return {
    add(cluster, cell) {
      if (cell === null || cell === undefined) return;
      const found = counted.get(cluster) ?? { rows: 0, counts: new Array<number>(places).fill(0) };
      counted.set(cluster, found);
      found.rows++;
      const at = place(cell);
      if (at !== undefined) found.counts[at] = (found.counts[at] ?? 0) + 1;
    },
    density: (clusters) => ({
      column: name,
      type,
      from: type === "s" ? null : from,
      to: type === "s" ? null : to,
      levels: type === "s" ? levels : [],
      clusters: clusters.map((cluster) => {
        const { rows, counts } = counted.get(cluster) ?? { rows: 0, counts: new Array<number>(places).fill(0) };
        const unit = Math.max(1, rows) * (type === "s" || width === 0 ? 1 : width);
        return { cluster, rows, density: counts.map((count) => count / unit) };
      }),
    }),
  };
}
