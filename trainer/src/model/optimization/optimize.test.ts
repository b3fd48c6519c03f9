import { optimizationRequest } from "@agatha/contracts";
import { createTable } from "../../testing/create-table.js";
import {
  type Answer,
  constraint,
  hill,
  input,
  modelOf,
  type Request,
  search,
  searchModels,
  text,
  trainingSample,
} from "../../testing/searched-models.js";
import { createTrainingSpace } from "../serving/training-space.js";
import { optimize } from "./optimize.js";

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
    ["keep a sum", hill, { constraints: [constraint({ a: 1, b: 1 }, "=", 9)] }, { a: 2, b: 7 }, 5],
    [
      "keep a sum beside steps",
      hill,
      {
        variables: [{ column: "a", step: 0.75 }],
        constraints: [constraint({ a: 1, b: 1 }, "=", 9)],
      },
      { a: 2.25, b: 6.75 },
      7 - 0.75 ** 2 - 1.25 ** 2,
    ],
    ["keep a limit", hill, { constraints: [constraint({ a: 2, b: 1 }, "<=", 4)] }, { a: 0, b: 4 }, 7 - 9 - 16],
    [
      "keep a sum of whole steps",
      hill,
      {
        variables: [
          { column: "a", step: 1 },
          { column: "b", step: 1 },
        ],
        constraints: [constraint({ a: 1, b: 1 }, "=", 9)],
      },
      { a: 2, b: 7 },
      5,
    ],
  ])("the best settings %s", async (_what, answer, request, settings, prediction) => {
    const { solutions } = await search(answer, request);
    expect(solutions[0].prediction).toBeCloseTo(prediction, 4);
    for (const [column, value] of Object.entries(settings))
      expect([column, solutions[0].settings[column]]).toEqual([column, expect.closeTo(value, 2)]);
  });

  test.each([
    [0, 0.3, 0.1, 0.3],
    [-0.3, 0, 0.1, 0],
    [-1, 1, 1 / 3, 1],
    [1e6, 1e6 + 0.3, 0.1, 1e6 + 0.3],
    [0.1, 0.35, 0.1, 0.3],
  ])("the steps from %d to %d by %d end at %d, within the known values", async (min, max, step, last) => {
    const { solutions } = await search(([a]) => a, { variables: [{ column: "a", step }] }, [input("a", min, max)]);
    expect(solutions[0]).toMatchObject({ settings: { a: last }, outside: [], outside_by: 0 });
  });

  test("the best settings come close to a target value", async () => {
    const { solutions } = await search(hill, { target: { goal: "value", value: 3.25 } });
    expect(solutions[0].prediction).toBeCloseTo(3.25, 6);
  });

  test.each<[string, Answer]>([
    ["a smooth function", ([a]) => a],
    ["a piecewise constant function", ([a]) => Math.floor(a)],
  ])("of settings that reach a target value equally well, those next to known rows are best: %s", async (_what, answer) => {
    const variables = [
      { column: "a", max: 30 },
      { column: "b", min: -20, max: 30 },
    ];
    const { solutions } = await search(answer, { target: { goal: "value", value: 5 }, variables, solutions: 3 });
    expect(solutions).toHaveLength(3);
    for (const { prediction, distance } of solutions) {
      expect(prediction).toBeCloseTo(5, 4);
      expect(distance).toMatchObject({ far: false });
      expect(distance?.nearest).toBeLessThan(0.2);
    }
  });

  test("settings come near to a target value that only unknown ones reach, and a limit comes before it", async () => {
    const variables = [{ column: "a", max: 30 }];
    const far = await search(([a]) => a, { target: { goal: "value", value: 15 }, variables });
    expect(far.solutions[0]).toMatchObject({ prediction: expect.closeTo(15, 6), outside: ["a"], distance: { far: true } });
    const limited = await search(([a]) => a, {
      target: { goal: "value", value: 5 },
      goals: [{ goal: "at_most", column: "a", value: 4 }],
    });
    expect(limited.solutions[0].prediction).toBeCloseTo(4, 2);
  });

  test("the search finds the maximum of a piecewise constant function", async () => {
    const { solutions } = await search(stairs, {});
    expect(solutions[0].prediction).toBe(170);
  });

  test("several solutions come best first, each at least the asked distance apart", async () => {
    const { solutions } = await search(two, { solutions: 4, apart: 1 });
    expect(solutions).toHaveLength(4);
    expect(solutions[0].prediction).toBeCloseTo(5, 4);
    const predictions = solutions.map(({ prediction }) => prediction);
    expect(predictions).toEqual([...predictions].sort((a, b) => b - a));
    const { coordinates } = createTrainingSpace(trainingSample([input("a"), input("b")]));
    const column = (name: string) => solutions.map(({ settings }) => settings[name]);
    const places = coordinates(createTable({ a: column("a"), b: column("b") }));
    for (const [i, one] of places.entries())
      for (const other of places.slice(0, i)) expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeGreaterThanOrEqual(1 - 1e-9);
    // Both maxima are among the solutions.
    expect(solutions.some(({ settings }) => Number(settings.a) > 6 && Number(settings.b) > 6)).toBe(true);
  });

  test("a bound far from other settings leaves one solution", async () => {
    const narrow = {
      variables: [
        { column: "a", min: 3, max: 3.1 },
        { column: "b", fixed: 2 },
      ],
    };
    expect((await search(hill, { ...narrow, solutions: 5 })).solutions).toHaveLength(1);
  });

  test("the same seed gives the same solutions", async () => {
    expect(await search(two, { solutions: 3, seed: 4 })).toEqual(await search(two, { solutions: 3, seed: 4 }));
  });
});

