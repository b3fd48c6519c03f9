import type { AlgorithmName, ParamsOf } from "@agatha/contracts";
import type { Algorithm, Target } from "../algorithms/algorithm.js";
import { createRandom } from "../random.js";
import { fitContext } from "./fit-context.js";
import { accuracyOf, asClasses, encodedPeerSplit, type Side } from "./peer-split.js";
import { readCsv } from "./read-csv.js";
import type { OverSeeds } from "./reference.js";
import { testOn } from "./test-data.js";

/** A peer's figure on a file's test rows, as references/held_out.py writes it. */
interface Figure extends OverSeeds {
  file: string;
  target: string;
  drop: string[];
}

export interface HeldOut {
  RMSE: Figure[];
  Accuracy: Figure[];
}

const SEEDS = [1, 2];
/** Share of a figure that is allowed besides: the spread of a peer without randomness is 0, but folds are drawn at random here. */
const ALLOWED = 1e-3;

/** Tests that an algorithm with these parameters is no worse than its peer by more than the peer's spread over seeds, on each file. */
export function describeHeldOut<A extends AlgorithmName>(algorithm: Algorithm<A>, params: ParamsOf<A>, { RMSE, Accuracy }: HeldOut): void {
  describe("on rows held out no worse than the peer", () => {
    for (const [name, figures] of [["RMSE", RMSE] as const, ["Accuracy", Accuracy] as const]) {
      for (const figure of figures) {
        testOn(
          figure.file,
          `${figure.file}, ${figure.target}: ${name} ${figure.mean.toFixed(4)} ± ${figure.spread.toFixed(4)}`,
          async (path) => {
            const ours = await meanScore(algorithm, params, await splitOf(path, figure, { classes: name === "Accuracy", algorithm }));
            const allowed = figure.spread + ALLOWED * figure.mean;
            if (name === "RMSE") expect(ours).toBeLessThan(figure.mean + allowed);
            else expect(ours).toBeGreaterThan(figure.mean - allowed);
          },
        );
      }
    }
  });
}

interface Sides {
  train: Side;
  test: Side;
}

async function splitOf(
  path: string,
  { target, drop }: Figure,
  { classes, algorithm }: { classes: boolean; algorithm: Pick<Algorithm, "encoding"> },
): Promise<Sides> {
  const sides = encodedPeerSplit(await readCsv(path, drop), target, algorithm.encoding);
  const { train, test } = sides;
  if (!classes || train.target.kind !== "number" || test.target.kind !== "number") return sides;
  const labels = [...new Set([...train.target.values, ...test.target.values])].sort((a, b) => a - b);
  return { train: asClasses(train, labels), test: asClasses(test, labels) };
}

async function meanScore<A extends AlgorithmName>(algorithm: Algorithm<A>, params: ParamsOf<A>, { train, test }: Sides): Promise<number> {
  let sum = 0;
  for (const seed of SEEDS) {
    const model = await algorithm.fit(train.x, train.target, params, fitContext({ random: createRandom(seed), threads: 2 }));
    const { values, probabilities } = model.predict(test.x);
    sum += probabilities ? accuracyOf(probabilities, test.target) : rootMeanSquare(values!, test.target);
  }
  return sum / SEEDS.length;
}

/** Root mean squared error. */
export function rootMeanSquare(values: Float64Array, target: Target): number {
  if (target.kind !== "number") throw new Error("The target has no numbers");
  return Math.sqrt(target.values.reduce((sum, value, i) => sum + (value - values[i]) ** 2, 0) / values.length);
}
