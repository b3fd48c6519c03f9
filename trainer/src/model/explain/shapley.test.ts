import type { NumberColumn, Table } from "../../data/tables/table.js";
import { createRandom } from "../../numeric/random.js";
import { createTable } from "../../testing/create-table.js";
import { shapleyByDefinition } from "../../testing/shapley-reference.js";
import { alignToInputs, mixWithBackground } from "./background.js";
import { exactShapley, permutationShapley, type ShapleyProblem } from "./shapley.js";

/**
 * Sums products of three columns and a step, so that no column's contribution follows from its value alone. Sampling an order and
 * its reverse would be exact for products of two.
 */
function worth({ nrow, columns }: Table): Float64Array {
  const cells = columns.map((column) => (column as NumberColumn).values);
  return Float64Array.from({ length: nrow }, (_, i) =>
    cells.reduce(
      (sum, cell, j) =>
        sum + (j + 1) * cell[i] * cells[(j + 1) % cells.length][i] * cells[(j + 2) % cells.length][i] + (cell[i] > 0.5 ? 1 : 0),
      0,
    ),
  );
}

function question(columns: number, backgroundRows: number): ShapleyProblem {
  const random = createRandom(columns);
  const table = (nrow: number): Table => ({
    nrow,
    columns: Array.from({ length: columns }, (_, j) => ({
      name: `c${j}`,
      type: "n" as const,
      values: Float64Array.from({ length: nrow }, () => random.normal()),
    })),
  });
  return { explained: { table: table(3), row: 1 }, background: table(backgroundRows), valueFunction: worth };
}

const cellsOf = (table: Table, row: number) => table.columns.map((column) => (column as NumberColumn).values[row]);
const answerFor = (cells: number[]) =>
  worth({ nrow: 1, columns: cells.map((cell, j) => ({ name: `c${j}`, type: "n", values: Float64Array.of(cell) })) })[0];

/** Returns the mean prediction with the subset's cells of the row and the other cells of each background row. */
function worthBySubset({ explained, background }: ShapleyProblem, subset: number): number {
  const own = cellsOf(explained.table, explained.row);
  const answers = Array.from({ length: background.nrow }, (_, b) =>
    answerFor(cellsOf(background, b).map((cell, j) => (subset & (1 << j) ? own[j] : cell))),
  );
  return answers.reduce((sum, answer) => sum + answer, 0) / answers.length;
}

test("enumeration equals the definition over all subsets of 10 columns", () => {
  const asked = question(10, 4);
  const { base, contributions, error } = exactShapley(asked);
  const expected = shapleyByDefinition(10, (subset) => worthBySubset(asked, subset));
  expect([...contributions]).toEqual(expected.map((value) => expect.closeTo(value, 9)));
  expect(base).toBeCloseTo(worthBySubset(asked, 0), 9);
  expect(error).toBe(0);
});

test.each([1, 2, 11, 40])("sampling of %i columns sums to the prediction minus the base, to 1e-9", (columns) => {
  const asked = question(columns, 8);
  const { base, contributions } = permutationShapley(asked, createRandom(1));
  const answer = answerFor(cellsOf(asked.explained.table, asked.explained.row));
  expect(Math.abs(contributions.reduce((sum, value) => sum + value, base) - answer)).toBeLessThan(1e-9);
});

test("the stated sampling error is close to the actual error", () => {
  const asked = question(9, 8);
  const exact = exactShapley(asked);
  const ratios = Array.from({ length: 40 }, (_, seed) => {
    const found = permutationShapley(asked, createRandom(seed));
    expect(found.base).toBeCloseTo(exact.base, 9);
    const largest = Math.max(...found.contributions.map((value, j) => Math.abs(value - exact.contributions[j])));
    expect(found.error).toBeGreaterThan(0);
    return largest / found.error;
  });
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  expect(mean).toBeGreaterThan(0.3);
  expect(mean).toBeLessThan(2.5);
});

test("mixtures keep text by the inputs' levels, and missing cells", () => {
  const input = { min: null, max: null, typical: null, integer: false };
  const inputs = [
    { ...input, name: "kind", type: "s" as const, levels: ["b", "a"] },
    { ...input, name: "x", type: "n" as const, levels: [] },
  ];
  const first = alignToInputs(inputs, createTable({ x: [1, null], kind: ["new", "a"] }));
  const background = alignToInputs(inputs, createTable({ kind: ["b", null], x: [5, 6] }));
  const mixed = mixWithBackground({ table: first, row: 0 }, { table: background, row: 1 }, 4, (m, j) => ((m >> j) & 1) === 1);
  expect(mixed.columns[0]).toMatchObject({ levels: ["b", "a", "\u0000unseen"], codes: Int32Array.of(-1, 2, -1, 2) });
  expect(mixed.columns[1]).toMatchObject({ values: Float64Array.of(6, 6, 1, 1) });
});
