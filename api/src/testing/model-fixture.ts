import type { Resource } from "@agatha/contracts";
import { modelRoutes } from "../models/index.js";
import { createTokenUsage } from "../tokens/usage.js";
import { createOwnerAndManager, type OwnerAndManager } from "./owner-and-manager.js";

/** Request of a model of the dataset. */
export const wanted = { name: "Strength", model_type: "REGRESSION", response: "y" };
/** Returns the path of the models of a dataset, below the base path. */
export const modelsOf = (one: Resource<"Dataset">): string => `/agatha/datasets/${one.metadata.name}/models`;

export interface ModelFixture extends OwnerAndManager {
  /** Path of the models of the dataset, below the base path. */
  models: string;
}

/** Serves the routes of models to the owner of a dataset and to a manager. */
export async function createModelFixture(): Promise<ModelFixture> {
  const fixture = await createOwnerAndManager((deps) => modelRoutes(deps, createTokenUsage(deps)));
  return { ...fixture, models: modelsOf(fixture.dataset) };
}
