/**
 * The rules for models of the specification's section 5, in its order. Each rule is broken in every possible way on the whole
 * product. The API rejects what it can know, and the training the rest, both with the catalogue error.
 */
import type { OptimizationResult } from "@agatha/contracts";
import type { CreateAutoModelRequest, ErrorBody, ModelAnswer } from "@agatha/contracts/wire";
import { useAgatha } from "../testing/agatha-fixture.js";

const ROWS = 100;
const HEADER = "n,m,constant,empty,class,when,later,label,few,name";

/** Returns numbers, text, two times, a column without values, and labels on half of the rows and on four. */
function line(_: unknown, i: number): string {
  const day = String(1 + (i % 28)).padStart(2, "0");
  const month = String(1 + Math.floor(i / 28)).padStart(2, "0");
  const mark = i % 4 === 0 ? "odd" : "usual";
  const cells = [i, (i * 37) % 11, "same", "", i % 3 ? "x" : "y", `2024-${month}-${day}`, `2025-${month}-${day}`];
  return [...cells, i % 2 ? "" : mark, i < 4 ? mark : "", `part ${i}`].join(",");
}

describe("a model", () => {
  const { client } = useAgatha();
  let datasetId: string;
  let models: string;

  beforeAll(async () => {
    datasetId = (await client.uploadDataset("columns.csv", [HEADER, ...Array.from({ length: ROWS }, line)].join("\n"))).id;
    models = `agatha/datasets/${datasetId}/models/`;
  });

  const node = (algorithm: string, rest: object = {}) => ({ layers: [{ nodes: [{ algorithm, ...rest }] }] });
  const regression = { name: "Try", model_type: "REGRESSION", response: "n", columns: ["m", "class"], ...node("GLM") };
  const classes = { ...regression, model_type: "CLASSIFICATION", response: "class", columns: ["n", "m"] };
  const clusters = (count: unknown) => ({
    name: "Try",
    model_type: "CLUSTERING",
    columns: ["n", "m"],
    ...node("k-means", { params: { clusters: count } }),
  });
  const outliers = { name: "Try", model_type: "OCC", columns: ["n", "m"], ...node("PCA") };
  const series = { ...regression, columns: ["m"], time_series_params: { time: "when" } };

  type Broken = Record<string, [request: object, code: string, path?: string]>;
  const rules: Record<string, Broken> = {
    "its name begins with an English letter, has only letters and digits, is not blank and has at most 64 characters": {
      "a digit at the start of the name": [{ ...regression, name: "9Lives" }, "010516", "name"],
      "a blank in the name": [{ ...regression, name: "My model" }, "010516", "name"],
      "a letter of another script in the name": [{ ...regression, name: "模型" }, "010516", "name"],
      "a name of blanks": [{ ...regression, name: "   " }, "010516", "name"],
      "a name of 65 characters": [{ ...regression, name: "a".repeat(65) }, "010516", "name"],
    },
    "clusters are whole, at least 2, at most 50, and at most a fifth of the rows": {
      "2.5 clusters": [clusters(2.5), "010201", "layers[0].nodes[0].params.clusters"],
      "one cluster": [clusters(1), "010201", "layers[0].nodes[0].params.clusters"],
      "51 clusters": [clusters(51), "010201", "layers[0].nodes[0].params.clusters"],
      "clusters by two algorithms together": [
        { ...clusters(2), layers: [{ nodes: [{ algorithm: "k-means" }, { algorithm: "GMM" }] }] },
        "010515",
        "layers[0].nodes",
      ],
      "21 clusters of 100 rows": [clusters(21), "010201", "layers[0].nodes[0].params.clusters"],
    },
    "a rotation is one of those that there are, and is an outlier detector's": {
      "a rotation that does not exist": [{ ...outliers, ...node("PCA", { rotation: "varimax" }) }, "010512", "layers[0].nodes[0].rotation"],
      "a rotation of a linear model": [{ ...regression, ...node("GLM", { rotation: "pca" }) }, "010512", "layers[0].nodes[0].rotation"],
    },
    "a time series has exactly one time column, a number to learn from, numeric columns only, at most 5 prior and 100 future periods": {
      "two time columns and no choice": [{ ...series, time_series_params: {} }, "010507", "time_series_params.time"],
      "a time column without times": [{ ...series, time_series_params: { time: "m" } }, "010507", "time_series_params.time"],
      "a text target of a forecast": [{ ...series, response: "class" }, "010504", "response"],
      "a text column": [{ ...series, columns: ["m", "class"] }, "010405", "columns[1]"],
      "6 prior periods": [{ ...series, time_series_params: { time: "when", lags: 6 } }, "010201", "time_series_params.lags"],
      "101 future periods": [{ ...series, time_series_params: { time: "when", horizon: 101 } }, "010201", "time_series_params.horizon"],
    },
    "a target is set, is a column, and has the type of the models": {
      "no target": [{ ...regression, response: undefined }, "010503", "response"],
      "a target that is no column": [{ ...regression, response: "nowhere" }, "010503", "response"],
      "text for a regression": [{ ...regression, response: "class", columns: ["m"] }, "010504", "response"],
      "a time": [{ ...classes, response: "when" }, "010504", "response"],
      "a name for each row": [{ ...classes, response: "name" }, "010403", "response"],
      "one class": [{ ...classes, response: "constant" }, "010504", "response"],
      "a target without values": [{ ...regression, response: "empty" }, "010504", "response"],
      "a target for clustering": [{ ...clusters(2), response: "class" }, "010508", "response"],
      "a target for outlier detection": [{ ...outliers, response: "class" }, "010508", "response"],
      "the target among the variables": [{ ...regression, columns: ["m", "n"] }, "010506", "columns[1]"],
    },
    "each layer has an algorithm, and each algorithm a variable at least": {
      "no layer": [{ ...regression, layers: [] }, "010201", "layers"],
      "four layers": [{ ...regression, layers: Array(4).fill({ nodes: [{ algorithm: "GLM" }] }) }, "010201", "layers"],
      "a layer without an algorithm": [{ ...regression, layers: [{ nodes: [] }] }, "010201", "layers[0].nodes"],
      "an unknown algorithm": [{ ...regression, ...node("Magic") }, "010501", "layers[0].nodes[0].algorithm"],
      "an algorithm of another type": [{ ...regression, ...node("iForest") }, "010501", "layers[0].nodes[0].algorithm"],
      "a parameter out of bounds": [
        { ...regression, ...node("XGB", { params: { rounds: -1 } }) },
        "010201",
        "layers[0].nodes[0].params.rounds",
      ],
      "a rotation without outliers": [{ ...regression, ...node("GLM", { rotation: "pca" }) }, "010512", "layers[0].nodes[0].rotation"],
      "no variable": [{ ...regression, columns: [] }, "010505", "columns"],
      "a forest without a variable": [{ ...outliers, ...node("iForest", { columns: [] }) }, "010509", "layers[0].nodes[0].columns"],
      "a node without a variable": [{ ...regression, ...node("GLM", { columns: [] }) }, "010505", "layers[0].nodes[0].columns"],
      "variables without values": [{ ...regression, columns: ["empty"] }, "010505"],
      "a variable that is no column": [{ ...regression, columns: ["nowhere"] }, "010405", "columns[0]"],
      "a variable named twice": [{ ...regression, columns: ["m", "m"] }, "010404", "columns[1]"],
    },
    "a semi-labeled column is text, has enough rows with and without labels, and is for outliers; the error rate is an upper limit": {
      "an unknown semi-labeled column": [{ ...outliers, semilabel: "nowhere" }, "010521", "semilabel"],
      "a semi-labeled column of many numbers": [{ ...outliers, columns: ["n"], semilabel: "m" }, "010521", "semilabel"],
      "four labels": [{ ...outliers, semilabel: "few" }, "010521", "semilabel"],
      "a label on every row": [{ ...outliers, semilabel: "constant" }, "010521", "semilabel"],
      "a value that the semi-labeled column lacks": [{ ...outliers, semilabel: "class", anomaly_value: "odd" }, "010521", "semilabel"],
      "a value that marks anomalies, without a column": [{ ...outliers, anomaly_value: "odd" }, "010521", "semilabel"],
      "a semi-labeled column among the variables": [{ ...outliers, columns: ["n", "label"], semilabel: "label" }, "010506", "columns[1]"],
      "an error rate above 1": [{ ...outliers, semilabel: "label", max_fpr: 1.5 }, "010201", "max_fpr"],
      "an error rate below 0": [{ ...outliers, semilabel: "label", max_fpr: -0.1 }, "010201", "max_fpr"],
    },
  };
  const cases = Object.entries(rules).flatMap(([rule, broken]) =>
    Object.entries(broken).map(([how, [request, code, path]]) => ({ rule, how, request, code, path })),
  );

  // @contract names-of-datasets-and-models-begin-with, clusters-are-whole-2-to-50-and, a-time-series-has-one-time-column, a-target-is-set-is-a-column, each-layer-has-an-algorithm-and-each, a-semi-labeled-column-is-text-with, clusters-2-to-50-at-most-a
  test.each(cases)("a model with $how is rejected ($code): $rule", async ({ request, code, path }) => {
    const { status, body } = await client.json<{ id: string } & ErrorBody>("POST", models, request);
    if (path !== undefined) return expect([status, body.tukey_error, body.detail?.[0]?.path]).toEqual([400, code, path]);
    // Only the rows show the violation.
    expect(status).toBe(201);
    const model: ModelAnswer = await client.waitForModel(datasetId, body.id);
    expect([model.status, model.reason]).toEqual(["fitting_fail", code]);
    expect(model.message).not.toBe("");
    await client.api.deleteModel(datasetId, body.id);
  });

  // @contract a-name-is-unique-among-the-models
  test("a model's name is unique within its dataset, without the blanks around it", async () => {
    const { id } = await client.train(datasetId, { ...regression, name: "Taken" });
    const { status, body } = await client.json<ErrorBody>("POST", models, { ...regression, name: " Taken " });
    expect([status, body.tukey_error]).toEqual([409, "010502"]);
    await client.api.deleteModel(datasetId, id);
  });

  // @contract clusters-are-whole-2-to-50-and
  test("automatic clustering tries at most five numbers of clusters, and none above a fifth of the rows", async () => {
    const batch = (clusters: number[]): CreateAutoModelRequest => ({ mode: "AUTO_CLUSTER", clusters, columns: ["n", "m"] });
    await expect(client.api.createAutoModel(datasetId, batch([2, 3, 4, 5, 6, 7]))).rejects.toMatchObject({
      status: 400,
      code: "010201",
      detail: [{ path: "clusters" }],
    });
    await expect(client.api.createAutoModel(datasetId, batch([20, 21]))).rejects.toMatchObject({
      status: 400,
      code: "010201",
      detail: [{ path: "clusters[1]", message: "21 clusters are too many for 100 rows: at most a fifth of the rows, which is 20" }],
    });
    const { id } = await client.api.createAutoModel(datasetId, { ...batch([20, 19]), limit: 3 });
    const finished = await client.waitForAutoModel(datasetId, id);
    expect(finished.models.map(({ algorithms }) => algorithms[0]).sort()).toEqual(["GMM", "SOM", "k-means"]);
  });

  test("a batch in which no model can be trained fails (010802) with the reason", async () => {
    const { id } = await client.api.createAutoModel(datasetId, {
      mode: "MANUAL",
      model_type: "CLUSTERING",
      columns: ["constant", "empty"],
      candidates: [{ layers: [{ nodes: [{ algorithm: "k-means" }] }] }],
    });
    const failed = await client.waitForAutoModel(datasetId, id);
    expect(failed).toMatchObject({
      status: "fitting_fail",
      reason: "010802",
      message: expect.stringContaining("none of the columns varies"),
    });
  });

  describe("a trained model", () => {
    const trained = async (request: object): Promise<string> => {
      const model = await client.train(datasetId, request as Record<string, unknown>);
      expect([model.status, model.message]).toEqual(["success", null]);
      return model.id;
    };
    const optimization = (modelId: string, request: object = {}) =>
      client.api.calculate(datasetId, modelId, { type: "optimization", target: { goal: "max" }, ...request });

    // @contract optimization-takes-numbers-texts-and-dates
    test("a model of numbers or of classes is optimized over numbers, texts and dates; rules take numbers only", async () => {
      const mixed = await trained({ ...regression, name: "Mixed", columns: ["m", "class", "when"] });
      const text = [{ terms: [{ column: "class", coefficient: 1 }], relation: "<=", value: 1 }];
      await expect(optimization(mixed, { constraints: text })).rejects.toMatchObject({ status: 400, code: "011002" });
      const grouped = await trained({ ...clusters(2), name: "Groups" });
      await expect(optimization(grouped)).rejects.toMatchObject({ status: 400, code: "010518" });
      const kinds = await trained({ ...classes, name: "Classes" });
      await expect(optimization(kinds)).rejects.toMatchObject({ status: 400, code: "011003", detail: [{ path: "target.label" }] });

      const marks = await trained({ ...classes, name: "Marks", response: "label", columns: ["m"] });
      const { id } = await optimization(mixed, {
        target: { goal: "value", value: 50 },
        goals: [{ goal: "at_least", value: 0.5, model: marks, label: "odd" }],
        variables: [
          { column: "class", choices: ["y"] },
          { column: "when", latest: "2024-02-01T00:00:00Z" },
        ],
        solutions: 2,
      });
      const done = await client.waitForCalculation(datasetId, mixed, id);
      expect([done.status, done.reason]).toEqual(["success", null]);
      const { solutions } = done.result as OptimizationResult;
      for (const { settings, prediction, goals } of solutions) {
        expect(Object.keys(settings).sort()).toEqual(["class", "m", "when"]);
        expect(settings.class).toBe("y");
        expect(settings.when! <= "2024-02-01").toBe(true);
        expect(goals).toHaveLength(2);
        // A what-if of the same settings gets the same answers.
        const asked = (modelId: string) => client.api.whatIf(datasetId, modelId, settings);
        expect((await asked(mixed)).result?.value[0]).toBeCloseTo(prediction, 9);
        expect((await asked(marks)).result?.prob?.[0]?.odd).toBeCloseTo(goals![1]!.prediction, 9);
      }
    });

    // @contract predicted-inputs-are-not-searched-apart
    test("models are not searched together where one predicts an input of another", async () => {
      const inputs = await trained({ ...regression, name: "FromClass" });
      const kinds = await trained({ ...classes, name: "ToClass", columns: ["m"] });
      const goals = [{ goal: "max", model: kinds, label: "y" }];
      await expect(optimization(inputs, { goals })).rejects.toMatchObject({
        status: 400,
        code: "011003",
        detail: [{ path: "goals[0]", message: expect.stringContaining('train the other model without "class"') }],
      });
    });

    // @contract a-model-with-an-entirely-empty-column
    test("a model with an entirely empty column is not enabled", async () => {
      const model_id = await trained({ ...regression, name: "Hollow", columns: ["m", "empty"] });
      const enabled = client.api.enableApis({ api_update_list: [{ model_id, api_enabled: true }] });
      await expect(enabled).rejects.toMatchObject({ status: 409, code: "010519" });
    });
  });
});
