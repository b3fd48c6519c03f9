import {
  COLLECTIONS,
  ERRORS,
  type ErrorCode,
  isApiEnabled,
  isForecaster,
  type ModelInfo,
  type ModelInput,
  ownerRefusal,
  type Resource,
} from "@agatha/contracts";
import { createTokenStore, modelSubject } from "@agatha/contracts/api-access/api-tokens";
import { type ModelApiAnswer, modelApiAnswer } from "@agatha/contracts/wire";
import type { Request } from "express";
import { recordAccessChange } from "../audit/record-audit.js";
import { asOwner } from "../datasets/roles.js";
import type { ApiDeps } from "../deps.js";
import { PREDICTION_API_PATH, publicUrl } from "../http/public-url.js";
import { defineRoute, type Route } from "../http/route.js";
import { loadModelInfo } from "../serving/trained-model.js";
import { apiPageContent, type SampleColumn, type ShownToken, shownToken, tokenUse } from "../tokens/shown.js";
import type { TokenUsage } from "../tokens/usage.js";
import { accessibleModel, type ModelInDataset } from "./access.js";
import { MODEL_PATH, modelParams } from "./routes.js";

const tag = "Models";

/** Routes for a model's token for the open API, and for programs that use it. */
export function modelTokenRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  const tokens = createTokenStore(deps);
  const shared = { path: `${MODEL_PATH}/api`, access: "user", tag, request: { params: modelParams } } as const;
  const answering = {
    ...shared,
    responses: { 200: modelApiAnswer },
    errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.modelNotTrained] as ErrorCode[],
  } as const;

  async function page(request: Request, { model, dataset }: ModelInDataset, token: ShownToken): Promise<ModelApiAnswer> {
    const owner = await deps.documents.collection(COLLECTIONS.users).get(model.spec.owner);
    const { info } = await loadModelInfo(deps, model);
    const url = `${publicUrl(request, deps.config)}${PREDICTION_API_PATH}/`;
    return {
      ...apiPageContent({ url, token, field: "api_token", columns: info.inputs.map(sampleColumn), periods: nextPeriods(model, info) }),
      usage: (await usage.list(model.metadata.uid)).map((use) => tokenUse(use, token)),
      api_enabled: isApiEnabled(model),
      owner_refusal: ownerRefusal(owner, dataset.spec.productType, deps.clock.now()) ?? null,
    };
  }

  return [
    defineRoute({
      ...answering,
      method: "get",
      summary: "The model's API: token, address, columns, use by token, and examples in six languages",
      async handler({ params, user, request }) {
        const found = await asOwner(user, accessibleModel(deps, user, params.id, params.mid));
        return { body: await page(request, found, await shownToken(tokens.getOrCreate(modelSubject(found.model)))) };
      },
    }),
    defineRoute({
      ...answering,
      method: "post",
      summary: "A new token for the model's API; the old one stops at once",
      async handler({ params, user, request }) {
        const found = await asOwner(user, accessibleModel(deps, user, params.id, params.mid));
        const { model } = found;
        await loadModelInfo(deps, model);
        await recordAccessChange(deps, user, { action: "model.api.rotate", target: model.metadata.name });
        const token = await shownToken(tokens.rotate(modelSubject(model)));
        deps.events.publish("tokenChanged", { model: model.metadata.name });
        return { body: await page(request, found, token) };
      },
    }),
    defineRoute({
      ...shared,
      method: "delete",
      summary: "Revokes the token of the model's API: it stops at once, and there is none until a new one is made",
      responses: { 204: null },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound],
      async handler({ params, user }) {
        const { model } = await asOwner(user, accessibleModel(deps, user, params.id, params.mid));
        await recordAccessChange(deps, user, { action: "model.api.revoke", target: model.metadata.name });
        await tokens.revoke(modelSubject(model));
        deps.events.publish("tokenChanged", { model: model.metadata.name });
        return { status: 204 };
      },
    }),
  ];
}

/** Returns how many next periods a model of forecasters forecasts. Other models, and those with columns known ahead, are sent rows. */
function nextPeriods({ spec }: Resource<"Model">, { forecast }: ModelInfo): number | undefined {
  if (spec.timeSeries?.knownAhead) return undefined;
  const algorithms = spec.layers.flatMap(({ nodes }) => nodes.map(({ algorithm }) => algorithm));
  return algorithms.every(isForecaster) ? forecast?.errors.length : undefined;
}

/** Returns the value with which a what-if also starts: the median or the most frequent value. */
function sampleColumn({ name, type, typical, min, levels }: ModelInput): SampleColumn {
  return { name, type, typical: typical ?? min ?? levels[0] ?? "" };
}
