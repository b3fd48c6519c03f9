import { intervalAround } from "./interval-around.js";

test.each<[string, Parameters<typeof intervalAround>, ReturnType<typeof intervalAround>]>([
  ["without a floor", [2, 5, undefined], { lower: -3, upper: 7 }],
  ["a bound below the floor", [2, 5, 0], { lower: 0, upper: 7 }],
  ["a bound above the floor", [9, 5, 0], { lower: 4, upper: 14 }],
  ["a forecast below the floor", [-1, 5, 0], { lower: -1, upper: 4 }],
  ["a bound above the ceiling", [9, 5, 0, 10], { lower: 4, upper: 10 }],
  ["a forecast above the ceiling", [11, 5, 0, 10], { lower: 6, upper: 11 }],
  ["no half width", [2, Number.NaN, 0], null],
  ["no forecast", [Number.NaN, 5, 0], null],
])("the interval around a forecast: %s", (_what, given, expected) => {
  expect(intervalAround(...given)).toEqual(expected);
});
