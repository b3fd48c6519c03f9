import { createRandom } from "../random.js";
import { detectSeasons } from "./detect-seasons.js";

const SERIES = 40;

/** Returns the share of random walks with this swing, of this many seasons, in which the season is found. */
function shareFound({ season, cycles, swing }: { season: number; cycles: number; swing: number }): number {
  const found = Array.from({ length: SERIES }, (_, seed) => {
    const random = createRandom(seed);
    let level = 0;
    const values = Float64Array.from({ length: Math.round(cycles * season) }, (_value, t) => {
      level += random.normal();
      return level + swing * Math.sqrt(season) * Math.sin((2 * Math.PI * (t + seed)) / season);
    });
    return detectSeasons(values, [season]).includes(season);
  });
  return found.filter(Boolean).length / SERIES;
}

test.each([
  [365, 3],
  [365, 4],
  [52, 3],
  [52, 4],
  [12, 3],
  [12, 4],
])("random walks of %p periods a year and %p years seldom have a yearly season", (season, cycles) => {
  expect(shareFound({ season, cycles, swing: 0 })).toBeLessThan(0.1);
});

test.each([
  [52, 4],
  [12, 6],
])("a large yearly season of %p periods is found beside a random walk of %p years", (season, cycles) => {
  expect(shareFound({ season, cycles, swing: 3 })).toBeGreaterThan(0.8);
});
