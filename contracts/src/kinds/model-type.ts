import { z } from "zod";

export const modelType = z.enum(["REGRESSION", "CLASSIFICATION", "OCC", "CLUSTERING"]);
export type ModelType = z.infer<typeof modelType>;

/** Returns true if models of the type learn to predict a response. */
export function isSupervised(type: ModelType): boolean {
  return type === "REGRESSION" || type === "CLASSIFICATION";
}
