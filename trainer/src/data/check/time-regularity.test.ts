import { HOUR_MS, utcToZonedTime, zonedTimeToUtc } from "../tables/zoned-time.js";
import { areStepsEnough, countSteps, timeRegularity, timeRhythm } from "./time-regularity.js";

const hours = (from: string, count: number, step = HOUR_MS) => Array.from({ length: count }, (_, i) => Date.parse(from) + i * step);
const regularityOf = (times: readonly number[], timezone: string) => {
  const sorted = Float64Array.from(times).sort();
  const steps = countSteps(sorted);
  const { regular, missingPeriods, localTimes } = timeRegularity({ steps, times: areStepsEnough(steps) ? undefined : sorted, timezone });
  const { instants: _instants, ...zone } = localTimes ?? {};
  return { regular, missing: missingPeriods?.missing, ...zone };
};
/** Local times of a zone without offsets, as they are read in UTC and in the zone. */
const written = (instants: readonly number[], zone: string) => instants.map((at) => utcToZonedTime(at, zone));
const readInZone = (clocks: readonly number[], zone: string) => clocks.map((clock) => zonedTimeToUtc(clock, zone));

const YEAR = hours("2023-01-01T00:00Z", 8760);
const QUARTERS = hours("2023-10-20T00:00Z", 2000, HOUR_MS / 4);

test.each([
  ["hours of Berlin, read in UTC", written(YEAR, "Europe/Berlin"), "UTC", ["Europe/Berlin", false, 1, 1]],
  ["hours of New York, read in UTC", written(YEAR, "America/New_York"), "UTC", ["America/New_York", false, 1, 1]],
  ["hours of Berlin in spring, read in UTC", written(YEAR.slice(0, 3000), "Europe/Berlin"), "UTC", ["Europe/Berlin", false, 0, 1]],
  ["quarter hours of Berlin, read in UTC", written(QUARTERS, "Europe/Berlin"), "UTC", ["Europe/Berlin", false, 4, 0]],
  [
    "hours of Berlin, read in Berlin",
    readInZone(written(YEAR, "Europe/Berlin"), "Europe/Berlin"),
    "Europe/Berlin",
    ["Europe/Berlin", true, 1, 0],
  ],
])("changes of clocks explain what looks irregular: %s", (_what, times, timezone, [zone, isKnown, repeated, skipped]) => {
  const expected = { regular: true, zone, isKnown, repeated, skipped };
  expect(regularityOf(times, timezone)).toEqual({ ...expected, missing: undefined });
});

test("gaps beside a change of clocks are still counted", () => {
  const times = written(YEAR, "Europe/Berlin").filter((_, i) => i < 500 || i >= 503);
  expect(regularityOf(times, "UTC")).toMatchObject({ regular: true, missing: 3, zone: "Europe/Berlin" });
});

test.each([
  ["an hour twice where no clocks change", [...YEAR, YEAR[3000]], "UTC", false],
  ["the hour of autumn three times", [...written(YEAR, "Europe/Berlin"), Date.parse("2023-10-29T02:00Z")], "UTC", false],
  ["instants of hours, read with their offsets", YEAR, "Europe/Berlin", true],
  ["an hour that is missing at noon", YEAR.filter((_, i) => i !== 3000), "UTC", true],
])("other times are not taken for those of a zone: %s", (_what, times, timezone, regular) => {
  expect(regularityOf(times, timezone)).not.toHaveProperty("zone");
  expect(regularityOf(times, timezone).regular).toBe(regular);
});

test.each([
  ["an hour twice", [...YEAR, YEAR[3000]], true],
  ["two series of the same hours, one of them shorter", [...YEAR, ...YEAR.slice(0, 2000)], true],
  ["an hour twice among uneven ones", [...YEAR.map((time, i) => time + (i % 7) * 61_000), YEAR[0]], false],
])("times that are there more than once are even if the different ones are: %s", (_what, times, regularTime) => {
  const sorted = Float64Array.from(times).sort();
  const rhythm = timeRhythm({ steps: countSteps(sorted), times: sorted, timezone: "UTC" }, false);
  expect(rhythm).toMatchObject({ regularTime, repeatedTime: true });
});
