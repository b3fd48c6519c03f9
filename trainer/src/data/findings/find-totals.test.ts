import { createRandom } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { findTotals } from "./find-totals.js";

const ROWS = 60;
const random = createRandom(3);
const parts = Array.from({ length: ROWS }, () => Math.round(1000 * random.next()) / 100);
const sum = parts.reduce((total, part) => total + part, 0);
const shops = parts.map((_, row) => `shop ${row % 6}`);

test.each<[string, Record<string, Cells>, number[]]>([
  ["a last row that is named total", { shop: [...shops, "Grand Total"], price: [...parts, 5] }, [ROWS]],
  ["a last row that is the sum, rounded", { shop: [...shops, null], price: [...parts, Math.round(10 * sum) / 10] }, [ROWS]],
  [
    "subtotals before a total",
    { shop: [...shops.map((shop, row) => (row === 29 ? "小計" : shop)), "合計"], price: [...parts, 5] },
    [29, ROWS],
  ],
  ["no totals", { shop: shops, price: parts }, []],
  ["a word in another row", { shop: ["Total", ...shops], price: [5, ...parts] }, []],
  ["a kind of rows", { shop: parts.map((_, row) => (row % 2 ? "Total" : "Men")), price: parts }, []],
  ["a flag that is 1 in two rows", { shop: shops, flag: parts.map((_, row) => (row === 3 || row === ROWS - 1 ? 1 : 0)) }, []],
  ["zeros", { shop: shops, flag: parts.map(() => 0) }, []],
])("totals: %s", (_what, columns, expected) => {
  expect(findTotals(createTable(columns))).toEqual(expected);
});
