import { createRandom } from "../numeric/random.js";
import { calibrationErrorInterval } from "./calibration-error-interval.js";

/** Rows of two classes; those of a group have one outcome, and the class comes true more often than predicted by `shift`. */
function rowsOf(seed: number, { shift, size }: { shift: number; size: number }) {
  const random = createRandom(seed);
  const nrow = 300;
  const chance = Float64Array.from({ length: nrow }, () => 0);
  const codes = new Int32Array(nrow);
  const groups = codes.map((_, row) => Math.floor(row / size));
  for (let row = 0; row < nrow; row++) {
    const isFirst = row % size === 0;
    chance[row] = isFirst ? 0.2 + 0.6 * random.next() : chance[row - 1];
    codes[row] = isFirst ? (random.next() < chance[row] + shift ? 1 : 0) : codes[row - 1];
  }
  return {
    forecast: { codes, classCount: 2, probabilities: Float64Array.from([...chance].flatMap((share) => [1 - share, share])) },
    groups,
  };
}

function heldShare(design: { shift: number; size: number }, byGroups = true): number {
  const held = Array.from({ length: 100 }, (_, seed) => {
    const { forecast, groups } = rowsOf(seed, design);
    const { lower, upper } = calibrationErrorInterval(forecast, byGroups ? groups : undefined)!;
    return lower <= design.shift && design.shift <= upper;
  });
  return held.filter(Boolean).length / held.length;
}

test.each([
  { shift: 0, size: 1 },
  { shift: 0.05, size: 1 },
  { shift: 0.15, size: 1 },
  { shift: 0, size: 5 },
  { shift: 0.15, size: 5 },
])("the interval holds the true error of 100 tables nine times in ten or more: %p", (design) => {
  expect(heldShare(design)).toBeGreaterThanOrEqual(0.9);
});

test("an interval by rows is too narrow where rows err by groups", () => {
  expect(heldShare({ shift: 0, size: 5 }, false)).toBeLessThan(0.6);
});

test("one group alone has no interval", () => {
  const { forecast } = rowsOf(1, { shift: 0, size: 1 });
  expect(calibrationErrorInterval(forecast, new Int32Array(300))).toBeUndefined();
});
