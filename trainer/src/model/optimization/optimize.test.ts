import type { ModelInput, OptimizationRequest } from "@agatha/contracts";
import { optimizationRequest } from "@agatha/contracts";
import { MIN_DISTANCE, optimize } from "./optimize.js";

const input = (name: string, min = 0, max = 10, type: ModelInput["type"] = "n"): ModelInput => ({
  name,
  type,
  min,
  max,
  typical: min,
  integer: false,
  levels: [],
});

type Answer = (x: Float64Array) => number;

function search(
  answer: Answer,
  request: Record<string, unknown>,
  inputs = [input("a"), input("b")],
  signal = new AbortController().signal,
) {
  const whole: OptimizationRequest = optimizationRequest.parse({ target: { goal: "max" }, solutions: 1, ...request });
  return optimize(whole, inputs, { predict: (all) => Float64Array.from(all, (x) => answer(x)), signal, progress() {} });
}

/** Function with its maximum, 7, at a = 3 and b = 8. */
const hill: Answer = ([a, b]) => 7 - (a - 3) ** 2 - (b - 8) ** 2;
/** Function with two maxima: 5 at (2, 2), 4 at (8, 8). */
const two: Answer = ([a, b]) => Math.max(5 - (a - 2) ** 2 - (b - 2) ** 2, 4 - (a - 8) ** 2 - (b - 8) ** 2);
/** Piecewise constant function, like trees, with its maximum in one small square. */
const stairs: Answer = ([a, b]) => Math.floor(a) * 10 - Math.abs(Math.floor(a) - Math.floor(b)) * 50 + (Math.floor(a) === 7 ? 100 : 0);

describe("the best settings", () => {
  test.each<[string, Answer, Record<string, unknown>, Record<string, number>, number]>([
    ["of a hill lie at its top", hill, {}, { a: 3, b: 8 }, 7],
    ["are the lowest when that is the goal", (x) => -hill(x), { target: { goal: "min" } }, { a: 3, b: 8 }, -7],
    ["stay within bounds", hill, { variables: [{ column: "a", min: 4, max: 6 }] }, { a: 4, b: 8 }, 6],
    ["go beyond the training when the bounds do", ([a, b]) => a + b, { variables: [{ column: "a", max: 20 }] }, { a: 20, b: 10 }, 30],
    ["keep what is fixed", hill, { variables: [{ column: "b", fixed: 5 }] }, { a: 3, b: 5 }, -2],
    ["lie on steps", hill, { variables: [{ column: "a", min: 0.5, step: 2 }] }, { a: 2.5, b: 8 }, 6.75],
    [
      "keep a sum",
      hill,
      {
        constraints: [
          {
            terms: [
              { column: "a", coefficient: 1 },
              { column: "b", coefficient: 1 },
            ],
            relation: "=",
            value: 9,
          },
        ],
      },
      { a: 2, b: 7 },
      5,
    ],
    [
      "keep a sum beside steps",
      hill,
      {
        variables: [{ column: "a", step: 0.75 }],
        constraints: [
          {
            terms: [
              { column: "a", coefficient: 1 },
              { column: "b", coefficient: 1 },
            ],
            relation: "=",
            value: 9,
          },
        ],
      },
      { a: 2.25, b: 6.75 },
      7 - 0.75 ** 2 - 1.25 ** 2,
    ],
    [
      "keep a limit",
      hill,
      {
        constraints: [
          {
            terms: [
              { column: "a", coefficient: 2 },
              { column: "b", coefficient: 1 },
            ],
            relation: "<=",
            value: 4,
          },
        ],
      },
      { a: 0, b: 4 },
      7 - 9 - 16,
    ],
  ])("the best settings %s", async (_what, answer, request, settings, prediction) => {
    const { solutions } = await search(answer, request);
    expect(solutions[0].prediction).toBeCloseTo(prediction, 4);
    for (const [column, value] of Object.entries(settings))
      expect([column, solutions[0].settings[column]]).toEqual([column, expect.closeTo(value, 2)]);
  });

  test("the best settings come close to a target value", async () => {
    const { solutions } = await search(hill, { target: { goal: "value", value: 3.25 } });
    expect(solutions[0].prediction).toBeCloseTo(3.25, 6);
  });

  test("the search finds the maximum of a piecewise constant function", async () => {
    const { solutions } = await search(stairs, {});
    expect(solutions[0].prediction).toBe(170);
  });

  test("returns several solutions, best first, each clearly apart", async () => {
    const { solutions } = await search(two, { solutions: 4 });
    expect(solutions).toHaveLength(4);
    expect(solutions[0].prediction).toBeCloseTo(5, 4);
    const predictions = solutions.map(({ prediction }) => prediction);
    expect(predictions).toEqual([...predictions].sort((a, b) => b - a));
    for (const [i, one] of solutions.entries())
      for (const other of solutions.slice(0, i)) {
        const differences = ["a", "b"].map((column) => Math.abs(one.settings[column] - other.settings[column]) / 10);
        expect(Math.max(...differences)).toBeGreaterThanOrEqual(MIN_DISTANCE - 1e-9);
      }
    // Both maxima are among the solutions.
    expect(solutions.some(({ settings }) => settings.a > 6 && settings.b > 6)).toBe(true);
  });

  test("a solution states how far it lies beyond the training range", async () => {
    const { solutions } = await search(([a]) => a, { variables: [{ column: "a", max: 15 }] });
    expect(solutions[0]).toMatchObject({ outside: ["a"], outside_by: expect.closeTo(Math.sqrt(0.25 / 2), 6) });
  });

  test("the same seed gives the same solutions", async () => {
    expect(await search(two, { solutions: 3, seed: 4 })).toEqual(await search(two, { solutions: 3, seed: 4 }));
  });
});

test.each([
  ["a text input", {}, [input("a"), input("kind", 0, 0, "s")], "011002", "kind"],
  ["a column that is no input", { variables: [{ column: "c" }] }, undefined, "011003", "variables[0].column"],
  ["an input named twice", { variables: [{ column: "a" }, { column: "a" }] }, undefined, "011003", "variables[1].column"],
  ["bounds the wrong way round", { variables: [{ column: "a", min: 5, max: 4 }] }, undefined, "011003", "variables[0]"],
  ["a value to reach that is not told", { target: { goal: "value" } }, undefined, "011003", "target.value"],
  [
    "constraints that exclude each other",
    {
      constraints: [
        { terms: [{ column: "a", coefficient: 1 }], relation: "<=", value: 2 },
        { terms: [{ column: "a", coefficient: 1 }], relation: ">=", value: 3 },
      ],
    },
    undefined,
    "011003",
    "constraints",
  ],
])("refuses %s", async (_what, request, inputs, code, path) => {
  await expect(search(hill, request, inputs)).rejects.toMatchObject({ code, problems: [{ path }] });
});

test("a cancelled search ends", async () => {
  await expect(search(hill, {}, undefined, AbortSignal.abort())).rejects.toThrow();
});
