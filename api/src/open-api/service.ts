import { COLLECTIONS, isGone, NotFound, type Resource, type User } from "@agatha/contracts";
import type { OpenApiAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { notAllowed, Refusal } from "../http/failures.js";
import { artifactOf } from "../models/trained.js";
import type { ModelCache } from "../serving/model-cache.js";
import { predictRows } from "../serving/predict.js";
import { recordsOf } from "../serving/records.js";
import type { FoundToken, Tokens } from "../tokens/index.js";
import type { TokenUsage } from "../tokens/usage.js";
import { createGatheredInsert } from "./gathered-insert.js";
import { ensureServed } from "./owner.js";
import { createPredictionIds } from "./prediction-id.js";
import { isPast, LIFETIME_MS, requestOf } from "./request.js";
import { createTokenRate } from "./token-rate.js";

/** What a lone request waits for others, whose results are written along with its own. */
const MOMENT_MS = 2;

export interface OpenApiService {
  /** Returns the id of the stored result. Throws Refusal (010305, 010313, 010601, 010604) and InvalidInput (010602). */
  predict(body: unknown, authorization?: string): Promise<string>;
  /** The same with what each input contributed to each row's prediction; besides, a Refusal (010302) where the owner may not have that. */
  explain(body: unknown, authorization?: string): Promise<string>;
  /** Throws NotFound (010605). */
  result(id: string): Promise<OpenApiAnswer>;
}

export function createOpenApiService(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock">,
  { tokens, usage, models, perMinute }: { tokens: Tokens; usage: TokenUsage; models: ModelCache; perMinute: number },
): OpenApiService {
  const newId = createPredictionIds(deps.clock);
  const count = createTokenRate(perMinute, deps.clock);
  const predictions = deps.documents.collection(COLLECTIONS.predictions);
  const insert = createGatheredInsert(predictions, MOMENT_MS);
  const users = deps.documents.collection(COLLECTIONS.users);

  /** Read anew for each request: what was disabled or deleted stops at once. */
  async function servedModel(token: string): Promise<{ model: Resource<"Model">; owner: User; found: FoundToken }> {
    const found = await tokens.find("model", token);
    const model = found && (await deps.resources.get("Model", found.name));
    if (!model || model.metadata.uid !== found.uid || isGone(model)) throw new Refusal("010601");
    const [dataset, owner] = await Promise.all([deps.resources.get("Dataset", model.spec.datasetRef), users.get(model.spec.owner)]);
    if (!dataset || isGone(dataset)) throw new Refusal("010601");
    ensureServed(owner, { enabled: model.spec.apiEnabled, refusal: "010604", now: deps.clock.now() });
    return { model, owner, found };
  }

  async function answer(body: unknown, authorization: string | undefined, explain: boolean): Promise<string> {
    const { token, data } = requestOf(body, "api_token", authorization);
    const { model, owner, found } = await servedModel(token);
    if (explain && !owner.openCalcVarImpEnable) throw notAllowed("The model's owner may not ask what each input contributes");
    count(model.metadata.name);
    const records = recordsOf(data);
    const result = await predictRows(await models.get(artifactOf(model)), records, explain ? { explain } : undefined);
    const id = newId();
    const expiresAt = new Date(deps.clock.now() + LIFETIME_MS).toISOString();
    await insert({ id, modelName: model.metadata.name, status: "success", result, expiresAt });
    usage.count(found, records.length);
    return id;
  }

  return {
    predict: (body, authorization) => answer(body, authorization, false),
    explain: (body, authorization) => answer(body, authorization, true),
    async result(id) {
      const found = await predictions.get(id);
      if (!found || isPast(found, deps.clock.now())) throw new NotFound("no such result", "010605");
      return { data: { status: found.status, message: found.message, ...found.result } };
    },
  };
}
