/**
 * Many series beside statsforecast and mlforecast, in one run: exponential smoothing, ARIMA and Theta fitted to each of 1,000 monthly
 * series, and one boosted model of 10,000 daily series. BENCH_DIVISOR=10 takes a tenth of both, BENCH_DATA=daily one of them.
 */
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { FORECAST_LIMIT } from "@agatha/contracts";
import { arima } from "@agatha/trainer/algorithms/arima/index";
import type { SeriesMethod } from "@agatha/trainer/algorithms/base/series-method";
import { ets } from "@agatha/trainer/algorithms/ets/index";
import { theta } from "@agatha/trainer/algorithms/theta/index";
import type { Table } from "@agatha/trainer/data/tables/table";
import { loadServingModel } from "@agatha/trainer/model/serving/serving-model";
import { createRandom } from "@agatha/trainer/numeric/random";
import { trainModel } from "@agatha/trainer/training/train-model";
import { startPython } from "./peer-process.js";
import { isSelected, median } from "./peers.js";

const PEERS = {
  file: "many-series-peers.py",
  modules: ["statsforecast", "mlforecast", "lightgbm"],
  packages: ["statsforecast", "mlforecast", "lightgbm"],
};
const DIVISOR = Number(process.env.BENCH_DIVISOR ?? 1);
const DAY = 86_400_000;
/** Number of runs of each side on the daily series, by turns, whose times are short enough for chance to decide between them. */
const DAILY_RUNS = 5;
/** Milliseconds before a run, for threads of the last one that wait for work. */
const COOL_DOWN_MS = 1000;

interface SeriesSet {
  /** Values to learn from, and those that came. */
  known: Float64Array[];
  came: Float64Array[];
  season: number;
  horizon: number;
  /** Name of the step in pandas. */
  freq: string;
  timeAt(t: number): number;
}

/** Series with a level, a trend and a season of their own, and noise; the levels are log-normal. */
function makeSet(count: number, { season, length, horizon }: Record<"season" | "length" | "horizon", number>) {
  return Array.from({ length: count }, (_, code) => {
    const random = createRandom(code + 1);
    const level = 50 * Math.exp(random.normal());
    const growth = 0.4 * random.normal();
    const amplitude = 0.3 * random.next();
    const phase = 2 * Math.PI * random.next();
    const noise = 0.1 * random.next();
    return Float64Array.from({ length: length + horizon }, (_, t) => {
      const wave = Math.sin((2 * Math.PI * t) / season + phase) + 0.5 * Math.sin((4 * Math.PI * t) / season + 2 * phase);
      return level * (1 + (growth * t) / length + amplitude * wave + noise * random.normal());
    });
  });
}

const MONTHS = { season: 12, length: 120, horizon: 12 };
const DAYS = { season: 7, length: 200, horizon: 28 };

const setOf = (
  values: Float64Array[],
  { season, length, horizon }: typeof MONTHS,
  unit: Pick<SeriesSet, "freq" | "timeAt">,
): SeriesSet => ({
  known: values.map((series) => series.subarray(0, length)),
  came: values.map((series) => series.subarray(length)),
  season,
  horizon,
  ...unit,
});

/** Writes Markdown. */
export async function benchManySeries(print: (line: string) => void): Promise<void> {
  const peers = await startPython<{ seconds: number; values: number[] }>(process.env.BENCH_PYTHON ?? "python3", PEERS);
  const file = join(tmpdir(), `many-series-${process.pid}.csv`);
  const askPeer = async (set: SeriesSet, method: string) => {
    const { season, horizon, freq } = set;
    const { seconds, values } = await peers.ask({ file, method, season, horizon, freq });
    return { seconds, error: errorOf(set, values) };
  };
  print("| series | method | seconds | peer's | ÷ | error | peer's |");
  print("| --- | --- | --- | --- | --- | --- | --- |");
  const row = (cells: readonly string[], ours: Made, theirs: Made) =>
    print(
      `| ${[...cells, ours.seconds.toFixed(1), theirs.seconds.toFixed(1), (ours.seconds / theirs.seconds).toFixed(2), ours.error.toFixed(4), theirs.error.toFixed(4)].join(" | ")} |`,
    );
  try {
    if (isSelected({ file: "monthly" })) {
      const monthly = setOf(makeSet(1000 / DIVISOR, MONTHS), MONTHS, { freq: "MS", timeAt: (t) => Date.UTC(2010, t, 1) });
      await writeFile(file, csvOf(monthly));
      const name = `${monthly.known.length} monthly`;
      row([name, "ETS"], await forecastEach(monthly, ets), await askPeer(monthly, "AutoETS"));
      row([name, "ARIMA"], await forecastEach(monthly, arima), await askPeer(monthly, "AutoARIMA"));
      row([name, "Theta"], await forecastEach(monthly, theta), await askPeer(monthly, "AutoTheta"));
    }
    if (isSelected({ file: "daily" })) {
      const daily = setOf(makeSet(10_000 / DIVISOR, DAYS), DAYS, { freq: "D", timeAt: (t) => Date.UTC(2024, 0, 1) + t * DAY });
      await writeFile(file, csvOf(daily));
      const [ours, theirs]: [Made[], Made[]] = [[], []];
      for (let run = 0; run < DAILY_RUNS; run++) {
        await pause(COOL_DOWN_MS);
        ours.push(await forecastTogether(daily));
        theirs.push(await askPeer(daily, "LightGBM"));
      }
      row([`${daily.known.length} daily`, "XGB of proposed lags"], medianOf(ours), medianOf(theirs));
    }
  } finally {
    peers.stop();
    await rm(file, { force: true });
  }
  print(`\n${peers.versions}.`);
}

