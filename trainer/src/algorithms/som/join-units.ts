import { type Points, squaredDistance } from "../k-means/points.js";
import type { Pace } from "../pace.js";

/** Units that were joined, as the rows that they stand for. */
interface Group {
  units: number[];
  rows: number;
  center: Float64Array;
}

/**
 * The cluster of each unit, numbered by rows, the largest first: two groups of units are joined again and again, those by
 * which the rows' squared distances from their group's mean grow least (Ward 1963), until there are `clusters` of them, or
 * as many as units with rows.
 */
export async function clustersOfUnits(
  units: Points,
  counts: Int32Array,
  sums: Float64Array,
  clusters: number,
  pace: Pace,
): Promise<Int32Array> {
  const groups = [...counts.keys()].filter((unit) => counts[unit] > 0).map((unit) => groupOf(unit, counts[unit], sums, units.width));
  while (groups.length > clusters) {
    const [a, b] = cheapestPair(groups);
    groups[a] = joined(groups[a], groups[b]);
    groups.splice(b, 1);
    if (pace.due()) await pace.rest(1);
  }
  groups.sort((a, b) => b.rows - a.rows || a.units[0] - b.units[0]);
  const clusterOf = new Int32Array(units.count).fill(-1);
  groups.forEach((group, cluster) => {
    for (const unit of group.units) clusterOf[unit] = cluster;
  });
  return clusterOf.map((cluster, unit) => (cluster < 0 ? clusterOf[nearestWithRows(units, unit, counts)] : cluster));
}

function groupOf(unit: number, rows: number, sums: Float64Array, width: number): Group {
  return { units: [unit], rows, center: sums.slice(unit * width, (unit + 1) * width).map((sum) => sum / rows) };
}

function cheapestPair(groups: readonly Group[]): [number, number] {
  let pair: [number, number] = [0, 1];
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < groups.length; a++) {
    for (let b = a + 1; b < groups.length; b++) {
      const cost = costOf(groups[a], groups[b]);
      if (cost < least) {
        least = cost;
        pair = [a, b];
      }
    }
  }
  return pair;
}

/** By how much the sum of squared distances from the means grows. */
function costOf(a: Group, b: Group): number {
  return (a.rows * b.rows * squaredDistance(a.center, 0, b.center, 0, a.center.length)) / (a.rows + b.rows);
}

function joined(a: Group, b: Group): Group {
  const rows = a.rows + b.rows;
  return { units: [...a.units, ...b.units], rows, center: a.center.map((value, j) => (a.rows * value + b.rows * b.center[j]) / rows) };
}

function nearestWithRows({ count, width, values }: Points, unit: number, counts: Int32Array): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let other = 0; other < count; other++) {
    const distance = counts[other] > 0 ? squaredDistance(values, unit * width, values, other * width, width) : Number.POSITIVE_INFINITY;
    if (nearest < 0 ? counts[other] > 0 : distance < least) {
      least = distance;
      nearest = other;
    }
  }
  return nearest;
}
