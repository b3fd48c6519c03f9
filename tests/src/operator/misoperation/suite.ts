/** After Acto: each field is given values that it must not take, and others that it may; whatever becomes of that, the first value makes it good again. */
import { InvalidInput, type KindName, NotFound, type Resource } from "@agatha/contracts";
import { tellFigure } from "../../figures.js";
import { createWorld, type OpenResources, type World } from "../world.js";
import { nameOf, othersThan, type Place, placesOf, refusedBy, specSchema, valueAt, withValue } from "./schema-places.js";

/** So many worlds share the fields of a kind. */
const WORLDS = 4;

/** Makes the objects that one of this kind needs, and it. */
const MAKE: Record<KindName, (world: World) => Promise<Resource<KindName>>> = {
  Dataset: (world) => world.addDataset("furnace"),
  Model: async (world) => await world.addModel("hardness", await world.addDataset("furnace")),
  AutoModel: async (world) => await world.addSearch("search", await world.addDataset("furnace")),
  Evaluation: async (world) => await world.addComparison("comparison", await world.addModel("hardness", await world.addDataset("furnace"))),
  Calculation: async (world) =>
    await world.addBatch("tomorrow", await world.addModel("hardness", await world.addDataset("furnace")), 2_592_000),
};

const GOOD = {
  Dataset: "evaluating_finish",
  Model: "success",
  AutoModel: "fitting_finished",
  Evaluation: "evaluating_finish",
  Calculation: "success",
} as const satisfies Record<KindName, string>;

interface Trial {
  world: World;
  kind: KindName;
  name: string;
  /** Whether jobs refuse what they are given. */
  bad: { now: boolean };
  /** Values that were refused as they must be, that were taken, and that a new object was made with. */
  tried: { refused: number; taken: number; made: number };
}

async function begin(kind: KindName, openResources: OpenResources): Promise<Trial> {
  const bad = { now: false };
  const world = await createWorld(() => (bad.now ? "refused" : undefined), openResources);
  const { metadata } = await MAKE[kind](world);
  await world.settle();
  return { world, kind, name: metadata.name, bad, tried: { refused: 0, taken: 0, made: 0 } };
}

const read = async ({ world, kind, name }: Trial) => (await world.ports.resources.get(kind, name))!;

/** Writes the spec, or resolves with what was found wrong with it. */
async function put(trial: Trial, spec: unknown): Promise<InvalidInput | undefined> {
  try {
    await trial.world.ports.resources.update(trial.kind, { ...(await read(trial)), spec: spec as Resource<KindName>["spec"] });
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInput) return error;
    throw error;
  }
}

/** What is wrong about how a value is refused that the schema does not take. */
async function misjudged(trial: Trial, { path, schema }: Place, whole: ReturnType<typeof specSchema>): Promise<string[]> {
  const before = await read(trial);
  const wrong: string[] = [];
  for (const value of refusedBy(schema)) {
    trial.tried.refused += 1;
    const refusal = await put(trial, withValue(before.spec, whole, path, value));
    const told = `${nameOf(path)} = ${JSON.stringify(value).slice(0, 40)}`;
    if (!refusal) wrong.push(`${told} was accepted`);
    else if (!refusal.problems.some((problem) => problem.path.startsWith(nameOf(path)))) wrong.push(`${told}: ${refusal.message}`);
  }
  if ((await read(trial)).metadata.resourceVersion !== before.metadata.resourceVersion) wrong.push(`${nameOf(path)} has changed`);
  return wrong;
}

/** Which values the object does not come back from. */
async function stuckAfter(trial: Trial, place: Place, whole: ReturnType<typeof specSchema>): Promise<string[]> {
  const { world, bad, kind } = trial;
  const { spec } = await read(trial);
  const stuck: string[] = [];
  for (const value of othersThan(valueAt(spec, place.path), place)) {
    const told = `${nameOf(place.path)} = ${JSON.stringify(value)}`;
    const changed = withValue(spec, whole, place.path, value);
    bad.now = true;
    if (await put(trial, changed)) await comeAndGo(trial, changed);
    else {
      trial.tried.taken += 1;
      await world.settle();
    }
    bad.now = false;
    const refusal = await putBack(trial, spec);
    await world.settle();
    const { status, metadata } = await read(trial);
    if (refusal || status?.phase !== GOOD[kind] || status.observedGeneration !== metadata.generation) {
      stuck.push(`${told}: ${refusal?.message ?? JSON.stringify(status)}`);
    }
  }
  return stuck;
}

/** A calculation whose time was up meanwhile is asked for again. */
async function putBack(trial: Trial, spec: Resource<KindName>["spec"]): Promise<InvalidInput | undefined> {
  const { kind, name, world } = trial;
  if (await world.ports.resources.get(kind, name)) return await put(trial, spec);
  await world.ports.resources.create(kind, { metadata: { name }, spec });
  return undefined;
}

/** What cannot be changed may be made that way, and must be able to go. */
async function comeAndGo({ world, kind, tried }: Trial, spec: unknown): Promise<void> {
  const { resources } = world.ports;
  try {
    const { metadata } = await resources.create(kind, { metadata: { name: "other" }, spec: spec as Resource<KindName>["spec"] });
    tried.made += 1;
    await world.settle();
    await resources.delete(kind, metadata);
  } catch (error) {
    if (!(error instanceof InvalidInput || error instanceof NotFound)) throw error;
  }
  await world.settle();
  expect(await resources.get(kind, "other")).toBeUndefined();
}

export function describeMisoperation(openResources: OpenResources): void {
  test.each(Object.keys(MAKE) as KindName[])(
    "a field of a %s that is given bad values, and then a good one, leaves nothing stuck",
    async (kind) => {
      const schema = specSchema(kind);
      const places = placesOf(schema);
      expect(places.length).toBeGreaterThan(5);
      const share = async (_none: unknown, nth: number) => {
        const trial = await begin(kind, openResources);
        expect((await read(trial)).status?.phase).toBe(GOOD[kind]);
        const wrong: string[] = [];
        for (const place of places.filter((_place, i) => i % WORLDS === nth)) {
          wrong.push(...(await misjudged(trial, place, schema)), ...(await stuckAfter(trial, place, schema)));
        }
        await trial.world.close();
        tellFigure(`${kind}: ${places.length} fields, share ${nth + 1} of ${WORLDS}: ${JSON.stringify(trial.tried)}`);
        return wrong;
      };
      const wrong = await Promise.all(Array.from({ length: WORLDS }, share));
      expect(wrong.flat()).toEqual([]);
    },
    900_000,
  );
}
