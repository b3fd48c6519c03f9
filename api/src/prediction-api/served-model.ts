import { COLLECTIONS, ERRORS, isApiEnabled, isMarkedDeleted, type Resource } from "@agatha/contracts";
import type { TokenStore, VerifiedToken } from "@agatha/contracts/api-access/api-tokens";
import type { DecimalMark, ServingModel } from "@agatha/trainer/serving";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../deps.js";
import { ApiError, forbidden } from "../http/api-error.js";
import { NamesInOrder } from "../json/names-in-order.js";
import type { ExplainingModel } from "../serving/explanations.js";
import type { ModelCache } from "../serving/model-cache.js";
import { ensureApiAvailable } from "./api-availability.js";
import { lastKnown } from "./last-known.js";
import type { RowNames } from "./posted-rows.js";

/** Number of datasets whose decimal mark is remembered. */
const REMEMBERED_MARKS = 1_000;

/** Model that a token gives access to. */
export interface ServedModel {
  name: string;
  verified: VerifiedToken;
  serving: ExplainingModel;
  decimal: DecimalMark;
  rowNames: RowNames;
}

/**
 * Returns a function that returns the model of a token. It loads the state each time, so that disabling and deleting take effect
 * at once; while the document store is away, token and owner count as last known. Throws ApiError (apiTokenInvalid, modelApiNotEnabled, licenceExpired; permissionDenied if the owner's account has no
 * explanations and one is asked for) and InvalidInput (modelNotTrained).
 */
export function createServedModels(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock">,
  { tokens, models }: { tokens: TokenStore; models: ModelCache },
): (token: string, explain: boolean) => Promise<ServedModel> {
  const users = deps.documents.collection(COLLECTIONS.users);
  const verify = lastKnown((token) => tokens.verify("model", token), deps.clock);
  const ownerOf = lastKnown((id) => users.get(id), deps.clock);
  const tables = deps.documents.collection(COLLECTIONS.tables);
  const decimalMarks = new LRUCache<string, DecimalMark>({ max: REMEMBERED_MARKS });
  const rowNames = new WeakMap<ServingModel, RowNames>();

  /** Returns the decimal mark that the dataset's numbers were read with. A description never changes. */
  async function decimalMarkOf({ status }: Resource<"Dataset">): Promise<DecimalMark> {
    const description = status?.table?.document;
    if (description === undefined) return ".";
    const known = decimalMarks.get(description);
    if (known !== undefined) return known;
    const mark = (await tables.get(description))?.table.decimal ?? ".";
    decimalMarks.set(description, mark);
    return mark;
  }

  function rowNamesOf(serving: ServingModel): RowNames {
    const names = rowNames.get(serving) ?? new NamesInOrder(serving.rowColumns(".").find);
    rowNames.set(serving, names);
    return names;
  }

  return async (token, explain) => {
    const verified = await verify(token);
    const model = verified && (await deps.resources.get("Model", verified.name));
    if (!model || model.metadata.uid !== verified.uid || isMarkedDeleted(model)) throw new ApiError(ERRORS.apiTokenInvalid);
    const [dataset, owner] = await Promise.all([deps.resources.get("Dataset", model.spec.datasetRef), ownerOf(model.spec.owner)]);
    if (!dataset || isMarkedDeleted(dataset)) throw new ApiError(ERRORS.apiTokenInvalid);
    const { productType: product } = dataset.spec;
    ensureApiAvailable(owner, { enabled: isApiEnabled(model), product, refusal: ERRORS.modelApiNotEnabled, now: deps.clock.now() });
    if (explain && !owner.openCalcVarImpEnable) throw forbidden("The model's owner may not ask what each input contributes");
    const serving = await models.get(model);
    const decimal = await decimalMarkOf(dataset);
    return { name: model.metadata.name, verified, serving, decimal, rowNames: rowNamesOf(serving) };
  };
}
