import { ALGORITHMS, type AlgorithmName, isSupervised, type ParamsOf, ROW_LIMIT } from "@agatha/contracts";
import type { Algorithm, FittedModel, Prediction } from "@agatha/trainer/algorithms/base/algorithm";
import { REGISTRY } from "@agatha/trainer/algorithms/registry";
import { fitEncoder } from "@agatha/trainer/data/encoding/fit-encoder";
import { findColumn, type Table, takeRows } from "@agatha/trainer/data/tables/table";
import { computeMetrics } from "@agatha/trainer/evaluation/metrics/compute-metrics";
import type { Matrix, Target } from "@agatha/trainer/numeric/matrix";
import { createRandom } from "@agatha/trainer/numeric/random";
import { readCsv } from "@agatha/trainer/testing/read-csv";
import { readTarget, takeTarget } from "@agatha/trainer/training/plan/target";
import type { BenchmarkCase, RunOptions, RunResult } from "./peer-process.js";

/** Encoded rows with their targets, for training and for testing. */
interface EncodedSplit {
  train: EncodedRows;
  test: EncodedRows;
}

interface EncodedRows {
  x: Matrix;
  target: Target;
}

interface AgathaRunner {
  /** Number of training rows of fold 0. A run may leave out some of them. */
  trainRows: number;
  run(draw: RunOptions): Promise<RunResult>;
}

/** The part of an algorithm that a benchmark needs. */
export interface BenchmarkedAlgorithm extends Pick<Algorithm, "encoding"> {
  fit(...fitArguments: Parameters<Algorithm["fit"]>): Promise<Pick<FittedModel, "predict">>;
}

/**
 * Reads, splits and encodes as the peers do. Only the fit and the prediction on encoded rows are timed. Another library that runs
 * in this process may replace our algorithm.
 */
export async function createAgathaRunner(
  contest: BenchmarkCase<AlgorithmName>,
  algorithm: BenchmarkedAlgorithm = REGISTRY[contest.algorithm] as Algorithm,
): Promise<AgathaRunner> {
  const table = await readCsv(contest.file, contest.drop);
  let prepared = { fold: 0, ...encodeSplit(table, contest, algorithm, 0) };
  const params = ALGORITHMS[contest.algorithm].params.parse({}) as ParamsOf<AlgorithmName>;
  return {
    trainRows: prepared.train.x.nrow,
    run: async ({ seed, without, fold = 0 }) => {
      if (fold !== prepared.fold) prepared = { fold, ...encodeSplit(table, contest, algorithm, fold) };
      const { train, test } = prepared;
      const { x, target } = dropRows(train, without);
      const context = { random: createRandom(seed), progress: () => {}, signal: new AbortController().signal };
      const start = performance.now();
      const model = await algorithm.fit(x, isSupervised(contest.task) ? target : { kind: "none" }, params, context);
      const fitted = performance.now();
      const answer = model.predict(test.x);
      return { fit: fitted - start, predict: performance.now() - fitted, score: scoreOf(contest.task, answer, test) };
    },
  };
}

function dropRows({ x, target }: EncodedRows, without: readonly number[]): EncodedRows {
  const kept = Int32Array.from(Array(x.nrow).keys()).filter((i) => !without.includes(i));
  const columns = x.columns.map((column) => Float64Array.from(kept, (i) => column[i] ?? Number.NaN));
  return { x: { nrow: kept.length, ncol: x.ncol, columns }, target: takeTarget(target, kept) };
}

function encodeSplit(
  table: Table,
  { target: name, task, trainingRows }: Omit<BenchmarkCase, "file">,
  algorithm: BenchmarkedAlgorithm,
  fold: number,
): EncodedSplit {
  const column = findColumn(table, name);
  if (!column) throw new Error(`There is no column ${name}`);
  const found = readTarget(column, task === "REGRESSION" || task === "CLUSTERING" ? "REGRESSION" : "CLASSIFICATION");
  const rows = found.rows.slice(0, ROW_LIMIT);
  const target = takeTarget(found.target, Int32Array.from(rows.keys()));
  const places = Int32Array.from(rows.keys());
  const [train, test] = isSupervised(task)
    ? [places.filter((i) => i % 5 !== fold).slice(0, trainingRows), places.filter((i) => i % 5 === fold)]
    : [places, places];
  const used = takeRows(table, rows);
  const names = table.columns.map((one) => one.name).filter((one) => one !== name);
  const { encoder } = fitEncoder(takeRows(used, train), names, algorithm.encoding);
  const side = (some: Int32Array) => ({ x: encoder.encode(takeRows(used, some)), target: takeTarget(target, some) });
  return { train: side(train), test: side(test) };
}

function scoreOf(task: BenchmarkCase["task"], prediction: Prediction, { x, target }: EncodedRows): number {
  if (task === "OCC") return rocAuc(prediction.scores ?? new Float64Array(0), target);
  if (task === "CLUSTERING")
    return computeMetrics(task, { prediction, target: { kind: "none" }, distanceSpace: x }, createRandom(1)).CH_index ?? Number.NaN;
  return computeMetrics(task, { prediction, target }, createRandom(1))[task === "REGRESSION" ? "RMSE" : "Accuracy"] ?? Number.NaN;
}

/** Area under the ROC curve by the sum of the anomalies' ranks. The anomalies are the second of two labels. */
function rocAuc(scores: Float64Array, target: Target): number {
  if (target.kind !== "class") throw new Error("There are no labels to rank by");
  const order = [...scores.keys()].sort((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0));
  const ranks = order.flatMap((row, at) => (target.codes[row] === 1 ? [at + 1] : []));
  const least = (ranks.length * (ranks.length + 1)) / 2;
  return (ranks.reduce((sum, rank) => sum + rank, 0) - least) / (ranks.length * (scores.length - ranks.length));
}
