import { type KindName, NotFound } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import type { UpdateTarget } from "./update-resource.js";

/** Deletes an object. Throws NotFound with the target's code if it is missing or meanwhile another one. */
export async function deleteResource<K extends KindName>(
  { resources }: Pick<ApiDeps, "resources">,
  { kind, name, uid, notFoundCode }: UpdateTarget<K>,
): Promise<void> {
  try {
    await resources.delete(kind, { name, uid });
  } catch (error) {
    if (error instanceof NotFound) throw new NotFound(error.message, notFoundCode);
    throw error;
  }
}
