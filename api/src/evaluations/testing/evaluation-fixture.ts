import {
  COLLECTIONS,
  type EvaluationPredictions,
  type EvaluationStatus,
  type ModelEvaluation,
  type Resource,
  type User,
} from "@agatha/contracts";
import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../../testing/deps.js";
import { addDataset, addTrainedModel } from "../../testing/models.js";
import { stubTableReaderCache } from "../../testing/table-reader-cache.js";
import { formData } from "../../testing/upload-fixture.js";
import { evaluationRoutes } from "../index.js";

/** Metrics and predictions of a model. */
interface ModelOutcome {
  found: ModelEvaluation;
  rows?: EvaluationPredictions;
}

/** Dataset with two detectors, and a client of its owner. */
export interface EvaluationFixture {
  deps: TestDeps;
  server: TestServer;
  someone: User;
  client: Client;
  dataset: Resource<"Dataset">;
  /** Names of two trained detectors, First and Second. */
  models: [string, string];
  /** Path of the dataset's evaluations. */
  path: string;
  /** Creates an evaluation that waits for its file and returns its path. */
  createEvaluation(changes?: object): Promise<string>;
  /** Uploads a test file. */
  upload(one: string, csv?: string, name?: string): Promise<Response>;
  /** Returns the stored evaluation. */
  stored(one: string): Promise<Resource<"Evaluation">>;
  get(one: string, query?: string): Promise<EvaluationAnswer>;
  /** Sets a status for the present spec, as the operator does. */
  setStatus(one: string, status: EvaluationStatus): Promise<void>;
  /** Sets metrics and predictions, as the operator and the trainer do. */
  finishEvaluation(one: string, outcomes: Record<string, ModelOutcome>): Promise<void>;
  close(): Promise<void>;
}

export const CSV = "x,kind\n1,a\n2,b\n";

/** Serves the routes of comparisons to the owner of a dataset with two outlier detectors. */
export async function createEvaluationFixture(): Promise<EvaluationFixture> {
  const deps = testDeps({ maxUploadBytes: 1000 });
  const server = await startServer(deps, evaluationRoutes(deps, stubTableReaderCache({ totalRows: 100 })));
  const someone = await addUser(deps, "someone");
  const client = await server.loggedInAs(someone);
  const dataset = await addDataset(deps, { owner: someone, name: "Oven" });
  const detector = async (displayName: string): Promise<string> =>
    (await addTrainedModel(deps, { dataset, spec: { displayName, type: "OCC", response: undefined, semilabel: "kind" } })).metadata.name;
  const models: [string, string] = [await detector("First"), await detector("Second")];
  const path = `/agatha/datasets/${dataset.metadata.name}/evaluations`;
  const stored = async (one: string): Promise<Resource<"Evaluation">> =>
    (await deps.resources.get("Evaluation", one.slice(one.lastIndexOf("/") + 1)))!;

  async function setStatus(one: string, status: EvaluationStatus): Promise<void> {
    const present = await stored(one);
    const observedGeneration = present.metadata.generation;
    await deps.resources.updateStatus("Evaluation", { ...present, status: { observedGeneration, ...status } });
  }

  async function finish(one: string, outcomes: Record<string, ModelOutcome>): Promise<void> {
    const { metadata } = await stored(one);
    const id = `${metadata.name}-results-${Object.keys(outcomes).length}`;
    const found = Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, outcome.found]));
    await deps.documents.collection(COLLECTIONS.evaluationResults).put({ id, evaluationUid: metadata.uid, models: found });
    const lines = Object.entries(outcomes).map(
      async ([
        name,
        {
          found: { indicators },
          rows,
        },
      ]) => {
        const line = { name, fingerprint: "f", indicators, document: id };
        if (!rows) return line;
        const { key } = await deps.objects.put(`${id}/${name}.json`, Buffer.from(JSON.stringify(rows)));
        return { ...line, result: key };
      },
    );
    const table = { key: "table", document: `${dataset.metadata.name}-table`, sha256: "0".repeat(64), totalRows: 100, fingerprint: "f" };
    await setStatus(one, { phase: "evaluating_finish", table, sampling: "raw", models: await Promise.all(lines) });
  }

  return {
    deps,
    server,
    someone,
    client,
    dataset,
    models,
    path,
    createEvaluation: async (changes) => {
      const made = await client("POST", path, { body: { model_id_list: models, ...changes } });
      return `${path}/${(await readJson<{ id: string }>(made)).id}`;
    },
    upload: (one, csv = CSV, name = "later.csv") => client("POST", `${one}/upload/`, { body: formData(["file", name, csv]) }),
    stored,
    get: async (one, query = "") => await readJson<EvaluationAnswer>(await client("GET", `${one}/${query}`)),
    setStatus,
    finishEvaluation: finish,
    async close() {
      await server.close();
      deps.cleanUp();
    },
  };
}
