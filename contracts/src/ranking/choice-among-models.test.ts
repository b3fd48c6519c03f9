import { createRandom, type Random } from "../statistics/random.js";
import { type ChoiceCandidate, choiceAmongModels } from "./choice-among-models.js";
import { rankModels } from "./ranking.js";

const RESAMPLES = 200;
/** Numbers in [−0.5, 0.5), the same for the same seed. */
const noise = (seed: number) => Array.from({ length: RESAMPLES }, (_, b) => (((b + 1) * (2 * seed + 1) * 7919) % 200) / 200 - 0.5);

/** Model with this RMSE, which varies over the resamples, and is as much worse where it was lucky. */
const candidate = (name: string, RMSE: number, seed: number, rows = "a"): ChoiceCandidate => {
  const inBag = noise(seed).map((one) => RMSE + one);
  const outOfBag = noise(seed).map((one) => RMSE - one);
  return { name, heldOutRows: 100, indicators: { RMSE }, resamples: { rows, groups: 100, figures: { RMSE: { inBag, outOfBag } } } };
};
const alike = Array.from({ length: 10 }, (_, i) => candidate(`m${i}`, 10, i));

test("the expected error of the best of ten equal models is larger than its held-out error", () => {
  const found = choiceAmongModels("REGRESSION", { best: "m0", candidates: alike });
  expect(found).toMatchObject({ indicator: "RMSE", models: 10 });
  expect(found!.expected).toBeGreaterThan(10.2);
  expect(found!.expected).toBeLessThan(10.5);
  expect(found!.tied).toHaveLength(9);
});

test("a model that is always better needs no correction, and has no ties", () => {
  const found = choiceAmongModels("REGRESSION", { best: "first", candidates: [candidate("first", 5, 0), ...alike] });
  expect(found!.expected).toBeCloseTo(5, 1);
  expect(found!.tied).toEqual([]);
});

test("the expected figure is never better than the best model's own", () => {
  const own = { ...candidate("first", 5, 0), indicators: { RMSE: 5.4 } };
  expect(choiceAmongModels("REGRESSION", { best: "first", candidates: [own, ...alike] })?.expected).toBe(5.4);
  const classifier = (Accuracy: number): ChoiceCandidate => {
    const figures = { Accuracy: { inBag: noise(1).map((one) => 0.9 + one / 100), outOfBag: noise(1).map((one) => 0.9 - one / 100) } };
    return { name: `c${Accuracy}`, heldOutRows: 100, indicators: { Accuracy }, resamples: { rows: "a", groups: 100, figures } };
  };
  const classifiers = [classifier(0.85), classifier(0.84)];
  expect(choiceAmongModels("CLASSIFICATION", { best: "c0.85", candidates: classifiers })?.expected).toBe(0.85);
});

describe("the interval of the expected figure", () => {
  const chosenAmong = (first: ChoiceCandidate) =>
    choiceAmongModels("REGRESSION", { best: first.name, candidates: [first, ...alike.slice(1)] });

  test("is the best model's own, moved by the correction", () => {
    const found = chosenAmong({ ...alike[0]!, intervals: { RMSE: { lower: 9.1, upper: 11.2 }, MAE: { lower: 0, upper: 1 } } });
    const correction = found!.expected! - 10;
    expect(correction).toBeGreaterThan(0.2);
    expect(found!.interval!.lower).toBeCloseTo(9.1 + correction, 10);
    expect(found!.interval!.upper).toBeCloseTo(11.2 + correction, 10);
  });

  test("is missing where the best model's figure has none", () => {
    expect(chosenAmong(alike[0]!)).toMatchObject({ interval: undefined });
  });

  test("has no share below 0", () => {
    const classifier = (name: string): ChoiceCandidate => {
      const figures = { Accuracy: { inBag: noise(1).map((one) => 0.1 + one / 10), outOfBag: noise(1).map(() => 0.04) } };
      const intervals = { Accuracy: { lower: 0.05, upper: 0.15 } };
      return { name, heldOutRows: 40, indicators: { Accuracy: 0.1 }, intervals, resamples: { rows: "a", groups: 40, figures } };
    };
    const found = choiceAmongModels("CLASSIFICATION", { best: "a", candidates: [classifier("a"), classifier("b")] });
    expect(found!.interval!.lower).toBe(0);
    expect(found!.interval!.upper).toBeCloseTo(0.09, 10);
  });
});

test("models of other held-out rows are not compared", () => {
  const others = [candidate("m0", 10, 0), candidate("other", 9, 1, "b")];
  expect(choiceAmongModels("REGRESSION", { best: "m0", candidates: others })).toBeUndefined();
});

test.each([
  ["a model is alone", { best: "m0", candidates: alike.slice(0, 1) }],
  ["the best has no resamples", { best: "unknown", candidates: alike }],
  ["the ranking figure was not resampled", { best: "m0", candidates: alike, rankBy: "MASE" as const }],
  ["forecasts are ranked by MASE, which was not resampled", { best: "m0", candidates: alike, series: true }],
])("nothing is told where %s", (_where, choice) => {
  expect(choiceAmongModels("REGRESSION", choice)).toBeUndefined();
});

