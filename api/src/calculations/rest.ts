import { type CalculationDocument, COLLECTIONS, NotFound, type User } from "@agatha/contracts";
import { calculationAnswer as answerSchema, id } from "@agatha/contracts/wire";
import type { z } from "zod";
import type { ApiDeps } from "../deps.js";
import type { Route } from "../http/route.js";
import { accessibleModelById } from "../models/access.js";
import { restRoutes } from "../rest/index.js";
import { calculationOf } from "./calculation.js";
import { jobSummary } from "./jobs.js";
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
      const maySee = (owner: string) => user.auth === "manager" || owner === user.id;
      const answered = (await calculations.find()).filter(({ owner }) => maySee(owner)).map((one) => ({ ...described(one), result: null }));
      const { items } = await deps.resources.list("Calculation");
      const jobs = items.filter(({ spec, metadata }) => maySee(spec.owner) && !metadata.deletionTimestamp);
      const worked = jobs.map((job) => ({ ...jobSummary(job), model_id: job.spec.modelRef }));
      return [...answered, ...worked].sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    },
    get: async (user: User, calculationId: string) => {
      const found = await calculations.get(calculationId);
      const modelName = found?.modelName ?? (await deps.resources.get("Calculation", calculationId))?.spec.modelRef;
      if (modelName === undefined) throw new NotFound(`calculation ${calculationId} is not there`, "010901");
      const { model } = await accessibleModelById(deps, user, modelName);
      return { ...(await calculationOf(deps, model, calculationId)), model_id: modelName };
    },
  });
}

const described = (found: CalculationDocument): CalculationRecord => ({ ...calculationAnswer(found), model_id: found.modelName });
