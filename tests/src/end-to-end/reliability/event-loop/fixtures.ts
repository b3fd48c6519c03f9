/** A data folder with the largest and the most of everything that a user can store. */
import { createLmdbDocumentStore, createLmdbResourceStore } from "@agatha/adapters";
import { COLLECTIONS, type Resource } from "@agatha/contracts";
import { dataFolders } from "@agatha/trainer/tasks/data-folders";
import { waitFor } from "../../testing/agatha-process.js";
import type { TestClient } from "../../testing/client.js";

/** With the two further columns of `csv`, as many as a table may have. */
export const WIDE_COLUMNS = 1998;
const WIDE_ROWS = 100;
const LONG_COLUMNS = 100;
const LONG_ROWS = 10_000;
/** Columns of the model with the most inputs; a training on more takes minutes. */
export const MODEL_COLUMNS = 500;
/** Longest wait for a result; the jobs are large for a slow machine. */
export const SECONDS = 1200;
/** Copies of each stored object. */
const COPIES = 2000;
/** Copies of an edit template of nearly a megabyte. */
const TEMPLATES = 20;
/** Copies that are written at once. */
const WRITTEN_AT_ONCE = 100;

/** Returns a table with numbers, a class and a response. */
export function csv(rows: number, columns: number): string {
  let state = 1;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const lines = [[...columnNames(columns), "kind", "y"].join(",")];
  for (let row = 0; row < rows; row++) {
    const cells = Array.from({ length: columns }, () => random().toFixed(4));
    lines.push([...cells, `k${row % 5}`, (3 * Number(cells[0]) + random()).toFixed(4)].join(","));
  }
  return lines.join("\n");
}

export const columnNames = (count: number): string[] => Array.from({ length: count }, (_, i) => `column_${i}`);

const LONG_ROW = { ...Object.fromEntries(columnNames(LONG_COLUMNS).map((name, i) => [name, i / 7])), kind: "k1" };

/** Returns rows with a value for each column of the long table. */
export const longRows = (count: number): object[] => new Array<object>(count).fill(LONG_ROW);

export interface LargeObjects {
  wide: string;
  long: string;
  model: string;
  longModel: string;
  clusters: string;
  calculation: string;
  evaluation: string;
  autoModel: string;
  editStep: string;
  template: string;
  user: string;
  modelToken: string;
  editToken: string;
  /** Ids of results of the open APIs. */
  prediction: string;
  editedRows: string;
}

/** Edit step of nearly a megabyte. */
export const LONG_STEP = {
  type: "filter",
  groups: Array.from({ length: 10 }, (_, g) => ({
    conditions: [{ column: "kind", op: "not_in", values: Array.from({ length: 1000 }, (_, i) => `${g}${i}`.padEnd(80, "x")) }],
  })),
};

