import { type ComparedSeries, compareForecasts } from "./forecast-comparison.js";
import { makeSeries } from "./made-series.js";

const EVERY = Number(process.env.BENCH_EVERY ?? 1);

/**
 * Writes a Markdown table by frequency, kind and noise. BENCH_DATA names some of the frequencies, BENCH_EVERY=7 takes each seventh
 * series.
 */
export async function benchMadeSeries(print: (line: string) => void): Promise<void> {
  const wanted = process.env.BENCH_DATA?.split(",");
  const chosen = makeSeries().filter(({ frequency }, i) => i % EVERY === 0 && (!wanted || wanted.includes(frequency.name)));
  await compareForecasts(
    print,
    chosen.map(({ frequency, kind, noise, values }): ComparedSeries => {
      const groups = [frequency.name, kind, `noise ${noise}`];
      return { label: groups.join(", "), groups, ...frequency, values };
    }),
  );
}
