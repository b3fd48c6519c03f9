/**
 * The trainer's steps without their work: they only write the outputs of their result. The more complex a model, the higher its
 * error. A search reduces it.
 */
import { COLLECTIONS, type ModelInfo, type ModelSpec, type ModelTuning, type TableColumn } from "@agatha/contracts";
import type { TaskHandlers } from "@agatha/trainer/tasks/run-task";

const NO_STATISTICS = { missing: 0, unique: 0 };
const COLUMN: TableColumn = {
  uid: "c0",
  name: "a",
  label: "a",
  type: "n",
  originalType: "n",
  colIndex: 0,
  hidden: false,
  stats: { ...NO_STATISTICS, unique: 9, min: 0, max: 9, mean: 5, std: 1, quantiles: [], histogram: [], top: [], integer: true },
};
const INFO: ModelInfo = {
  type: "REGRESSION",
  response: "a",
  algorithms: ["XGB"],
  inputs: [],
  validation: { method: "holdout", folds: 1, trainRows: 2, heldOutRows: 1 },
  indicators: {},
  spread: {},
  train_indicators: {},
  baseline: {},
  baseline_kind: "mean",
  importance: [],
  importance_measure: "RMSE",
  warnings: [],
};

function tuningOf(layers: ModelSpec["layers"]): ModelTuning {
  const algorithm = layers[0]?.nodes[0]?.algorithm ?? "";
  const settings = [{ node: "1.1", algorithm, params: { sought: 1 } }];
  return { measure: "RMSE", score: 1, default_score: 2, candidates: 2, fits: 2, out_of_time: false, settings };
}

export const FAKE_STEPS: TaskHandlers = {
  async ingest(_input, { objects, documents, outputPrefix, taskId, attempt, resourceUid }) {
    const table = await objects.put(`${outputPrefix}/table.parquet`, Buffer.from("rows"));
    const document = `${taskId}.${attempt}`;
    const description = { columns: [COLUMN], nrow: 3, totalRows: 3, encoding: null, delimiter: null, decimal: null };
    await documents.collection(COLLECTIONS.tables).put({ id: document, datasetUid: resourceUid, table: description });
    return { table, document, summary: { nrow: 3, totalRows: 3, columnCount: 1 } };
  },
  async check(_input, { documents, taskId, attempt, resourceUid }) {
    const document = `${taskId}.${attempt}`;
    const column = { name: "a", type: "n", quality: 1, all_na: false, flags: {}, ...NO_STATISTICS } as const;
    await documents
      .collection(COLLECTIONS.checks)
      .put({ id: document, datasetUid: resourceUid, check: { check_table: [column], na_alert: false } });
    return { document, naAlert: false, flaggedColumns: 0 };
  },
  profile: async (_input, { objects, outputPrefix }) => ({
    report: await objects.put(`${outputPrefix}/profile.json`, Buffer.from("{}")),
  }),
  async train({ model }, { objects, documents, outputPrefix, taskId, attempt, resourceUid }) {
    const artifact = await objects.put(`${outputPrefix}/model.bin`, Buffer.from("model"));
    const { key: predictions } = await objects.put(`${outputPrefix}/predictions.json`, Buffer.from("[]"));
    const info = `${taskId}.${attempt}`;
    await documents.collection(COLLECTIONS.modelInfos).put({
      id: info,
      modelUid: resourceUid,
      info: { ...INFO, tuning: model.tuning && tuningOf(model.layers) },
      graph: { nodes: [], edges: [] },
    });
    const RMSE = JSON.stringify(model.layers).length - (model.tuning ? 1 : 0);
    return { artifact, info, predictions, indicators: { RMSE }, trainIndicators: {}, baseline: {}, heldOutRows: 0 };
  },
  async evaluate(input, { objects, documents, outputPrefix, taskId, attempt, resourceUid }) {
    const lines = input.models.map(async ({ name }) => {
      const { key } = await objects.put(`${outputPrefix}/${name}.json`, Buffer.from("{}"));
      return { name, indicators: { R2: 0.5 }, result: key };
    });
    const found = { indicators: { R2: 0.5 }, rows: 3, warnings: [] };
    const id = `${taskId}.${attempt}`;
    const models = Object.fromEntries(input.models.map(({ name }) => [name, found]));
    await documents.collection(COLLECTIONS.evaluationResults).put({ id, evaluationUid: resourceUid, models });
    return { document: id, models: await Promise.all(lines) };
  },
  predict: async (_input, { objects, outputPrefix }) => ({
    result: await objects.put(`${outputPrefix}/result.json`, Buffer.from('{"value":[1]}')),
    rows: 1,
  }),
  optimize: async (_input, { objects, outputPrefix }) => ({
    result: await objects.put(`${outputPrefix}/result.json`, Buffer.from('{"solutions":[]}')),
    rows: 0,
  }),
};
