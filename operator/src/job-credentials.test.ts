import { COLLECTIONS, type DocumentStore } from "@agatha/contracts";
import { createJobCredentials } from "./job-credentials.js";

/** A store with one task. */
function storeWith(task: object): DocumentStore {
  const get = async (id: string) => (id === "train-a" ? task : undefined);
  return { collection: ({ name }: { name: string }) => (name === COLLECTIONS.tasks.name ? { get } : {}) } as unknown as DocumentStore;
}
const session = async (access: object) => ({ accessKey: JSON.stringify(access), secretKey: "secret", sessionToken: "token" });
const table = "datasets/u/t/table.parquet";

test.each<[string, object, string[]]>([
  ["ingests a file", { kind: "ingest", source: { key: "uploads/f" } }, ["uploads/f"]],
  ["checks a table", { kind: "check", table }, [table]],
  ["trains a model", { kind: "train", table }, [table]],
  [
    "compares models",
    { kind: "evaluate", table, models: [{ artifact: "models/a/m" }, { artifact: "models/b/m" }] },
    [table, "models/a/m", "models/b/m"],
  ],
  ["predicts a table", { kind: "predict", model: "models/a/m", rows: { table } }, ["models/a/m", table]],
  ["predicts records", { kind: "predict", model: "models/a/m", rows: { records: "calculations/r" } }, ["models/a/m", "calculations/r"]],
  ["optimizes", { kind: "optimize", model: "models/a/m" }, ["models/a/m"]],
])("a job that %s may read what its task names, and write below the task's prefix", async (_what, input, reads) => {
  const credentialsOf = createJobCredentials(storeWith({ input, outputPrefix: "models/a/train-a" }), session);
  const { AGATHA_S3_ACCESS_KEY: key, ...rest } = await credentialsOf({ name: "train-a", deadlineSeconds: 60 });
  expect(JSON.parse(key!)).toEqual({ reads, prefix: "models/a/train-a", seconds: 86_460 });
  expect(rest).toEqual({ AGATHA_S3_SECRET_KEY: "secret", AGATHA_S3_SESSION_TOKEN: "token" });
});

test("a job without a task gets no credentials", async () => {
  await expect(createJobCredentials(storeWith({}), session)({ name: "other", deadlineSeconds: 60 })).rejects.toThrow(
    "There is no task other",
  );
});
