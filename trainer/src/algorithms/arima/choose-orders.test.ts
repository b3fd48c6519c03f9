import { createRandom } from "../../numeric/random.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import { fitContext } from "../../testing/fit-context.js";
import { chooseArima } from "./choose-orders.js";

const choose = (values: Float64Array, season: number) => chooseArima(values, season, createYielder(fitContext()));

test("a level that grows ever faster under a season takes two differences at most, so that forecasts do not run away", async () => {
  const random = createRandom(2);
  const values = Float64Array.from({ length: 64 }, (_, t) => 90 + 0.001 * t ** 3 + [4, -2, 1, -3][t % 4] + 0.1 * random.normal());
  const { differences, seasonalDifferences } = await choose(values, 4);
  expect(seasonalDifferences).toBe(1);
  expect(differences + seasonalDifferences).toBeLessThanOrEqual(2);
});

test("a season that changes takes a seasonal difference, and noise takes none", async () => {
  const random = createRandom(7);
  const noise = Float64Array.from({ length: 80 }, () => 50 + random.normal());
  // The strong quarter moves from the first to the third within the years.
  const changing = noise.map((value, t) => value + 8 * Math.cos((Math.PI * t) / 2 - (Math.PI * t) / 80));
  expect((await choose(changing, 4)).seasonalDifferences).toBe(1);
  expect(await choose(noise, 4)).toMatchObject({ differences: 0, seasonalDifferences: 0 });
});
