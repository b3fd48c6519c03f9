import { COLLECTIONS, type DocumentStore } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { createJobCredentials } from "./job-credentials.js";
import { taskOfToken } from "./task-documents/task-token.js";

const JOIN = { specs: [{ type: "filter" }, { type: "join", copy: { key: "datasets/u/joins/1" } }] };

/** A store with one task, and edit steps with a join. */
function storeWith(task: object): DocumentStore {
  const stored: Record<string, object> = { [`${COLLECTIONS.tasks.name}/train-a`]: task, [`${COLLECTIONS.editSteps.name}/joined`]: JOIN };
  const collection = ({ name }: { name: string }) => ({ get: async (id: string) => stored[`${name}/${id}`] });
  return fromPartial<DocumentStore>({ collection });
}
const session = async (access: object) => ({ accessKey: JSON.stringify(access), secretKey: "secret", sessionToken: "token" });
const OPERATOR = { url: "http://operator:8080", key: "key" };
const table = "datasets/u/t/table.parquet";

test.each<[string, object, string[]]>([
  ["ingests a file", { kind: "ingest", source: { key: "uploads/f" } }, ["uploads/f"]],
  ["checks a table", { kind: "check", table }, [table]],
  ["trains a model", { kind: "train", table, model: {} }, [table]],
  ["trains on joined rows", { kind: "train", table, model: { extraction: "joined" } }, [table, "datasets/u/joins/1"]],
  ["describes joined rows", { kind: "profile", table, extraction: "joined" }, [table, "datasets/u/joins/1"]],
  [
    "predicts joined rows",
    { kind: "predict", model: "m", rows: { table, extraction: { id: "joined" } } },
    ["m", table, "datasets/u/joins/1"],
  ],
  [
    "compares models",
    { kind: "evaluate", table, models: [{ artifact: "models/a/m" }, { artifact: "models/b/m" }] },
    [table, "models/a/*", "models/b/*"],
  ],
  ["predicts a table", { kind: "predict", model: "models/a/m", rows: { table } }, ["models/a/m", table]],
  ["predicts records", { kind: "predict", model: "models/a/m", rows: { records: "calculations/r" } }, ["models/a/m", "calculations/r"]],
  ["optimizes", { kind: "optimize", model: "models/a/m" }, ["models/a/m"]],
  [
    "optimizes two models",
    { kind: "optimize", model: "models/a/m", others: [{ name: "b", artifact: "models/b/m" }] },
    ["models/a/m", "models/b/m"],
  ],
])("a job that %s may read what its task names, and write below the task's prefix", async (_what, input, reads) => {
  const credentialsOf = createJobCredentials({ ...OPERATOR, documents: storeWith({ input, outputPrefix: "models/a/train-a" }), session });
  const { AGATHA_S3_ACCESS_KEY: access, AGATHA_TASK_TOKEN: token, ...rest } = await credentialsOf({ name: "train-a", deadlineSeconds: 60 });
  expect(JSON.parse(access!)).toEqual({ reads, prefix: "models/a/train-a", seconds: 86_460 });
  expect(taskOfToken(OPERATOR.key, token!)).toBe("train-a");
  expect(rest).toEqual({ AGATHA_TASK_URL: OPERATOR.url, AGATHA_S3_SECRET_KEY: "secret", AGATHA_S3_SESSION_TOKEN: "token" });
});

test("where the object store gives no credentials, a job still has a token of its own", async () => {
  const credentials = await createJobCredentials({ ...OPERATOR, documents: storeWith({}) })({ name: "train-a", deadlineSeconds: 60 });
  expect(Object.keys(credentials)).toEqual(["AGATHA_TASK_URL", "AGATHA_TASK_TOKEN"]);
});

test("a job without a task gets no credentials", async () => {
  await expect(
    createJobCredentials({ ...OPERATOR, documents: storeWith({}), session })({ name: "other", deadlineSeconds: 60 }),
  ).rejects.toThrow("There is no task other");
});
