/** After Acto: each field gets invalid values and other valid ones. Afterwards the first value must restore the object. */
import { InvalidInput, type KindName, NotFound, type Resource } from "@agatha/contracts";
import { recordMeasurement } from "../../measurements.js";
import { createTestHarness, type OpenResources, type TestHarness } from "../test-harness.js";
import {
  fieldPath,
  invalidValues,
  otherValidValues,
  type Schema,
  type SchemaField,
  schemaFields,
  specSchema,
  valueAt,
  withValue,
} from "./schema-fields.js";

/** Number of harnesses that share the fields of a kind. */
const HARNESSES = 4;

/** Creates an object of each kind, with the objects that it needs. */
const CREATE: Record<KindName, (harness: TestHarness) => Promise<Resource<KindName>>> = {
  Dataset: (harness) => harness.addDataset("furnace"),
  Model: async (harness) => await harness.addModel("hardness", await harness.addDataset("furnace")),
  AutoModel: async (harness) => await harness.addAutoModel("search", await harness.addDataset("furnace")),
  Evaluation: async (harness) =>
    await harness.addEvaluation("comparison", await harness.addModel("hardness", await harness.addDataset("furnace"))),
  Calculation: async (harness) =>
    await harness.addCalculation("tomorrow", await harness.addModel("hardness", await harness.addDataset("furnace")), 2_592_000),
};

const GOOD_PHASE = {
  Dataset: "evaluating_finish",
  Model: "success",
  AutoModel: "fitting_finished",
  Evaluation: "evaluating_finish",
  Calculation: "success",
} as const satisfies Record<KindName, string>;

interface Trial {
  harness: TestHarness;
  kind: KindName;
  name: string;
  /** True while jobs reject their input. */
  refuseJobs: { now: boolean };
  /** Number of other valid values of a field that are tried. */
  mostValues: number;
  /** Number of values that were rejected as required, accepted, and used for a new object. */
  tried: { refused: number; taken: number; made: number };
}

async function startTrial(kind: KindName, openResources: OpenResources, mostValues: number): Promise<Trial> {
  const refuseJobs = { now: false };
  const harness = await createTestHarness(() => (refuseJobs.now ? "refused" : undefined), openResources);
  const { metadata } = await CREATE[kind](harness);
  await harness.reconcileUntilStable();
  return { harness, kind, name: metadata.name, refuseJobs, mostValues, tried: { refused: 0, taken: 0, made: 0 } };
}

const read = async ({ harness, kind, name }: Trial) => (await harness.ports.resources.get(kind, name))!;

/** Writes the spec, or resolves with its validation error. */
async function updateSpec(trial: Trial, spec: unknown): Promise<InvalidInput | undefined> {
  try {
    await trial.harness.ports.resources.update(trial.kind, { ...(await read(trial)), spec: spec as Resource<KindName>["spec"] });
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInput) return error;
    throw error;
  }
}

/** Returns the errors in how invalid values of a field are rejected. */
async function wronglyJudgedValues(trial: Trial, { path, schema }: SchemaField, whole: ReturnType<typeof specSchema>): Promise<string[]> {
  const before = await read(trial);
  const wrong: string[] = [];
  for (const value of invalidValues(schema)) {
    trial.tried.refused += 1;
    const refusal = await updateSpec(trial, withValue(before.spec, whole, path, value));
    const told = `${fieldPath(path)} = ${JSON.stringify(value).slice(0, 40)}`;
    if (!refusal) wrong.push(`${told} was accepted`);
    else if (!refusal.problems.some((problem) => problem.path.startsWith(fieldPath(path)))) wrong.push(`${told}: ${refusal.message}`);
  }
  if ((await read(trial)).metadata.resourceVersion !== before.metadata.resourceVersion) wrong.push(`${fieldPath(path)} has changed`);
  return wrong;
}

/** Returns the values after which the object does not recover. */
async function valuesLeavingStuck(trial: Trial, place: SchemaField, whole: ReturnType<typeof specSchema>): Promise<string[]> {
  const { harness, refuseJobs, kind, mostValues } = trial;
  const { spec } = await read(trial);
  const stuck: string[] = [];
  for (const value of otherValidValues(valueAt(spec, place.path), place).slice(0, mostValues)) {
    const told = `${fieldPath(place.path)} = ${JSON.stringify(value)}`;
    const changed = withValue(spec, whole, place.path, value);
    refuseJobs.now = true;
    if (await updateSpec(trial, changed)) await createAndDelete(trial, changed);
    else {
      trial.tried.taken += 1;
      await harness.reconcileUntilStable();
    }
    refuseJobs.now = false;
    const refusal = await restoreSpec(trial, spec);
    await harness.reconcileUntilStable();
    const { status, metadata } = await read(trial);
    if (refusal || status?.phase !== GOOD_PHASE[kind] || status.observedGeneration !== metadata.generation) {
      stuck.push(`${told}: ${refusal?.message ?? JSON.stringify(status)}`);
    }
  }
  return stuck;
}

/** A calculation that has expired meanwhile is created again. */
async function restoreSpec(trial: Trial, spec: Resource<KindName>["spec"]): Promise<InvalidInput | undefined> {
  const { kind, name, harness } = trial;
  if (await harness.ports.resources.get(kind, name)) return await updateSpec(trial, spec);
  await harness.ports.resources.create(kind, { metadata: { name }, spec });
  return undefined;
}

/** Creates an object with a value that cannot be changed later, and deletes it. Both must succeed. */
async function createAndDelete({ harness, kind, tried }: Trial, spec: unknown): Promise<void> {
  const { resources } = harness.ports;
  try {
    const { metadata } = await resources.create(kind, { metadata: { name: "other" }, spec: spec as Resource<KindName>["spec"] });
    tried.made += 1;
    await harness.reconcileUntilStable();
    await resources.delete(kind, metadata);
  } catch (error) {
    if (!(error instanceof InvalidInput || error instanceof NotFound)) throw error;
  }
  await harness.reconcileUntilStable();
  expect(await resources.get(kind, "other")).toBeUndefined();
}

/** All values of every field are tried, unless `mostValues` limits the other valid values of a field, the first ones first. */
export function describeMisoperation(
  openResources: OpenResources,
  schemaOf: (kind: KindName) => Schema = specSchema,
  mostValues = Number.POSITIVE_INFINITY,
): void {
  test.each(Object.keys(CREATE) as KindName[])(
    "a %s recovers from bad values in any field once the field has a good value again",
    async (kind) => {
      const schema = schemaOf(kind);
      const places = schemaFields(schema);
      expect(places.length).toBeGreaterThan(5);
      const share = async (_none: unknown, nth: number) => {
        const trial = await startTrial(kind, openResources, mostValues);
        expect((await read(trial)).status?.phase).toBe(GOOD_PHASE[kind]);
        const wrong: string[] = [];
        for (const place of places.filter((_place, i) => i % HARNESSES === nth)) {
          wrong.push(...(await wronglyJudgedValues(trial, place, schema)), ...(await valuesLeavingStuck(trial, place, schema)));
        }
        await trial.harness.close();
        recordMeasurement(`${kind}: ${places.length} fields, share ${nth + 1} of ${HARNESSES}: ${JSON.stringify(trial.tried)}`);
        return wrong;
      };
      const wrong = await Promise.all(Array.from({ length: HARNESSES }, share));
      expect(wrong.flat()).toEqual([]);
    },
    900_000,
  );
}
