/**
 * Datasets and models on real stores, an operator that is called step by step, and jobs that run the trainer's program with fake
 * steps.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDirectoryObjectStore, createLmdbDocumentStore, createLmdbResourceStore } from "@agatha/adapters";
import { newAccount } from "@agatha/api/accounts/user-admin/new-account";
import {
  type AutoModelSpec,
  type Clock,
  COLLECTIONS,
  type EventBus,
  InvalidInput,
  type JobFailure,
  KIND_NAMES,
  type KindName,
  type NewResource,
  type Resource,
  type ResourceStore,
  type TaskKind,
} from "@agatha/contracts";
import { createMutexByKey } from "@agatha/contracts/mutex";
import { type FakeTimers, fakeTimers } from "@agatha/contracts/testing/fake-timers";
import { CONTROLLERS } from "@agatha/operator/controllers";
import { runTask } from "@agatha/trainer/tasks/run-task";
import { pino } from "pino";
import { crashAfterWrites, InjectedCrash, type Ports, type WriteLog } from "./crash-injection.js";
import { createFakeJobRunner, type FakeJobRunner } from "./fake-job-runner.js";
import { FAKE_STEPS } from "./fake-steps.js";
import { createViewReader, type Views } from "./views.js";

/** Returns how the nth run of a kind of task ends, counted from 0. It succeeds when this returns undefined. */
export type JobOutcome = (kind: TaskKind, nth: number) => JobFailure | "refused" | undefined;

export interface TestHarness {
  ports: Ports;
  jobs: FakeJobRunner;
  /** Carries out the task of this name with fake steps, as a job does. Resolves with its failure, if any. */
  runTask(task: string): Promise<JobFailure | undefined>;
  timers: FakeTimers;
  events: string[];
  /** Number of runs of each kind of task that published a result. */
  publishedRuns: Partial<Record<TaskKind, number>>;
  /** Adds an account that may enable everything. */
  addAccount(id: string, createdAt: string): Promise<void>;
  /** Adds a dataset of an uploaded file, or of this inline text. */
  addDataset(name: string, inline?: string): Promise<Resource<"Dataset">>;
  addModel(name: string, dataset: Resource<"Dataset">): Promise<Resource<"Model">>;
  addCalculation(name: string, model: Resource<"Model">, ttlSecondsAfterFinished?: number): Promise<Resource<"Calculation">>;
  addEvaluation(name: string, model: Resource<"Model">): Promise<Resource<"Evaluation">>;
  /** Adds an automatic training whose owner may enable everything. */
  addAutoModel(name: string, dataset: Resource<"Dataset">, spec?: Partial<AutoModelSpec>): Promise<Resource<"AutoModel">>;
  /** Returns the views of an operator that is up to date. */
  upToDateViews(): Promise<Views>;
  reconcile(by: Ports & WriteLog, views: Views): Record<KindName, (name: string) => Promise<unknown>>;
  /** Reconciles every object once, in its stored state. */
  reconcileAll(by: Ports & WriteLog): Promise<void>;
  /** Reconciles, runs jobs and advances the time until nothing changes. A crashed operator is replaced by a new one. */
  reconcileUntilStable(first?: Ports & WriteLog): Promise<void>;
  close(): Promise<void>;
}

/** Opens a separate store for a harness, with the harness's time. */
export type OpenResources = (folder: string, clock: Clock) => Promise<ResourceStore>;

export const openEmbeddedResources: OpenResources = async (folder, clock) =>
  createLmdbResourceStore({ directory: join(folder, "resources"), clock });

