import type { ModelInput, Resource } from "@agatha/contracts";
import { type ModelApiAnswer, modelApiAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { codeExamples } from "../examples/index.js";
import { type Route, route } from "../http/route.js";
import { audit } from "../management/audit.js";
import { OPEN_API_PATH, publicAddress } from "../open-api/address.js";
import { createTokens } from "../tokens/index.js";
import { accessibleModel } from "./access.js";
import { MODEL_PATH, ofModel } from "./routes.js";
import { trainedInfo } from "./trained.js";

const tag = "Models";

/** A model's token for the open API, and programs that use it. */
export function apiRoutes(deps: ApiDeps): Route[] {
  const tokens = createTokens(deps);
  const common = {
    path: `${MODEL_PATH}/api`,
    access: "user",
    tag,
    request: { params: ofModel },
    responses: { 200: modelApiAnswer },
  } as const;
  return [
    route({
      ...common,
      method: "get",
      summary: "The model's API: token, address, columns, and examples in six languages",
      errors: ["010401", "010514", "010517"],
      async handler({ params, user, request }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        const { info } = await trainedInfo(deps, model);
        const url = `${publicAddress(request, deps.config.basePath)}${OPEN_API_PATH}/`;
        return { body: apiAnswer(model, { url, token: await tokens.of(model), inputs: info.inputs }) };
      },
    }),
    route({
      ...common,
      method: "post",
      summary: "A new token for the model's API; the old one stops at once",
      errors: ["010401", "010514", "010517"],
      async handler({ params, user, request }) {
        const { model } = await accessibleModel(deps, user, params.id, params.mid);
        const { info } = await trainedInfo(deps, model);
        const url = `${publicAddress(request, deps.config.basePath)}${OPEN_API_PATH}/`;
        await audit(deps, user, { action: "model.api.rotate", target: model.metadata.name });
        return { body: apiAnswer(model, { url, token: await tokens.rotate(model), inputs: info.inputs }) };
      },
    }),
  ];
}

function apiAnswer(model: Resource<"Model">, { url, token, inputs }: { url: string; token: string; inputs: ModelInput[] }): ModelApiAnswer {
  const columns = inputs.map((input) => ({ name: input.name, type: input.type, example: exampleValue(input) }));
  const row = columns.map(({ name, example }): [string, number | string] => [name, example]);
  return { api_token: token, api_enabled: model.spec.apiEnabled, url, columns, examples: codeExamples({ url, token, row }) };
}

/** Where a what-if starts, too: the median or the most frequent value. */
function exampleValue({ type, typical, min, levels }: ModelInput): number | string {
  const value = typical ?? min ?? levels[0] ?? "";
  return type === "d" && typeof value === "number" ? new Date(value).toISOString() : value;
}
