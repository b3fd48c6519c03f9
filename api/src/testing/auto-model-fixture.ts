import type { AutoModelStatus, Resource } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import { autoModelRoutes } from "../auto-models/index.js";
import { modelRoutes } from "../models/index.js";
import { createTokenUsage } from "../tokens/usage.js";
import { type Client, readJson } from "./deps.js";
import { createOwnerAndManager, type OwnerAndManager } from "./owner-and-manager.js";

/** Request of an automatic training of the dataset. */
export const wanted = { mode: "AUTO_REGRESSION", response: "y" };

/** Returns the status, the code and the places of a refusal. */
export async function refusal(answer: Promise<Response>): Promise<[number, string, ...string[]]> {
  const { tukey_error, detail = [] } = await readJson<ErrorBody>(await answer);
  return [(await answer).status, tukey_error, ...detail.map(({ path }) => path)];
}

export interface AutoModelFixture extends OwnerAndManager {
  /** Path of the automatic trainings of the dataset, below the base path. */
  autoModels: string;
  /** Starts an automatic training, as amber by default. */
  begin(request?: object, as?: Client): Promise<Resource<"AutoModel">>;
  /** Sets a status as the operator does. */
  setStatus(autoModel: Resource<"AutoModel">, status: AutoModelStatus): Promise<void>;
}

/** Serves the routes of automatic trainings and of models to the owner of a dataset and to a manager. */
export async function createAutoModelFixture(): Promise<AutoModelFixture> {
  const fixture = await createOwnerAndManager((deps) => [...autoModelRoutes(deps), ...modelRoutes(deps, createTokenUsage(deps))]);
  const { deps, asAmber, dataset } = fixture;
  const autoModels = `/agatha/datasets/${dataset.metadata.name}/automodels`;
  return {
    ...fixture,
    autoModels,
    async begin(request: object = wanted, as = asAmber) {
      const answer = await as("POST", `${autoModels}/`, { body: request });
      expect(answer.status).toBe(201);
      const { id } = await readJson<{ id: string }>(answer);
      return (await deps.resources.get("AutoModel", id))!;
    },
    async setStatus(autoModel, status) {
      await deps.resources.updateStatus("AutoModel", { ...autoModel, status });
    },
  };
}
