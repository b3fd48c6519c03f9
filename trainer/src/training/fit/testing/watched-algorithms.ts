/** Algorithms that show what they learned from. */
import type { Algorithm } from "../../../algorithms/base/algorithm.js";
import { REGISTRY } from "../../../algorithms/registry.js";
import type { Matrix } from "../../../numeric/matrix.js";
import type { PlannedNode } from "../../plan/plan.js";

/**
 * Algorithm that memorises its training rows, which it knows by the last column, `id`. It predicts their target, and minus the id
 * for all other rows.
 */
export const memory: Algorithm<"GLM"> = {
  ...REGISTRY.GLM,
  encoding: { missing: "impute", scale: "none" },
  async fit(x, learned) {
    const known = new Map(Array.from(idsOf(x), (id, i) => [id, learned.kind === "number" ? learned.values[i] : 0]));
    return {
      predict: (asked) => ({ values: Float64Array.from(idsOf(asked), (id) => known.get(id) ?? 0 - id) }),
      toOnnx: () => ({}),
      save: () => new Uint8Array(0),
    };
  },
};
const idsOf = (x: Matrix) => x.columns[x.ncol - 1];

/** `memory` that also records the ids of the rows that each fit learns from. */
export function recording(fits: number[][]): Algorithm<"GLM"> {
  return {
    ...memory,
    fit(x, ...rest) {
      fits.push([...idsOf(x)]);
      return memory.fit(x, ...rest);
    },
  };
}

/** Algorithm that records the matrices on which it is fitted, and predicts the mean of each row. */
export function watching(seen: Matrix[]): Algorithm<"GLM"> {
  return {
    ...REGISTRY.GLM,
    encoding: { missing: "impute", scale: "none" },
    async fit(x) {
      seen.push(x);
      return {
        predict: (asked) => ({
          values: Float64Array.from(
            { length: asked.nrow },
            (_, i) => asked.columns.reduce((sum, column) => sum + column[i], 0) / asked.ncol,
          ),
        }),
        toOnnx: () => ({}),
        save: () => new Uint8Array(0),
      };
    },
  };
}

export function plannedNode(id: string, algorithm: Algorithm, columns: string[], overrides: Partial<PlannedNode> = {}): PlannedNode {
  return {
    id,
    path: id,
    algorithm,
    task: "REGRESSION",
    columns,
    params: { ridge: 0, maxIterations: 1, balance: 0, logResponse: false },
    ...overrides,
  };
}