/** Makes the datasets, the models and what belongs to them, through the API. */
export async function createLargeObjects(client: TestClient): Promise<LargeObjects> {
  const make = async (path: string, body: object): Promise<string> => {
    const { status, body: made } = await client.json<{ id: string }>("POST", path, body);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(made)}`);
    return made.id;
  };
  const { id: wide } = await client.uploadDataset("wide.csv", csv(WIDE_ROWS, WIDE_COLUMNS), { name: "Wide" });
  const { id: long } = await client.uploadDataset("long.csv", csv(LONG_ROWS, LONG_COLUMNS), { name: "Long" });
  await client.json("POST", `agatha/datasets/${wide}/profiling/`, {});
  const train = async (dataset: string, request: Record<string, unknown>): Promise<string> => {
    const { id, status, message } = await client.train(dataset, request);
    if (status !== "success") throw new Error(`the training ended as ${status}: ${message}`);
    return id;
  };
  const ofOne = (algorithm: string, params: object): object[] => [{ nodes: [{ algorithm, params }] }];
  const trees = { model_type: "REGRESSION", response: "y", layers: ofOne("XGB", { rounds: 5, maxDepth: 3 }) };
  const model = await train(wide, { ...trees, name: "Widest", columns: columnNames(MODEL_COLUMNS) });
  const longModel = await train(long, { ...trees, name: "Longest" });
  const clusters = await train(long, { name: "Groups", model_type: "CLUSTERING", layers: ofOne("k-means", { clusters: 3 }) });
  const calls = `agatha/datasets/${long}/models/${longModel}`;
  const calculation = await make(`${calls}/calcs/`, { type: "batch", dataset_id: long });
  const evaluation = await make(`agatha/datasets/${long}/evaluations/`, { model_id_list: [longModel], test_dataset_id: long });
  const history = `agatha/datasets/${long}/extraction`;
  const editStep = await make(`${history}/`, { cond: "long", spec: LONG_STEP });
  const template = await make("agatha/extraction_templates/", { name: "Long", dataset_id: long });
  await client.json("PATCH", "agatha/openthirdapi/update_multi/", { api_update_list: [{ model_id: longModel, api_enabled: true }] });
  await client.json("PATCH", "agatha/openthirdapi/update_extractions/", { api_update_list: [{ dataset_id: long, api_enabled: true }] });
  const tokenOf = async (path: string) => (await client.json<{ api_token: string }>("GET", path)).body.api_token;
  const found = await client.json<{ id: string }>("GET", "agatha/user/");
  await client.waitForCalculation(long, longModel, calculation);
  await client.waitForEvaluation(long, evaluation);
  await waitFor("the profile", async () => (await client.request("GET", `agatha/datasets/${wide}/profiling/report/`)).ok, SECONDS);
  const [modelToken, editToken] = [await tokenOf(`${calls}/api/`), await tokenOf(`${history}/${editStep}/api/`)];
  const user = found.body.id;
  const prediction = await make("tukey/api/", { api_token: modelToken, data: longRows(LONG_ROWS) });
  const editedRows = await make("tukey/extapi/", { token: editToken, data: longRows(LONG_ROWS) });
  return {
    wide,
    long,
    model,
    longModel,
    clusters,
    calculation,
    evaluation,
    editStep,
    template,
    user,
    modelToken,
    editToken,
    prediction,
    editedRows,
    autoModel: "none",
  };
}

/** Adds copies to the stores of a product that is not running. */
export async function addCopies(data: string, { longModel, evaluation, long, template, user }: LargeObjects): Promise<void> {
  const folders = dataFolders(data);
  const resources = createLmdbResourceStore({ directory: folders.resources });
  const documents = createLmdbDocumentStore({ directory: folders.documents, onError: fail });
  const copies = async (count: number, copy: (i: number) => Promise<unknown>): Promise<void> => {
    for (let i = 0; i < count; i += WRITTEN_AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - i) }, (_, k) => copy(i + k)));
  };
  try {
    for (const [kind, name] of [
      ["Model", longModel],
      ["Evaluation", evaluation],
    ] as const) {
      const { metadata, spec, status } = (await resources.get(kind, name))!;
      await copies(COPIES, async (i) => {
        const copy = { metadata: { ...metadata, name: `copy-${kind.toLowerCase()}-${i}` }, spec: { ...spec, displayName: `Copy${i}` } };
        const made = (await resources.create(kind, copy as never)) as Resource<typeof kind>;
        await resources.updateStatus(kind, { ...made, status: { ...status, observedGeneration: made.metadata.generation } } as never);
      });
    }
    for (const [collection, id] of [
      [COLLECTIONS.users, user],
      [COLLECTIONS.editTemplates, template],
    ] as const) {
      const original = (await documents.collection(collection as never).get(id)) as { id: string };
      await copies(collection === COLLECTIONS.users ? COPIES : TEMPLATES, (i) =>
        documents.collection(collection as never).insert({ ...original, id: `copy-${i}`, username: `copy${i}`, name: `Copy${i}` } as never),
      );
    }
    const at = "2024-05-01T08:00:00Z";
    const record = { at, userId: user, action: "user.update", target: long, detail: { what: "x".repeat(200) } };
    await copies(10 * COPIES, (i) => documents.collection(COLLECTIONS.audit).insert({ ...record, id: `audit-${i}` }));
  } finally {
    await Promise.all([resources.close(), documents.close()]);
  }
}

const fail = (error: unknown): never => {
  throw error;
};
