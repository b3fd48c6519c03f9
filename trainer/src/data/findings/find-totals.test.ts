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
  [
    "a total above a note",
    { shop: [...shops, "Total", "Note: prices in EUR"], price: [...parts, sum, null], count: [...parts, 5, null] },
    [ROWS, ROWS + 1],
  ],
  ["a note alone", { shop: [...shops, "Source: MES"], price: [...parts, null], count: [...parts, null] }, [ROWS]],
  ["a mean", { shop: [...shops, "Average"], price: [...parts, sum / ROWS] }, [ROWS]],
  ["a last row with gaps", { shop: [...shops, "shop 1"], price: [...parts, null], count: [...parts, 7] }, []],
  ["a last row with a known text and gaps", { shop: [...shops, "shop 1"], price: [...parts, null], count: [...parts, null] }, []],
  ["texts without numbers in a narrow table", { shop: [...shops, "shop 1"], price: [...parts, null] }, []],
  ["no totals", { shop: shops, price: parts }, []],
  ["a word in another row", { shop: ["Total", ...shops], price: [5, ...parts] }, []],
  ["a kind of rows", { shop: parts.map((_, row) => (row % 2 ? "Total" : "Men")), price: parts }, []],
  ["a flag that is 1 in two rows", { shop: shops, flag: parts.map((_, row) => (row === 3 || row === ROWS - 1 ? 1 : 0)) }, []],
  ["zeros", { shop: shops, flag: parts.map(() => 0) }, []],
])("totals: %s", (_what, columns, expected) => {
  expect(findTotals(createTable(columns))).toEqual(expected);
});
