import { errorDeciles, extremeErrors } from "./prediction-errors.js";

const errors = [0.1, -0.5, 0.2, -1.5, 0.7, 0.9, 2.2].map((error, row) => ({ row, actual: 0, predicted: 0, error }));

test("the largest and smallest errors are by absolute value, the most extreme first", () => {
  const { largest, smallest } = extremeErrors(errors);
  expect(largest.map(({ row }) => row)).toEqual([6, 3, 5, 4, 1, 2, 0]);
  expect(smallest.map(({ row }) => row)).toEqual([0, 2, 1, 4, 5, 3, 6]);
});

// @contract top-10-of-importance-top-15-of
test("fifteen errors of each kind are listed, the earlier row first on a tie", () => {
  const { largest, smallest } = extremeErrors(Array.from({ length: 40 }, (_, row) => ({ row, actual: 0, predicted: 0, error: row % 2 })));
  expect(largest.map(({ row }) => row)).toEqual(Array.from({ length: 15 }, (_, i) => 2 * i + 1));
  expect(smallest.map(({ row }) => row)).toEqual(Array.from({ length: 15 }, (_, i) => 2 * i));
});

test("the errors listed of many are those that sorting all of them gives", () => {
  const many = Array.from({ length: 500 }, (_, row) => ({ row, actual: 0, predicted: 0, error: ((row * 37) % 101) - 50 }));
  const { largest, smallest } = extremeErrors(many);
  const byError = many.toSorted((a, b) => Math.abs(a.error) - Math.abs(b.error) || a.row - b.row);
  expect(smallest).toEqual(byError.slice(0, 15));
  expect(largest).toEqual(many.toSorted((a, b) => Math.abs(b.error) - Math.abs(a.error) || a.row - b.row).slice(0, 15));
});

// @contract top-10-of-importance-top-15-of
test("deciles of the absolute errors equal those of numpy.quantile (2.4)", () => {
  const expected = [0.1, 0.16, 0.26, 0.44, 0.58, 0.7, 0.82, 1.02, 1.38, 1.78, 2.2];
  errorDeciles(errors).forEach((decile, i) => {
    expect(decile).toBeCloseTo(expected[i], 12);
  });
  expect(errorDeciles(errors)).toHaveLength(11);
});

test("no errors give no deciles", () => {
  expect(errorDeciles([])).toEqual([]);
});
