/** Forecasts by statsforecast, and the error that forecasts of a benchmark are compared by. */
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../bench/series-peers.py", import.meta.url));
export const SINGLE_PEERS = ["AutoETS", "AutoARIMA", "AutoTheta", "AutoCES"] as const;
export type SinglePeer = (typeof SINGLE_PEERS)[number];

/** Values to forecast from, and those that came. */
export interface ForecastTask {
  season: number;
  horizon: number;
  values: number[];
  actual: number[];
}

/** Mean absolute error ÷ that of the seasonal naive forecast within the training part. */
export function maseOf(task: ForecastTask, forecast: readonly number[]): number {
  return meanAbsoluteError(task, forecast) / seasonalNaiveError(task);
}

export function meanAbsoluteError({ actual }: ForecastTask, forecast: readonly number[]): number {
  return mean(actual.map((value, i) => Math.abs(value - forecast[i]!)));
}

export function seasonalNaiveError({ values, season }: ForecastTask): number {
  return mean(values.slice(season).map((value, i) => Math.abs(value - values[i]!)));
}

export const mean = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0) / list.length;

/** Starts statsforecast in one Python process. Throws and names the package to install when it cannot. */
export function startSeriesPeers(python = process.env.BENCH_PYTHON ?? "python3") {
  if (spawnSync(python, ["-c", "import statsforecast"]).status !== 0) {
    throw new Error(
      `${python} cannot import statsforecast: run \`${python} -m pip install statsforecast\`, or name another in BENCH_PYTHON`,
    );
  }
  const child = spawn(python, [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const read = async () => JSON.parse((await lines.next()).value ?? "{}") as Record<string, number[]>;
  const versions = read();
  /** Returns the forecasts of the named methods, all by default, of the seasonal naive one as `naive`, and the median as `median4`. */
  const forecasts = async ({ values, season, horizon }: ForecastTask, methods: readonly SinglePeer[] = SINGLE_PEERS) => {
    await versions;
    child.stdin.write(`${JSON.stringify({ values, season, horizon, methods })}\n`);
    return new Map(Object.entries(await read()));
  };
  return {
    forecasts,
    async mases(task: ForecastTask): Promise<Map<string, number>> {
      return new Map([...(await forecasts(task))].map(([name, forecast]) => [name, maseOf(task, forecast)]));
    },
    stop: () => void child.stdin.end(),
  };
}
