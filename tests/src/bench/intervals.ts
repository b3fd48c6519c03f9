/** Whether prediction intervals hold as many rows as they promise, of every algorithm that predicts numbers. */
import { join } from "node:path";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts";
import { findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { absoluteErrors, INTERVAL_LEVEL } from "@agatha/trainer/evaluation/conformal";
import { answerOf } from "@agatha/trainer/model/artifact/graph";
import { createRandom } from "@agatha/trainer/numeric/random";
import { shuffled } from "@agatha/trainer/numeric/split";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { improvementOf } from "@agatha/trainer/training/improvement";
import { prepareLesson } from "@agatha/trainer/training/prepare-lesson";
import { answerHeldOut, fitWithThreshold, runTrials } from "@agatha/trainer/training/trials";
import { trustOf } from "@agatha/trainer/training/trust";
import { testData } from "../data.js";
import { THREADS } from "./our-side.js";
import { isChosen } from "./peers.js";

const DATA = [
  { file: "concrete-strength.csv", response: "strength", drop: [] },
  { file: "wine-quality-red.csv", response: "quality", drop: [] },
  { file: "abalone.csv", response: "rings", drop: [] },
  { file: "beijing-pollution-hourly.csv", response: "pm2.5", drop: ["time"] },
];
const FIFTHS = 5;
/** Six times each fifth: every row is new to a model as often as any other. */
const SPLITS = 6 * FIFTHS;
/** Of each file at random: some 400 trainings are to end in minutes. */
const MOST_ROWS = 2000;
/** In points, either way. */
const ALLOWED = 0.02;

interface Coverage {
  /** Share of the held-out rows, as a model tells it. */
  told: number;
  /** Share of rows that the model did not have at all. */
  served: number;
}

/** Writes a Markdown table. Throws where the data are missing. */
export async function benchIntervals(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testData) throw new Error("TEST_DATA must name the folder with the CSV files that intervals are measured on");
  print("| data | algorithm | of held-out rows, as the model tells | of rows that it did not have | both within 2 points |");
  print("| --- | --- | --- | --- | --- |");
  for (const { file, response, drop } of DATA.filter(isChosen)) {
    const table = await readCsv(join(testData, file), drop);
    for (const algorithm of algorithms.filter(predictsNumbers)) {
      const { told, served } = await coverageOf(table, response, algorithm);
      const within = [told, served].every((share) => Math.abs(share - INTERVAL_LEVEL) <= ALLOWED);
      print(`| ${[file.replace(".csv", ""), algorithm, percent(told), percent(served), within ? "yes" : "**no**"].join(" | ")} |`);
    }
  }
  print(
    `\nIntervals that are to hold ${percent(INTERVAL_LEVEL)}: means of ${SPLITS} splits of at most ${MOST_ROWS} rows, in which each fifth ` +
      "of the rows in random order is kept from the training altogether, six times.",
  );
}

function predictsNumbers(name: AlgorithmName): boolean {
  return (ALGORITHMS[name].tasks as readonly string[]).includes("REGRESSION");
}

async function coverageOf(table: Table, response: string, algorithm: string): Promise<Coverage> {
  const column = findColumn(table, response);
  if (column?.type !== "n") throw new Error(`${response} has no numbers`);
  const present = Int32Array.from(column.values.keys()).filter((row) => Number.isFinite(column.values[row]));
  const shares: Coverage[] = [];
  for (let seed = 1; seed <= SPLITS; seed++) {
    const order = shuffled(present.length, createRandom(Math.ceil(seed / FIFTHS))).subarray(0, MOST_ROWS);
    const [train, fresh] = [(i: number) => i % FIFTHS !== seed % FIFTHS, (i: number) => i % FIFTHS === seed % FIFTHS].map((side) =>
      takeRows(
        table,
        Int32Array.from(
          order.filter((_, i) => side(i)),
          (place) => present[place] ?? 0,
        ),
      ),
    );
    if (train && fresh) shares.push(await oneSplit({ train, fresh }, response, { algorithm, seed }));
  }
  const mean = (of: (one: Coverage) => number) => shares.reduce((sum, one) => sum + of(one), 0) / SPLITS;
  return { told: mean(({ told }) => told), served: mean(({ served }) => served) };
}

/** The steps of a training that intervals come from. */
async function oneSplit(
  { train, fresh }: { train: Table; fresh: Table },
  response: string,
  { algorithm, seed }: { algorithm: string; seed: number },
): Promise<Coverage> {
  const { lesson } = prepareLesson({ type: "REGRESSION", response, layers: [{ nodes: [{ algorithm }] }], maxFpr: 1, seed }, train);
  const random = createRandom(seed);
  const part = (index: number) => ({
    random: random.fork(index),
    threads: THREADS,
    progress: () => {},
    signal: new AbortController().signal,
  });
  const run = await runTrials(lesson, part(0));
  const heldOut = answerHeldOut(run, takeRows(lesson.table, run.rows));
  const { interval } = trustOf(lesson, run, { ...heldOut, improvement: await improvementOf(lesson, run, part(8)) }, random.fork(3));
  const { graph } = await fitWithThreshold(lesson, Int32Array.from(lesson.rows.keys()), part(1));
  const actual = findColumn(fresh, response);
  const { values } = answerOf(graph, fresh);
  if (!interval || !values || actual?.type !== "n") throw new Error(`${algorithm} gave no interval`);
  const errors = absoluteErrors(actual.values, values);
  return { told: interval.measured ?? Number.NaN, served: errors.filter((error) => error <= interval.half_width).length / errors.length };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
