import type { ModelInput, OptimizationRequest, OptimizationResult } from "@agatha/contracts";
import { optimizationRequest } from "@agatha/contracts";
import { requireColumn, type Table } from "../../data/tables/table.js";
import { createTable } from "../../testing/create-table.js";
import { extrapolationMarks } from "../serving/extrapolation.js";
import { createTrainingSpace } from "../serving/training-space.js";
import type { SearchedModel } from "./goals.js";
import { optimize } from "./optimize.js";

const input = (name: string, min = 0, max = 10, type: ModelInput["type"] = "n"): ModelInput => ({
  name,
  type,
  min,
  max,
  typical: min,
  integer: false,
  levels: [],
});
const text = (name: string, levels: string[]): ModelInput => ({ ...input(name, 0, 0, "s"), min: null, max: null, levels });

type Constraint = NonNullable<OptimizationRequest["constraints"]>[number];
/** A bound of a weighted sum of inputs, by the coefficient of each. */
const constraint = (coefficients: Record<string, number>, relation: Constraint["relation"], value: number): Constraint => ({
  terms: Object.entries(coefficients).map(([column, coefficient]) => ({ column, coefficient })),
  relation,
  value,
});

type Answer<V = number> = (x: V[]) => number;

/** Training rows on a grid: one standard deviation of a number from 0 to 10 is about 3. */
function trainingSample(inputs: readonly ModelInput[]): Table {
  const cell = ({ type, min, max, levels }: ModelInput, part: number) => {
    if (type === "s") return levels[part % levels.length];
    const value = (min ?? 0) + (part / 10) * ((max ?? 0) - (min ?? 0));
    return type === "d" ? new Date(value) : value;
  };
  const cells = (input: ModelInput, j: number) => Array.from({ length: 121 }, (_, i) => cell(input, Math.floor(i / 11 ** (j % 2)) % 11));
  return createTable(Object.fromEntries(inputs.map((input, j) => [input.name, cells(input, j)])));
}

const cellsOf = (table: Table, inputs: readonly ModelInput[]) =>
  Array.from({ length: table.nrow }, (_, row) =>
    inputs.map(({ name }) => {
      const column = requireColumn(table, name);
      return column.type === "s" ? column.levels[column.codes[row]] : column.values[row];
    }),
  );

/** Returns a model that answers by a function of its inputs, in their order; with a label, the probability of the class `ok`. */
function modelOf<V>(answer: Answer<V>, inputs: ModelInput[], { label = false, known = { min: 0, max: 10 } } = {}): SearchedModel {
  const space = createTrainingSpace(trainingSample(inputs));
  return {
    type: label ? "CLASSIFICATION" : "REGRESSION",
    response: "y",
    algorithms: ["RF"],
    inputs,
    labels: label ? ["bad", "ok"] : [],
    ...(!label && { responseRange: known }),
    coordinates: space.coordinates,
    predictTable(table, { outside = false } = {}) {
      const answers = cellsOf(table, inputs).map((row) => answer(row as V[]));
      const result = label
        ? { value: answers.map((ok) => (ok > 0.5 ? "ok" : "bad")), prob: answers.map((ok) => ({ ok, bad: 1 - ok })) }
        : { value: answers, interval: answers.map((value) => ({ lower: value - 1, upper: value + 1 })), interval_level: 0.9 };
      if (!outside) return result;
      return { ...result, ...extrapolationMarks({ inputs, ...(!label && { responseRange: known }) }, space, table, result.value) };
    },
  };
}

type Request = Record<string, unknown>;

function searchModels(models: [string | undefined, SearchedModel][], request: Request, signal = new AbortController().signal) {
  const whole: OptimizationRequest = optimizationRequest.parse({ target: { goal: "max" }, solutions: 1, ...request });
  return optimize(whole, new Map(models), { signal, progress() {} });
}

