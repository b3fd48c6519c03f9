import { type CalculationDocument, COLLECTIONS, NotFound, type User } from "@agatha/contracts";
import { calculationAnswer as answerSchema, id } from "@agatha/contracts/wire";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { accessibleModelById } from "../models/access.js";
import { restRoutes } from "../rest/index.js";
import { calculationAnswer } from "./service.js";

/** Lists do without the results: they may have 10,000 rows each. */
const record = answerSchema.extend({ model_id: id });
type CalculationRecord = z.infer<typeof record>;

export function restCalculationRoutes(deps: ApiDeps): Route[] {
  const calculations = deps.documents.collection(COLLECTIONS.calculations);
  return restRoutes({
    name: "calculations",
    record,
    errors: ["010401", "010514", "010901"],
    list: async (user) => {
      const found = await calculations.find({ sort: { field: "createdAt", order: "desc" } });
      return found.filter((one) => user.auth === "manager" || one.owner === user.id).map((one) => ({ ...described(one), result: null }));
    },
    get: async (user: User, calculationId: string) => {
      const found = await calculations.get(calculationId);
      if (!found) throw new NotFound(`calculation ${calculationId} is not there`, "010901");
      await accessibleModelById(deps, user, found.modelName);
      return described(found);
    },
  });
}

const described = (found: CalculationDocument): CalculationRecord => ({ ...calculationAnswer(found), model_id: found.modelName });
