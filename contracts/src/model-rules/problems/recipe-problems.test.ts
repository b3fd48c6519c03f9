import type { ColumnStats } from "../../results/table.js";
import type { ColumnToCheck, RecipeToCheck } from "../recipe-to-check.js";
import { recipeProblems } from "./recipe-problems.js";

const TYPES = { x: "n", y: "n", kind: "s", at: "d", secret: "n", share: "n", constructor: "n" } as const;
/** Statistics of text with so many labeled rows and so many missing values. */
const stats = (labeled: number, missing: number): ColumnStats => ({
  missing,
  unique: 2,
  min: 0,
  max: null,
  mean: null,
  std: null,
  quantiles: [],
  histogram: [],
  top: [
    { value: "odd", count: labeled - 1 },
    { value: "odder", count: 1 },
  ],
  integer: true,
});
const columns = Object.entries(TYPES).map(
  ([name, type]): ColumnToCheck => ({
    name,
    type,
    hidden: name === "secret",
    stats: { ...stats(5, 5), ...(type === "d" && { unique: 9 }), integer: name !== "share" },
  }),
);
/** The columns, one of them with other statistics. */
const withStats = (name: string, changed: Partial<ColumnStats>): ColumnToCheck[] =>
  columns.map((column) => (column.name === name ? { ...column, stats: { ...stats(5, 5), top: [], ...changed } } : column));
const tree: RecipeToCheck["layers"] = [{ nodes: [{ algorithm: "XGB" }] }];
const recipeOf = (changes: Partial<RecipeToCheck>): RecipeToCheck => ({
  type: "REGRESSION",
  response: "y",
  layers: tree,
  ...changes,
});
const node = (changes: object): Partial<RecipeToCheck> => ({
  layers: [{ nodes: [{ algorithm: "XGB" }, { algorithm: "XGB", ...changes }] }],
});

const outliers: Partial<RecipeToCheck> = { type: "OCC", response: undefined, layers: [{ nodes: [{ algorithm: "iForest" }] }] };

const forecast: Partial<RecipeToCheck> = { layers: [{ nodes: [{ algorithm: "ETS" }] }] };
const sumsBy = (...columns: string[]): Partial<RecipeToCheck> => ({
  ...forecast,
  timeSeries: { time: "at", lags: 1, horizon: 1, hierarchy: { columns, reconciliation: "auto" } },
});

const GOOD: [string, Partial<RecipeToCheck>][] = [
  ["a regression on all columns", {}],
  ["chosen columns, text and dates among them", { columns: ["x", "kind", "at"] }],
  ["a hidden column that is named", { columns: ["secret"] }],
  ["columns that are named like parts of every object", { columns: ["constructor"] }],
  ["a classification of numbers", { type: "CLASSIFICATION" }],
  ["a classification of text", { type: "CLASSIFICATION", response: "kind" }],
  ["clusters without a response", { type: "CLUSTERING", response: undefined, layers: [{ nodes: [{ algorithm: "k-means" }] }] }],
  [
    "semi-labeled outliers after a rotation",
    { type: "OCC", response: undefined, semilabel: "kind", layers: [{ nodes: [{ algorithm: "iForest", rotation: "pca" }] }] },
  ],
  [
    "outliers and clusters in a layer before the last",
    {
      layers: [
        { nodes: [{ algorithm: "GLM" }, { algorithm: "iForest", rotation: "pca" }, { algorithm: "k-means" }] },
        { nodes: [{ algorithm: "GLM" }] },
      ],
    },
  ],
  ["a later layer that learns from the layer before alone", { layers: [...tree, { nodes: [{ algorithm: "GLM", columns: [] }] }] }],
  ["parameters within their bounds", node({ params: { rounds: 50, maxDepth: 3 } })],
  ["a time series of nothing but its own past", { columns: [], timeSeries: { time: "at", lags: 2, horizon: 1 } }],
  ["a time series", { columns: ["x"], timeSeries: { time: "at", lags: 2, horizon: 1 } }],
  ["series that whole numbers name", { ...forecast, timeSeries: { time: "at", lags: 1, horizon: 1, series: "x" } }],
  ["sums by text and whole numbers", sumsBy("kind", "x")],
];

