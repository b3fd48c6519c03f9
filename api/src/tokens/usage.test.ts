import { type ApiUsage, COLLECTIONS, type Collection, Unavailable } from "@agatha/contracts";
import { type TestDeps, testDeps } from "../testing/deps.js";
import { createTokenUsage } from "./usage.js";

let deps: TestDeps;
beforeEach(() => {
  deps = testDeps();
});
afterEach(() => deps.cleanUp());

const token = { name: "model", uid: "u1", tokenHash: "h1" };
const stored = () => deps.documents.collection(COLLECTIONS.apiUsage).find();

type Usage = Collection<ApiUsage>;

/** Returns the same dependencies with a modified collection of counts. */
function through(change: (usage: Usage) => Partial<Usage>): TestDeps {
  const usage = deps.documents.collection(COLLECTIONS.apiUsage);
  const changed: Usage = { ...usage, ...change(usage) };
  const collection = (() => changed) as unknown as TestDeps["documents"]["collection"];
  return { ...deps, documents: { ...deps.documents, collection } };
}

test("many calls cause one write for each token, after an interval", async () => {
  let writes = 0;
  let told = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    told = resolve;
  });
  const usage = createTokenUsage(
    through(({ insert }) => ({
      insert: async (document) => {
        writes++;
        const written = await insert(document);
        told();
        return written;
      },
    })),
    1,
  );
  for (let i = 0; i < 1000; i++) usage.record(token, 2);
  await first;
  expect(writes).toBe(1);
  expect(await stored()).toMatchObject([{ id: "h1", subjectUid: "u1", calls: 1000, rows: 2000 }]);
});

test("concurrent processes lose no counts of the same token", async () => {
  const processes = Array.from({ length: 8 }, () => createTokenUsage(deps));
  for (let round = 0; round < 5; round++) {
    for (const usage of processes) usage.record(token, 1);
    await Promise.all(processes.map((usage) => usage.flush()));
  }
  expect(await stored()).toMatchObject([{ calls: 40, rows: 40 }]);
});

test("counts are written after the store is available again", async () => {
  let away = true;
  const usage = createTokenUsage(
    through(({ get }) => ({
      get: async (id) => {
        if (away) throw new Error("away");
        return get(id);
      },
    })),
  );
  usage.record(token, 3);
  await expect(usage.flush()).rejects.toThrow("away");
  usage.record(token, 4);
  away = false;
  await usage.flush();
  expect(await stored()).toMatchObject([{ calls: 2, rows: 7 }]);
});

test("counts that cannot be written at the end are logged", async () => {
  const usage = createTokenUsage(deps);
  usage.record(token, 3);
  deps.documentStoreError = new Unavailable("The document store does not answer");
  await usage.close();
  expect(deps.logLines.join("")).toContain("the use of API tokens could not be written");
});

test("reading includes unwritten counts and separates subjects", async () => {
  const usage = createTokenUsage(deps);
  usage.record(token, 1);
  usage.record({ name: "other", uid: "u2", tokenHash: "h2" }, 1);
  expect((await usage.list("u1")).map(({ id }) => id)).toEqual(["h1"]);
  expect((await usage.list()).map(({ id }) => id).sort()).toEqual(["h1", "h2"]);
});
