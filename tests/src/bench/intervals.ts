/** Measures the coverage of prediction intervals for every algorithm that predicts numbers. */
import { join } from "node:path";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts";
import { findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { absoluteErrors, NOMINAL_COVERAGE } from "@agatha/trainer/evaluation/conformal";
import { predictGraph } from "@agatha/trainer/model/artifact/graph";
import { createRandom, randomPermutation } from "@agatha/trainer/numeric/random";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { fitRows } from "@agatha/trainer/training/fit/fit-rows";
import { crossValidate } from "@agatha/trainer/training/hold-out/cross-validate";
import { expectedErrorRatio } from "@agatha/trainer/training/hold-out/learning-curve";
import { predictHeldOut } from "@agatha/trainer/training/hold-out/predict-held-out";
import { estimateUncertainty } from "@agatha/trainer/training/hold-out/uncertainty";
import { prepareTrainingSet } from "@agatha/trainer/training/preparation/prepare-training-set";
import { testDataFolder } from "../data.js";
import { isSelected } from "./peers.js";

const DATA = [
  { file: "concrete-strength.csv", response: "strength", drop: [] },
  { file: "wine-quality-red.csv", response: "quality", drop: [] },
  { file: "abalone.csv", response: "rings", drop: [] },
  { file: "beijing-pollution-hourly.csv", response: "pm2.5", drop: ["time"] },
];
const FOLDS = 5;
/** Six repetitions of all folds: every row is held out equally often. */
const REPEATED_FOLDS = 6 * FOLDS;
/** Maximum number of randomly drawn rows of a file: some 400 trainings are to end in minutes. */
const MAX_ROWS = 2000;
/** Tolerance of the coverage in either direction, as a share of rows. */
const COVERAGE_TOLERANCE = 0.02;

interface Coverage {
  /** Coverage of the held-out rows as the model reports it. */
  reported: number;
  /** Coverage of rows outside of the training data. */
  observed: number;
}

/** Writes a Markdown table. Throws when the data are missing. */
export async function benchIntervals(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files that intervals are measured on");
  print("| data | algorithm | of held-out rows, as the model tells | of rows that it did not have | both within 2 points |");
  print("| --- | --- | --- | --- | --- |");
  for (const { file, response, drop } of DATA.filter(isSelected)) {
    const table = await readCsv(join(testDataFolder, file), drop);
    for (const algorithm of algorithms.filter(predictsNumbers)) {
      const { reported, observed } = await coverageOf(table, response, algorithm);
      const within = [reported, observed].every((share) => Math.abs(share - NOMINAL_COVERAGE) <= COVERAGE_TOLERANCE);
      print(`| ${[file.replace(".csv", ""), algorithm, percent(reported), percent(observed), within ? "yes" : "**no**"].join(" | ")} |`);
    }
  }
  print(
    `\nIntervals that are to hold ${percent(NOMINAL_COVERAGE)}: means of ${REPEATED_FOLDS} splits of at most ${MAX_ROWS} rows, in which each fifth ` +
      "of the rows in random order is kept from the training altogether, six times.",
  );
}

function predictsNumbers(name: AlgorithmName): boolean {
  return (ALGORITHMS[name].modelTypes as readonly string[]).includes("REGRESSION");
}

async function coverageOf(table: Table, response: string, algorithm: string): Promise<Coverage> {
  const column = findColumn(table, response);
  if (column?.type !== "n") throw new Error(`${response} has no numbers`);
  const present = Int32Array.from(column.values.keys()).filter((row) => Number.isFinite(column.values[row]));
  const shares: Coverage[] = [];
  for (let seed = 1; seed <= REPEATED_FOLDS; seed++) {
    const order = randomPermutation(present.length, createRandom(Math.ceil(seed / FOLDS))).subarray(0, MAX_ROWS);
    const [train, fresh] = [(i: number) => i % FOLDS !== seed % FOLDS, (i: number) => i % FOLDS === seed % FOLDS].map((side) =>
      takeRows(
        table,
        Int32Array.from(
          order.filter((_, i) => side(i)),
          (place) => present[place] ?? 0,
        ),
      ),
    );
    if (train && fresh) shares.push(await coverageOfSplit({ train, fresh }, response, { algorithm, seed }));
  }
  const mean = (of: (one: Coverage) => number) => shares.reduce((sum, one) => sum + of(one), 0) / REPEATED_FOLDS;
  return { reported: mean(({ reported }) => reported), observed: mean(({ observed }) => observed) };
}

/** Runs the training steps that produce intervals. */
async function coverageOfSplit(
  { train, fresh }: { train: Table; fresh: Table },
  response: string,
  { algorithm, seed }: { algorithm: string; seed: number },
): Promise<Coverage> {
  const { trainingSet } = prepareTrainingSet(
    { type: "REGRESSION", response, layers: [{ nodes: [{ algorithm }] }], maxFpr: 1, seed },
    train,
  );
  const random = createRandom(seed);
  const part = (index: number) => ({
    random: random.fork(index),
    progress: () => {},
    signal: new AbortController().signal,
  });
  const crossValidation = await crossValidate(trainingSet, part(0));
  const prediction = predictHeldOut(crossValidation, takeRows(trainingSet.table, crossValidation.heldOutRows));
  const { interval } = estimateUncertainty(
    trainingSet,
    crossValidation,
    { prediction, errorRatio: await expectedErrorRatio(trainingSet, crossValidation, part(8)) },
    random.fork(3),
  );
  const { graph } = await fitRows(trainingSet, Int32Array.from(trainingSet.datasetRows.keys()), part(1));
  const actual = findColumn(fresh, response);
  const { values } = predictGraph(graph, fresh);
  if (!interval || !values || actual?.type !== "n") throw new Error(`${algorithm} gave no interval`);
  const errors = absoluteErrors(actual.values, values);
  return {
    reported: interval.measured ?? Number.NaN,
    observed: errors.filter((error) => error <= interval.half_width).length / errors.length,
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
