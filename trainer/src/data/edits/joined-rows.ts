import { text } from "node:stream/consumers";
import type { EditStepSpec, JoinSpec, ObjectStore } from "@agatha/contracts";

/** Join with the rows of its copy: one JSON list for each key column and each added column, with values as columns store them. */
export interface LoadedJoin extends JoinSpec {
  lists: readonly string[];
  /** Keeps the rows without a row of the joined dataset, instead of joining. */
  keepsUnmatched?: boolean;
}

/** A step with all that it needs to be carried out. */
export type LoadedStep = Exclude<EditStepSpec, JoinSpec> | LoadedJoin;

/** Reads the copies of joins. Throws NotFound and DamagedObject. */
export async function loadJoins(specs: readonly EditStepSpec[], objects: Pick<ObjectStore, "get">): Promise<LoadedStep[]> {
  const load = async (spec: EditStepSpec): Promise<LoadedStep> =>
    spec.type === "join" ? { ...spec, lists: (await text(await objects.get(spec.copy.key))).split("\n") } : spec;
  return await Promise.all(specs.map(load));
}

/** Returns the steps with joins without rows: enough to know the columns. */
export const withoutRows = (specs: readonly EditStepSpec[]): LoadedStep[] =>
  specs.map((spec) => (spec.type === "join" ? { ...spec, lists: spec.copy.types.map(() => "[]") } : spec));
