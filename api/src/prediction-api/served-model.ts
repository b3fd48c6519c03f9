import { COLLECTIONS, ERRORS, isApiEnabled, isMarkedDeleted, type Resource } from "@agatha/contracts";
import type { TokenStore, VerifiedToken } from "@agatha/contracts/api-access/api-tokens";
import { type ServingModel, type TextFormats, textFormatsOf } from "@agatha/trainer/serving";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../deps.js";
import { ApiError, forbidden } from "../http/api-error.js";
import { NamesInOrder } from "../json/names-in-order.js";
import type { ModelCache } from "../serving/model-cache.js";
import type { ThreadedModel } from "../serving/model-threads.js";
import { ensureApiAvailable } from "./api-availability.js";
import { lastKnown } from "./last-known.js";
import type { RowNames } from "./posted-rows.js";

/** Number of datasets whose formats are remembered. */
const REMEMBERED_FORMATS = 1_000;

const NO_FORMATS: TextFormats = {};

/** Model that a token gives access to. */
export interface ServedModel {
  name: string;
  verified: VerifiedToken;
  serving: ThreadedModel;
  formats: TextFormats;
  rowNames: RowNames;
}

/** `explain`: each row's answer has what each input contributed. */
export interface Asked {
  explain: boolean;
}

/**
 * Returns a function that returns the model of a token. It loads the state each time, so that disabling and deleting take effect at
 * once; while the document store is away, token and owner count as last known. Throws ApiError (apiTokenInvalid,
 * modelApiNotEnabled, licenceExpired; permissionDenied if the owner's account has no explanations and one is asked for) and
 * InvalidInput (modelNotTrained).
 */
export function createServedModels(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock">,
  { tokens, models }: { tokens: TokenStore; models: ModelCache },
): (token: string, asked: Asked) => Promise<ServedModel> {
  const users = deps.documents.collection(COLLECTIONS.users);
  const verify = lastKnown((token) => tokens.verify("model", token), deps.clock);
  const ownerOf = lastKnown((id) => users.get(id), deps.clock);
  const tables = deps.documents.collection(COLLECTIONS.tables);
  const formatsByTable = new LRUCache<string, TextFormats>({ max: REMEMBERED_FORMATS });
  const rowNames = new WeakMap<ServingModel, RowNames>();

  /** Returns the formats that the dataset's file was read with, for models without formats of their own. A description never changes. */
  async function formatsOf({ status }: Resource<"Dataset">): Promise<TextFormats> {
    const description = status?.table?.document;
    if (description === undefined) return NO_FORMATS;
    const known = formatsByTable.get(description);
    if (known !== undefined) return known;
    const table = (await tables.get(description))?.table;
    const formats = table ? textFormatsOf(table) : NO_FORMATS;
    formatsByTable.set(description, formats);
    return formats;
  }

  function rowNamesOf(serving: ServingModel): RowNames {
    const names = rowNames.get(serving) ?? new NamesInOrder(serving.rowColumns().find);
    rowNames.set(serving, names);
    return names;
  }

  return async (token, { explain }) => {
    const verified = await verify(token);
    const model = verified && (await deps.resources.get("Model", verified.name));
    if (!model || model.metadata.uid !== verified.uid || isMarkedDeleted(model)) throw new ApiError(ERRORS.apiTokenInvalid);
    const [dataset, owner] = await Promise.all([deps.resources.get("Dataset", model.spec.datasetRef), ownerOf(model.spec.owner)]);
    if (!dataset || isMarkedDeleted(dataset)) throw new ApiError(ERRORS.apiTokenInvalid);
    const { productType: product } = dataset.spec;
    ensureApiAvailable(owner, { enabled: isApiEnabled(model), product, refusal: ERRORS.modelApiNotEnabled, now: deps.clock.now() });
    if (explain && !owner.openCalcVarImpEnable) throw forbidden("The model's owner may not ask what each input contributes");
    const serving = await models.get(model);
    const formats = serving.formats ?? (await formatsOf(dataset));
    return { name: model.metadata.name, verified, serving, formats, rowNames: rowNamesOf(serving) };
  };
}
