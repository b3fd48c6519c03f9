import { pipeline } from "node:stream/promises";
import { heldOutPredictions } from "@agatha/contracts";
import { modelGraphAnswer, modelInfoAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { type Route, route } from "../http/route.js";
import { accessibleModel } from "./access.js";
import { MODEL_PATH, ofModel } from "./routes.js";
import { artifactOf, trainedInfo } from "./trained.js";

const tag = "Models";

/** What a trained model tells. */
export function resultRoutes(deps: ApiDeps): Route[] {
  const common = { method: "get", access: "user", tag, request: { params: ofModel }, errors: ["010401", "010514", "010517"] } as const;
  return [
    route({
      ...common,
      path: `${MODEL_PATH}/info`,
      summary: "Figures, importance, errors and warnings of a trained model",
      responses: { 200: modelInfoAnswer },
      async handler({ params, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { body: (await trainedInfo(deps, model)).info };
      },
      errors: [...common.errors],
    }),
    route({
      ...common,
      path: `${MODEL_PATH}/graph`,
      summary: "Columns, algorithms and answer of a trained model as a graph",
      responses: { 200: modelGraphAnswer },
      async handler({ params, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { body: (await trainedInfo(deps, model)).graph };
      },
      errors: [...common.errors],
    }),
    route({
      ...common,
      path: `${MODEL_PATH}/preds`,
      summary: "The held-out predictions that the figures were made from",
      responses: { 200: heldOutPredictions },
      async handler({ params, user, response }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        const predictions = await deps.objects.get(artifactOf(model).predictions);
        response.status(200).type("application/json");
        await pipeline(predictions, response);
        return {};
      },
      errors: [...common.errors],
    }),
  ];
}
