/**
 * Compares forecasts of series with statsforecast, group by group. Models are trained in this process, without a time limit: the
 * forecasters of an automatic training and one model of lags, of which the recommended one answers. Progress goes to the standard error.
 */
import { rankModels } from "@agatha/contracts";
import { createRandom } from "@agatha/trainer/numeric/random";
import { trainModel } from "@agatha/trainer/training/train-model";
import {
  type ForecastTask,
  mean,
  meanAbsoluteError,
  SINGLE_PEERS,
  type SinglePeer,
  seasonalNaiveError,
  startSeriesPeers,
} from "./series-peers.js";

const CANDIDATES = ["Combination", "ETS", "ARIMA", "Theta", "CES", "Harmonic", "SNaive", "Croston", "XGB"];
/** Automatic training tries harmonic regression from so many values on. */
const MIN_HARMONIC_VALUES = 300;
/** AutoARIMA takes minutes on a season of 24, and on 800 days. */
const QUICK_PEERS: readonly SinglePeer[] = ["AutoETS", "AutoTheta", "AutoCES"];
const MANY_VALUES = 500;
/** Part of the mean value that both errors count more, so that series without noise do not divide by nothing. */
const LEAST_ERROR = 0.005;

export interface ComparedSeries {
  label: string;
  /** Groups in whose lines of the table it counts, such as its frequency and its kind. */
  groups: readonly string[];
  season: number;
  horizon: number;
  timeAt(t: number): number;
  /** The last values, as many as the horizon, are to be forecast. */
  values: readonly number[];
}

interface Result {
  series: ComparedSeries;
  method: string;
  /** Error ÷ that of the median of the peers; ÷ that of the seasonal naive forecast. */
  ratio: number;
  toNaive: number;
  /** Share of the kept values in the 90 % intervals. */
  covered: number;
}

/** Writes a Markdown table with a line for each group, in the order in which they come first. */
export async function compareForecasts(print: (line: string) => void, all: readonly ComparedSeries[]): Promise<void> {
  const peers = startSeriesPeers();
  const results: Result[] = [];
  try {
    for (const series of all) {
      const result = await compare(series, peers);
      results.push(result);
      process.stderr.write(`${series.label}: ${result.method} ${result.ratio.toFixed(3)}\n`);
    }
  } finally {
    peers.stop();
  }
  print("| series of | number | ÷ median of statsforecast | wins, losses by more than 5 % | ÷ seasonal naive | in 90 % intervals |");
  print("| --- | --- | --- | --- | --- | --- |");
  for (const group of new Set(all.flatMap(({ groups }) => groups))) {
    print(
      rowOf(
        group,
        results.filter(({ series }) => series.groups.includes(group)),
      ),
    );
  }
  print(rowOf("all", results));
  const worst = results.reduce((most, each) => (each.ratio > most.ratio ? each : most));
  print(`\nWorst: ${worst.series.label}, by ${worst.method}: ${worst.ratio.toFixed(2)}.`);
}

function rowOf(name: string, results: readonly Result[]): string {
  const geometric = (figureOf: (result: Result) => number) => Math.exp(mean(results.map((each) => Math.log(figureOf(each))))).toFixed(3);
  const wins = results.filter(({ ratio }) => ratio < 1 / 1.05).length;
  const losses = results.filter(({ ratio }) => ratio > 1.05).length;
  const covered = (100 * mean(results.map((each) => each.covered))).toFixed(1);
  const figures = [results.length, geometric(({ ratio }) => ratio), `${wins}, ${losses}`, geometric(({ toNaive }) => toNaive), covered];
  return `| ${[name, ...figures].join(" | ")} |`;
}

async function compare(series: ComparedSeries, peers: ReturnType<typeof startSeriesPeers>): Promise<Result> {
  const { season, horizon, values } = series;
  const length = values.length - horizon;
  const task: ForecastTask = { season, horizon, values: values.slice(0, length), actual: values.slice(length) };
  const { method, steps } = await forecastByBest(task.values, series);
  const least = LEAST_ERROR * mean(values.map(Math.abs));
  const errorOf = (forecast: readonly number[]) => meanAbsoluteError(task, forecast) + least;
  const error = errorOf(steps.map(({ value }) => value ?? Number.NaN));
  const median = (await peers.forecasts(task, length > MANY_VALUES ? QUICK_PEERS : SINGLE_PEERS)).get("median4") ?? [];
  const within = steps.filter(
    ({ lower, upper }, i) => (lower ?? Number.NaN) <= task.actual[i]! && task.actual[i]! <= (upper ?? Number.NaN),
  );
  return {
    series,
    method,
    ratio: error / errorOf(median),
    toNaive: error / (seasonalNaiveError(task) + least),
    covered: within.length / horizon,
  };
}

/** Trains each candidate and returns the forecast of the recommended one. */
async function forecastByBest(values: readonly number[], { horizon, timeAt }: ComparedSeries) {
  const when = { name: "when", type: "d" as const, values: Float64Array.from(values, (_, t) => timeAt(t)) };
  const table = { nrow: values.length, columns: [when, { name: "y", type: "n" as const, values: Float64Array.from(values) }] };
  const models: { algorithm: string; info: Awaited<ReturnType<typeof trainModel>>["info"] }[] = [];
  for (const algorithm of CANDIDATES) {
    if (algorithm === "Harmonic" && values.length < MIN_HARMONIC_VALUES) continue;
    const asked = { type: "REGRESSION" as const, response: "y", layers: [{ nodes: [{ algorithm }] }], maxFpr: 1, seed: 1 };
    const { info } = await trainModel({ ...asked, timeSeries: { time: "when", lags: 5, lagInputs: "proposed", horizon } }, table, {
      random: createRandom(1),
      timezone: "UTC",
      signal: new AbortController().signal,
      progress: () => {},
    });
    models.push({ algorithm, info });
  }
  const figuresOf = ({ info }: (typeof models)[number]) => ({ indicators: info.indicators, heldOutRows: info.validation.heldOutRows });
  const { algorithm, info } = rankModels("REGRESSION", models, figuresOf, { rankBy: "recommended" })[0]!;
  return { method: algorithm, steps: info.forecast?.steps ?? [] };
}
