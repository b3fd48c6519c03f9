import { createRandom } from "../random.js";
import { addLongerSeasons, findLongerSeasons, removeLongerSeasons } from "./longer-seasons.js";

const HOURS = 24 * 7 * 8;
const quick = () => undefined;

/** Hourly load: each day like the others, less on weekends, with noise. */
function hourlyLoad(): { values: Float64Array; week: (t: number) => number } {
  const random = createRandom(3);
  const week = (t: number) => (Math.floor(t / 24) % 7 < 5 ? 4 : -10);
  const values = Float64Array.from({ length: HOURS }, (_, t) => 100 + 15 * Math.sin((2 * Math.PI * t) / 24) + week(t) + random.normal());
  return { values, week };
}

test("the week of hourly values is found beside the day, and what is taken out is put back", async () => {
  const { values, week } = hourlyLoad();
  const longer = await findLongerSeasons(values, { season: 24, candidates: [168] }, quick);
  expect(longer?.profiles.map(({ length }) => length)).toEqual([168]);
  const error = longer?.profiles[0].reduce((most, value, t) => Math.max(most, Math.abs(value - week(t))), 0);
  expect(error).toBeLessThan(3);
  const rest = removeLongerSeasons(values, longer);
  expect(Array.from(rest, (value, t) => addLongerSeasons(value, t, longer))).toEqual(
    Array.from(values, (value) => expect.closeTo(value, 8)),
  );
});

test("the first place of a profile is that of the first value, also of a series of which the latest values count alone", async () => {
  const long = Float64Array.from({ length: 10_075 }, (_, t) => (t % 7 === 2 ? 5 : 0) + ((t * 7919) % 13) / 40);
  const longer = await findLongerSeasons(long, { season: 1, candidates: [7] }, quick);
  const [profile] = longer?.profiles ?? [[]];
  expect(profile.indexOf(Math.max(...profile))).toBe(2);
});

test("swings that follow the level are factors", async () => {
  const { values } = hourlyLoad();
  const growing = values.map((value, t) => value * Math.exp(t / 500));
  const longer = await findLongerSeasons(growing, { season: 24, candidates: [168] }, quick);
  expect(longer?.kind).toBe("multiplicative");
});

test.each([
  ["noise", 0],
  ["a random walk", 1],
])("%s has no longer season", async (_name, dependence) => {
  const random = createRandom(5);
  let level = 0;
  const values = Float64Array.from({ length: 1200 }, () => (level = dependence * level + random.normal()));
  expect(await findLongerSeasons(values, { season: 7, candidates: [365] }, quick)).toBeUndefined();
});
