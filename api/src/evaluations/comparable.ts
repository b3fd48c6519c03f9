import { ERRORS, InvalidInput, isMarkedDeleted, NotFound, nameBeside, type Resource, type User } from "@agatha/contracts";
import { canSeePart } from "../datasets/access.js";
import { roleIn } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { AccessRefused } from "../http/api-error.js";

type Model = Resource<"Model">;

interface ComparedModels {
  dataset: Resource<"Dataset">;
  models: readonly string[];
  response: string | undefined;
  /** Models that are compared already. They stay for those, too, with whom their dataset is not shared. */
  compared?: readonly string[];
}

/**
 * Returns the distinct names of the models, which belong to the dataset, to others of its owner that the user may see, or are
 * compared already. Throws NotFound (modelNotFound) for any other model, and InvalidInput: modelNotTrained for a failed training,
 * modelsNotComparable for models of different types or targets, responseNotAllowed for a response that they do not have.
 */
export async function comparableModels(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  { dataset, models, response, compared = [] }: ComparedModels,
): Promise<string[]> {
  const names = [...new Set(models)];
  const found = await Promise.all(
    names.map(async (name) => {
      const model = await deps.resources.get("Model", name);
      const notFound = new NotFound(`model ${name} is not there`, ERRORS.modelNotFound);
      if (!model || isMarkedDeleted(model)) throw notFound;
      if (compared.includes(name)) return model;
      if (!(await isWithinReach(deps, user, { model, dataset }))) throw new AccessRefused(notFound, name);
      return model;
    }),
  );
  ensureSameTask(found);
  ensureSameTarget(found[0]!, response);
  return names;
}

/** A comparison shows its figures to those who see its dataset, so it takes no models of another owner, not even for a manager. */
async function isWithinReach(
  { resources }: Pick<ApiDeps, "resources">,
  user: User,
  { model, dataset }: { model: Model; dataset: Resource<"Dataset"> },
): Promise<boolean> {
  const { datasetRef, owner } = model.spec;
  if (datasetRef === dataset.metadata.name) return canSeePart(user, model, dataset);
  const other = await resources.get("Dataset", datasetRef);
  const isThere = other !== undefined && !isMarkedDeleted(other) && roleIn(user, other) !== undefined;
  // References never leave a namespace.
  const isBeside = nameBeside(datasetRef, "") === nameBeside(dataset.metadata.name, "");
  return isThere && isBeside && [owner, other.spec.owner].every((id) => id === dataset.spec.owner);
}

function ensureSameTask(models: Model[]): void {
  const [first] = models;
  models.forEach((model, i) => {
    const path = `model_id_list[${i}]`;
    const { displayName: name, type } = model.spec;
    const phase = model.status?.phase;
    if (phase === "fail" || phase === "fitting_fail") {
      throw new InvalidInput(ERRORS.modelNotTrained, { path, message: `${name} was not trained: leave it out` });
    }
    if (type !== first!.spec.type) {
      throw new InvalidInput(ERRORS.modelsNotComparable, {
        path,
        message: `${name} does ${type}, and ${first!.spec.displayName} ${first!.spec.type}`,
      });
    }
    if (targetColumn(model) !== targetColumn(first!)) {
      throw new InvalidInput(ERRORS.modelsNotComparable, {
        path,
        message: `${name} predicts ${targetColumn(model)}, and not ${targetColumn(first!)}`,
      });
    }
  });
}

/** Semi-labels only measure a detector, so one without them is comparable with one that has them. */
const targetColumn = ({ spec }: Model): string | undefined => spec.response;

/**
 * Throws unless the targets match. Known anomalies may be marked in a column of any name; a predicted column has the name in the
 * training.
 */
function ensureSameTarget({ spec: { type, response: learned } }: Model, response: string | undefined): void {
  if (response === undefined || type === "OCC") return;
  if (type === "CLUSTERING")
    throw new InvalidInput(ERRORS.responseNotAllowed, { path: "response", message: "Leave the response out: clusters have none" });
  if (response !== learned) {
    throw new InvalidInput(ERRORS.modelsNotComparable, {
      path: "response",
      message: `The models predict ${learned}: name that, or leave the response out`,
    });
  }
}
