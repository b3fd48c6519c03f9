/** Held-out scores beside the peers' on all datasets, for every algorithm that they have: worse by no more than their own spread? */
import { join } from "node:path";
import type { AlgorithmName } from "@agatha/contracts";
import { testData } from "../data.js";
import { ourSide } from "./our-side.js";
import { startPeers } from "./peer-process.js";
import { CONTESTS, type Data, meanAndSpread, SCORES, scores, type Turns, takeTurns } from "./peers.js";

const regression = (file: string, target: string, drop: string[] = []): Data => ({ file, target, task: "REGRESSION", drop });
const classification = (file: string, target: string, drop: string[] = []): Data => ({ file, target, task: "CLASSIFICATION", drop });

/** Besides those of the section of the peers. Times are left out: the peers' side would take them for text. */
const DATA: Data[] = [
  regression("abalone.csv", "rings"),
  regression("wine-quality-red.csv", "quality"),
  regression("beijing-pollution-hourly.csv", "pm2.5", ["time"]),
  classification("banknote.csv", "genuine"),
  classification("iris.csv", "species"),
  classification("horse-colic-missing-values.csv", "outcome", ["hospital"]),
  classification("adult-income-32k.csv", "income"),
  { file: "anomaly-thyroid.csv", target: "anomaly", task: "OCC", drop: [] },
  { file: "iris.csv", target: "petal width", task: "CLUSTERING", drop: ["species"] },
  { file: "abalone.csv", target: "rings", task: "CLUSTERING", drop: [] },
];
const SEEDS = 5;

/** Writes a Markdown table. Throws with what to install or set where something is missing. */
export async function benchScores(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testData) throw new Error("TEST_DATA must name the folder with the CSV files that the peers are compared on");
  const peers = await startPeers(process.env.BENCH_PYTHON ?? "python3");
  try {
    print("| data | algorithm | score | peer | Agatha | within the peer's spread |");
    print("| --- | --- | --- | --- | --- | --- |");
    for (const data of DATA) {
      for (const algorithm of algorithmsOf(data.task).filter((name) => algorithms.includes(name))) {
        const contest = { ...data, algorithm, file: join(testData, data.file) };
        const ours = await ourSide(contest);
        print(rowOf(data, algorithm, await takeTurns(ours.trainRows, (draw) => peers.run(contest, draw), ours.run, SEEDS)));
      }
    }
    print(
      `\nMean ± standard deviation of ${SEEDS} seeds, on the same rows; at most 10,000 rows a dataset. Lower RMSE is better, else higher.`,
    );
  } finally {
    peers.stop();
  }
}

/** Those that have a peer for the task. */
function algorithmsOf(task: Data["task"]): AlgorithmName[] {
  return CONTESTS.flatMap(([algorithm, data]) => (data.some((one) => one.task === task) ? [algorithm] : []));
}

function rowOf({ file, task }: Data, algorithm: string, { peer, ours }: Turns): string {
  const theirs = meanAndSpread(peer);
  const behind = (meanAndSpread(ours).mean - theirs.mean) * (task === "REGRESSION" ? 1 : -1);
  // What rounding does to equal answers is no difference.
  const within = behind <= theirs.deviation + 1e-6 * Math.abs(theirs.mean);
  return `| ${[file.replace(".csv", ""), algorithm, SCORES[task], scores(peer), scores(ours), within ? "yes" : "**no**"].join(" | ")} |`;
}
