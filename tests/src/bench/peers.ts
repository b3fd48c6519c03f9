/**
 * Compares scores and times of the algorithms with the libraries that a user would choose instead. Both use the same rows and the
 * same split and take turns in one run, so that other load affects both alike. The results are ratios.
 */
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AlgorithmName } from "@agatha/contracts";
import { createRandom, type Random } from "@agatha/trainer/numeric/random";
import { threadLimit } from "@agatha/trainer/numeric/threads/pool";
import { testDataFolder } from "../data.js";
import { createAgathaRunner } from "./agatha-runner.js";
import { type BenchmarkCase, type RunOptions, type RunResult, startPeers } from "./peer-process.js";

export type BenchmarkDataset = Omit<BenchmarkCase, "algorithm">;

export const concrete: BenchmarkDataset = { file: "concrete-strength.csv", target: "strength", task: "REGRESSION", drop: [] };
export const machine: BenchmarkDataset = {
  file: "machine-failure-ai4i.csv",
  target: "Machine failure",
  task: "CLASSIFICATION",
  drop: ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"],
};
export const wine: BenchmarkDataset = { file: "wine-quality-red.csv", target: "quality", task: "CLASSIFICATION", drop: [] };
export const satimage: BenchmarkDataset = { file: "anomaly-satimage2.csv", target: "anomaly", task: "OCC", drop: [] };
export const cardio: BenchmarkDataset = { file: "anomaly-cardio.csv", target: "anomaly", task: "OCC", drop: [] };
const wineClustering: BenchmarkDataset = { ...wine, task: "CLUSTERING" };
const concreteClustering: BenchmarkDataset = { ...concrete, task: "CLUSTERING" };

/** A new algorithm needs one line here, and one for each of its tasks in tests/bench/peers.py. */
export const BENCHMARKS: [AlgorithmName, BenchmarkDataset[]][] = [
  ["XGB", [concrete, machine, wine]],
  ["RF", [concrete, machine, wine]],
  ["GLM", [concrete, machine, wine]],
  ["enet", [concrete, machine, wine]],
  ["GNET", [concrete, machine, wine]],
  ["GAM", [concrete, machine, wine]],
  ["SVM", [concrete, machine, wine]],
  ["KNN", [concrete, machine, wine]],
  ["BYS", [concrete, machine, wine]],
  ["DNN", [concrete, machine, wine]],
  ["iForest", [satimage, cardio]],
  ["OCS", [satimage, cardio]],
  ["LOF", [satimage, cardio]],
  ["PCA", [satimage, cardio]],
  ["AENN", [satimage, cardio]],
  ["Dobin", [satimage, cardio]],
  ["GMM", [satimage, cardio, concreteClustering, wineClustering]],
  ["k-means", [concreteClustering, wineClustering]],
  ["SOM", [concreteClustering, wineClustering]],
];

export const SCORE_NAMES = { REGRESSION: "RMSE", CLASSIFICATION: "Accuracy", OCC: "ROC AUC", CLUSTERING: "CH index" };
/** Measured runs, each with its own seed, after one warm-up run. */
const RUNS = 7;
/** Share of training rows that a run leaves out, on both sides. It gives a spread to deterministic algorithms. */
const DROPPED_ROW_SHARE = 0.001;
/** Milliseconds between two runs, for work that the last run left, such as threads in a busy wait. */
const COOL_DOWN_MS = 150;

/** Returns true if BENCH_DATA selects the file. BENCH_DATA has file names or their beginnings, separated by commas. */
export function isSelected({ file }: { file: string }): boolean {
  return process.env.BENCH_DATA?.split(",").some((name) => file.startsWith(name)) ?? true;
}

/**
 * Writes a Markdown table, with the settings below it. Throws and names the package to install or the variable to set when
 * something is missing.
 */
export async function benchPeers(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files that the peers are compared on");
  const peers = await startPeers(process.env.BENCH_PYTHON ?? "python3");
  try {
    print("| data | algorithm | score | peer | Agatha | fit time ÷ peer's | predict time ÷ peer's |");
    print("| --- | --- | --- | --- | --- | --- | --- |");
    for (const [algorithm, data] of BENCHMARKS) {
      if (!algorithms.includes(algorithm)) continue;
      for (const one of data.filter(isSelected)) {
        const contest = { ...one, algorithm, file: join(testDataFolder, one.file) };
        const ours = await createAgathaRunner(contest);
        const runs = await runAlternately(ours.trainRows, (draw) => peers.run(contest, draw), ours.run);
        print(rowOf(one, algorithm, runs));
      }
    }
    print("");
    print(
      `Settings: the algorithms' defaults, the peers' alike; scores are mean ± standard deviation of ${RUNS} seeds, each of which ` +
        "leaves out one training row in a thousand, on test rows (row i with i % 5 = 0; all rows for ROC AUC and CH index); ratios are of medians of " +
        `${RUNS} runs by turns, after one to warm up, below 1 is faster than the peer; timed are the fit and the prediction of all test ` +
        `rows on encoded columns, the encoding left out on both sides; ${threadLimit()} threads each; ${peers.versions}; ${cpus()[0]?.model}, ` +
        `Node ${process.version}.`,
    );
  } finally {
    peers.stop();
  }
}

export interface PairedRuns {
  peer: RunResult[];
  ours: RunResult[];
}

/** Runs both sides in turn, after one warm-up run. */
export async function runAlternately(
  trainRows: number,
  peer: (draw: RunOptions) => Promise<RunResult>,
  ours: (draw: RunOptions) => Promise<RunResult>,
  count = RUNS,
): Promise<PairedRuns> {
  const turns: PairedRuns = { peer: [], ours: [] };
  for (let seed = 0; seed <= count; seed++) {
    const without = droppedRows(trainRows, createRandom(seed));
    for (const [list, run] of [[turns.peer, peer] as const, [turns.ours, ours] as const]) {
      await pause(COOL_DOWN_MS);
      const result = await run({ seed, without });
      if (seed > 0) list.push(result);
    }
  }
  return turns;
}

/** Draws the training rows that a run leaves out. */
export function droppedRows(trainRows: number, random: Random): number[] {
  return Array.from(Array(trainRows).keys()).filter(() => random.next() < DROPPED_ROW_SHARE);
}

function rowOf({ file, task }: BenchmarkDataset, algorithm: string, { peer, ours }: PairedRuns): string {
  const ratio = (of: (run: RunResult) => number) => (median(ours.map(of)) / median(peer.map(of))).toFixed(2);
  const cells = [
    file.replace(".csv", ""),
    algorithm,
    SCORE_NAMES[task],
    formatScores(peer),
    formatScores(ours),
    ratio((run) => run.fit),
    ratio((run) => run.predict),
  ];
  return `| ${cells.join(" | ")} |`;
}

export function meanAndSpread(values: number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, deviation: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)) };
}

/** Returns mean and standard deviation, to four digits. */
export function formatScores(runs: readonly Pick<RunResult, "score">[]): string {
  const { mean, deviation } = meanAndSpread(runs.map(({ score }) => score));
  const digits = Math.max(0, 3 - Math.floor(Math.log10(mean)));
  return `${mean.toFixed(digits)} ± ${deviation.toFixed(digits)}`;
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
