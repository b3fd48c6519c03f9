import { type Answer, hill, input, modelOf, type Request, search, searchModels } from "../../testing/searched-models.js";

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
