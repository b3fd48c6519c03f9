/** Every classifier answers by a stored decision, and explains that answer. */
import { ALGORITHM_NAMES, ALGORITHMS, type ClassDecision, InvalidInput, type PredictionResult } from "@agatha/contracts";
import { createTable } from "../../testing/create-table.js";
import { modelRequest, trainOnTable } from "../../testing/train-on-table.js";
import { loadServingModel } from "./serving-model.js";

const CLASSIFIERS = ALGORITHM_NAMES.filter((name) => (ALGORITHMS[name].modelTypes as readonly string[]).includes("CLASSIFICATION"));
const rows = Array.from({ length: 90 }, (_, i) => i);
const x = rows.map((i) => Math.sin(i) * 10);
const noise = rows.map((i) => Math.cos(i * 7.3) * 6);
const table = createTable({
  x,
  noise,
  side: rows.map((i) => (x[i] + noise[i] > 0 === i % 5 > 0 ? "right" : "left")),
  grade: rows.map((i) => (i % 5 === 0 ? "low" : x[i] + noise[i] > 4 ? "high" : x[i] + noise[i] > -4 ? "middle" : "low")),
});
const TWO: ClassDecision = {
  labels: ["left", "right"],
  costs: [
    [0, 1],
    [9, 0],
  ],
  threshold: 0.13,
};
const THREE: ClassDecision = {
  labels: ["high", "low", "middle"],
  costs: [
    [0, 11, 2],
    [3, 0, 1],
    [1, 2, 0],
  ],
};

/** Returns the class of least expected cost of each row, or the one that the threshold gives. */
function expectedAnswers({ labels, costs, threshold }: ClassDecision, { prob = [] }: PredictionResult): string[] {
  return prob.map((row) => {
    if (threshold !== undefined) return row[labels[1]]! >= threshold ? labels[1] : labels[0];
    const expected = labels.map((_, predicted) => labels.reduce((sum, label, actual) => sum + row[label]! * costs[actual][predicted], 0));
    return labels[expected.indexOf(Math.min(...expected))];
  });
}

test.each(CLASSIFIERS.flatMap((name) => [[name, "side", TWO] as const, [name, "grade", THREE] as const]))(
  "%s of %s answers by its decision with the same probabilities, and explains the answer",
  async (name, response, decision) => {
    const request = modelRequest("CLASSIFICATION", name, { response, columns: ["x", "noise"] });
    const { artifact } = await trainOnTable(table, request);
    const likeliest = loadServingModel(artifact).predictTable(table);
    const decided = loadServingModel(artifact, decision).predictTable(table);
    expect(decided.prob).toEqual(likeliest.prob);
    expect(decided.value).toEqual(expectedAnswers(decision, likeliest));
    const changed = decided.value.findIndex((value, i) => value !== likeliest.value[i]);
    expect(changed).toBeGreaterThanOrEqual(0);
    const {
      explanation,
      value,
      prob = [],
    } = loadServingModel(artifact, decision).predict([{ x: x[changed], noise: noise[changed] }], { explain: true });
    expect(value).toEqual([decided.value[changed]]);
    expect(explanation?.prediction[0]).toBeCloseTo(prob[0][String(value[0])]!, 6);
  },
);

test("a decision about other classes is refused with the model's classes", async () => {
  const { artifact } = await trainOnTable(table, modelRequest("CLASSIFICATION", "GLM", { response: "side", columns: ["x"] }));
  expect(() => loadServingModel(artifact, THREE)).toThrow(InvalidInput);
  expect(() => loadServingModel(artifact, THREE)).toThrow(/"left", "right"/);
});
