import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDirectoryObjectStore, createLmdbDocumentStore } from "@agatha/adapters";
import {
  COLLECTIONS,
  DamagedObject,
  type DocumentStore,
  ERRORS,
  InvalidInput,
  MissingObject,
  type ObjectStore,
  type Task,
  type TaskOutput,
} from "@agatha/contracts";
import { type RunTaskDeps, runTask } from "@agatha/trainer/tasks/run-task";
import { TASK_HANDLERS } from "@agatha/trainer/tasks/steps/index";
import type { TaskHandler } from "@agatha/trainer/tasks/steps/task-handler";

const ID = "d-furnace-check-0123456789abcdef-1";
const OUTPUT: TaskOutput<"check"> = { document: `${ID}.one`, naAlert: false, flaggedColumns: 0 };

describe("a run of a task", () => {
  let folder: string;
  let documents: DocumentStore;
  let objects: ObjectStore;
  let warnings: string[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "agatha-run-"));
    documents = createLmdbDocumentStore({ directory: join(folder, "documents") });
    objects = createDirectoryObjectStore({ directory: join(folder, "objects") });
    warnings = [];
    await tasks().insert({
      id: ID,
      resourceKind: "Dataset",
      resourceName: "furnace",
      resourceUid: "u",
      input: { kind: "check", table: "t", tableDocument: "d" },
      outputPrefix: `datasets/u/${ID}`,
      createdAt: "2024-05-01T08:00:00.000Z",
    });
  });
  afterEach(async () => {
    await Promise.all([documents.close(), objects.close()]);
    await rm(folder, { recursive: true });
  });

  const tasks = () => documents.collection(COLLECTIONS.tasks);
  const resultNow = async () => (await tasks().get(ID))?.result;

  async function leftBehind(): Promise<string[]> {
    const left: string[] = [];
    for await (const { key } of objects.list("")) left.push(key);
    for (const { id } of await documents.collection(COLLECTIONS.checks).find()) left.push(id);
    return left.sort();
  }

  /** Writes an object and a document, calls the given function, and succeeds. */
  const step =
    (then: (context: Parameters<TaskHandler<"check">>[1]) => unknown = () => undefined): TaskHandler<"check"> =>
    async (_input, context) => {
      const { outputPrefix, taskId, attempt, resourceUid } = context;
      await objects.put(`${outputPrefix}/chart.json`, Buffer.from("{}"));
      const check = { check_table: [], na_alert: false };
      await documents.collection(COLLECTIONS.checks).insert({ id: `${taskId}.${attempt}`, datasetUid: resourceUid, check });
      await then(context);
      return { ...OUTPUT, document: `${taskId}.${attempt}` };
    };
  const unwanted = async () => {
    throw new Error("not this step");
  };

  function run(check: TaskHandler<"check">, { attempt = "one", ...changes }: Partial<RunTaskDeps> = {}) {
    return runTask(
      {
        documents,
        objects,
        handlers: { ...TASK_HANDLERS, ingest: unwanted, train: unwanted, check },
        clock: { now: () => Date.parse("2024-05-01T09:00:00.000Z") },
        attempt,
        scratch: folder,
        signal: new AbortController().signal,
        warn: (message) => void warnings.push(message),
        ...changes,
      },
      ID,
    );
  }

  test("a run publishes the outputs of its step", async () => {
    await expect(run(step())).resolves.toBe("published");
    expect(await resultNow()).toEqual({ status: "success", attempt: "one", finishedAt: "2024-05-01T09:00:00.000Z", output: OUTPUT });
    expect(await leftBehind()).toEqual([`${ID}.one`, `datasets/u/${ID}/one/chart.json`]);
  });

  test("a run publishes the user's fault with its code, and leaves nothing else behind", async () => {
    const refused = step(() => {
      throw new InvalidInput("010405", { path: "columns[0]", message: "is empty" });
    });
    await expect(run(refused)).resolves.toBe("published");
    expect(await resultNow()).toMatchObject({
      status: "fail",
      reason: "010405",
      message: "columns[0]: is empty",
      detail: [{ path: "columns[0]", message: "is empty" }],
    });
    expect(await leftBehind()).toEqual([]);
  });

  test("a run publishes which object is damaged, since another run would not help", async () => {
    const refused = step(() => {
      throw new DamagedObject("datasets/u/table.parquet", "bytes 0 to 9 have changed");
    });
    await expect(run(refused)).resolves.toBe("published");
    expect(await resultNow()).toMatchObject({
      status: "fail",
      reason: ERRORS.storedDataDamaged,
      detail: [{ path: "datasets/u/table.parquet", message: "bytes 0 to 9 have changed" }],
    });
    expect(await leftBehind()).toEqual([]);
  });

  test("a run publishes which object is missing, since another run would not find it either", async () => {
    const refused = step(() => {
      throw new MissingObject("datasets/u/table.parquet");
    });
    await expect(run(refused)).resolves.toBe("published");
    expect(await resultNow()).toMatchObject({
      status: "fail",
      reason: ERRORS.storedDataDamaged,
      detail: [{ path: "datasets/u/table.parquet", message: MissingObject.reason }],
    });
  });

  test("a run throws the platform's fault, for a retry, and leaves nothing behind", async () => {
    const broken = step(() => {
      throw new Error("disk full");
    });
    await expect(run(broken)).rejects.toThrow("disk full");
    expect(await resultNow()).toBeUndefined();
    expect(await leftBehind()).toEqual([]);
    await expect(run(step(), { attempt: "two" })).resolves.toBe("published");
  });

  test.each([
    ["stops", (signal: AbortSignal) => signal.throwIfAborted()],
    ["ignores it", () => undefined],
    [
      "reports the user's fault",
      () => {
        throw new InvalidInput("010405", { path: "", message: "stopped" });
      },
    ],
  ])("a cancelled run publishes nothing, even if its step %s", async (_how, react) => {
    const stopping = new AbortController();
    const stopped = step(({ signal }) => {
      stopping.abort(new Error("told to stop"));
      react(signal);
    });
    await expect(run(stopped, { signal: stopping.signal })).rejects.toThrow();
    expect(await resultNow()).toBeUndefined();
    expect(await leftBehind()).toEqual([]);
  });

  test("a run does nothing when there is a result already", async () => {
    await run(step());
    await expect(run(unwanted, { attempt: "two" })).resolves.toBe("superseded");
    expect(await resultNow()).toMatchObject({ attempt: "one" });
  });

  test("the second of two runs keeps the first one's result and objects, and leaves nothing of its own", async () => {
    const overtaken = step(async () => {
      await run(step(), { attempt: "two" });
    });
    await expect(run(overtaken)).resolves.toBe("superseded");
    expect(await resultNow()).toMatchObject({ attempt: "two" });
    expect(await leftBehind()).toEqual([`${ID}.two`, `datasets/u/${ID}/two/chart.json`]);
  });

  test("a run whose task is deleted meanwhile leaves nothing behind", async () => {
    await expect(run(step(async () => void (await tasks().delete(ID))))).resolves.toBe("superseded");
    expect(await leftBehind()).toEqual([]);
  });

  test("a run of a deleted task does nothing", async () => {
    await tasks().delete(ID);
    await expect(run(unwanted)).resolves.toBe("superseded");
  });

  /** Returns documents whose response to the write of a result is lost. */
  const answerLost = (before: () => Promise<void>): DocumentStore => ({
    ...documents,
    collection: (definition) => {
      const collection = documents.collection(definition);
      return {
        ...collection,
        replace: async (document) => {
          await before();
          await collection.replace(document);
          throw new Error("connection reset");
        },
      };
    },
  });

  test("a run that gets no answer to the write of its result finds the result, and keeps its objects", async () => {
    await expect(run(step(), { documents: answerLost(async () => undefined) })).resolves.toBe("published");
    expect(await leftBehind()).toHaveLength(2);
  });

  test("a run that cannot tell whether its result was written removes nothing, for its objects may be in use", async () => {
    const lost = answerLost(async () => {
      throw new Error("connection reset");
    });
    await expect(run(step(), { documents: lost })).rejects.toThrow("connection reset");
    expect(await leftBehind()).toHaveLength(2);
  });

  test("of two racing runs one wins in each of two hundred rounds, and nothing of the other stays", async () => {
    for (let round = 0; round < 200; round++) {
      const { result: _result, ...fresh } = (await tasks().get(ID))!;
      await tasks().replace(fresh as Task);
      const outcomes = await Promise.all([run(step(), { attempt: "one" }), run(step(), { attempt: "two" })]);
      expect(outcomes.filter((outcome) => outcome === "published")).toHaveLength(1);
      const winner = (await resultNow())!.attempt;
      expect(await leftBehind()).toEqual([`${ID}.${winner}`, `datasets/u/${ID}/${winner}/chart.json`]);
      await objects.delete(`datasets/u/${ID}/${winner}/chart.json`);
      await documents.collection(COLLECTIONS.checks).delete(`${ID}.${winner}`);
    }
  });

  describe("progress of a run", () => {
    const progress = () => documents.collection(COLLECTIONS.progress).get(ID);

    test("a run reports its progress at the beginning, and then at most twice a second", async () => {
      let now = 0;
      const seen: unknown[] = [];
      const chatty = step(async ({ progress: tell }) => {
        for (const [at, fraction, written] of [
          [0, 0.1, 1],
          [499, 0.2, 1],
          [500, 0.3, 2],
          [700, 0.4, 2],
          [1000, 7, 3],
        ] as const) {
          now = at;
          // A report is dropped while the one before is being written.
          do {
            tell(fraction, "reading");
            await new Promise(setImmediate);
          } while (((await progress())?.version ?? 0) < written);
          seen.push((await progress())?.fraction);
        }
      });
      await run(chatty, { clock: { now: () => now } });
      expect(seen).toEqual([0.1, 0.1, 0.3, 0.3, 1]);
      expect(await progress()).toMatchObject({ version: 3, fraction: 1, step: "reading" });
    });

    test("a run goes on when its progress cannot be written", async () => {
      const full: DocumentStore = {
        ...documents,
        collection: (definition) => ({
          ...documents.collection(definition),
          put: async () => {
            throw new Error("disk full");
          },
        }),
      };
      await expect(
        run(
          step(({ progress: tell }) => tell(0.5, "reading")),
          { documents: full },
        ),
      ).resolves.toBe("published");
      expect(warnings[0]).toContain("disk full");
    });
  });
});
