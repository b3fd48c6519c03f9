import { fitContext } from "../../testing/fit-context.js";
import { pointsOf, squaredDistance } from "../points.js";
import { createRandom } from "../random.js";
import { createYielder } from "../yield-to-event-loop.js";
import { buildIndex } from "./build-index.js";
import { clippedPoints, createIndex, kdTreeOrder, writeClippedPoints, writePermuted } from "./kd-tree.js";
import { NeighbourSearch } from "./neighbour-search.js";
import { quickselect } from "./quickselect.js";

const random = createRandom(4);

function cloud(nrow: number, ncol: number, draw: () => number) {
  return { nrow, ncol, columns: Array.from({ length: ncol }, () => Float64Array.from({ length: nrow }, draw)) };
}

test.each([
  ["normal numbers in 2 columns", cloud(500, 2, () => random.normal())],
  ["normal numbers in 11 columns", cloud(500, 11, () => random.normal())],
  ["few different numbers, so that many points are alike", cloud(500, 3, () => random.int(3))],
  ["fewer points than a leaf holds", cloud(9, 3, () => random.normal())],
  ["points that are all alike", cloud(100, 2, () => 7)],
  ["so many columns that all points are looked at", cloud(500, 51, () => random.normal())],
  ["many columns and numbers beyond the range of whole ones", cloud(300, 16, () => 20 * random.normal())],
  ["many columns and points that are all alike", cloud(100, 20, () => 7)],
  ["so many columns that what the first ones tell is enough", cloud(500, 203, () => random.normal() + random.int(5))],
  ["more points than are compared before any is measured", cloud(2100, 18, () => random.normal())],
  ["more neighbours than the least number of groups, and as many as points", cloud(45, 18, () => random.normal()), 45],
])("finds the same points as comparing with each one: %s", async (_title, x, neighbours = 7) => {
  const points = pointsOf(x);
  const order = await kdTreeOrder(points, createYielder(fitContext()));
  expect([...order].sort((a, b) => a - b)).toEqual([...Array(x.nrow).keys()]);
  const search = new NeighbourSearch(createIndex({ ...points, neighbours }, writePermuted(points, order)), neighbours);
  const queries = pointsOf(cloud(41, x.ncol, () => 2 * random.normal()));
  const looked: number[] = [];
  search.visitNeighbours(queries, [1, queries.count], (allSquares, allPlaces, from, i) => {
    looked.push(i);
    const [squares, places] = [allSquares, allPlaces].map((found) => found.slice(from, from + neighbours));
    const distanceOf = (row: number) => squaredDistance(queries.values, i * x.ncol, points.values, row * x.ncol, x.ncol);
    const all = Float64Array.from({ length: x.nrow }, (_, row) => distanceOf(row)).sort();
    [...squares].forEach((square, at) => {
      expect(square).toBeCloseTo(all[at], 10);
      expect(distanceOf(order[places[at]])).toBeCloseTo(square, 10);
    });
    expect(new Set(places).size).toBe(neighbours);
  });
  expect(looked).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

test.each([
  ["rows that vary along few directions are halved along these", { rows: 2100, directions: 3, axes: 20 }],
  ["few such rows are looked at one by one", { rows: 2048, directions: 3, axes: 0 }],
  ["rows that vary along many directions are looked at one by one", { rows: 2100, directions: 20, axes: 0 }],
])("%s", async (_title, { rows, directions, axes }) => {
  const sources = cloud(rows, directions, () => random.normal()).columns;
  const columns = Array.from({ length: 20 }, (_, j) => sources[j % directions]);
  const grown = await buildIndex({ nrow: rows, ncol: 20, columns }, 1, createYielder(fitContext()));
  const [tree, order] = [grown.index(), grown.order];
  expect(tree.axes.length).toBe(axes * 20);
  const query = { count: 1, width: 20, values: Float64Array.from(columns, (column) => column[123]) };
  const found: number[] = [];
  new NeighbourSearch(tree, 1).visitNeighbours(query, [0, 1], (_squares, places, from) => void found.push(order[places[from]]));
  expect(found).toEqual([123]);
});

test("of many points at the same distance the first ones are found, in order", () => {
  const x = cloud(2500, 18, () => 1);
  for (const i of [3, 2300]) x.columns[0][i] = 0;
  const points = pointsOf(x);
  const search = new NeighbourSearch(createIndex({ ...points, neighbours: 6 }, writeClippedPoints(x)), 6);
  search.visitNeighbours({ ...points, count: 1, values: points.values.slice(3 * 18, 4 * 18) }, [0, 1], (_squares, places, from) => {
    expect([...places.slice(from, from + 6)]).toEqual([3, 2300, 0, 1, 2, 4]);
  });
});

test("infinite numbers have a finite distance", async () => {
  const x = { nrow: 2, ncol: 2, columns: [Float64Array.of(Number.NEGATIVE_INFINITY, 1), Float64Array.of(1e308, 1)] };
  const points = clippedPoints(x);
  const found: number[][] = [];
  new NeighbourSearch(createIndex({ ...points, neighbours: 2 }, writeClippedPoints(x)), 2).visitNeighbours(
    points,
    [0, 1],
    (squares, places, from) => {
      expect(squares.slice(from, from + 2).every(Number.isFinite)).toBe(true);
      found.push([...places.slice(from, from + 2)]);
    },
  );
  expect(found).toEqual([[0, 1]]);
});

test.each([1, 2, 3, 50, 51])("quickselect puts the median of %p keys in its place and moves its items along", (count) => {
  const keys = Float64Array.from({ length: count }, () => random.int(20));
  const items = Int32Array.from(keys.keys());
  const before = keys.slice();
  const place = count >> 1;
  quickselect(keys, items, place);
  expect(keys[place]).toBe(before.slice().sort()[place]);
  expect(keys.subarray(0, place).every((key) => key <= keys[place])).toBe(true);
  expect(keys.subarray(place).every((key) => key >= keys[place])).toBe(true);
  expect([...items].map((item) => before[item])).toEqual([...keys]);
});

test("quickselect takes no time that grows with the square of the number of keys", () => {
  const count = 400_000;
  const keys = new Float64Array(count).fill(count);
  // The median of three is the second least key in each round, which then is the second of those that remain.
  const items = Int32Array.from(keys.keys());
  for (let from = 0; from + 1 < count; from += 2) {
    const middle = (from + count - 1) >> 1;
    keys[items[from]] = from;
    keys[items[middle]] = from + 1;
    [items[from + 1], items[middle]] = [items[middle], items[from + 1]];
  }
  quickselect(keys, items, count >> 1);
  expect(keys[count >> 1]).toBe(count >> 1);
});
