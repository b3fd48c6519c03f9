/**
 * Compares automatic training of time series with statsforecast. The files `series/*-monthly.csv`, `-quarterly.csv` and
 * `-yearly.csv` of TEST_DATA have the columns time and value. The last 18 months, 8 quarters or 6 years are kept out, as in the M4
 * competition. BENCH_DATA names some of the files, BENCH_SECONDS another time limit, BENCH_SERIES another folder.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testDataFolder } from "../data.js";
import { removeFolder, startAgatha, temporaryFolder } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";
import { type ForecastTask, maseOf, SINGLE_PEERS, startSeriesPeers } from "./series-peers.js";

const PERIODS: Record<string, { season: number; horizon: number }> = {
  monthly: { season: 12, horizon: 18 },
  quarterly: { season: 4, horizon: 8 },
  yearly: { season: 1, horizon: 6 },
};
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);

interface BenchmarkSeries extends ForecastTask {
  name: string;
  /** CSV of the training part. */
  csv: string;
}

interface SeriesResult {
  method: string;
  mase: number;
  /** Share of the kept values in the 90 % intervals. */
  covered: number;
  peers: Map<string, number>;
}

/** Writes a Markdown table and the geometric means of the ratios. */
export async function benchSeries(print: (line: string) => void): Promise<void> {
  const folder = process.env.BENCH_SERIES ?? join(testDataFolder ?? "", "series");
  const peers = startSeriesPeers();
  const data = await temporaryFolder();
  const product = await startAgatha(data);
  const results: SeriesResult[] = [];
  try {
    const client = new TestClient(product.url);
    await client.login();
    print("| series | best model | MASE | median of four | ratio | in 90 % intervals |");
    print("| --- | --- | --- | --- | --- | --- |");
    for (const series of readSeries(folder)) {
      const result = { ...(await runAutomatic(client, series)), peers: await peers.mases(series) };
      results.push(result);
      const median = result.peers.get("median4") ?? Number.NaN;
      const figures = [result.mase, median, result.mase / median, result.covered].map((figure) => figure.toFixed(3));
      print(`| ${series.name} | ${result.method} | ${figures.join(" | ")} |`);
    }
  } finally {
    peers.stop();
    await product.stop();
    await removeFolder(data);
  }
  printSummary(print, results);
}

function printSummary(print: (line: string) => void, results: readonly SeriesResult[]): void {
  const mean = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  const ratioTo = (name: string) => Math.exp(mean(results.map(({ mase, peers }) => Math.log(mase / peers.get(name)!))));
  const maseOf = (name: string) => mean(results.map(({ peers }) => peers.get(name)!)).toFixed(3);
  print(`\nGeometric mean of the ratio to the median of four: ${ratioTo("median4").toFixed(3)}; to each: `);
  print(SINGLE_PEERS.map((name) => `${name} ${ratioTo(name).toFixed(3)}`).join(", "));
  print(
    `Mean MASE ${mean(results.map(({ mase }) => mase)).toFixed(3)}; ${[...SINGLE_PEERS, "median4"].map((name) => `${name} ${maseOf(name)}`).join(", ")}.`,
  );
  print(`Share of all kept values in the 90 % intervals: ${(100 * mean(results.map(({ covered }) => covered))).toFixed(1)} %.`);
}

function readSeries(folder: string): BenchmarkSeries[] {
  const wanted = process.env.BENCH_DATA?.split(",");
  return readdirSync(folder).flatMap((file) => {
    const kind = PERIODS[/-(\w+)\.csv$/.exec(file)?.[1] ?? ""];
    const name = file.replace(/\.csv$/, "");
    if (!kind || (wanted && !wanted.some((part) => name.includes(part)))) return [];
    const [head = "", ...lines] = readFileSync(join(folder, file), "utf8").trim().split(/\r?\n/);
    const numbers = lines.map((line) => Number(line.split(",")[1]));
    const cut = lines.length - kind.horizon;
    return [{ ...kind, name, csv: [head, ...lines.slice(0, cut)].join("\n"), values: numbers.slice(0, cut), actual: numbers.slice(cut) }];
  });
}

async function runAutomatic(client: TestClient, series: BenchmarkSeries): Promise<Omit<SeriesResult, "peers">> {
  const dataset = await client.uploadDataset(`${series.name}.csv`, series.csv, { product_type: "timeseries" });
  const { id } = await client.api.createAutoModel(dataset.id, {
    mode: "AUTO_REGRESSION",
    response: "value",
    model_type: "REGRESSION",
    rank_by: "recommended",
    time_series_params: { lags: 5, horizon: series.horizon },
    limit: { models: 30, seconds: SECONDS },
  });
  const { models, model_id } = await client.waitForAutoModel(dataset.id, id, 3 * SECONDS);
  const { forecast } = await client.api.modelInfo(dataset.id, model_id ?? "");
  const steps = forecast?.steps ?? [];
  await client.api.deleteDataset(dataset.id);
  const within = steps.filter(
    ({ lower, upper }, i) => (lower ?? Number.NaN) <= series.actual[i]! && series.actual[i]! <= (upper ?? Number.NaN),
  );
  return {
    method: models[0]?.algorithms.join(" + ") ?? "",
    mase: maseOf(
      series,
      steps.map(({ value }) => value ?? Number.NaN),
    ),
    covered: within.length / series.horizon,
  };
}
