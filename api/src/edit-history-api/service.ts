import { COLLECTIONS, type EditHistory, ERRORS, isMarkedDeleted, isoTime, NotFound, type Resource } from "@agatha/contracts";
import type { TokenStore, VerifiedToken } from "@agatha/contracts/api-access/api-tokens";
import type { EditedRowsAnswer } from "@agatha/contracts/wire";
import { type Cell, loadJoins, type RecordEditor } from "@agatha/trainer/serving";
import { parsedColumns, requireDescribedTable } from "../datasets/status.js";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs, undeletedSteps } from "../edit-history/history.js";
import { turn } from "../event-loop/turns.js";
import { ApiError } from "../http/api-error.js";
import type { Admission } from "../http/json-body.js";
import { ensureApiAvailable } from "../prediction-api/api-availability.js";
import { createIdGenerator } from "../prediction-api/id-generator.js";
import { createModelRateLimiter } from "../prediction-api/model-rate-limiter.js";
import { findToken, isExpired, parseApiRequest, RESULT_LIFETIME_MS } from "../prediction-api/request.js";
import { loadHistory } from "../resources/edit-histories.js";
import { parseRecords } from "../serving/records.js";
import type { TokenUsage } from "../tokens/usage.js";

/** Cells of a stored page, so few that it is written and read in a few milliseconds. */
const PAGE_CELLS = 20_000;

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
   * Returns the JSON of the result in pieces. Throws NotFound (resultNotFound), and ApiError (apiTokenInvalid) for a token that is
   * invalid or another dataset's.
   */
  result(id: string, token?: string): Promise<AsyncGenerator<string>>;
}

interface EditHistoryApiDeps {
  tokens: TokenStore;
  usage: TokenUsage;
  recordEditor: RecordEditor;
  perMinute: number;
}

export function createEditHistoryApi(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock" | "objects">,
  { tokens, usage, recordEditor, perMinute }: EditHistoryApiDeps,
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
      const table = await requireDescribedTable(deps, dataset);
      const { columns, rows } = await recordEditor.applyEdits({
        columns: table.columns,
        decimal: table.decimal,
        records,
        specs: await loadJoins(enabledSpecs(history.entries), deps.objects),
        timezone: dataset.spec.timezone,
      });
      const id = newId();
      const pages = paginate(rows, Math.max(1, Math.floor(PAGE_CELLS / Math.max(1, columns.length))));
      const shared = {
        datasetUid: found.uid,
        extractionId: found.name,
        time: isoTime(deps.clock),
        condList: undeletedSteps(history.entries).flatMap(({ enabled, cond }) => (enabled ? [cond] : [])),
        columns,
        expiresAt: new Date(deps.clock.now() + RESULT_LIFETIME_MS).toISOString(),
      };
      for (const [page, part] of pages.entries()) {
        await turn();
        await results.insert({ ...shared, id: pageId(id, page), rows: JSON.stringify(part), pages: pages.length });
      }
      usage.record(found, records.length);
      return id;
    },

    async result(id, token) {
      const holder = token === undefined ? undefined : await requireToken(token);
      // A page is not a result of its own.
      const found = id.includes(".") ? undefined : await results.get(id);
      if (!found || isExpired(found, deps.clock.now()) || (holder && holder.uid !== found.datasetUid))
        throw new NotFound("no such result", ERRORS.resultNotFound);
      return resultAsJson(found);
    },
  };

  /** Yields the JSON of an EditedRowsAnswer. */
  async function* resultAsJson({
    id,
    extractionId,
    time,
    condList,
    columns,
    rows: firstRows,
    pages = 1,
  }: StoredRows): AsyncGenerator<string> {
    const answer: EditedRowsAnswer = {
      data: { extraction_id: extractionId, status: "success", time, cond_list: condList, columns, data: [] },
    };
    yield JSON.stringify(answer).slice(0, -END.length);
    for (let page = 0; page < pages; page++) {
      await turn();
      const text = page === 0 ? firstRows : (await results.get(pageId(id, page)))?.rows;
      if (text === undefined) throw new NotFound("no such result", ERRORS.resultNotFound);
      // Built from entries, not by assignment: a column may have the name __proto__.
      const records = (JSON.parse(text) as Cell[][]).map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? null])));
      if (page > 0 && records.length > 0) yield ",";
      yield JSON.stringify(records).slice(1, -1);
    }
    yield END;
  }
}

type StoredRows = NonNullable<(typeof COLLECTIONS.editedRows)["document"]>;

/** The end of an answer's JSON, after the rows. */
const END = "]}}";

const pageId = (id: string, page: number): string => (page === 0 ? id : `${id}.${page}`);

/** Returns the rows page by page; no rows are one page. */
function paginate<T>(rows: readonly T[], rowsPerPage: number): T[][] {
  const pages = Array.from({ length: Math.ceil(rows.length / rowsPerPage) }, (_, page) =>
    rows.slice(page * rowsPerPage, (page + 1) * rowsPerPage),
  );
  return pages.length > 0 ? pages : [[]];
}
