/**
 * Compares held-out scores with the peers' on all datasets, for every algorithm that they have: see
 * docs/decisions/013-scores-over-splits.md.
 */
import { join } from "node:path";
import { type AlgorithmName, isSupervised } from "@agatha/contracts";
import { createRandom } from "@agatha/trainer/numeric/random";
import { testDataFolder } from "../data.js";
import { createAgathaRunner } from "./agatha-runner.js";
import { type RunOptions, type RunResult, startPeers } from "./peer-process.js";
import {
  BENCHMARKS,
  type BenchmarkDataset,
  cardio,
  concrete,
  droppedRows,
  formatScores,
  isSelected,
  machine,
  meanAndSpread,
  type PairedRuns,
  SCORE_NAMES,
  satimage,
  wine,
} from "./peers.js";

const regression = (file: string, target: string, drop: string[] = []): BenchmarkDataset => ({ file, target, task: "REGRESSION", drop });
const classification = (file: string, target: string, drop: string[] = []): BenchmarkDataset => ({
  file,
  target,
  task: "CLASSIFICATION",
  drop,
});
const clustering = (file: string, target: string, drop: string[] = []): BenchmarkDataset => ({ file, target, task: "CLUSTERING", drop });

/**
 * Time columns are left out: the peers' side would read them as text. concrete-european-format.csv has the rows of
 * concrete-strength.csv, and daily-min-temperatures.csv has only a time to predict from.
 */
const DATA: BenchmarkDataset[] = [
  concrete,
  regression("abalone.csv", "rings"),
  regression("wine-quality-red.csv", "quality"),
  regression("beijing-pollution-hourly.csv", "pm2.5", ["time"]),
  machine,
  wine,
  classification("banknote.csv", "genuine"),
  classification("iris.csv", "species"),
  classification("horse-colic-missing-values.csv", "outcome", ["hospital"]),
  classification("adult-income-32k.csv", "income"),
  satimage,
  cardio,
  { file: "anomaly-thyroid.csv", target: "anomaly", task: "OCC", drop: [] },
  clustering("iris.csv", "petal width", ["species"]),
  clustering("abalone.csv", "rings"),
  clustering("concrete-strength.csv", "strength"),
  clustering("wine-quality-red.csv", "quality"),
];
/**
 * Number of training rows for both sides where the peer does not end within minutes on all of them: pygam, with a spline for each
 * of 106 columns.
 */
const FEWER_ROWS: readonly { file: string; algorithm: AlgorithmName; rows: number }[] = [
  { file: "adult-income-32k.csv", algorithm: "GAM", rows: 2_000 },
];
/** Also the number of splits: each row is a test row in one of them. */
export const SEEDS = 5;
/**
 * Number of standard errors that the mean of SEEDS differences of equal algorithms exceeds once in 20 times (Student's t,
 * one-sided, 4 degrees of freedom).
 */
const STUDENT_T_CRITICAL = 2.132;
/** Scores within this relative difference are equal. */
const RELATIVE_TOLERANCE = 1e-4;

/** Writes a Markdown table. Throws and names the package to install or the variable to set when something is missing. */
export async function benchScores(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files that the peers are compared on");
  const peers = await startPeers(process.env.BENCH_PYTHON ?? "python3");
  try {
    print("| data | algorithm | score | peer | Agatha | behind | worse than the peer |");
    print("| --- | --- | --- | --- | --- | --- | --- |");
    for (const data of DATA.filter(isSelected)) {
      for (const algorithm of algorithmsOf(data.task).filter((name) => algorithms.includes(name))) {
        const trainingRows = FEWER_ROWS.find((fewer) => fewer.file === data.file && fewer.algorithm === algorithm)?.rows;
        const contest = { ...data, algorithm, file: join(testDataFolder, data.file), trainingRows };
        const ours = await createAgathaRunner(contest);
        const turns: PairedRuns = { peer: [], ours: [] };
        for (const draw of runOptionsOf(data.task, ours.trainRows)) {
          turns.peer.push(await peers.run(contest, draw));
          turns.ours.push(await ours.run(draw));
        }
        const name = `${data.file.replace(".csv", "")}${trainingRows ? `, the first ${trainingRows} training rows` : ""}`;
        print(`| ${[name, algorithm, ...comparisonOf(data.task, turns)].join(" | ")} |`);
      }
    }
    print(
      `\nMean ± standard deviation of ${SEEDS} seeds; at most 10,000 rows a dataset. Lower RMSE is better, else higher. With a target each ` +
        `seed has a split of its own (row i is a test row when i % 5 is the seed less 1), the same on both sides; "behind" is the mean of the ` +
        `differences by seed ± its standard error, and worse is what lies behind by more than ${STUDENT_T_CRITICAL} of these or than the peer's own ` +
        `deviation. Without a target all rows are used, each seed leaves out one in a thousand, and worse is what lies behind by more than ` +
        `the peer's own deviation. Scores that agree to ${RELATIVE_TOLERANCE} of them are the same.`,
    );
  } finally {
    peers.stop();
  }
}

/** Returns the algorithms that have a peer for the task. */
function algorithmsOf(task: BenchmarkDataset["task"]): AlgorithmName[] {
  return BENCHMARKS.flatMap(([algorithm, data]) => (data.some((one) => one.task === task) ? [algorithm] : []));
}

function runOptionsOf(task: BenchmarkDataset["task"], trainRows: number): RunOptions[] {
  const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1);
  if (isSupervised(task)) return seeds.map((seed) => ({ seed, without: [], fold: seed - 1 }));
  return seeds.map((seed) => ({ seed, without: droppedRows(trainRows, createRandom(seed)) }));
}

type Scored = Pick<RunResult, "score">;

/**
 * Returns the cells: the score's name, the peer's score, our score, how far ours is behind, and whether it is worse.
 */
export function comparisonOf(task: BenchmarkDataset["task"], { peer, ours }: PairedScores): string[] {
  return [
    SCORE_NAMES[task],
    formatScores(peer),
    formatScores(ours),
    formatDifferences(differencesOf(task, { peer, ours })),
    isWorse(task, { peer, ours }) ? "**yes**" : "no",
  ];
}

/** Both sides' scores; runs of the same seed have the same index. */
interface PairedScores {
  peer: readonly Scored[];
  ours: readonly Scored[];
}

/** Returns how far ours is behind, by seed. */
function differencesOf(task: BenchmarkDataset["task"], { peer, ours }: PairedScores): number[] {
  const sign = task === "REGRESSION" ? 1 : -1;
  return ours.map(({ score }, i) => sign * (score - (peer[i]?.score ?? Number.NaN)));
}

/** Whether ours is behind by decision 13's rule. */
export function isWorse(task: BenchmarkDataset["task"], { peer, ours }: PairedScores): boolean {
  const differences = differencesOf(task, { peer, ours });
  const theirs = meanAndSpread(peer.map(({ score }) => score));
  const { mean, deviation } = meanAndSpread(differences);
  const chance = isSupervised(task) ? (STUDENT_T_CRITICAL * deviation) / Math.sqrt(SEEDS) : Number.POSITIVE_INFINITY;
  return mean > Math.max(Math.min(chance, theirs.deviation), RELATIVE_TOLERANCE * Math.abs(theirs.mean));
}

function formatDifferences(differences: number[]): string {
  const { mean, deviation } = meanAndSpread(differences);
  return `${mean.toPrecision(2)} ± ${(deviation / Math.sqrt(SEEDS)).toPrecision(2)}`;
}
