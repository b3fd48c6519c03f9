/** Measures false alarms and recall of outlier detectors under a budget, on rows that the training did not have. */
import { join } from "node:path";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts";
import { findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { conformalThresholds } from "@agatha/trainer/evaluation/conformal-p-values";
import { thresholdAt } from "@agatha/trainer/evaluation/thresholds";
import { predictGraph } from "@agatha/trainer/model/artifact/graph";
import { createRandom } from "@agatha/trainer/numeric/random";
import { randomPermutation } from "@agatha/trainer/numeric/split";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { crossValidate, fitWithThreshold } from "@agatha/trainer/training/hold-out/cross-validate";
import { heldOutNormalScores, withHeldOutThresholds } from "@agatha/trainer/training/hold-out/outlier-thresholds";
import type { ModelRequest } from "@agatha/trainer/training/plan/plan";
import { prepareTrainingSet } from "@agatha/trainer/training/prepare-training-set";
import { testDataFolder } from "../data.js";
import { THREADS } from "./agatha-runner.js";
import { isSelected } from "./peers.js";

const DATA = [{ file: "anomaly-cardio.csv" }, { file: "anomaly-thyroid.csv" }, { file: "anomaly-satimage2.csv" }];
const LABEL = "anomaly";
const FOLDS = 5;
/** Budget: false alarms among normal rows. */
const BUDGET = { atMost: 5, outOf: 100, of: "rows" } as const;
const PROMISED = BUDGET.atMost / BUDGET.outOf;
/** Maximum number of randomly drawn rows of a file. */
const MAX_ROWS = 2000;

interface Shares {
  falseAlarms: number;
  recall: number;
}

/** Writes a Markdown table. Throws when the data are missing. */
export async function benchOutliers(print: (line: string) => void, algorithms: readonly AlgorithmName[]): Promise<void> {
  if (!testDataFolder) throw new Error("TEST_DATA must name the folder with the CSV files that alarms are measured on");
  print("| data | detector | realised ÷ promised false alarms | recall | the same with the limit max_fpr: ÷ promised | recall |");
  print("| --- | --- | --- | --- | --- | --- |");
  const ratios: number[] = [];
  for (const { file } of DATA.filter(isSelected)) {
    const table = await readCsv(join(testDataFolder, file));
    for (const algorithm of algorithms.filter(detectsOutliers)) {
      const [budget, limit] = [
        await sharesOf(table, algorithm, { falseAlarms: BUDGET }),
        await sharesOf(table, algorithm, { maxFpr: PROMISED }),
      ];
      ratios.push(budget.falseAlarms / PROMISED);
      const cells = [budget, limit].flatMap(({ falseAlarms, recall }) => [(falseAlarms / PROMISED).toFixed(2), recall.toFixed(3)]);
      print(`| ${[file.replace(".csv", ""), algorithm, ...cells].join(" | ")} |`);
    }
  }
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  print(
    `\nMean of realised ÷ promised: ${mean.toFixed(3)}. Budget: ${BUDGET.atMost} of ${BUDGET.outOf} normal rows. Each fifth of at most ${MAX_ROWS} rows in random order is kept from the training in turn.`,
  );
}

function detectsOutliers(name: AlgorithmName): boolean {
  return (ALGORITHMS[name].modelTypes as readonly string[]).includes("OCC");
}

/** Returns the shares of normal rows and of anomalies that are flagged, over all fifths. */
async function sharesOf(table: Table, algorithm: string, threshold: Partial<ModelRequest>): Promise<Shares> {
  const order = randomPermutation(table.nrow, createRandom(1)).subarray(0, MAX_ROWS);
  const counts = { normal: 0, falseAlarms: 0, anomalies: 0, found: 0 };
  for (let seed = 1; seed <= FOLDS; seed++) {
    const side = (kept: boolean) =>
      takeRows(
        table,
        order.filter((_, i) => (i % FOLDS === seed - 1) === kept),
      );
    const { flagged, odd } = await flaggedRows({ train: side(false), fresh: side(true) }, algorithm, { ...threshold, seed });
    flagged.forEach((flag, row) => {
      counts[odd[row] ? "anomalies" : "normal"]++;
      if (flag) counts[odd[row] ? "found" : "falseAlarms"]++;
    });
  }
  return { falseAlarms: counts.falseAlarms / counts.normal, recall: counts.found / counts.anomalies };
}

async function flaggedRows({ train, fresh }: { train: Table; fresh: Table }, algorithm: string, overrides: Partial<ModelRequest>) {
  const request = {
    type: "OCC" as const,
    layers: [{ nodes: [{ algorithm }] }],
    semilabel: LABEL,
    anomalyValue: "true",
    otherRows: "normal" as const,
    maxFpr: 1,
    seed: 1,
    ...overrides,
  };
  const { trainingSet } = prepareTrainingSet(request, train);
  const context = { random: createRandom(request.seed), threads: THREADS, signal: new AbortController().signal, progress: () => {} };
  const crossValidated = await crossValidate(trainingSet, context);
  const { graph } = await fitWithThreshold(trainingSet, Int32Array.from(Array(train.nrow).keys()), context);
  const crossValidation = withHeldOutThresholds(trainingSet, crossValidated, graph);
  const thresholdSteps = request.falseAlarms
    ? conformalThresholds(heldOutNormalScores(trainingSet, crossValidation, graph, context.random))
    : (crossValidation.thresholdSteps ?? []);
  const limit = thresholdAt(thresholdSteps, trainingSet.maxFpr ?? 1);
  const column = findColumn(fresh, LABEL);
  if (column?.type !== "s") throw new Error(`${LABEL} is no text`);
  const { scores = new Float64Array(0) } = predictGraph(graph, fresh);
  return { flagged: Array.from(scores, (score) => score > limit), odd: Array.from(column.codes, (code) => column.levels[code] === "true") };
}
