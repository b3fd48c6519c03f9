import { pasteCells } from "./paste-cells.js";

const COLUMNS = [
  ["1", "2", "3"],
  ["4", "5", "6"],
];

test.each<[string, { column: number; row: number }, string, string[][] | undefined]>([
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
    "cells beyond the last row and column are left out",
    { column: 1, row: 2 },
    "7\t8\n9\t10",
    [
      ["1", "2", "3"],
      ["4", "5", "7"],
    ],
  ],
  ["a single cell is left to the field", { column: 0, row: 0 }, "7\n", undefined],
])("%s", (_case, at, copied, expected) => {
  expect(pasteCells(COLUMNS, at, copied)).toEqual(expected);
});
