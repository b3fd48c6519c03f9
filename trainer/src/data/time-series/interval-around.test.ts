import { intervalAround } from "./interval-around.js";

test.each([
  ["without a floor", 2, 5, undefined, { lower: -3, upper: 7 }],
  ["a bound below the floor", 2, 5, 0, { lower: 0, upper: 7 }],
  ["a bound above the floor", 9, 5, 0, { lower: 4, upper: 14 }],
  ["a forecast below the floor", -1, 5, 0, { lower: -1, upper: 4 }],
  ["no half width", 2, Number.NaN, 0, null],
  ["no forecast", Number.NaN, 5, 0, null],
])("the interval around a forecast: %s", (_what, value, halfWidth, floor, expected) => {
  expect(intervalAround(value, halfWidth, floor)).toEqual(expected);
});
