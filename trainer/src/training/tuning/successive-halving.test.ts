import { type HalvingOptions, successiveHalving } from "./successive-halving.js";

/** Runs candidates with given losses, and records the evaluations. */
function contest(losses: readonly number[], overrides: Partial<HalvingOptions> = {}) {
  const judged: string[] = [];
  const run = successiveHalving({
    candidates: losses.length,
    folds: 5,
    async evaluate(candidate, fold) {
      judged.push(`${candidate}/${fold}`);
      return { loss: losses[candidate], tieBreaker: 0, rows: 10 };
    },
    progress: () => {},
    ...overrides,
  });
  return { judged, run };
}

test("all candidates are evaluated on one fold, a third on two, and a third of those on all folds", async () => {
  const { judged, run } = contest([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  const winner = await run;
  const times = (candidate: number) => judged.filter((each) => each.startsWith(`${candidate}/`)).length;
  expect([8, 7, 6, 5, 1].map(times)).toEqual([5, 2, 2, 1, 1]);
  expect(winner).toMatchObject({
    best: { candidate: 8, folds: 5, loss: 1 },
    requested: { candidate: 0, loss: 9 },
    tried: 9,
    outOfTime: false,
  });
  expect(winner?.fits).toBe(judged.length);
});

test("the requested setting is evaluated on all folds and wins against worse candidates", async () => {
  const { judged, run } = contest([3, 4, 5, 3.5, 9, 9]);
  expect((await run)?.best).toEqual({ candidate: 0, folds: 5, loss: 3 });
  expect(judged.filter((each) => each.startsWith("0/"))).toHaveLength(5);
});

test("a candidate that is best on the first fold only loses on the others", async () => {
  const { run } = contest([2, 0, 0], {
    evaluate: async (candidate, fold) => ({ loss: candidate === 1 && fold > 0 ? 9 : [2, 1, 1.5][candidate], tieBreaker: 0, rows: 10 }),
  });
  expect((await run)?.best.candidate).toBe(0);
});

test("the tie-breaker decides equal losses, folds count by their rows, and NaN is the worst loss", async () => {
  const ties = await contest([1, 1, 1], { evaluate: async (candidate) => ({ loss: 1, tieBreaker: [3, 1, 2][candidate], rows: 5 }) }).run;
  expect(ties?.best.candidate).toBe(1);
  const weighted = await contest([0], {
    folds: 2,
    evaluate: async (_, fold) => ({ loss: fold, tieBreaker: 0, rows: fold === 0 ? 30 : 10 }),
  }).run;
  expect(weighted?.best.loss).toBe(0.25);
  const broken = await contest([5, Number.NaN, 4]).run;
  expect(broken?.best.candidate).toBe(2);
});

test.each([
  ["before the first fit nothing is found", 0, undefined],
  ["in the first round the best so far is found", 4, { best: { candidate: 3, folds: 1 }, tried: 4, fits: 4, outOfTime: true }],
  ["before what was asked for is on a second fold, the first fold decides", 9, { best: { candidate: 8, folds: 1 }, outOfTime: true }],
])("when time ends %s", async (_when, fits, expected) => {
  let left = fits;
  const { run } = contest([9, 8, 7, 6, 5, 4, 3, 2, 1], {
    evaluate: async (candidate) => (left-- > 0 ? { loss: 9 - candidate, tieBreaker: 0, rows: 10 } : undefined),
  });
  const winner = await run;
  if (expected) expect(winner).toMatchObject(expected);
  else expect(winner).toBeUndefined();
});

test("progress increases to 1", async () => {
  const seen: number[] = [];
  await contest([7, 6, 5, 4, 3, 2, 1], { progress: (fraction) => seen.push(fraction) }).run;
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBeLessThanOrEqual(1);
  expect(seen.at(-1)).toBeGreaterThan(0.8);
});
