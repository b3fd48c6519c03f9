import { pointsOf, squaredDistance } from "../algorithms/k-means/points.js";
import { createPace } from "../algorithms/pace.js";
import { createRandom } from "../random.js";
import { fitContext } from "../testing/fit-context.js";
import { growTree } from "./axes.js";
import { putMedianInPlace } from "./median.js";
import { NeighbourSearch } from "./search.js";
import { inOrder, orderByHalving, placesOf, treeOf } from "./tree.js";

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
])("finds the points that comparing with each one finds: %s", async (_title, x) => {
  const points = pointsOf(x);
  const order = await orderByHalving(points, createPace(fitContext()));
  expect([...order].sort((a, b) => a - b)).toEqual([...Array(x.nrow).keys()]);
  const search = new NeighbourSearch(treeOf(inOrder(points, order)), 7);
  const queries = pointsOf(cloud(40, x.ncol, () => 2 * random.normal()));
  for (let i = 0; i < queries.count; i++) {
    search.find(queries.values, i * x.ncol);
    const distanceOf = (row: number) => squaredDistance(queries.values, i * x.ncol, points.values, row * x.ncol, x.ncol);
    const all = Float64Array.from({ length: x.nrow }, (_, row) => distanceOf(row)).sort();
    [...search.squares].forEach((square, at) => {
      expect(square).toBeCloseTo(all[at], 10);
      expect(distanceOf(order[search.places[at]])).toBeCloseTo(square, 10);
    });
    expect(new Set(search.places).size).toBe(7);
  }
});

test.each([
  ["rows that vary along few directions are halved along these", 3, 20],
  ["rows that vary along many are looked at one by one", 20, 0],
])("%s", async (_title, directions, axes) => {
  const sources = cloud(400, directions, () => random.normal()).columns;
  const columns = Array.from({ length: 20 }, (_, j) => sources[j % directions]);
  const grown = await growTree({ nrow: 400, ncol: 20, columns }, createPace(fitContext()));
  const [tree, order] = [grown.tree(), grown.order];
  expect(tree.axes.length).toBe(axes * 20);
  const search = new NeighbourSearch(tree, 1);
  search.find(
    Float64Array.from(columns, (column) => column[123]),
    0,
  );
  expect(order[search.places[0]]).toBe(123);
});

test("infinite numbers are at a finite distance", async () => {
  const x = { nrow: 2, ncol: 2, columns: [Float64Array.of(Number.NEGATIVE_INFINITY, 1), Float64Array.of(1e308, 1)] };
  const search = new NeighbourSearch(treeOf(placesOf(x)), 2);
  search.find(placesOf(x).values, 0);
  expect([...search.places]).toEqual([0, 1]);
  expect(search.squares.every(Number.isFinite)).toBe(true);
});

test.each([1, 2, 3, 50, 51])("the median of %p keys comes into its place, its items with it", (count) => {
  const keys = Float64Array.from({ length: count }, () => random.int(20));
  const items = Int32Array.from(keys.keys());
  const before = keys.slice();
  const place = count >> 1;
  putMedianInPlace(keys, items, place);
  expect(keys[place]).toBe(before.slice().sort()[place]);
  expect(keys.subarray(0, place).every((key) => key <= keys[place])).toBe(true);
  expect(keys.subarray(place).every((key) => key >= keys[place])).toBe(true);
  expect([...items].map((item) => before[item])).toEqual([...keys]);
});
