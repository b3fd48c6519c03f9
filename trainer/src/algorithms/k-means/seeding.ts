import type { Random } from "../../random.js";
import type { Pace } from "../pace.js";
import { type Points, squaredDistance } from "./points.js";

/**
 * First centres by greedy k-means++ (Arthur and Vassilvitskii 2007, section 6; as scikit-learn does it): each next one is
 * the best of 2 + log k points, drawn with a chance in proportion to their squared distance from the centres so far.
 */
export async function seedCenters(points: Points, clusters: number, random: Random, pace: Pace): Promise<Points> {
  const { count, width, values } = points;
  const centers: Points = { count: clusters, width, values: new Float64Array(clusters * width) };
  const trials = 2 + Math.floor(Math.log(clusters));
  let nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  let best = new Float64Array(count);
  let tried = new Float64Array(count);
  for (let k = 0; k < clusters; k++) {
    let least = Number.POSITIVE_INFINITY;
    let chosen = 0;
    for (let trial = 0; trial < (k === 0 ? 1 : trials); trial++) {
      if (pace.due()) await pace.rest(0);
      const candidate = k === 0 ? random.int(count) : draw(nearest, random);
      const total = distancesWith(points, candidate, nearest, tried);
      if (total >= least) continue;
      least = total;
      chosen = candidate;
      [best, tried] = [tried, best];
    }
    [nearest, best] = [best, nearest];
    centers.values.set(values.subarray(chosen * width, (chosen + 1) * width), k * width);
  }
  return centers;
}

/** A point's number, with a chance in proportion to its weight; any point when no weight is above 0. */
function draw(weights: Float64Array, random: Random): number {
  let total = 0;
  for (const weight of weights) total += weight;
  let left = random.next() * total;
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i];
    if (left < 0) return i;
  }
  return random.int(weights.length);
}

/** Squared distances from the nearest centre if point `candidate` were one too, put into `into`; returns their sum. */
function distancesWith({ count, width, values }: Points, candidate: number, nearest: Float64Array, into: Float64Array): number {
  let total = 0;
  for (let i = 0; i < count; i++) {
    const distance = squaredDistance(values, i * width, values, candidate * width, width);
    into[i] = Math.min(distance, nearest[i]);
    total += into[i];
  }
  return total;
}