describe("detectors with known anomalies", () => {
  const detector = (name: string, true_positive: number, contamination: number, seed?: number): ChoiceCandidate => {
    const around = (value: number) => (seed === undefined ? noise(0).map(() => value) : noise(seed).map((one) => value + one / 5));
    const listsOf = (value: number) => ({ inBag: around(value), outOfBag: around(value) });
    const figures = { true_positive: listsOf(true_positive), contamination: listsOf(contamination), silhouette_score: listsOf(0) };
    return { name, heldOutRows: 100, indicators: { true_positive, contamination }, resamples: { rows: "a", groups: 100, figures } };
  };

  test("are compared by the anomalies that they find", () => {
    const candidates = [detector("best", 0.9, 0.1, 1), detector("near", 0.88, 0.3, 2), detector("far", 0.4, 0.01, 3)];
    expect(choiceAmongModels("OCC", { best: "best", candidates })).toMatchObject({
      indicator: "true_positive",
      models: 3,
      tied: ["near"],
    });
  });

  test("that find the same anomalies are compared by their false alarms", () => {
    const candidates = [detector("best", 1, 0.01), detector("as good", 1, 0.01), detector("alarms", 1, 0.3)];
    expect(choiceAmongModels("OCC", { best: "best", candidates })?.tied).toEqual(["as good"]);
  });

  test("of which none finds any are compared by how well they rank them", () => {
    const ranking = (name: string, roc_auc: number): ChoiceCandidate => {
      const { resamples, indicators, ...others } = detector(name, 0, 0);
      const area = noise(1).map((one) => roc_auc + one / 50);
      const figures = { ...resamples.figures, roc_auc: { inBag: area, outOfBag: area } };
      return { ...others, indicators: { ...indicators, roc_auc }, resamples: { ...resamples, figures } };
    };
    const candidates = [ranking("best", 0.99), ranking("far", 0.79), ranking("as good", 0.99)];
    expect(choiceAmongModels("OCC", { best: "best", candidates })).toMatchObject({ indicator: "roc_auc", tied: ["as good"] });
  });
});

