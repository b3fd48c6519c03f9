import { Conflict, NotFound, type Resource } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Operators write the same objects: so many times in a row nobody loses against them. */
const ATTEMPTS = 20;

/**
 * Changes a model's metadata or spec on its newest version, again when somebody else wrote meanwhile. `change` returns
 * undefined when there is nothing to change. Throws NotFound (010514) when the model is gone, going, or another one by now.
 */
export async function changeModel(
  deps: Pick<ApiDeps, "resources">,
  { name, uid }: { name: string; uid: string },
  change: (model: Resource<"Model">) => Resource<"Model"> | undefined,
): Promise<Resource<"Model">> {
  for (let attempt = 1; ; attempt++) {
    const model = await deps.resources.get("Model", name);
    if (!model || model.metadata.uid !== uid || model.metadata.deletionTimestamp) throw new NotFound(`model ${name} is gone`, "010514");
    const changed = change(model);
    if (!changed) return model;
    try {
      return await deps.resources.update("Model", changed);
    } catch (error) {
      if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
    }
  }
}
