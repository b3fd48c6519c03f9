import { Conflict, type Resource } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { aDataset, aModel, NOW } from "../testing/objects.js";
import { type ApplyDeps, applyPlan } from "./apply-plan.js";
import { metadataActions } from "./metadata-actions.js";

const cached = aDataset();
const model = aModel({ metadata: { ownerReferences: [] } });
const plan = { actions: metadataActions(model, cached), status: {} };

/** Applies the plan of an operator whose cache has the dataset as it was, beside a store that has it so. */
async function applyBeside(dataset: Resource<"Dataset"> | undefined) {
  const updated: Resource<"Model">[] = [];
  const get = async (kind: string) => (kind === "Dataset" ? dataset : model);
  const update = async (_kind: string, changed: Resource<"Model">) => {
    updated.push(changed);
    return changed;
  };
  const deps = fromPartial<ApplyDeps>({ resources: { get, update, updateStatus: update } as unknown as ApplyDeps["resources"] });
  const outcome = await applyPlan(deps, model, plan, async () => {}).catch((error: unknown) => error);
  return { outcome, owners: updated.flatMap(({ metadata }) => metadata.ownerReferences ?? []).map(({ uid }) => uid) };
}

test.each<[string, Resource<"Dataset"> | undefined]>([
  ["is being deleted", aDataset({ metadata: { deletionTimestamp: NOW } })],
  ["is gone", undefined],
  ["is another one by now", aDataset({ metadata: { uid: "another" } })],
])("a model gets no reference to a dataset that %s, even if the cache has not learned of it", async (_case, dataset) => {
  expect(await applyBeside(dataset)).toEqual({ outcome: expect.any(Conflict), owners: [] });
});

test("a model gets a reference to its dataset", async () => {
  const { outcome, owners } = await applyBeside(cached);
  expect(outcome).toEqual({});
  expect(owners).toEqual([cached.metadata.uid]);
});