/** Each recipe with the code, the path and a part of the message of its first problem. */
const BAD: [string, Partial<RecipeToCheck>, string, string, RegExp?][] = [
  ["a regression without a response", { response: undefined }, "010503", "response", /Name the column/],
  ["a response that is no column", { response: "z" }, "010503", "response", /no column "z"/],
  ["a response that only every object has", { response: "toString" }, "010503", "response"],
  ["a regression of text", { response: "kind" }, "010504", "response", /Regression predicts numbers/],
  ["a regression of times", { response: "at" }, "010504", "response", /date-time/],
  ["a classification of times", { type: "CLASSIFICATION", response: "at" }, "010504", "response", /date-time/],
  [
    "outliers with a response",
    { type: "OCC", layers: [{ nodes: [{ algorithm: "iForest" }] }] },
    "010508",
    "response",
    /Leave the response out/,
  ],
  [
    "clusters with a response",
    { type: "CLUSTERING", layers: [{ nodes: [{ algorithm: "k-means" }] }] },
    "010508",
    "response",
    /Leave the response out/,
  ],
  [
    "clusters by two algorithms",
    { type: "CLUSTERING", response: undefined, layers: [{ nodes: [{ algorithm: "k-means" }, { algorithm: "GMM" }] }] },
    "010515",
    "layers[0].nodes",
    /averaged/,
  ],
  ["the response among the columns", { columns: ["x", "y"] }, "010506", "columns[1]", /cannot be learned from/],
  ["no column", { columns: [] }, "010505", "columns", /at least one/],
  ["a column that is not there", { columns: ["x", "z"] }, "010405", "columns[1]", /no column "z"/],
  ["a column twice", { columns: ["x", "kind", "x"] }, "010404", "columns[2]", /twice/],
  ["an algorithm that is not there", node({ algorithm: "Oracle" }), "010501", "layers[0].nodes[1].algorithm"],
  ["an algorithm named like a part of every object", node({ algorithm: "constructor" }), "010501", "layers[0].nodes[1].algorithm"],
  [
    "a supervised algorithm in an outlier detection",
    { ...outliers, layers: [{ nodes: [{ algorithm: "GLM" }] }, { nodes: [{ algorithm: "iForest" }] }] },
    "010501",
    "layers[0].nodes[0].algorithm",
    /choose one of iForest/,
  ],
  [
    "outliers in series whose empty periods are 0",
    {
      type: "OCC",
      response: undefined,
      layers: [{ nodes: [{ algorithm: "Residual" }] }],
      timeSeries: { time: "at", lags: 1, emptyPeriods: "zero" },
    },
    "010201",
    "timeSeries.emptyPeriods",
    /add rows with 0/,
  ],
  ["an algorithm for another type", node({ algorithm: "iForest" }), "010501", "layers[0].nodes[1].algorithm", /does no REGRESSION/],
  ["a parameter out of bounds", node({ params: { rounds: 0 } }), "010201", "layers[0].nodes[1].params.rounds", /at least 1/],
  ["a parameter as text", node({ params: { rounds: "50" } }), "010201", "layers[0].nodes[1].params.rounds"],
  ["a parameter that is not there", node({ params: { magic: 1 } }), "010201", "layers[0].nodes[1].params", /no "magic"/],
  ["a node on the response", node({ columns: ["y"] }), "010506", "layers[0].nodes[1].columns[0]", /cannot be learned from/],
  ["a node on no column", node({ columns: [] }), "010505", "layers[0].nodes[1].columns", /at least one/],
  ["a rotation of trees", node({ rotation: "pca" }), "010512", "layers[0].nodes[1].rotation", /Only outlier detectors/],
  ["a semi-labeled regression", { semilabel: "kind" }, "010521", "semilabel", /Only outlier detection/],
  ["a search by a figure of classes among numbers", { tuning: { seconds: 1, candidates: 2, measure: "macroF1" } }, "010201", "tuning"],
  ["a search by costs without costs", { tuning: { seconds: 1, candidates: 2, measure: "cost" } }, "010201", "tuning"],
  ["costs of wrong answers among numbers", { errorCosts: {} }, "010201", "errorCosts"],
  ["limits of classes", { type: "CLASSIFICATION", response: "kind", columns: ["x"], responseLimits: {} }, "010201", "responseLimits"],
  ["a lower limit above the upper one", { responseLimits: { lower: 2, upper: 1 } }, "010201", "responseLimits"],
  [
    "limits of forecasts",
    { columns: ["x"], timeSeries: { time: "at", lags: 2, horizon: 1 }, responseLimits: { lower: 0 } },
    "010201",
    "responseLimits",
  ],
  ["a time series by a number", { timeSeries: { time: "x", lags: 1, horizon: 1 } }, "010507", "timeSeries.time"],
  ["validation by an unknown column", { validation: { rows: "groups", groupColumns: ["lot"] } }, "010405", "validation.groupColumns[0]"],
  ["validation by the response", { validation: { rows: "groups", groupColumns: ["y"] } }, "010506", "validation.groupColumns[0]"],
  ["validation in time by text", { validation: { rows: "time", timeColumn: "kind" } }, "010507", "validation.timeColumn"],
  [
    "validation of a time series",
    { columns: ["x"], timeSeries: { time: "at", lags: 2, horizon: 1 }, validation: { rows: "auto" } },
    "010201",
    "validation",
  ],
  [
    "a time series of text",
    { columns: ["kind"], timeSeries: { time: "at", lags: 1, horizon: 1 } },
    "010405",
    "columns[0]",
    /number columns only/,
  ],
  [
    "a time series of a text response",
    { response: "kind", timeSeries: { time: "at", lags: 1, horizon: 1 } },
    "010504",
    "response",
    /Regression predicts numbers/,
  ],
  [
    "a time series of its times in one node",
    { ...node({ columns: ["at"] }), timeSeries: { time: "at", lags: 1, horizon: 1 } },
    "010405",
    "layers[0].nodes[1].columns[0]",
    /number columns only/,
  ],
  [
    "a time series of the text of one node",
    { ...node({ columns: ["x", "kind"] }), timeSeries: { time: "at", lags: 1, horizon: 1 } },
    "010405",
    "layers[0].nodes[1].columns[1]",
  ],
  [
    "series that numbers with fractions name",
    { ...forecast, timeSeries: { time: "at", lags: 1, horizon: 1, series: "share" } },
    "010405",
    "timeSeries.series",
  ],
  ["sums by numbers with fractions", sumsBy("kind", "share"), "010405", "timeSeries.hierarchy.columns[1]"],
  ["a time series of a time that cannot be told", { timeSeries: { lags: 1, horizon: 1 } }, "010507", "timeSeries.time"],
  [
    "a time series of classes",
    { type: "CLASSIFICATION", timeSeries: { time: "at", lags: 1, horizon: 1 } },
    "010201",
    "timeSeries",
    /REGRESSION/,
  ],
];

