/**
 * Compares automatic training with the best of the peers. It gets the training rows alone, over HTTP and with a minute of time,
 * leaking columns included. Its best model then predicts the test rows, on which each peer is scored too. Outlier detection and
 * clustering have no test rows: all rows are used for training and for scoring. Where automatic training is behind on the first
 * split, four more splits tell whether that was chance: see docs/decisions/013-scores-over-splits.md.
 */
import { join } from "node:path";
import { testDataFolder } from "../data.js";
import type { TestClient } from "../end-to-end/testing/client.js";
import { type AutoModelRun, runAutoModel, withProduct } from "./auto-model-run.js";
import { type PeerProcess, startPeers } from "./peer-process.js";
import { BENCHMARKS, type BenchmarkDataset, isSelected, meanAndSpread, SCORE_NAMES } from "./peers.js";
import { comparisonOf, SEEDS } from "./scores.js";

const LEAKING_COLUMNS = ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"];

/** The peers do not get the columns of `drop`. Automatic training has to find them by itself. */
export const AUTOMATIC_DATASETS: BenchmarkDataset[] = [
  { file: "concrete-strength.csv", target: "strength", task: "REGRESSION", drop: [] },
  { file: "abalone.csv", target: "rings", task: "REGRESSION", drop: [] },
  { file: "wine-quality-red.csv", target: "quality", task: "REGRESSION", drop: [] },
  { file: "wine-quality-red.csv", target: "quality", task: "CLASSIFICATION", drop: [] },
  { file: "machine-failure-ai4i.csv", target: "Machine failure", task: "CLASSIFICATION", drop: LEAKING_COLUMNS },
  { file: "iris.csv", target: "species", task: "CLASSIFICATION", drop: [] },
  { file: "banknote.csv", target: "genuine", task: "CLASSIFICATION", drop: [] },
  { file: "horse-colic-missing-values.csv", target: "outcome", task: "CLASSIFICATION", drop: [] },
  { file: "adult-income-32k.csv", target: "income", task: "CLASSIFICATION", drop: [] },
  { file: "anomaly-cardio.csv", target: "anomaly", task: "OCC", drop: [] },
  { file: "anomaly-thyroid.csv", target: "anomaly", task: "OCC", drop: [] },
  { file: "anomaly-satimage2.csv", target: "anomaly", task: "OCC", drop: [] },
  { file: "iris.csv", target: "species", task: "CLUSTERING", drop: [] },
  { file: "concrete-strength.csv", target: "strength", task: "CLUSTERING", drop: [] },
];

interface Scored {
  score: number;
}

/** Scores of a split, those of the peers by algorithm. */
interface SplitScores {
  ours: AutoModelRun;
  peers: Map<string, number>;
}

/** Writes a Markdown table, and a second one of the rows that are behind. BENCH_SECONDS sets another time limit. */
export async function benchAutomatic(print: (line: string) => void): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files that the peers are compared on");
  const peers = await startPeers(process.env.BENCH_PYTHON ?? "python3");
  try {
    await withProduct((client) => compare(client, peers, print));
  } finally {
    peers.stop();
  }
}

async function compare(client: TestClient, peers: PeerProcess, print: (line: string) => void): Promise<void> {
  const split = async (data: BenchmarkDataset, seed: number): Promise<SplitScores> => ({
    ours: await runAutoModel(client, data, seed),
    peers: await peerScores(peers, data, seed),
  });
  print("| data | score | best peer | automatic | its best model | models tried | seconds | left out |");
  print("| --- | --- | --- | --- | --- | --- | --- | --- |");
  const behind: { data: BenchmarkDataset; first: SplitScores }[] = [];
  for (const data of AUTOMATIC_DATASETS.filter(isSelected)) {
    const first = await split(data, 1);
    const [best] = rankPeers(data, [first]);
    const isBehind = isBetter(data, best.scores[0] ?? Number.NaN, first.ours.score);
    print(rowOf(data, best, { ...first.ours, isBehind }));
    if (isBehind) behind.push({ data, first });
  }
  if (behind.length === 0) return;
  print(`\nWhat is behind above, over ${SEEDS} splits, beside the peer that is best over all of them:\n`);
  print("| data | best peer | score | peer | automatic | behind | worse than the peer |");
  print("| --- | --- | --- | --- | --- | --- | --- |");
  for (const { data, first } of behind) {
    const splits = [first];
    for (let seed = 2; seed <= SEEDS; seed++) splits.push(await split(data, seed));
    const [best] = rankPeers(data, splits);
    const turns = { peer: best.scores.map(scored), ours: splits.map(({ ours }) => ours) };
    print(`| ${[nameOf(data), best.algorithm, ...comparisonOf(data.task, turns)].join(" | ")} |`);
  }
}

const scored = (score: number): Scored => ({ score });
const nameOf = ({ file, target }: BenchmarkDataset): string => `${file.replace(".csv", "")}, ${target}`;

async function peerScores(peers: PeerProcess, data: BenchmarkDataset, seed: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [algorithm, contests] of BENCHMARKS) {
    if (!contests.some(({ task }) => task === data.task)) continue;
    const { score } = await peers.run(
      { ...data, algorithm, file: join(testDataFolder ?? "", data.file) },
      { seed, without: [], fold: seed - 1 },
    );
    found.set(algorithm, score);
  }
  return found;
}

interface Peer {
  algorithm: string;
  /** One score for each split. */
  scores: number[];
}

/** Returns the peers, sorted by their mean over the splits, best first. */
function rankPeers(data: BenchmarkDataset, splits: readonly SplitScores[]): [Peer, ...Peer[]] {
  const names = [...(splits[0]?.peers.keys() ?? [])];
  const all = names.map((algorithm): Peer => ({ algorithm, scores: splits.map(({ peers }) => peers.get(algorithm) ?? Number.NaN) }));
  const mean = ({ scores }: Peer) => meanAndSpread(scores).mean;
  const [best, ...others] = all.sort((a, b) => (isBetter(data, mean(a), mean(b)) ? -1 : 1));
  if (!best) throw new Error(`There is no peer for ${data.task}`);
  return [best, ...others];
}

function isBetter({ task }: BenchmarkDataset, a: number, b: number): boolean {
  return task === "REGRESSION" ? a < b : a > b;
}

function rowOf(
  data: BenchmarkDataset,
  peer: Peer,
  { name, score, tried, seconds, leftOut, isBehind }: AutoModelRun & { isBehind: boolean },
): string {
  const figure = (value = Number.NaN) => value.toPrecision(4);
  const cells = [
    nameOf(data),
    SCORE_NAMES[data.task],
    `${figure(peer.scores[0])} (${peer.algorithm})`,
    isBehind ? figure(score) : `**${figure(score)}**`,
    name,
    tried,
    seconds.toFixed(0),
    leftOut.join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}
