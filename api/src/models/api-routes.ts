import type { ErrorCode, ModelInput, Resource } from "@agatha/contracts";
import { type ModelApiAnswer, modelApiAnswer } from "@agatha/contracts/wire";
import type { Request } from "express";
import type { ApiDeps } from "../deps.js";
import { type Route, route } from "../http/route.js";
import { audit } from "../management/audit.js";
import { OPEN_API_PATH, publicAddress } from "../open-api/address.js";
import { createTokens, modelSubject } from "../tokens/index.js";
import { type ColumnToTry, shownApi, tokenUse } from "../tokens/shown.js";
import type { TokenUsage } from "../tokens/usage.js";
import { accessibleModel } from "./access.js";
import { MODEL_PATH, ofModel } from "./routes.js";
import { trainedInfo } from "./trained.js";

const tag = "Models";

/** A model's token for the open API, and programs that use it. */
export function apiRoutes(deps: ApiDeps, usage: TokenUsage): Route[] {
  const tokens = createTokens(deps);
  const shared = { path: `${MODEL_PATH}/api`, access: "user", tag, request: { params: ofModel } } as const;
  const answering = { ...shared, responses: { 200: modelApiAnswer }, errors: ["010401", "010514", "010517"] as ErrorCode[] } as const;

  async function page(request: Request, model: Resource<"Model">, token: string | undefined): Promise<ModelApiAnswer> {
    const { info } = await trainedInfo(deps, model);
    const url = `${publicAddress(request, deps.config.basePath)}${OPEN_API_PATH}/`;
    return {
      ...shownApi({ url, token, field: "api_token", columns: info.inputs.map(toTry) }),
      usage: (await usage.of(model.metadata.uid)).map((use) => tokenUse(use, token)),
      api_enabled: model.spec.apiEnabled,
    };
  }

  return [
    route({
      ...answering,
      method: "get",
      summary: "The model's API: token, address, columns, use by token, and examples in six languages",
      async handler({ params, user, request }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        return { body: await page(request, model, await tokens.of(modelSubject(model))) };
      },
    }),
    route({
      ...answering,
      method: "post",
      summary: "A new token for the model's API; the old one stops at once",
      async handler({ params, user, request }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        await trainedInfo(deps, model);
        await audit(deps, user, { action: "model.api.rotate", target: model.metadata.name });
        return { body: await page(request, model, await tokens.rotate(modelSubject(model))) };
      },
    }),
    route({
      ...shared,
      method: "delete",
      summary: "Revokes the token of the model's API: it stops at once, and there is none until a new one is made",
      responses: { 204: null },
      errors: ["010401", "010514"],
      async handler({ params, user }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        await audit(deps, user, { action: "model.api.revoke", target: model.metadata.name });
        await tokens.revoke(modelSubject(model));
        return { status: 204 };
      },
    }),
  ];
}

/** Where a what-if starts, too: the median or the most frequent value. */
function toTry({ name, type, typical, min, levels }: ModelInput): ColumnToTry {
  return { name, type, typical: typical ?? min ?? levels[0] ?? "" };
}
