import { type Points, squaredDistance } from "../../numeric/points.js";
import type { YieldToEventLoop } from "../../numeric/yield-to-event-loop.js";
import type { TrainedMap } from "./train-map.js";

/** Merged units, with the number and the mean of the rows that they stand for. */
interface UnitGroup {
  units: number[];
  rows: number;
  center: Float64Array;
}

/**
 * Returns the cluster of each unit, numbered by rows, the largest first. It merges the two groups that increase the rows' squared
 * distances from their group's mean least (Ward 1963), until `clusters` groups are left, or all units with rows if these are
 * fewer. A unit that was merged early may be nearer to another group in the end. So units then move to the group whose mean is
 * nearest, until none changes.
 */
export async function clusterUnits(
  { units, counts, sums }: TrainedMap,
  clusters: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Int32Array> {
  const single = [...counts.keys()].filter((unit) => counts[unit] > 0).map((unit) => groupOf(unit, counts[unit], sums, units.width));
  const groups = reassignUntilStable(await agglomerate(single, clusters, yieldToEventLoop), single);
  groups.sort((a, b) => b.rows - a.rows || Math.min(...a.units) - Math.min(...b.units));
  const clusterOf = new Int32Array(units.count).fill(-1);
  groups.forEach((group, cluster) => {
    for (const unit of group.units) clusterOf[unit] = cluster;
  });
  return clusterOf.map((cluster, unit) => (cluster < 0 ? clusterOf[nearestNonEmptyUnit(units, unit, counts)] : cluster));
}

async function agglomerate(single: readonly UnitGroup[], clusters: number, yieldToEventLoop: YieldToEventLoop): Promise<UnitGroup[]> {
  const groups = [...single];
  while (groups.length > clusters) {
    const [a, b] = closestPair(groups);
    groups[a] = mergeGroups(groups[a], groups[b]);
    groups.splice(b, 1);
    const pending = yieldToEventLoop(1);
    if (pending) await pending;
  }
  return groups;
}

/** Most rounds of moves. No map has needed as many. */
const MAX_ROUNDS = 100;

/** Runs Lloyd's iterations over units. It stops before a round that would leave a group without units. */
function reassignUntilStable(groups: readonly UnitGroup[], single: readonly UnitGroup[]): UnitGroup[] {
  let current = [...groups];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const parts = current.map((): UnitGroup[] => []);
    for (const unit of single) parts[nearestGroup(current, unit.center)].push(unit);
    if (parts.some((part) => part.length === 0)) break;
    const next = parts.map((part) => part.reduce(mergeGroups));
    const still = next.every(
      (group, k) => group.units.length === current[k].units.length && group.units.every((unit) => current[k].units.includes(unit)),
    );
    if (still) break;
    current = next;
  }
  return current;
}

function nearestGroup(groups: readonly UnitGroup[], place: Float64Array): number {
  let best = 0;
  let leastDistance = Number.POSITIVE_INFINITY;
  groups.forEach(({ center }, k) => {
    const distance = squaredDistance(center, 0, place, 0, place.length);
    if (distance < leastDistance) {
      leastDistance = distance;
      best = k;
    }
  });
  return best;
}

function groupOf(unit: number, rows: number, sums: Float64Array, width: number): UnitGroup {
  return { units: [unit], rows, center: sums.slice(unit * width, (unit + 1) * width).map((sum) => sum / rows) };
}

function closestPair(groups: readonly UnitGroup[]): [number, number] {
  let pair: [number, number] = [0, 1];
  let leastCost = Number.POSITIVE_INFINITY;
  for (let a = 0; a < groups.length; a++) {
    for (let b = a + 1; b < groups.length; b++) {
      const cost = wardDistance(groups[a], groups[b]);
      if (cost < leastCost) {
        leastCost = cost;
        pair = [a, b];
      }
    }
  }
  return pair;
}

/** Returns the increase in the sum of squared distances from the means when two groups merge. */
function wardDistance(a: UnitGroup, b: UnitGroup): number {
  return (a.rows * b.rows * squaredDistance(a.center, 0, b.center, 0, a.center.length)) / (a.rows + b.rows);
}

function mergeGroups(a: UnitGroup, b: UnitGroup): UnitGroup {
  const rows = a.rows + b.rows;
  return { units: [...a.units, ...b.units], rows, center: a.center.map((value, j) => (a.rows * value + b.rows * b.center[j]) / rows) };
}

function nearestNonEmptyUnit({ count, width, values }: Points, unit: number, counts: Int32Array): number {
  let nearest = -1;
  let leastDistance = Number.POSITIVE_INFINITY;
  for (let other = 0; other < count; other++) {
    const distance = counts[other] > 0 ? squaredDistance(values, unit * width, values, other * width, width) : Number.POSITIVE_INFINITY;
    if (nearest < 0 ? counts[other] > 0 : distance < leastDistance) {
      leastDistance = distance;
      nearest = other;
    }
  }
  return nearest;
}