interface Made {
  seconds: number;
  error: number;
}

/** Returns the median of the seconds; errors of all runs are the same. */
const medianOf = (runs: readonly Made[]): Made => ({
  seconds: median(runs.map(({ seconds }) => seconds)),
  error: median(runs.map(({ error }) => error)),
});

/** Mean absolute error ÷ mean value, over all series. */
function errorOf({ came }: SeriesSet, forecasts: readonly number[]): number {
  const actual = came.flatMap((values) => Array.from(values));
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + Math.abs(value), 0);
  return sum(actual.map((value, i) => value - forecasts[i]!)) / sum(actual);
}

function csvOf({ known, timeAt }: SeriesSet): string {
  const dates = Array.from(known[0] ?? [], (_, t) => new Date(timeAt(t)).toISOString().slice(0, 10));
  const rows = known.flatMap((values, code) => Array.from(values, (value, t) => `${code},${dates[t]},${value}`));
  return `unique_id,ds,y\n${rows.join("\n")}\n`;
}

/** Fits and forecasts one series after another. */
async function forecastEach<S>(set: SeriesSet, { fit, run }: SeriesMethod<S>): Promise<Made> {
  const context = fitContext();
  const forecastOf = async (values: Float64Array) => run(values, await fit(values, { season: set.season }, context)).forecast(set.horizon);
  // As the peer, which is compiled by a run that does not count.
  await forecastOf(set.known[0]!);
  const start = performance.now();
  const forecasts: number[] = [];
  for (const values of set.known) forecasts.push(...(await forecastOf(values)));
  return { seconds: (performance.now() - start) / 1000, error: errorOf(set, forecasts) };
}

/**
 * Trains one model of all series, with its held-out figures and intervals, and asks it for the next periods. The rows are in memory
 * before, as the peer's are.
 */
async function forecastTogether(set: SeriesSet): Promise<Made> {
  const table = tableOf(set);
  const start = performance.now();
  const { artifact } = await trainModel(
    {
      type: "REGRESSION",
      response: "y",
      layers: [{ nodes: [{ algorithm: "XGB" }] }],
      maxFpr: 1,
      seed: 1,
      timeSeries: { time: "ds", lags: 5, lagInputs: "proposed", series: "unique_id", horizon: set.horizon },
    },
    table,
    fitContext(),
  );
  const serving = loadServingModel(artifact);
  const names = set.known.map((_, code) => String(code));
  const together = Math.floor(FORECAST_LIMIT / set.horizon);
  const forecasts: number[] = [];
  for (let from = 0; from < names.length; from += together) {
    const asked = serving.nextPeriods?.(serving.toTable([]), { series: names.slice(from, from + together) }) ?? [];
    for (const { value } of asked) forecasts.push(...(value as number[]));
  }
  return { seconds: (performance.now() - start) / 1000, error: errorOf(set, forecasts) };
}

const fitContext = () => ({
  random: createRandom(1),
  timezone: "UTC",
  signal: new AbortController().signal,
  progress: () => {},
});

function tableOf({ known, timeAt }: SeriesSet): Table {
  const times = Float64Array.from(known[0] ?? [], (_, t) => timeAt(t));
  const nrow = known.length * times.length;
  const [ds, y, codes] = [new Float64Array(nrow), new Float64Array(nrow), new Int32Array(nrow)];
  known.forEach((values, code) => {
    ds.set(times, code * times.length);
    y.set(values, code * times.length);
    codes.fill(code, code * times.length, (code + 1) * times.length);
  });
  return {
    nrow,
    columns: [
      { name: "ds", type: "d", values: ds },
      { name: "unique_id", type: "s", levels: known.map((_, code) => String(code)), codes },
      { name: "y", type: "n", values: y },
    ],
  };
}
