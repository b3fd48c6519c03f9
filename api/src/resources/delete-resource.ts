import { type KindName, NotFound } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import type { UpdateTarget } from "./update-resource.js";

/** Throws NotFound with the target's code for an object that is gone, or another one by now. */
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