describe("problems of a recipe", () => {
  test.each(GOOD)("the rules find no problem in %s", (_case, changes) => {
    expect(recipeProblems(recipeOf(changes), columns)).toEqual([]);
  });
  // @contract fields-of-a-body-that-a-call
  test.each(BAD)("the rules find the problem of %s", (_case, changes, code, path, says = /\w/) => {
    expect(recipeProblems(recipeOf(changes), columns)[0]).toMatchObject({ code, path, message: expect.stringMatching(says) });
  });
  test.each([
    ["of numbers", "x", /change its type to date-time/],
    ["that is missing", "moment", /is no column/],
  ])("finds what to do with a time column %s", (_case, time, message) => {
    const found = recipeProblems(recipeOf({ timeSeries: { time, lags: 1, horizon: 1 } }), columns);
    expect(found).toEqual([{ code: "010507", path: "timeSeries.time", message: expect.stringMatching(message) }]);
  });
  test.each([
    ["four known anomalies", 4, 96, /marks 4 rows/],
    ["four unlabeled rows", 96, 4, /marks 1 row\b/],
    // @contract a-semi-labeled-column-is-text-with
  ])("the rules find the problem of a semi-label with %s", (_case, labeled, missing, message) => {
    const found = recipeProblems(
      recipeOf({ ...outliers, semilabel: "kind" }),
      columns.map((column) => (column.name === "kind" ? { ...column, stats: stats(labeled, missing) } : column)),
    );
    expect(found).toEqual([{ code: "010521", path: "semilabel", message: expect.stringMatching(message) }]);
  });
  test.each([
    ["of a regression", { falseAlarms: 1 }, {}, /only outlier detection/],
    ["of two of three rows", { falseAlarms: 2 }, outliers, /every second at the most/],
  ])("the rules find the problem of a budget for false alarms %s", (_case, { falseAlarms: atMost }, changes, message) => {
    const found = recipeProblems(recipeOf({ ...changes, falseAlarms: { atMost, outOf: 3, of: "rows" } }), columns);
    expect(found).toEqual([{ code: "010201", path: "falseAlarms", message: expect.stringMatching(message) }]);
  });
  test.each([
    ["alarms", 0.02, [/leave one of the two out/]],
    ["alarms", 1, []],
    ["rows", 0.02, []],
  ] as const)("a budget out of %s and a limit of %p on flagged rows have the problems %p", (of, maxFpr, messages) => {
    const found = recipeProblems(recipeOf({ ...outliers, maxFpr, falseAlarms: { atMost: 1, outOf: 10, of } }), columns);
    expect(found.map(({ path, message }) => [path, message])).toEqual(
      messages.map((message) => ["falseAlarms", expect.stringMatching(message)]),
    );
  });
  test.each([
    ["without any value", "REGRESSION", 0, [/no value in any row/]],
    ["of one value", "CLASSIFICATION", 1, [/same value in every row/]],
    ["of more values than classes there may be", "CLASSIFICATION", 51, [/51 different values, more than the 50/]],
    ["of as many values as classes there may be", "CLASSIFICATION", 50, []],
    ["of many values, for a number", "REGRESSION", 51, []],
    // @contract a-target-is-set-is-a-column
  ] as const)("checks a response %s", (_case, type, unique, messages) => {
    const found = recipeProblems(recipeOf({ type }), withStats("y", { missing: 0, unique }));
    expect(found).toEqual(messages.map((message) => ({ code: "010504", path: "response", message: expect.stringMatching(message) })));
  });
  test.each<[string, number, RecipeToCheck["errorCosts"], RegExp[]]>([
    ["a class that there is", 2, { weights: { hot: 5 } }, []],
    ["a class that there is not", 2, { weights: { mild: 5 } }, [/no class "mild": name some of "cold", "hot"/]],
    ["a class of a single cost", 2, { cells: [{ actual: "hot", predicted: "mild", cost: 1 }] }, [/no class "mild"/]],
    ["a class among more than are counted", 40, { weights: { mild: 5 } }, []],
  ])("checks costs that name %s", (_case, unique, errorCosts, messages) => {
    const top = ["cold", "hot"].map((value) => ({ value, count: 9 }));
    const wanted = recipeOf({ type: "CLASSIFICATION", response: "kind", columns: ["x"], errorCosts });
    const found = recipeProblems(wanted, withStats("kind", { missing: 0, unique, top }));
    expect(found).toEqual(messages.map((message) => ({ code: "010201", path: "errorCosts", message: expect.stringMatching(message) })));
  });
  test.each<[string, number, Partial<RecipeToCheck>, string, RegExp[]]>([
    ["two for a series", 2, { timeSeries: { time: "at", lags: 1, horizon: 1 } }, "timeSeries.time", [/has 2 different times/]],
    ["three for a series", 3, { timeSeries: { time: "at", lags: 1, horizon: 1 } }, "timeSeries.time", []],
    ["one for later rows", 1, { validation: { rows: "time" } }, "validation.timeColumn", [/at has the same time in all rows/]],
    ["two for later rows", 2, { validation: { rows: "time", timeColumn: "at" } }, "validation.timeColumn", []],
  ])("different times are counted: %s", (_case, unique, changes, path, messages) => {
    const found = recipeProblems(recipeOf({ columns: ["x"], ...changes }), withStats("at", { missing: 0, unique }));
    expect(found).toEqual(messages.map((message) => ({ code: "010507", path, message: expect.stringMatching(message) })));
  });
  test.each<[string, number, number, RegExp[]]>([
    ["without a value", 0, 9, [/kind has no value in any row/]],
    ["of one group", 1, 0, [/kind has the same value in every row/]],
    ["of one group and rows without", 1, 5, []],
    ["of two groups", 2, 0, []],
  ])("checks validation by a group column %s", (_case, unique, missing, messages) => {
    const path = "validation.groupColumns[0]";
    for (const rows of [{ rows: "groups" }, { rows: "time", timeColumn: "at" }] as const) {
      const wanted = recipeOf({ columns: ["x"], validation: { ...rows, groupColumns: ["kind"] } });
      const found = recipeProblems(wanted, withStats("kind", { missing, unique }));
      expect(found).toEqual(messages.map((message) => ({ code: "010201", path, message: expect.stringMatching(message) })));
    }
  });
  test("semi-labels with more values than are counted are accepted", () => {
    const many = withStats("kind", { missing: 50, unique: 60 });
    expect(recipeProblems(recipeOf({ ...outliers, semilabel: "kind" }), many)).toEqual([]);
  });
  test("a table whose only other column is hidden has no features", () => {
    const two = columns.filter(({ name }) => name === "y" || name === "secret");
    expect(recipeProblems(recipeOf({}), two)).toMatchObject([
      { code: "010505", message: expect.stringContaining("no other visible column") },
    ]);
  });
  test("all problems of a recipe are reported at once", () => {
    const found = recipeProblems(recipeOf({ response: "z", columns: ["nowhere"], ...node({ algorithm: "Oracle" }) }), columns);
    expect(found.map(({ path }) => path)).toEqual(["response", "columns[0]", "layers[0].nodes[1].algorithm"]);
  });
});