function search(answer: Answer, request: Request, inputs = [input("a"), input("b")], signal?: AbortSignal): Promise<OptimizationResult> {
  return searchModels([[undefined, modelOf(answer, inputs)]], request, signal);
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

describe("several goals", () => {
  const inputs = [input("a"), input("b")];
  const first = modelOf<number>(([a]) => a, inputs);
  const second = modelOf<number>(([a, b]) => 10 - a - (b - 5) ** 2, inputs);
  const both = (request: Request) =>
    searchModels(
      [
        [undefined, first],
        ["second", second],
      ],
      request,
    );

  test("goals of two models are met together by the geometric mean of their desirabilities", async () => {
    const { solutions } = await both({ goals: [{ goal: "max", model: "second" }] });
    expect(solutions[0].settings).toEqual({ a: expect.closeTo(5, 2), b: expect.closeTo(5, 2) });
    expect(solutions[0].desirability).toBeCloseTo(0.5, 4);
    expect(solutions[0].goals?.map(({ desirability }) => desirability)).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.5, 2)]);
  });

  test("count by their weights", async () => {
    // The maximum of a³ (10 − a) is at 7.5.
    const { solutions } = await both({ target: { goal: "max", weight: 3 }, goals: [{ goal: "max", model: "second" }] });
    expect(solutions[0].settings.a).toBeCloseTo(7.5, 1);
  });

  test.each([
    ["to be small", { goal: "min" }],
    ["to come near to another value", { goal: "value", value: 3 }],
  ])("count by their weights also beside a goal for an input that is fixed: %s", async (_what, goal) => {
    const { solutions } = await both({
      target: { goal: "max", weight: 3 },
      goals: [
        { goal: "max", model: "second" },
        { ...goal, column: "b" },
      ],
      variables: [{ column: "b", fixed: 5 }],
    });
    expect(solutions[0].settings.a).toBeCloseTo(7.5, 1);
    expect(solutions[0].desirability).toBeGreaterThan(0.5);
  });

  test("count by their weights also where one is wholly out of reach", async () => {
    const { solutions } = await searchModels(
      [
        [undefined, modelOf<number>(([a]) => a, inputs, { known: { min: 20, max: 40 } })],
        ["second", second],
      ],
      { target: { goal: "max", weight: 3 }, goals: [{ goal: "max", model: "second" }] },
    );
    expect(solutions[0].settings.a).toBeCloseTo(10, 1);
  });

  test("a limit comes before the other goals, and tells whether it is kept", async () => {
    const { solutions } = await both({ goals: [{ goal: "at_least", value: 7, model: "second" }] });
    expect(solutions[0].settings.a).toBeCloseTo(3, 2);
    expect(solutions[0].goals?.[1]).toMatchObject({ prediction: expect.closeTo(7, 2), met: true, interval: { level: 0.9 } });
    const missed = await both({ goals: [{ goal: "at_least", value: 12, model: "second" }] });
    expect(missed.solutions[0].goals?.[1]).toMatchObject({ prediction: expect.closeTo(10, 2), met: false });
  });

  test.each([
    ["that some settings keep", 6.5, [true]],
    ["that none keep", 8, [false, false, false]],
  ])("settings that miss a limit are proposed only where nothing keeps it: one %s", async (_what, value, met) => {
    const { solutions } = await search(hill, { target: { goal: "at_least", value }, solutions: 3 });
    expect(solutions.map(({ goals }) => goals?.[0].met)).toEqual(met);
  });

  test("settings that miss a limit are left out also where only a later search finds some that keep it", async () => {
    /** A broad hill of 7 at (3, 8), and a needle of 9 at (9, 1). */
    const needle: Answer = ([a, b]) => Math.max(7 - 0.05 * ((a - 3) ** 2 + (b - 8) ** 2), 9 - 8 * Math.hypot(a - 9, b - 1));
    const { solutions } = await search(needle, { target: { goal: "at_least", value: 8 }, solutions: 4, apart: 1, seed: 1 });
    expect(solutions.map(({ goals }) => goals?.[0].met)).toEqual([true]);
  });

  test("an input can be a goal", async () => {
    const { solutions } = await search(([a, b]) => a + b, {
      target: { goal: "at_least", value: 12 },
      goals: [{ goal: "min", column: "b" }],
    });
    expect(solutions[0].settings).toEqual({ a: expect.closeTo(10, 2), b: expect.closeTo(2, 2) });
  });

  test("the probability of a class is a goal; among settings that keep the limit, those next to known rows are best", async () => {
    const ok = modelOf<number>(([a]) => a / 10, inputs, { label: true });
    const { solutions } = await searchModels([[undefined, ok]], { target: { goal: "at_least", label: "ok", value: 0.85 } });
    expect(Number(solutions[0].settings.a)).toBeGreaterThanOrEqual(8.5);
    expect(solutions[0].goals?.[0]).toMatchObject({ met: true });
    expect(solutions[0].distance?.nearest).toBeLessThan(0.1);
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