describe("inputs that are no numbers", () => {
  const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
  const kind = text("kind", ["oak", "ash", "elm"]);
  const when = input("when", day("2024-01-01"), day("2024-12-31"), "d");
  /** Best with ash, on the first of July, at a = 4. */
  const best: Answer<number | string> = ([a, k, at]) =>
    (k === "ash" ? 5 : 0) - (Number(a) - 4) ** 2 - Math.abs(Number(at) - day("2024-07-01")) / 86_400_000 / 100;
  const mixed = (request: Request) => searchModels([[undefined, modelOf(best, [input("a"), kind, when])]], request);

  test("take the best text, and the best day as a whole day", async () => {
    const { solutions } = await mixed({});
    expect(solutions[0].settings).toEqual({ a: expect.closeTo(4, 3), kind: "ash", when: "2024-07-01T00:00:00.000Z" });
    expect(solutions[0].prediction).toBeCloseTo(5, 5);
  });

  test("stay within the choices and the dates that are allowed", async () => {
    const { solutions } = await mixed({
      variables: [
        { column: "kind", choices: ["oak", "elm"] },
        { column: "when", earliest: "2024-08-01T06:00:00Z", latest: "2024-08-01T08:00:00Z" },
      ],
      solutions: 2,
    });
    expect(solutions[0].settings.when).toBe("2024-08-01T06:00:00.000Z");
    expect(solutions.map(({ settings }) => settings.kind).sort()).toEqual(["elm", "oak"]);
  });

  test("a text that training does not have, and a date outside it, are told", async () => {
    const variables = [
      { column: "kind", choices: ["fir"] },
      { column: "when", earliest: "2025-02-01T00:00:00Z", latest: "2025-02-01T00:00:00Z" },
    ];
    expect((await mixed({ variables })).solutions[0].outside).toEqual(["kind", "when"]);
  });

  test("whole numbers stay whole without a step", async () => {
    const count = { ...input("n"), integer: true, values: [0, 1, 3, 4, 10] };
    const { solutions } = await search(([n]) => -((n - 2.4) ** 2), {}, [count]);
    expect(solutions[0]).toMatchObject({ settings: { n: 2 }, outside: [], unseen: ["n"] });
  });
});

describe("a solution tells", () => {
  test("how far it lies beyond the training range", async () => {
    const { solutions } = await search(([a]) => a, { variables: [{ column: "a", max: 15 }] });
    expect(solutions[0]).toMatchObject({ outside: ["a"], outside_by: expect.closeTo(Math.sqrt(0.25 / 2), 6) });
    expect(solutions[0].distance?.far).toBe(true);
  });

  test("that its prediction is beyond all known values", async () => {
    const { solutions } = await search(([a]) => 2 * a, {});
    expect(solutions[0].goals?.[0]).toMatchObject({ prediction: 20, beyond: "above" });
    const { solutions: known } = await search(([a]) => a / 2, {});
    expect(known[0].goals?.[0]).not.toHaveProperty("beyond");
  });
});

test.each([
  [
    "a rule on a text",
    { constraints: [constraint({ kind: 1 }, "<=", 2)] },
    [input("a"), text("kind", ["x"])],
    "011002",
    "constraints[0].terms[0].column",
  ],
  ["choices of a number", { variables: [{ column: "a", choices: ["x"] }] }, undefined, "011003", "variables[0].choices"],
  ["a range of a text", { variables: [{ column: "kind", min: 1 }] }, [input("a"), text("kind", ["x"])], "011003", "variables[0].min"],
  ["a class of a model of numbers", { target: { goal: "max", label: "ok" } }, undefined, "011003", "target.label"],
  ["a model that is not there", { goals: [{ goal: "max", model: "other" }] }, undefined, "011003", "goals[0].model"],
  ["a column that is no input", { variables: [{ column: "c" }] }, undefined, "011003", "variables[0].column"],
  ["an input named twice", { variables: [{ column: "a" }, { column: "a" }] }, undefined, "011003", "variables[1].column"],
  ["bounds the wrong way round", { variables: [{ column: "a", min: 5, max: 4 }] }, undefined, "011003", "variables[0]"],
  ["a value to reach that is not told", { target: { goal: "value" } }, undefined, "011003", "target.value"],
  [
    "constraints that exclude each other",
    { constraints: [constraint({ a: 1 }, "<=", 2), constraint({ a: 1 }, ">=", 3)] },
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

test("inputs that edit steps compute from other inputs are not searched apart from them", async () => {
  const model = modelOf(([a, twice]: number[]) => a + twice, [input("a"), input("twice", 0, 20)]);
  const steps = [{ type: "derived" as const, name: "twice", formula: { op: "expression" as const, expression: "a * 2" } }];
  const request = optimizationRequest.parse({ target: { goal: "max" }, solutions: 1 });
  const context = { signal: new AbortController().signal, progress() {} };
  await expect(optimize(request, new Map([[undefined, { ...model, steps }]]), context)).rejects.toMatchObject({
    problems: [{ path: "variables", message: expect.stringContaining('"twice" is computed from "a"') }],
  });
});
