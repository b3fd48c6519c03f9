import { ERRORS, InvalidInput, isMarkedDeleted, NotFound, type Resource, type User } from "@agatha/contracts";
import { canAccess } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";

type Model = Resource<"Model">;

export interface ComparedModels {
  datasetId: string;
  models: readonly string[];
  response: string | undefined;
}

/**
 * The names of the models, each once. Throws NotFound (modelNotFound) for a model that is not one of the dataset's, and
 * InvalidInput: modelNotTrained for one whose training failed, modelsNotComparable where they are not of one kind with one target, responseNotAllowed for
 * a response that they do not have.
 */
export async function comparableModels(
  deps: Pick<ApiDeps, "resources">,
  user: User,
  { datasetId, models, response }: ComparedModels,
): Promise<string[]> {
  const names = [...new Set(models)];
  const found = await Promise.all(
    names.map(async (name) => {
      const model = await deps.resources.get("Model", name);
      if (!model || isMarkedDeleted(model) || model.spec.datasetRef !== datasetId || !canAccess(user, model)) {
        throw new NotFound(`model ${name} is not there`, ERRORS.modelNotFound);
      }
      return model;
    }),
  );
  ensureSameTask(found);
  ensureSameTarget(found[0]!, response);
  return names;
}

function ensureSameTask(models: Model[]): void {
  const [first] = models;
  models.forEach((model, i) => {
    const path = `model_id_list[${i}]`;
    const { displayName: name, type } = model.spec;
    const phase = model.status?.phase;
    if (phase === "fail" || phase === "fitting_fail") {
      throw new InvalidInput(ERRORS.modelNotTrained, { path, message: `The training of ${name} failed: leave it out` });
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

/** Semi-labels only judge a detector: one that has none can be compared with one that does. */
const targetColumn = ({ spec }: Model): string | undefined => spec.response;

/** Known anomalies may be marked in a column of any name; what is predicted has the name that it was learned by. */
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
