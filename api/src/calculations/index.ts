import { calculationAnswer, calculationRequest, id } from "@agatha/contracts/wire";
import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { ROWS_BODY } from "../http/json-body.js";
import { type Route, route } from "../http/route.js";
import { accessibleModel } from "../models/access.js";
import { MODEL_PATH, ofModel } from "../models/routes.js";
import { described } from "../serving/described.js";
import type { ModelCache } from "../serving/model-cache.js";
import { restCalculationRoutes } from "./rest.js";
import { calculationOf, whatIf } from "./service.js";

const tag = "Calculations";

const [whatIfRequest] = calculationRequest.options;
const body = z.object({ type: whatIfRequest.shape.type, data: described(whatIfRequest.shape.data) });

export function calculationRoutes(deps: ApiDeps, models: ModelCache): Route[] {
  return [
    route({
      method: "post",
      path: `${MODEL_PATH}/calcs`,
      access: "user",
      summary: "Asks the model what it would answer for rows; complete in the answer",
      tag,
      bodyLimit: ROWS_BODY,
      request: { params: ofModel, body },
      responses: { 201: calculationAnswer },
      errors: ["010401", "010514", "010517", "010602"],
      async handler({ params, body: request, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { status: 201, body: await whatIf(deps, { models, model }, request.data) };
      },
    }),
    route({
      method: "get",
      path: `${MODEL_PATH}/calcs/:cid`,
      access: "user",
      summary: "A calculation and its result",
      tag,
      request: { params: ofModel.extend({ cid: id }) },
      responses: { 200: calculationAnswer },
      errors: ["010401", "010514", "010901"],
      async handler({ params, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { body: await calculationOf(deps, model, params.cid) };
      },
    }),
    ...restCalculationRoutes(deps),
  ];
}