describe("forecasts", () => {
  /** Forecasts whose errors are those given, at one start after the other. */
  const forecast = (name: string, errors: number[], periods = 120): ChoiceCandidate => ({
    name,
    heldOutRows: errors.length,
    indicators: { MASE: errors.reduce((sum, error) => sum + error, 0) / errors.length },
    resamples: { rows: "a", groups: errors.length, figures: {} },
    forecastErrors: {
      by: "starts",
      periods,
      length: 1,
      keys: [...errors.keys()],
      weights: errors.map(() => 2),
      sums: errors.map((error) => 2 * error),
    },
  });
  /** Forecasts whose errors are those given, of one series after the other at each start. */
  const ofSeries = (name: string, series: number[][]): ChoiceCandidate => {
    const sumsOf = (lists: number[][]) => ({
      keys: [...lists.keys()],
      weights: lists.map(({ length }) => length),
      sums: lists.map((list) => list.reduce((sum, error) => sum + error, 0)),
    });
    const byStart = sumsOf(series[0]!.map((_, start) => series.map((errors) => errors[start]!)));
    return { ...forecast(name, series.flat()), forecastErrors: { by: "series", periods: 120, length: 1, ...sumsOf(series), byStart } };
  };
  const errors = noise(3)
    .slice(0, 60)
    .map((one) => 1 + one);
  const choose = (...candidates: ChoiceCandidate[]) =>
    choiceAmongModels("REGRESSION", { best: candidates[0]!.name, candidates, series: true });

  test("are compared by the differences of their errors", () => {
    const near = forecast(
      "near",
      errors.map((error, i) => error + noise(5)[i]! / 2 + 0.01),
    );
    const worse = forecast(
      "worse",
      errors.map((error, i) => error + 0.1 + noise(5)[i]! / 10),
    );
    expect(choose(forecast("best", errors), near, worse, forecast("same", errors))).toMatchObject({
      indicator: "MASE",
      models: 4,
      tied: ["near", "same"],
    });
  });

  /** Errors of forecasts that are 1 in the mean and of which neighbours err alike, at so many starts. */
  const lastingErrors = (random: Random, starts: number) => {
    let level = random.normal();
    return Array.from({ length: starts }, () => {
      level = 0.5 * level + Math.sqrt(0.75) * random.normal();
      return Math.abs(level) * Math.sqrt(Math.PI / 2);
    });
  };

  test("that are chosen among equally good ones are expected to err as they do in the mean, not as at their luckiest", () => {
    const random = createRandom(1);
    const chosen = Array.from({ length: 100 }, () => {
      const candidates = Array.from({ length: 8 }, (_, m) => forecast(`m${m}`, lastingErrors(random, 60)));
      const [best] = rankModels("REGRESSION", candidates, (one) => one);
      const found = choiceAmongModels("REGRESSION", { best: best!.name, candidates, series: true });
      return { own: best!.indicators.MASE!, expected: found!.expected! };
    });
    const mean = (of: (one: { own: number; expected: number }) => number) => chosen.reduce((sum, one) => sum + of(one), 0) / chosen.length;
    expect(mean(({ own }) => own)).toBeLessThan(0.85);
    expect(mean(({ expected }) => expected)).toBeGreaterThan(0.94);
    expect(mean(({ expected }) => expected)).toBeLessThan(1.03);
    expect(chosen.every(({ own, expected }) => expected >= own)).toBe(true);
  });

  test("that are clearly best, or equal everywhere, are not corrected, and the interval moves by the correction", () => {
    const others = [1, 2].map((by) =>
      forecast(
        `${by}`,
        errors.map((error, i) => error + by + noise(by)[i]! / 10),
      ),
    );
    const best = { ...forecast("best", errors), intervals: { MASE: { lower: 0.9, upper: 1.1 } } };
    const own = best.indicators.MASE!;
    expect(choose(best, ...others)).toMatchObject({ expected: own, interval: { lower: 0.9, upper: 1.1 } });
    expect(choose(best, forecast("same", errors))?.expected).toBe(own);
    const near = forecast(
      "near",
      errors.map((error, i) => error + noise(7)[i]!),
    );
    const { expected, interval } = choose(best, near)!;
    expect(expected!).toBeGreaterThan(own);
    expect(interval!.upper).toBeCloseTo(1.1 + expected! - own, 10);
  });

  test("with errors without end, or fewer than three starts in common, leave the correction as it is", () => {
    const candidates = [
      forecast("best", errors),
      forecast(
        "near",
        noise(7)
          .slice(0, 60)
          .map((one) => 1.1 + one),
      ),
    ];
    const others = [
      forecast(
        "endless",
        errors.map(() => Number.POSITIVE_INFINITY),
      ),
      forecast("few", errors.slice(0, 2)),
    ];
    const { expected } = choose(...candidates)!;
    expect(expected!).toBeGreaterThan(candidates[0]!.indicators.MASE!);
    expect(choose(...candidates, ...others)?.expected).toBe(expected);
  });

  test("are chosen by the rule that ranks them: the first of those that are hardly worse has no luck", () => {
    const near = errors.map((error, i) => error + noise(7)[i]! / 3);
    const candidates = [forecast("combination", errors), forecast("near", near)];
    const chosenBy = (rankBy?: "recommended") =>
      choiceAmongModels("REGRESSION", { best: "combination", candidates, series: true, rankBy })!.expected!;
    expect(chosenBy("recommended")).toBe(candidates[0]!.indicators.MASE);
    expect(chosenBy()).toBeGreaterThan(candidates[0]!.indicators.MASE!);
  });

  test("whose differences last for many starts are not told apart by as many", () => {
    const lasting = errors.map((_error, i) => (Math.floor(i / 15) % 2 === 0 ? 0.3 : -0.2));
    const changing = errors.map((_error, i) => (i % 2 === 0 ? 0.3 : -0.2));
    const other = (differences: number[]) =>
      forecast(
        "other",
        errors.map((error, i) => error + differences[i]!),
      );
    expect(choose(forecast("best", errors), other(lasting))?.tied).toEqual(["other"]);
    const small = changing.map((difference) => difference * 2 + 0.2);
    expect(choose(forecast("best", errors), other(small))?.tied).toEqual([]);
  });

  test.each([0, 0.5])("of many series are judged alike where a share of %d of the errors' variance is of shared shocks", (shared) => {
    const random = createRandom(3);
    /** A model with a mean error of 3, and errors of its own. */
    const made = (name: string) => {
      const shocks = Array.from({ length: 30 }, () => random.normal());
      const errorOf = (shock: number) => 3 + Math.sqrt(shared) * shock + Math.sqrt(1 - shared) * random.normal();
      return ofSeries(
        name,
        Array.from({ length: 40 }, () => shocks.map(errorOf)),
      );
    };
    const found = Array.from({ length: 60 }, () => {
      const candidates = ["a", "b", "c", "d"].map(made);
      const [best] = rankModels("REGRESSION", candidates, (one) => one);
      return {
        tied: choose(made("one"), made("other"))!.tied,
        expected: choose(best!, ...candidates.filter((one) => one !== best))!.expected!,
      };
    });
    expect(found.filter(({ tied }) => tied.length === 1).length).toBeGreaterThanOrEqual(54);
    expect(found.reduce((sum, { expected }) => sum + expected, 0) / found.length).toBeCloseTo(3, 1);
  });

  test("of other data, and with fewer than three starts in common, are no ties", () => {
    expect(choose(forecast("best", errors), forecast("later", errors, 90))).toBeUndefined();
    const few = choose(forecast("best", errors.slice(0, 2)), forecast("other", errors.slice(0, 2)));
    expect(few).toMatchObject({ tied: [], expected: undefined });
  });
});
