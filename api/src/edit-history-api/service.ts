import { COLLECTIONS, type EditHistory, ERRORS, InvalidInput, isMarkedDeleted, isoTime, NotFound, type Resource } from "@agatha/contracts";
import type { EditedRowsAnswer } from "@agatha/contracts/wire";
import type { RecordEditor } from "@agatha/trainer/serving";
import { parsedColumns } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs, undeletedSteps } from "../edit-history/history.js";
import { loadHistory } from "../edit-history/store.js";
import { ApiError } from "../http/api-error.js";
import type { Admission } from "../http/json-body.js";
import { ensureApiAvailable } from "../prediction-api/api-availability.js";
import { createIdGenerator } from "../prediction-api/id-generator.js";
import { createModelRateLimiter } from "../prediction-api/model-rate-limiter.js";
import { findToken, isExpired, parseApiRequest, RESULT_LIFETIME_MS } from "../prediction-api/request.js";
import { parseRecords } from "../serving/records.js";
import type { TokenStore, VerifiedToken } from "../tokens/index.js";
import type { TokenUsage } from "../tokens/usage.js";

/** A document in each of the stores can hold so many bytes and its other fields. */
const MAX_RESULT_BYTES = 15_000_000;

interface EditHistoryApi {
  /**
   * Returns the id of the stored result. Throws ApiError (tooManyRequests, licenceExpired, apiTokenInvalid,
   * editHistoryApiNotEnabled) and InvalidInput (apiInputInvalid; dataExtraction for a history that no longer fits
   * its dataset).
   */
  applyEdits(body: unknown, authorization?: string): Promise<string>;
  /** Throws what applyEdits throws for an invalid token. `members` are those of the body that have arrived. */
  admit(members: Record<string, unknown>, authorization?: string): Promise<Admission>;
  /**
   * Returns the result. Throws NotFound (resultNotFound), and ApiError (apiTokenInvalid) for a token that is invalid or another
   * dataset's.
   */
  result(id: string, token?: string): Promise<EditedRowsAnswer>;
}

interface EditHistoryApiDeps {
  tokens: TokenStore;
  usage: TokenUsage;
  extractor: RecordEditor;
  perMinute: number;
}

export function createEditHistoryApi(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock">,
  { tokens, usage, extractor, perMinute }: EditHistoryApiDeps,
): EditHistoryApi {
  const newId = createIdGenerator(deps.clock);
  const limitRate = createModelRateLimiter(perMinute, deps.clock);
  const results = deps.documents.collection(COLLECTIONS.editedRows);

  async function requireToken(token: string): Promise<VerifiedToken> {
    const found = await tokens.verify("extraction", token);
    if (!found) throw new ApiError(ERRORS.apiTokenInvalid);
    return found;
  }

  /** Loads the state for each request, so that disabling and deleting take effect at once. */
  async function loadServed({ name, uid }: VerifiedToken): Promise<{ dataset: Resource<"Dataset">; history: EditHistory }> {
    const dataset = await deps.resources.get("Dataset", name);
    if (!dataset || dataset.metadata.uid !== uid || isMarkedDeleted(dataset)) throw new ApiError(ERRORS.apiTokenInvalid);
    const [history, owner] = await Promise.all([
      loadHistory(deps, uid),
      deps.documents.collection(COLLECTIONS.users).get(dataset.spec.owner),
    ]);
    const about = { product: dataset.spec.productType, refusal: ERRORS.editHistoryApiNotEnabled, now: deps.clock.now() };
    ensureApiAvailable(owner, { enabled: history?.api?.enabled ?? false, ...about });
    if (!history) throw new ApiError(ERRORS.editHistoryApiNotEnabled);
    return { dataset, history };
  }

  return {
    async admit(members, authorization) {
      const token = findToken(members, authorization);
      if (token === undefined) return "no token";
      const { dataset } = await loadServed(await requireToken(token));
      return { columns: (await parsedColumns(deps, dataset)).map(({ name }) => name) };
    },

    async applyEdits(body, authorization) {
      const { token, data } = parseApiRequest(body, authorization);
      const found = await requireToken(token);
      const { dataset, history } = await loadServed(found);
      limitRate(found.uid);
      const records = await parseRecords(data);
      const { columns, rows } = await extractor.applyEdits({
        columns: await parsedColumns(deps, dataset),
        records,
        specs: enabledSpecs(history.entries),
        timezone: dataset.spec.timezone,
      });
      const id = newId();
      await results.insert({
        id,
        datasetUid: found.uid,
        extractionId: found.name,
        time: isoTime(deps.clock),
        condList: undeletedSteps(history.entries).flatMap(({ enabled, cond }) => (enabled ? [cond] : [])),
        columns,
        rows: serializeRows(rows),
        expiresAt: new Date(deps.clock.now() + RESULT_LIFETIME_MS).toISOString(),
      });
      usage.record(found, records.length);
      return id;
    },

    async result(id, token) {
      const holder = token === undefined ? undefined : await requireToken(token);
      const found = await results.get(id);
      if (!found || isExpired(found, deps.clock.now()) || (holder && holder.uid !== found.datasetUid))
        throw new NotFound("no such result", ERRORS.resultNotFound);
      const { extractionId, time, condList, columns } = found;
      const rows = JSON.parse(found.rows) as (number | string | null)[][];
      // Built from entries, not by assignment: a column may have the name __proto__.
      const data = rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? null])));
      return { data: { extraction_id: extractionId, status: "success", time, cond_list: condList, columns, data } };
    },
  };
}

function serializeRows(rows: unknown[][]): string {
  const text = JSON.stringify(rows);
  if (Buffer.byteLength(text) <= MAX_RESULT_BYTES) return text;
  throw new InvalidInput(ERRORS.apiInputInvalid, {
    path: "data",
    message: `The result would be larger than ${MAX_RESULT_BYTES} bytes: send fewer rows`,
  });
}
