import { referenceFigures } from "../../testing/reference-figures.js";
import { decomposeSeasons } from "./multiple-seasons.js";

const figures = referenceFigures<{
  values: number[];
  at: number[];
  decompositions: { seasons: number[]; trend: number[]; seasonal: number[][] }[];
}>("multiple-seasons");

test.each(figures.decompositions)(
  "seasons of $seasons periods are decomposed as statsmodels does",
  async ({ seasons, trend, seasonal }) => {
    const found = await decomposeSeasons(Float64Array.from(figures.values), seasons, () => undefined);
    const places = (values: Float64Array) => figures.at.map((t) => values[t]);
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, 8));
    expect(places(found.trend)).toEqual(near(trend));
    expect(found.seasonal.map(places)).toEqual(seasonal.map(near));
  },
);

test("a straight line is its own trend, without a season and with one", async () => {
  const line = Float64Array.from({ length: 60 }, (_, t) => 5 + 2 * t);
  for (const seasons of [[], [12]]) {
    const { trend, remainder } = await decomposeSeasons(line, seasons, () => undefined);
    expect([...trend]).toEqual(Array.from(line, (value) => expect.closeTo(value, 8)));
    expect(Math.max(...remainder.map(Math.abs))).toBeLessThan(1e-8);
  }
});
