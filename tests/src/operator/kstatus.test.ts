/** What kstatus, the library of Flux, Argo and kpt, reads from every state that an object has on its way. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { KIND_NAMES, type KindName, NOT_OBSERVED, type Resource, type ResourceStore } from "@agatha/contracts";
import { findProgram } from "../ports/servers.js";
import { SCENARIOS, type Scenario } from "./crash-sweep/scenarios.js";
import { createTestHarness, openEmbeddedResources } from "./test-harness.js";

const SOURCE = fileURLToPath(new URL("../../kstatus/", import.meta.url));
const BUILD_TIMEOUT_MS = 900_000;
const DONE = ["success", "evaluating_finish", "fitting_finished"];
const FAILED = ["fitting_fail", "fail", "preprocess_fail", "evaluating_fail"];
const NO_DATASET: Scenario = {
  before: async (harness, model, dataset) => {
    await harness.addAutoModel("search", dataset);
    await harness.addEvaluation("comparison", model);
    await harness.addCalculation("tomorrow", model);
    await harness.ports.resources.delete("Dataset", dataset.metadata);
  },
  finalPhases: {},
  jobs: 0,
};

const go = findProgram("go");
const runGo = (...args: string[]) => spawnSync(go!, args, { cwd: SOURCE, encoding: "utf8", timeout: BUILD_TIMEOUT_MS });

/** Returns why the library cannot be used on this machine. */
function missing(): string | undefined {
  if (!go) return "Go is not installed";
  return runGo("mod", "download").status === 0 ? undefined : "Go's modules cannot be downloaded";
}

/** Adds a copy of each object that the store returns after a write. */
function recording(store: ResourceStore, seen: Resource<KindName>[]): ResourceStore {
  const seeing = <K extends KindName>(resource: Resource<K>): Resource<K> => {
    seen.push(structuredClone(resource));
    return resource;
  };
  return {
    ...store,
    create: async (kind, resource) => seeing(await store.create(kind, resource)),
    update: async (kind, resource) => seeing(await store.update(kind, resource)),
    updateStatus: async (kind, resource) => seeing(await store.updateStatus(kind, resource)),
  };
}

/** Returns every state of every object from the scenario's begin to its end. */
async function statesOf({ inline, jobOutcome, before }: Scenario): Promise<Resource<KindName>[]> {
  const seen: Resource<KindName>[] = [];
  const harness = await createTestHarness(jobOutcome, async (...place) => recording(await openEmbeddedResources(...place), seen));
  try {
    const dataset = await harness.addDataset("furnace", inline);
    await before?.(harness, await harness.addModel("hardness", dataset), dataset);
    await harness.reconcileUntilStable();
    return seen;
  } finally {
    await harness.close();
  }
}

function expectedStatus({ metadata, status }: Resource<KindName>): string {
  if (metadata.deletionTimestamp !== undefined) return "Terminating";
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  // A failed object waits again while an object that it refers to is missing.
  if (status?.observedGeneration !== metadata.generation || /NotFound$/.test(ready?.reason ?? "")) return "InProgress";
  if (DONE.includes(status.phase ?? "")) return "Current";
  return FAILED.includes(status.phase ?? "") ? "Failed" : "InProgress";
}

const reason = missing();
(reason === undefined ? describe : describe.skip)(reason === undefined ? "kstatus" : `kstatus (${reason})`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "agatha-kstatus-"));
    const { status, stderr } = runGo("build", "-o", join(folder, "kstatus"), ".");
    if (status !== 0) throw new Error(stderr);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns what kstatus says of each object, as the API server would send it. */
  function computed(objects: readonly Resource<KindName>[]): string[] {
    const input = objects.map(({ status = { observedGeneration: NOT_OBSERVED }, ...rest }) => ({ ...rest, status }));
    const { stdout, stderr } = spawnSync(join(folder, "kstatus"), { input: JSON.stringify(input), encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.trim().split("\n");
  }

  test("every object of every kind is Current once it is done, Failed once somebody has to act, and InProgress before", async () => {
    const states: Resource<KindName>[] = [];
    for (const scenario of [...Object.values(SCENARIOS), NO_DATASET]) states.push(...(await statesOf(scenario)));
    const told = computed(states);
    const summary = (object: Resource<KindName>) => {
      const { phase, conditions = [] } = object.status ?? {};
      return [object.kind, phase, conditions.map(({ type, status, reason: why }) => `${type} ${status} ${why}`).join(", ")];
    };
    const wrong = states.flatMap((object, i) => {
      const expected = expectedStatus(object);
      return told[i] === expected ? [] : [[...summary(object), `is ${told[i]} and not ${expected}`]];
    });
    expect(wrong).toEqual([]);
    const outcomes = new Set(states.map(({ kind }, i) => `${kind} ${told[i]}`));
    const all = ["Current", "Failed", "InProgress", "Terminating"];
    expect([...outcomes].sort()).toEqual(KIND_NAMES.flatMap((kind) => all.map((outcome) => `${kind} ${outcome}`)).sort());
    const reasons = states.flatMap(({ status }) => status?.conditions?.map((condition) => condition.reason) ?? []);
    expect(reasons).toEqual(
      expect.arrayContaining(["Trained", "Training", "WaitingForTurn", "DatasetNotFound", "DatasetNotReady", "ModelNotReady"]),
    );
  });
});
