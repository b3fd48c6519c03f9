/** Compares fit and prediction times with the peers' for growing tables. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AlgorithmName } from "@agatha/contracts";
import { createRandom } from "@agatha/trainer/numeric/random";
import { createAgathaRunner } from "./agatha-runner.js";
import { type RunResult, startPeers } from "./peer-process.js";
import { BENCHMARKS, median, runAlternately } from "./peers.js";

const SIZES = [
  { rows: 1_000, columns: 10 },
  { rows: 3_000, columns: 50 },
  { rows: 10_000, columns: 10 },
  { rows: 10_000, columns: 200 },
];
const TASKS = ["REGRESSION", "CLASSIFICATION", "OCC", "CLUSTERING"] as const;
/** Case that the peer does not finish in 25 minutes: pygam, with three classes and 200 splines each. */
const NOT_FINISHED_BY_PEER = { task: "CLASSIFICATION", algorithm: "GAM", columns: 200 };
const RUNS = 5;
/** A peer whose first run takes longer runs once: more runs would take minutes and tell no more. */
const SINGLE_RUN_MS = 20_000;

/**
 * Writes a Markdown table: ratios of the medians, and the growth of the peer's own time. Throws and names the package to install
 * when something is missing.
 */
export async function benchSizes(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  const peers = await startPeers(process.env.BENCH_PYTHON ?? "python3");
  const folder = await mkdtemp(join(tmpdir(), "agatha-sizes-"));
  try {
    print(`| task | algorithm | ${SIZES.map(({ rows, columns }) => `${rows} × ${columns}`).join(" | ")} |`);
    print(`| --- | --- | ${SIZES.map(() => "---").join(" | ")} |`);
    const files = await Promise.all(SIZES.map((size) => writeTable(folder, size)));
    for (const task of TASKS) {
      for (const [algorithm, data] of BENCHMARKS) {
        if (!algorithms.includes(algorithm) || !data.some((one) => one.task === task)) continue;
        const cells: string[] = [];
        for (const [at, { columns }] of SIZES.entries()) {
          const isEndless =
            task === NOT_FINISHED_BY_PEER.task && algorithm === NOT_FINISHED_BY_PEER.algorithm && columns >= NOT_FINISHED_BY_PEER.columns;
          cells.push(isEndless ? "–" : await ratios(peers, { file: files[at] ?? "", algorithm, task }));
        }
        print(`| ${task} | ${algorithm} | ${cells.join(" | ")} |`);
      }
    }
    print(
      `\nFit ÷ the peer's, predict ÷ the peer's: of medians of ${RUNS} runs by turns (of one run where the peer's takes over ${SINGLE_RUN_MS / 1000} s). Columns of normal numbers, of which five matter. "–": the peer did not end in 25 minutes.`,
    );
  } finally {
    peers.stop();
    await rm(folder, { recursive: true });
  }
}

type Task = (typeof TASKS)[number];
const TARGETS: Record<Task, string> = { REGRESSION: "number", CLASSIFICATION: "class", OCC: "anomaly", CLUSTERING: "number" };

async function ratios(
  peers: Awaited<ReturnType<typeof startPeers>>,
  { file, algorithm, task }: { file: string; algorithm: AlgorithmName; task: Task },
): Promise<string> {
  const target = TARGETS[task];
  const contest = {
    file,
    algorithm,
    task,
    target,
    drop: Object.values(TARGETS).filter((name, i, all) => name !== target && all.indexOf(name) === i),
  };
  const ours = await createAgathaRunner(contest);
  const first = { seed: 0, without: [] };
  const theirs = await peers.run(contest, first);
  // Warm-up, as in alternating runs.
  if (theirs.fit > SINGLE_RUN_MS) await ours.run(first);
  const turns =
    theirs.fit > SINGLE_RUN_MS
      ? { peer: [theirs], ours: [await ours.run(first)] }
      : await runAlternately(ours.trainRows, (draw) => peers.run(contest, draw), ours.run, RUNS);
  const ratio = (of: (run: RunResult) => number) => (median(turns.ours.map(of)) / median(turns.peer.map(of))).toFixed(2);
  return `${ratio(({ fit }) => fit)}, ${ratio(({ predict }) => predict)}`;
}

/** Writes a table in which five columns matter, alone and in pairs, and one row in fifty is an outlier. */
async function writeTable(folder: string, { rows, columns }: { rows: number; columns: number }): Promise<string> {
  const random = createRandom(rows + columns);
  const lines = [[...Array.from({ length: columns }, (_, j) => `x${j}`), "number", "class", "anomaly"].join(",")];
  for (let i = 0; i < rows; i++) {
    const odd = random.next() < 0.02;
    const x = Array.from({ length: columns }, () => random.normal() * (odd ? 3 : 1));
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = x;
    const number = 3 * a + 2 * b * c + Math.sin(3 * d) + e ** 2 + random.normal();
    const label = number > 2 ? "high" : number > -1 ? "middle" : "low";
    lines.push([...x.map((value) => value.toFixed(5)), number.toFixed(5), label, odd ? "yes" : "no"].join(","));
  }
  const file = join(folder, `${rows}x${columns}.csv`);
  await writeFile(file, lines.join("\n"));
  return file;
}
