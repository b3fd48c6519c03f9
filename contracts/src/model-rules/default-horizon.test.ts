import { defaultHorizon } from "./default-horizon.js";

const month = { unit: "month", size: 1 } as const;

test.each<[string, Parameters<typeof defaultHorizon>[0], number]>([
  ["a day of hours", { period: { unit: "second", size: 3600 }, periods: 2000 }, 24],
  ["a day of quarter hours", { period: { unit: "second", size: 900 }, periods: 2000 }, 96],
  ["an hour of minutes, since a day has too many", { period: { unit: "second", size: 60 }, periods: 2000 }, 60],
  ["a week of days", { period: { unit: "day", size: 1 }, periods: 400 }, 7],
  ["a week of business days", { period: { unit: "weekday", size: 1 }, periods: 400 }, 5],
  ["a week of open days", { period: { unit: "weekday", size: 1, open: [0, 1, 2, 3, 4, 5] }, periods: 400 }, 6],
  ["a day of open hours", { period: { unit: "second", size: 3600, open: [9, 10, 11, 12, 33, 34, 35] }, periods: 400 }, 4],
  ["a year of weeks", { period: { unit: "day", size: 7 }, periods: 300 }, 52],
  ["a year of months", { period: month, periods: 84 }, 12],
  ["a year of quarters", { period: { unit: "month", size: 3 }, periods: 56 }, 4],
  ["some years", { period: { unit: "month", size: 12 }, periods: 58 }, 3],
  ["at most a quarter of the history", { period: month, periods: 30 }, 7],
  ["one period of a short history", { period: month, periods: 3 }, 1],
  ["the periods that are planned", { period: month, periods: 84, planned: 3 }, 3],
  ["at most a hundred that are planned", { period: month, periods: 84, planned: 300 }, 100],
  ["one period where the times follow no rhythm", { period: null, periods: 300 }, 1],
])("a series is forecast by its period: %s", (_case, history, expected) => {
  expect(defaultHorizon(history)).toBe(expected);
});
