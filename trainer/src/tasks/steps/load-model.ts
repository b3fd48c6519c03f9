import { buffer } from "node:stream/consumers";
import type { ClassDecision, ObjectStore } from "@agatha/contracts";
import { loadServingModel, type ServingModel } from "../../model/serving/serving-model.js";

/** Loads the trained model under a key, which answers by the decision. Throws NotFound when there is none. */
export async function loadModel(objects: ObjectStore, key: string, decision?: ClassDecision): Promise<ServingModel> {
  return loadServingModel(await buffer(await objects.get(key)), decision);
}
