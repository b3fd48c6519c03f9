import {
  DecisionFunction,
  deserializeSupportVectors,
  type SupportVectors,
  serializeSupportVectors,
} from "../../numeric/support-vectors/decision-function.js";
import { decisionSumsToOnnx } from "../../numeric/support-vectors/onnx.js";
import type { FittedModel } from "../base/algorithm.js";

/** Scores are the negative decisions: above 0 outside the region. */
export function createOcsModel(machine: SupportVectors, intercept: number): FittedModel {
  let scorer: DecisionFunction | undefined;
  return {
    predict(x) {
      const scores = new Float64Array(x.nrow);
      scorer ??= new DecisionFunction(machine);
      for (let i = 0; i < x.nrow; i++) {
        scorer.setRow(x, i);
        scores[i] = -(scorer.decisionSum(0, 0) + intercept);
      }
      return { scores };
    },
    toOnnx(graph, features) {
      const sum = decisionSumsToOnnx(machine, [[{ which: 0, group: 0 }]], graph, features);
      return { scores: graph.node("Neg", [graph.node("Add", [sum, graph.doubles([intercept])])]) };
    },
    save: () => serializeSupportVectors(machine, { settings: { algorithm: "OCS", intercept }, arrays: {} }),
  };
}

/** Throws when the bytes are not a saved model. */
export function loadOcsModel(bytes: Uint8Array): FittedModel {
  const { machine, settings } = deserializeSupportVectors(bytes, "OCS");
  return createOcsModel(machine, Number(settings.intercept));
}
