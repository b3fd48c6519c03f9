import { InvalidInput } from "../errors/error-classes.js";
import { classDecision } from "../kinds/class-decision.js";
import type { ErrorCosts } from "../kinds/error-costs.js";
import { costPerRow, costsOfClasses, decideClasses, decidingCosts, decisionOfCosts, ensureDecisionFits } from "./decide-classes.js";

const labels = ["ok", "nok"];
const costs = [
  [0, 1],
  [9, 0],
];

test("a threshold answers with the second class from its probability upwards", () => {
  expect([...decideClasses({ labels, costs, threshold: 0.3 }, [0.71, 0.29, 0.7, 0.3, 0, 1])]).toEqual([0, 1, 1]);
});

test("without a threshold the answer is the class of least expected cost", () => {
  expect([...decideClasses({ labels, costs }, [0.95, 0.05, 0.85, 0.15])]).toEqual([0, 1]);
  const three = [
    [0, 1, 1],
    [1, 0, 1],
    [20, 20, 0],
  ];
  expect([...decideClasses({ labels: ["a", "b", "c"], costs: three }, [0.6, 0.3, 0.1, 0.3, 0.69, 0.01])]).toEqual([2, 1]);
});

test("the costs of a threshold decide as the threshold does", () => {
  const probabilities = Array.from({ length: 50 }, (_, i) => [1 - (i + 0.5) / 50, (i + 0.5) / 50]).flat();
  const byThreshold = decideClasses({ labels, costs, threshold: 0.375 }, probabilities);
  expect(decideClasses({ labels, costs: decidingCosts({ costs, threshold: 0.375 }) }, probabilities)).toEqual(byThreshold);
});

test("the cost of a row is the mean over the counts", () => {
  expect(
    costPerRow(costs, [
      [6, 2],
      [1, 1],
    ]),
  ).toBe(1.1);
  expect(
    costPerRow(costs, [
      [0, 0],
      [0, 0],
    ]),
  ).toBeNull();
});

test.each([
  ["costs of another size", { labels, costs: [[0, 1]] }],
  ["a threshold of three classes", { labels: ["a", "b", "c"], costs: Array(3).fill([0, 1, 1]), threshold: 0.5 }],
  ["a threshold above 1", { labels, costs, threshold: 1.2 }],
])("a decision with %s is refused", (_what, decision) => {
  expect(classDecision.safeParse(decision).success).toBe(false);
});

test("a decision about other classes names those of the model", () => {
  expect(() => ensureDecisionFits({ labels, costs }, ["ok", "nok"])).not.toThrow();
  expect(() => ensureDecisionFits({ labels, costs }, ["nok", "ok"])).toThrow(InvalidInput);
  expect(() => ensureDecisionFits({ labels, costs }, ["nok", "ok"])).toThrow(/"nok", "ok"/);
});

test.each<[string, ErrorCosts, number[][]]>([
  [
    "none: all classes weigh alike",
    {},
    [
      [0, 0.5556, 0.5556],
      [1.6667, 0, 1.6667],
      [1.6667, 1.6667, 0],
    ],
  ],
  [
    "weights of classes",
    { weights: { b: 50 } },
    [
      [0, 1, 1],
      [50, 0, 50],
      [1, 1, 0],
    ],
  ],
  [
    "weights of which one is of a class that no row has",
    { weights: { b: 50, gone: 7 } },
    [
      [0, 1, 1],
      [50, 0, 50],
      [1, 1, 0],
    ],
  ],
  [
    "costs of single answers",
    { cells: [{ actual: "c", predicted: "a", cost: 9 }] },
    [
      [0, 1, 1],
      [1, 0, 1],
      [9, 1, 0],
    ],
  ],
  [
    "both",
    { weights: { c: 4 }, cells: [{ actual: "c", predicted: "a", cost: 9 }] },
    [
      [0, 1, 1],
      [1, 0, 1],
      [9, 4, 0],
    ],
  ],
])("costs of wrong answers by %s make a decision", (_what, wanted, expected) => {
  const decision = decisionOfCosts(wanted, ["a", "b", "c"], [60, 20, 20]);
  expect(decision.labels).toEqual(["a", "b", "c"]);
  expect(decision.costs).toEqual(expected.map((row) => row.map((cost) => expect.closeTo(cost, 4))));
});

test("costs of a class that there is not name those that there are", () => {
  expect(() => decisionOfCosts({ weights: { toString: 2 } }, labels, [9, 1])).toThrow(/no class "toString".*"ok", "nok"/);
});

test("weights of classes that there are not are left out, unless all are", () => {
  const cells = [{ actual: "ok", predicted: "gone", cost: 1 }];
  expect(costsOfClasses({ weights: { ok: 2, gone: 3 }, cells }, labels)).toEqual({ weights: { ok: 2 }, cells });
  expect(costsOfClasses({ weights: { gone: 3 } }, labels)).toEqual({ weights: { gone: 3 } });
  expect(costsOfClasses({}, labels)).toEqual({});
  expect(costsOfClasses({ weights: {} }, labels)).toEqual({ weights: {} });
});