test.each([
  [9, undefined, ["Clusters need 10 rows at the least, and there are 9: add rows"]],
  [9, { clusters: 2 }, ["Clusters need 10 rows at the least, and there are 9: add rows"]],
  [10, undefined, []],
  [10, { clusters: 2 }, []],
  [10, { clusters: 3 }, ["3 clusters are too many for 10 rows: at most a fifth of the rows, which is 2"]],
])("clusters of %s rows with the parameters %j have the problems %j", (nrow, params, messages) => {
  const asked = recipeOf({ type: "CLUSTERING", response: undefined, layers: [{ nodes: [{ algorithm: "k-means", params }] }] });
  const path = "layers[0].nodes[0].params.clusters";
  expect(recipeProblems(asked, columns, nrow)).toEqual(messages.map((message) => ({ code: "010201", path, message })));
});

test.each([
  ["a table", {}, "Choose one of XGB, RF, GLM,", /ETS|Theta/],
  ["a time series", { timeSeries: { time: "at", lags: 2, horizon: 1 } }, "ETS, ", /Oracle|k-means/],
])("an unknown algorithm of %s is answered with those that there are", (_what, changes, expected, never) => {
  const [problem] = recipeProblems(recipeOf({ ...changes, layers: [{ nodes: [{ algorithm: "Oracle" }] }] }), columns, 10);
  expect(problem?.message).toContain(expected);
  expect(problem?.message).not.toMatch(never);
});
