import { setTimeout } from "node:timers/promises";
import { withThreads } from "../../testing/with-threads.js";
import { pointsOf, squaredDistance } from "../points.js";
import { createRandom } from "../random.js";
import { CenterSearch, nearestCenters } from "./center-search.js";

const random = createRandom(8);

function cloud(nrow: number, ncol: number, draw: () => number) {
  return { nrow, ncol, columns: Array.from({ length: ncol }, () => Float64Array.from({ length: nrow }, draw)) };
}

/** Compares each row with each center. */
function compareAll(rows: ReturnType<typeof pointsOf>, centers: ReturnType<typeof pointsOf>): number[] {
  const { width } = rows;
  return Array.from({ length: rows.count }, (_, i) => {
    const distances = Array.from({ length: centers.count }, (_, k) =>
      squaredDistance(rows.values, i * width, centers.values, k * width, width),
    );
    return distances.indexOf(Math.min(...distances));
  });
}

test.each([
  ["one row", cloud(1, 3, () => random.normal()), 4],
  ["rows that fill no group of eight", cloud(29, 5, () => random.normal()), 6],
  ["one column and one center", cloud(70, 1, () => random.normal()), 1],
  ["more rows than a block holds", cloud(4003, 11, () => random.normal()), 9],
  ["whole numbers, so that centers tie", cloud(300, 2, () => random.int(4)), 13],
])("finds the first of the nearest centers: %s", (_title, x, count) => {
  const centers = pointsOf(cloud(count, x.ncol, () => random.int(4)));
  expect([...nearestCenters(centers)(x)]).toEqual(compareAll(pointsOf(x), centers));
});

test("a prediction of few rows follows one of many", () => {
  const centers = pointsOf(cloud(5, 3, () => random.normal()));
  const nearest = nearestCenters(centers);
  for (const nrow of [900, 1, 40, 6000]) {
    const x = cloud(nrow, 3, () => random.normal());
    expect([...nearest(x)]).toEqual(compareAll(pointsOf(x), centers));
  }
});

test("two searches of different shapes find their own centers in turn", () => {
  const searches = [3, 30].map((width) => {
    const centers = pointsOf(cloud(width + 2, width, () => random.normal()));
    return { width, centers, nearest: nearestCenters(centers) };
  });
  for (let round = 0; round < 2; round++) {
    for (const { width, centers, nearest } of searches) {
      const x = cloud(500, width, () => random.normal());
      expect([...nearest(x)]).toEqual(compareAll(pointsOf(x), centers));
    }
  }
});

test("searches among loaded rows with other centers, a range at a time", () => {
  const x = cloud(50, 4, () => random.normal());
  const search = new CenterSearch({ rows: 50, width: 4 }, 7);
  search.loadRows(x, 0, 50);
  for (const count of [7, 2]) {
    const centers = pointsOf(cloud(count, 4, () => random.normal()));
    search.setCenters(centers);
    search.find(0, 24);
    search.find(24, 50);
    expect([...search.nearest]).toEqual(compareAll(pointsOf(x), centers));
  }
});

test("two threads find the same centers as one", async () => {
  const x = cloud(5000, 40, () => random.normal());
  const centers = pointsOf(cloud(36, 40, () => random.normal()));
  const alone = nearestCenters(centers)(x);
  await withThreads(2, async () => {
    for (let round = 0; round < 3; round++) {
      expect(nearestCenters(centers)(x)).toEqual(alone);
      // A worker that has just been started helps from the next search on.
      await setTimeout(30);
    }
  });
});
