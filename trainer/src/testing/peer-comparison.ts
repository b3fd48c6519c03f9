import type { AlgorithmName, ParamsOf } from "@agatha/contracts";
import type { Algorithm, Prediction } from "../algorithms/base/algorithm.js";
import type { Table } from "../data/tables/table.js";
import type { Target } from "../numeric/matrix.js";
import { createRandom } from "../numeric/random.js";
import { testOnFile } from "./dataset-files.js";
import { fitContext } from "./fit-context.js";
import { accuracyOf, asClasses, type EncodedTrainingSet, encodedPeerSplit } from "./peer-split.js";
import { readCsv } from "./read-csv.js";
import type { MeanAndSpread } from "./reference-figures.js";

/** Peer's score on a file's test rows, as references/held_out.py writes it. */
interface PeerFigure extends MeanAndSpread {
  file: string;
  target: string;
  drop: string[];
}

export interface PeerFigures {
  RMSE: PeerFigure[];
  Accuracy: PeerFigure[];
}

const SEEDS = [1, 2];
/** Relative tolerance beyond the spread. A peer without randomness has a spread of 0, but folds are drawn at random here. */
const RELATIVE_TOLERANCE = 1e-3;

/** Tests on each file that an algorithm with these parameters is at most the peer's spread over seeds worse than the peer. */
export function describeAgainstPeer<A extends AlgorithmName>(
  algorithm: Algorithm<A>,
  params: ParamsOf<A>,
  { RMSE, Accuracy }: PeerFigures,
): void {
  describe("on held-out rows is no worse than the peer", () => {
    for (const [name, figures] of [["RMSE", RMSE] as const, ["Accuracy", Accuracy] as const]) {
      for (const figure of figures) {
        testOnFile(
          figure.file,
          `${figure.file}, ${figure.target}: ${name} ${figure.mean.toFixed(4)} ± ${figure.spread.toFixed(4)}`,
          async (path) => {
            const table = await readCsv(path, figure.drop);
            const sides = encodedSplitOf(table, figure.target, { classes: name === "Accuracy", algorithm });
            expectNoWorse(name, await meanScore(algorithm, params, sides), figure);
          },
        );
      }
    }
  });
}

/**
 * Same as describeAgainstPeer over five splits, whose test rows have i % 5 = 0, 1, 2, 3 and 4. The score of a single split of few
 * rows depends mostly on the split.
 */
export function describeAgainstPeerOverSplits<A extends AlgorithmName>(
  algorithm: Algorithm<A>,
  params: ParamsOf<A>,
  { RMSE = [], Accuracy = [] }: Partial<PeerFigures>,
): void {
  describe("over five splits is no worse than the peer", () => {
    for (const [name, figures] of [["RMSE", RMSE] as const, ["Accuracy", Accuracy] as const]) {
      for (const figure of figures) {
        const { file, target, drop, mean, spread } = figure;
        testOnFile(file, `${file}, ${target}: ${name} ${mean.toFixed(4)} ± ${spread.toFixed(4)}`, async (path) => {
          const table = await readCsv(path, drop);
          let sum = 0;
          for (const fold of [0, 1, 2, 3, 4]) {
            const sides = encodedSplitOf(table, target, { classes: name === "Accuracy", algorithm, fold });
            sum += await meanScore(algorithm, params, sides);
          }
          expectNoWorse(name, sum / 5, figure);
        });
      }
    }
  });
}

function expectNoWorse(name: keyof PeerFigures, ours: number, { mean, spread }: MeanAndSpread): void {
  const allowed = spread + RELATIVE_TOLERANCE * mean;
  if (name === "RMSE") expect(ours).toBeLessThan(mean + allowed);
  else expect(ours).toBeGreaterThan(mean - allowed);
}

interface TrainTestSplit {
  train: EncodedTrainingSet;
  test: EncodedTrainingSet;
}

/** Returns encoded training and test rows. A numeric target is one of classes if `classes` says so. */
export function encodedSplitOf(
  table: Table,
  target: string,
  { classes, algorithm, fold = 0 }: { classes: boolean; algorithm: Pick<Algorithm, "encoding">; fold?: number },
): TrainTestSplit {
  const sides = encodedPeerSplit(table, target, algorithm.encoding, fold);
  const { train, test } = sides;
  if (!classes || train.target.kind !== "number" || test.target.kind !== "number") return sides;
  const labels = [...new Set([...train.target.values, ...test.target.values])].sort((a, b) => a - b);
  return { train: asClasses(train, labels), test: asClasses(test, labels) };
}

async function meanScore<A extends AlgorithmName>(
  algorithm: Algorithm<A>,
  params: ParamsOf<A>,
  { train, test }: TrainTestSplit,
): Promise<number> {
  let sum = 0;
  for (const seed of SEEDS) {
    const model = await algorithm.fit(train.x, train.target, params, fitContext({ random: createRandom(seed) }));
    sum += scoreOf(model.predict(test.x), test.target);
  }
  return sum / SEEDS.length;
}

/** Returns the accuracy for classes, RMSE for numbers. */
export function scoreOf({ values, probabilities }: Prediction, target: Target): number {
  return probabilities ? accuracyOf(probabilities, target) : rootMeanSquaredError(values!, target);
}

/** Root mean squared error. */
export function rootMeanSquaredError(values: Float64Array, target: Target): number {
  if (target.kind !== "number") throw new Error("The target has no numbers");
  return Math.sqrt(target.values.reduce((sum, value, i) => sum + (value - values[i]) ** 2, 0) / values.length);
}
