import { COLLECTIONS, ERRORS, NotFound, type User } from "@agatha/contracts";
import { listedCalculation } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { accessibleModelById } from "../models/access.js";
import { restRoutes } from "../rest/index.js";
import { findCalculation } from "./calculation.js";
import { listCalculations } from "./listing.js";

/** Calculations of all models that the user may see, for the console's lists. They cannot be changed here. */
export function restCalculationRoutes(deps: ApiDeps): Route[] {
  const calculations = deps.documents.collection(COLLECTIONS.calculations);
  return restRoutes({
    name: "calculations",
    record: listedCalculation,
    errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.batchPredictionNotFound],
    list: (user) => listCalculations(deps, user),
    get: async (user: User, calculationId: string) => {
      const found = await calculations.get(calculationId);
      const modelName = found?.modelName ?? (await deps.resources.get("Calculation", calculationId))?.spec.modelRef;
      if (modelName === undefined) throw new NotFound(`calculation ${calculationId} is not there`, ERRORS.batchPredictionNotFound);
      const { model } = await accessibleModelById(deps, user, modelName);
      return { ...(await findCalculation(deps, model, calculationId)), model_id: modelName };
    },
  });
}
