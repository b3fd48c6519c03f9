/** Objects in the store, and the resources that they belong to. */
import type { KindName, Resource } from "../kinds/index.js";
import { titleOf } from "../kinds/names.js";
import type { ResourceStore } from "../ports/index.js";
import { NAMED_FILES } from "./named-file.js";

/** Outputs of a resource's jobs are in the folder of its kind and UID. */
const OBJECT_FOLDERS = {
  Dataset: "datasets",
  Model: "models",
  AutoModel: "automodels",
  Evaluation: "evaluations",
  Calculation: "calculations",
} as const satisfies Record<KindName, string>;

/** Returns the prefix of the objects that belong to a resource, without a slash at its end. */
export function objectPrefix(kind: KindName, uid: string): string {
  return `${OBJECT_FOLDERS[kind]}/${uid}`;
}

/** Folder of the rows that the joins of a dataset's edit history have copied. */
export const joinsFolder = (datasetUid: string): string => `${objectPrefix("Dataset", datasetUid)}/joins`;

type Resources = Pick<ResourceStore, "get" | "list">;

/** Returns in words what is damaged, by the names that users see, and what to do. */
export async function describeDamage(key: string, resources: Resources): Promise<string> {
  const { what, remedy } = (await describeOwner(key, resources)) ?? { what: "The stored object", remedy: "Restore it from a backup" };
  return `${what} is damaged and was not used. ${remedy}. The object is ${key}.`;
}

/**
 * Returns in words what is missing, by the names that users see, and what to do; undefined if no resource has the object at present, as
 * while it is deleted or made again. A dataset has the copies of its joins, which its edit history names, as long as it is there.
 */
export async function describeMissing(key: string, resources: Resources): Promise<string | undefined> {
  const found = await describeOwner(key, resources);
  if (!found) return undefined;
  const has = key.startsWith(`${joinsFolder(found.owner.metadata.uid)}/`) || JSON.stringify(found.owner).includes(JSON.stringify(key));
  if (!has) return undefined;
  return `${found.what} is missing. ${found.remedy}. The object is ${key}.`;
}

interface Damage {
  what: string;
  remedy: string;
}

interface OwnedDamage extends Damage {
  owner: Resource<KindName>;
}

async function describeOwner(key: string, resources: Resources): Promise<OwnedDamage | undefined> {
  const file = key.slice(key.lastIndexOf("/") + 1);
  const dataset = await findOwner("Dataset", key, resources, NAMED_FILES.Dataset);
  if (dataset && key.startsWith(`${joinsFolder(dataset.metadata.uid)}/`)) return { owner: dataset, ...joinDamage(dataset) };
  if (dataset) return { owner: dataset, ...datasetDamage(file, `the dataset "${titleOf(dataset)}"`) };
  const model = await findOwner("Model", key, resources);
  if (model) return { owner: model, ...modelDamage(file, await nameModel(model, resources)) };
  const evaluation = await findOwner("Evaluation", key, resources, NAMED_FILES.Evaluation);
  if (evaluation) return { owner: evaluation, ...evaluationDamage(file, await nameDataset(evaluation.spec.datasetRef, resources)) };
  const calculation = await findOwner("Calculation", key, resources, NAMED_FILES.Calculation);
  if (!calculation) return undefined;
  const asked = await resources.get("Model", calculation.spec.modelRef);
  return {
    owner: calculation,
    what: `A file of a calculation of ${asked ? await nameModel(asked, resources) : "a model that is gone"}`,
    remedy: "Start the calculation again",
  };
}

const FROM_BACKUP = "or ask the administrator to restore it from a backup";

function datasetDamage(file: string, dataset: string): Damage {
  if (file === "profile.json") return { what: `The profiling report of ${dataset}`, remedy: "Create the report again" };
  const what = file === "table.parquet" ? `The stored table of ${dataset}` : `The uploaded file of ${dataset}`;
  return { what, remedy: `Upload the file again as a new dataset, ${FROM_BACKUP}` };
}

const joinDamage = (dataset: Resource<"Dataset">): Damage => ({
  what: `The copy of joined rows in the edit history of the dataset "${titleOf(dataset)}"`,
  remedy: "Save the step of the join again, which copies the rows again",
});

function modelDamage(file: string, model: string): Damage {
  const what = file === "predictions.json" ? `The list of held-out predictions of ${model}` : `The stored file of ${model}`;
  return { what, remedy: `Train the model again, ${FROM_BACKUP}` };
}

function evaluationDamage(file: string, dataset: string): Damage {
  const ofModels = `of a comparison of models of ${dataset}`;
  return file.endsWith(".json")
    ? { what: `A result ${ofModels}`, remedy: "Compare the models again" }
    : { what: `The test data ${ofModels}`, remedy: "Upload the test data again" };
}

/** Returns the resource whose job has written the object, or whose specification names it. */
async function findOwner<K extends KindName>(
  kind: K,
  key: string,
  resources: Resources,
  named: (resource: Resource<K>) => string | undefined = () => undefined,
): Promise<Resource<K> | undefined> {
  const { items } = await resources.list(kind);
  return items.find((each) => key.startsWith(`${objectPrefix(kind, each.metadata.uid)}/`) || named(each) === key);
}

async function nameModel(model: Resource<"Model">, resources: Resources): Promise<string> {
  return `the model "${titleOf(model)}" of ${await nameDataset(model.spec.datasetRef, resources)}`;
}

async function nameDataset(name: string, resources: Resources): Promise<string> {
  const dataset = await resources.get("Dataset", name);
  return dataset ? `the dataset "${titleOf(dataset)}"` : "a dataset that is gone";
}