export async function createTestHarness(
  fate: JobOutcome = () => undefined,
  openResources: OpenResources = openEmbeddedResources,
): Promise<TestHarness> {
  const folder = await mkdtemp(join(tmpdir(), "agatha-harness-"));
  const timers = tickingTimers(fakeTimers());
  const views = createViewReader(await openResources(folder, timers));
  const { resources } = views;
  const documents = createLmdbDocumentStore({ directory: join(folder, "documents"), clock: timers });
  const objects = createDirectoryObjectStore({ directory: join(folder, "objects") });
  const events: string[] = [];
  const bus: Pick<EventBus, "publish"> = { publish: (name, event) => void events.push(`${name} ${JSON.stringify(event)}`) };
  const runs: TaskKind[] = [];
  const publishedRuns: TestHarness["publishedRuns"] = {};
  const logger = pino({ level: "silent" });
  const oneAtATime = createMutexByKey();

  const jobs = createFakeJobRunner(run, timers.now);
  const ports: Ports = { resources, documents, objects, jobs };

  async function run(name: string): Promise<JobFailure | undefined> {
    const task = await documents.collection(COLLECTIONS.tasks).get(name);
    const kind = task?.input.kind ?? "train";
    const end = fate(kind, runs.filter((run) => run === kind).length);
    runs.push(kind);
    const fails = async () => {
      throw end === "refused" ? new InvalidInput("010407", { path: "file", message: "is damaged" }) : new Error(end);
    };
    try {
      const outcome = await runTask(
        {
          documents,
          objects,
          handlers: end ? { ...FAKE_STEPS, [kind]: fails } : FAKE_STEPS,
          clock: timers,
          attempt: `a${runs.length}`,
          scratch: folder,
          signal: new AbortController().signal,
          warn: (message) => events.push(message),
        },
        name,
      );
      if (outcome === "published") publishedRuns[kind] = (publishedRuns[kind] ?? 0) + 1;
      return undefined;
    } catch (error) {
      if (end === undefined || end === "refused") throw error;
      return end;
    }
  }

  async function upToDateViews() {
    views.forget();
    return await views.read();
  }

  function reconcile(by: Ports & WriteLog, listers: Views) {
    const deps = { ...by, listers, timers, logger, events: bus, oneAtATime };
    const entries = KIND_NAMES.map((kind) => [kind, (name: string) => CONTROLLERS[kind].reconcile(deps, name)]);
    return Object.fromEntries(entries) as Record<KindName, (name: string) => Promise<unknown>>;
  }

  async function reconcileOnce(by: Ports & WriteLog) {
    for (const kind of KIND_NAMES) {
      const names = (await views.read())[kind].list().map(({ metadata }) => metadata.name);
      for (const name of names) await reconcile(by, await views.read())[kind](name);
    }
  }

  async function addOwner(id: string, createdAt: string) {
    await documents.collection(COLLECTIONS.users).put(newAccount({ id, username: id, passwordHash: "none", createdAt }));
  }

  return {
    ports,
    jobs,
    runTask: run,
    timers,
    events,
    publishedRuns,
    addAccount: addOwner,
    addDataset: async (name, inline) => {
      const source = inline === undefined ? await objects.put(`uploads/${randomUUID()}`, Buffer.from("a\n1\n")) : { inline };
      return await resources.create("Dataset", newDataset(name, source));
    },
    addModel: async (name, dataset) => await resources.create("Model", newModel(name, dataset)),
    addEvaluation: async (name, { spec, metadata }) => {
      const { key, sha256, size } = await objects.put(`uploads/${randomUUID()}`, Buffer.from("a\n2\n"));
      const testData = { key, sha256, size, fileName: "may.csv", format: "csv" as const };
      const models = [metadata.name];
      return await resources.create("Evaluation", {
        metadata: { name },
        spec: { owner: spec.owner, datasetRef: spec.datasetRef, testData, models },
      });
    },
    addCalculation: async (name, { spec, metadata }, ttlSecondsAfterFinished = 3600) => {
      const { key: rows } = await objects.put(`uploads/${randomUUID()}`, Buffer.from('[{"a":1}]'));
      return await resources.create("Calculation", {
        metadata: { name },
        spec: { owner: spec.owner, modelRef: metadata.name, type: "batch", rows, ttlSecondsAfterFinished },
      });
    },
    addAutoModel: async (name, { metadata, spec: { owner } }, spec) => {
      await addOwner(owner, metadata.creationTimestamp);
      return await resources.create("AutoModel", {
        metadata: { name },
        spec: { owner, datasetRef: metadata.name, response: "a", mode: "AUTO_MINIMUM", enabling: "first", ...spec },
      });
    },
    upToDateViews,
    reconcile,
    async reconcileAll(by) {
      views.forget();
      await reconcileOnce(by);
    },
    async reconcileUntilStable(first = crashAfterWrites(ports)) {
      views.forget();
      let operator = first;
      for (let quiet = 0, turns = 0; quiet < 2; turns++) {
        if (turns > 200) throw new Error("it never settles");
        const before = operator.writes.length;
        try {
          // The operator is faster than any job.
          for (let writes = -1; operator.writes.length > writes; ) {
            writes = operator.writes.length;
            await reconcileOnce(operator);
          }
        } catch (error) {
          if (!(error instanceof InjectedCrash)) throw error;
          operator = crashAfterWrites(ports);
          quiet = 0;
          continue;
        }
        const ran = await jobs.runQueued();
        await timers.advance(15_000);
        quiet = ran === 0 && operator.writes.length === before ? quiet + 1 : 0;
      }
    },
    async close() {
      await Promise.all([resources.close(), documents.close(), objects.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns a clock that advances with each reading, as a real one does. */
function tickingTimers(timers: FakeTimers): FakeTimers {
  let ticks = 0;
  return { ...timers, now: () => timers.now() + ticks++ };
}

function newDataset(name: string, source: { key: string; sha256: string; size: number } | { inline: string }): NewResource<"Dataset"> {
  return {
    metadata: { name },
    spec: { displayName: "Furnace", owner: "u1", source: { ...source, fileName: "furnace.csv", format: "csv" } },
  };
}

function newModel(name: string, dataset: Resource<"Dataset">): NewResource<"Model"> {
  const layers = [{ nodes: [{ algorithm: "XGB" }] }];
  const spec = {
    displayName: "Hardness",
    owner: "u1",
    datasetRef: dataset.metadata.name,
    type: "REGRESSION" as const,
    response: "a",
    layers,
  };
  return { metadata: { name }, spec };
}
