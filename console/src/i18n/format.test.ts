import { createFormat, formatTimesOf } from "./format.js";

const cases: Record<string, { value: number; digits?: number; shown: string }> = {
  "four digits tell a figure": { value: 0.123456, shown: "0.1235" },
  "a whole number is shown in full": { value: 12345678, shown: "12,345,678" },
  "digits before the point are not rounded away": { value: 582319428.36, digits: 7, shown: "582,319,428" },
  "nor in a figure": { value: -12345.6, shown: "-12,346" },
  "what is left of the digits goes behind the point": { value: 12.3456, shown: "12.35" },
  "huge numbers take a power of ten": { value: 1234567890.5, shown: "1.235E9" },
  "and so do tiny ones": { value: 0.0000123456, shown: "1.235E-5" },
  "nothing is nothing": { value: 0, shown: "0" },
};

test.each(Object.entries(cases))("number format: %s", (_sentence, { value, digits, shown }) => {
  expect(createFormat("en").number(value, digits)).toBe(shown);
});

test.each([
  [0.0029, "+0.3%"],
  [-0.002, "-0.2%"],
  [-0.0004, "0%"],
  [0, "0%"],
])("a change of %d has its sign, unless it is shown as nothing", (change, shown) => {
  const { signed, percent } = createFormat("en");
  expect(signed(change, percent)).toBe(shown);
});

test("a period that begins at midnight is shown as its day", () => {
  const { period } = createFormat("en");
  expect(period("2025-01-01T00:00:00Z")).toBe("Jan 1, 2025");
  expect(period("2025-01-01T06:30:00Z")).toMatch(/^Jan 1, 2025, 6:30\sAM$/);
});

test("the seconds of a period are shown where it has some", () => {
  const { period } = createFormat("en");
  expect(period("2025-01-01T00:00:10Z")).toMatch(/^Jan 1, 2025, 12:00:10\sAM$/);
  expect(period("2025-07-01T04:00:30Z", "America/New_York")).toMatch(/^Jul 1, 2025, 12:00:30\sAM$/);
});

test("a period is shown by the clocks of the dataset's time zone, whatever the zone of the browser", () => {
  const { period } = createFormat("en");
  expect(period("2024-12-31T23:00:00Z", "Europe/Berlin")).toBe("Jan 1, 2025");
  expect(period("2025-07-01T04:00:00Z", "America/New_York")).toBe("Jul 1, 2025");
  expect(period("2023-10-29T00:30:00Z", "Europe/Berlin")).toMatch(/^Oct 29, 2023, 2:30\sAM$/);
});

test.each([
  [0, "0\u00a0B"],
  [999, "999\u00a0B"],
  [12_345, "12\u00a0kB"],
  [1_540_000, "1.5\u00a0MB"],
  [2_000_000_000_000, "2,000\u00a0GB"],
])("%d bytes are shown with an SI symbol", (size, shown) => {
  expect(createFormat("en").bytes(size)).toBe(shown);
});

test.each<[string, string, string[]]>([
  ["days alone where each begins at midnight", "Asia/Taipei", ["2025-01-02", "2025-01-03"]],
  ["the time of day of all where one has it", "UTC", ["2025-01-01 16:00:00", "2025-01-02 16:00:00"]],
])("times of a list are written by the clocks of the dataset: %s", (_case, timezone, shown) => {
  const times = ["2025-01-01T16:00:00.000Z", "2025-01-02T16:00:00.000Z"];
  expect(times.map(formatTimesOf(times, timezone))).toEqual(shown);
});
