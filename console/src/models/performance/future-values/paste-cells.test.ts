import { pasteCells } from "./paste-cells.js";

const COLUMNS = [
  ["1", "2", "3"],
  ["4", "5", "6"],
];

test.each<[string, { column: number; row: number }, string, string[][] | undefined, number?]>([
  [
    "a column of a spreadsheet fills the rows from the one that has the focus",
    { column: 0, row: 1 },
    "8\r\n9\r\n",
    [
      ["1", "8", "9"],
      ["4", "5", "6"],
    ],
  ],
  [
    "a block fills columns and rows",
    { column: 0, row: 0 },
    "7\t8\n 9 \t10",
    [
      ["7", "9", "3"],
      ["8", "10", "6"],
    ],
  ],
  [
    "an empty cell of a block empties the field",
    { column: 1, row: 0 },
    "7\n\n9",
    [
      ["1", "2", "3"],
      ["7", "", "9"],
    ],
  ],
  [
    "cells beyond the last row and column are left out, and counted",
    { column: 1, row: 2 },
    "7\t8\n9\t10",
    [
      ["1", "2", "3"],
      ["4", "5", "7"],
    ],
    3,
  ],
  [
    "decimal commas become points, with the groups of three digits in the same cells",
    { column: 0, row: 0 },
    "7,5\n1.234,25\n1.234",
    [
      ["7.5", "1234.25", "1234"],
      ["4", "5", "6"],
    ],
  ],
  [
    "a comma that may separate thousands stays, and so does a decimal point",
    { column: 0, row: 0 },
    "1,234\n12.5\n-3",
    [
      ["1,234", "12.5", "-3"],
      ["4", "5", "6"],
    ],
  ],
  ["a single cell is left to the field", { column: 0, row: 0 }, "7\n", undefined],
])("%s", (_case, at, copied, columns, leftOut = 0) => {
  expect(pasteCells(COLUMNS, at, copied)).toEqual(columns && { columns, leftOut });
});
