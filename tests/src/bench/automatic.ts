/**
 * What automatic training finds beside the best of the peers: it gets the training rows alone, over HTTP and with a minute of
 * time, leaks and all; its best model then predicts the test rows, on which each peer is scored too. Outlier detection and
 * clustering have no test rows: all rows are learned from, and scored. Where it is behind on the first split, four more tell
 * whether that was chance: see docs/decisions/13-scores-over-splits.md.
 */
import { join } from "node:path";
import { testData } from "../data.js";
import { Client } from "../end-to-end/client.js";
import { removeFolder, startProduct, temporaryFolder } from "../end-to-end/product.js";
import { type Automatic, automatic } from "./automatic-side.js";
import { type PeerProcess, startPeers } from "./peer-process.js";
import { CONTESTS, type Data, isChosen, meanAndSpread, SCORES } from "./peers.js";
import { comparisonOf, SEEDS } from "./scores.js";

const FAILURE_LEAKS = ["UDI", "Product ID", "TWF", "HDF", "PWF", "OSF", "RNF"];

/** `drop` is kept from the peers; automatic training has to find out by itself. */
const DATA: Data[] = [
  { file: "concrete-strength.csv", target: "strength", task: "REGRESSION", drop: [] },
  { file: "abalone.csv", target: "rings", task: "REGRESSION", drop: [] },
  { file: "wine-quality-red.csv", target: "quality", task: "REGRESSION", drop: [] },
  { file: "wine-quality-red.csv", target: "quality", task: "CLASSIFICATION", drop: [] },
  { file: "machine-failure-ai4i.csv", target: "Machine failure", task: "CLASSIFICATION", drop: FAILURE_LEAKS },
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

/** Scores of a split, the peers' by algorithm. */
interface Split {
  ours: Automatic;
  peers: Map<string, number>;
}

/** Writes a Markdown table, and another one of what is behind in it. BENCH_SECONDS may give another time limit. */
export async function benchAutomatic(print: (line: string) => void): Promise<void> {
  if (!testData) throw new Error("TEST_DATA must name the folder with the CSV files that the peers are compared on");
  const peers = await startPeers(process.env.BENCH_PYTHON ?? "python3");
  const folder = await temporaryFolder();
  const product = await startProduct(folder);
  try {
    const client = new Client(product.url);
    await client.login();
    const split = async (data: Data, seed: number): Promise<Split> => ({
      ours: await automatic(client, data, seed),
      peers: await peerScores(peers, data, seed),
    });
    print("| data | score | best peer | automatic | its best model | models tried | seconds | left out |");
    print("| --- | --- | --- | --- | --- | --- | --- | --- |");
    const behind: { data: Data; first: Split }[] = [];
    for (const data of DATA.filter(isChosen)) {
      const first = await split(data, 1);
      const [best] = ranked(data, [first]);
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
      const [best] = ranked(data, splits);
      const turns = { peer: best.scores.map(scored), ours: splits.map(({ ours }) => ours) };
      print(`| ${[nameOf(data), best.algorithm, ...comparisonOf(data.task, turns)].join(" | ")} |`);
    }
  } finally {
    await product.stop();
    await removeFolder(folder);
    peers.stop();
  }
}

const scored = (score: number): Scored => ({ score });
const nameOf = ({ file, target }: Data): string => `${file.replace(".csv", "")}, ${target}`;

async function peerScores(peers: PeerProcess, data: Data, seed: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [algorithm, contests] of CONTESTS) {
    if (!contests.some(({ task }) => task === data.task)) continue;
    const { score } = await peers.run({ ...data, algorithm, file: join(testData ?? "", data.file) }, { seed, without: [], fold: seed - 1 });
    found.set(algorithm, score);
  }
  return found;
}

interface Peer {
  algorithm: string;
  /** By split. */
  scores: number[];
}

/** The peers, the one with the best mean over the splits first. */
function ranked(data: Data, splits: readonly Split[]): [Peer, ...Peer[]] {
  const names = [...(splits[0]?.peers.keys() ?? [])];
  const all = names.map((algorithm): Peer => ({ algorithm, scores: splits.map(({ peers }) => peers.get(algorithm) ?? Number.NaN) }));
  const mean = ({ scores }: Peer) => meanAndSpread(scores).mean;
  const [best, ...others] = all.sort((a, b) => (isBetter(data, mean(a), mean(b)) ? -1 : 1));
  if (!best) throw new Error(`There is no peer for ${data.task}`);
  return [best, ...others];
}

function isBetter({ task }: Data, a: number, b: number): boolean {
  return task === "REGRESSION" ? a < b : a > b;
}

function rowOf(data: Data, peer: Peer, { name, score, tried, seconds, leftOut, isBehind }: Automatic & { isBehind: boolean }): string {
  const figure = (value = Number.NaN) => value.toPrecision(4);
  const cells = [
    nameOf(data),
    SCORES[data.task],
    `${figure(peer.scores[0])} (${peer.algorithm})`,
    isBehind ? figure(score) : `**${figure(score)}**`,
    name,
    tried,
    seconds.toFixed(0),
    leftOut.join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}
