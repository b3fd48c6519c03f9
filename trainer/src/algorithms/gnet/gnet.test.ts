/** references/gnet.py computes the figures with scikit-learn. */
import { ALGORITHMS } from "@agatha/contracts";
import { fitContext } from "../../testing/fit-context.js";
import { describeAgainstPeer, describeAgainstPeerOverSplits, type PeerFigures } from "../../testing/peer-comparison.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { decodeModel } from "../glm/model.js";
import { randomTrainingSet } from "../testing/algorithm-cases.js";
import { gnet } from "./index.js";

const defaults = ALGORITHMS.GNET.params.parse({});

const figures = referenceFigures<{ held_out: PeerFigures; five_splits: PeerFigures["RMSE"] }>("gnet");

describeAgainstPeer(gnet, defaults, figures.held_out);
describeAgainstPeerOverSplits(gnet, defaults, { RMSE: figures.five_splits });

/** Returns the number of columns with a coefficient in any output. Two of the ten columns are informative. */
async function columnsThatCount(params: Partial<typeof defaults>, task: "REGRESSION" | "CLASSIFICATION"): Promise<number> {
  const { x, target } = randomTrainingSet(task, { nrow: 80, ncol: 10 });
  const { coefficients } = decodeModel((await gnet.fit(x, target, { ...defaults, ...params }, fitContext())).save());
  return x.columns.filter((_, j) => coefficients.some((value, at) => at % 11 === j + 1 && value !== 0)).length;
}

describe.each(["REGRESSION", "CLASSIFICATION"] as const)("%s", (task) => {
  test("three standard errors leave fewer columns, but at least the two informative ones", async () => {
    const few = await columnsThatCount({ standardErrors: 3 }, task);
    expect(few).toBeGreaterThanOrEqual(2);
    expect(few).toBeLessThan(await columnsThatCount({}, task));
  });

  test("a penalty almost only on squares drops no column", async () => {
    expect(await columnsThatCount({ alpha: 0.01 }, task)).toBe(10);
  });
});
