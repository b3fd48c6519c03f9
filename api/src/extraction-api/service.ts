import { COLLECTIONS, type ExtractionDocument, InvalidInput, isGone, isoTime, NotFound, type Resource } from "@agatha/contracts";
import type { ExtractedRowsAnswer } from "@agatha/contracts/wire";
import type { NamedColumn, RecordExtractor } from "@agatha/trainer/serving";
import { describedTable } from "../datasets/state.js";
import type { ApiDeps } from "../deps.js";
import { enabledSpecs, liveEntries } from "../extractions/history.js";
import { storedHistory } from "../extractions/store.js";
import { Refusal } from "../http/failures.js";
import { ensureServed } from "../open-api/owner.js";
import { createPredictionIds } from "../open-api/prediction-id.js";
import { isPast, LIFETIME_MS, requestOf } from "../open-api/request.js";
import { createTokenRate } from "../open-api/token-rate.js";
import { recordsOf } from "../serving/records.js";
import type { FoundToken, Tokens } from "../tokens/index.js";
import type { TokenUsage } from "../tokens/usage.js";

/** A document of every store can hold so many bytes and what is around them. */
const MOST_BYTES = 15_000_000;

export interface ExtractionApi {
  /** Returns the id of the stored result. Throws Refusal (010305, 010313, 010601, 010606) and InvalidInput (010602, and 010404, 010405, 010411 for a history that does not fit to its dataset any more). */
  extract(body: unknown, authorization?: string): Promise<string>;
  /** Throws NotFound (010605), and a Refusal (010601) for a token that does not hold or is another dataset's. */
  result(id: string, token?: string): Promise<ExtractedRowsAnswer>;
}

export interface ExtractionApiParts {
  tokens: Tokens;
  usage: TokenUsage;
  extractor: RecordExtractor;
  perMinute: number;
}

export function createExtractionApi(
  deps: Pick<ApiDeps, "resources" | "documents" | "clock">,
  { tokens, usage, extractor, perMinute }: ExtractionApiParts,
): ExtractionApi {
  const newId = createPredictionIds(deps.clock);
  const count = createTokenRate(perMinute, deps.clock);
  const results = deps.documents.collection(COLLECTIONS.extractedRows);

  async function heldToken(token: string): Promise<FoundToken> {
    const found = await tokens.find("extraction", token);
    if (!found) throw new Refusal("010601");
    return found;
  }

  /** Read anew for each request: what was disabled or deleted stops at once. */
  async function served({ name, uid }: FoundToken): Promise<{ dataset: Resource<"Dataset">; history: ExtractionDocument }> {
    const dataset = await deps.resources.get("Dataset", name);
    if (!dataset || dataset.metadata.uid !== uid || isGone(dataset)) throw new Refusal("010601");
    const [history, owner] = await Promise.all([
      storedHistory(deps, uid),
      deps.documents.collection(COLLECTIONS.users).get(dataset.spec.owner),
    ]);
    ensureServed(owner, { enabled: history?.api?.enabled ?? false, refusal: "010606", now: deps.clock.now() });
    if (!history) throw new Refusal("010606");
    return { dataset, history };
  }

  return {
    async extract(body, authorization) {
      const { token, data } = requestOf(body, "token", authorization);
      const found = await heldToken(token);
      const { dataset, history } = await served(found);
      count(found.uid);
      const records = recordsOf(data);
      const { columns, rows } = await extractor.extract({
        columns: await columnsOf(deps, dataset),
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
        condList: liveEntries(history.entries).flatMap(({ enabled, cond }) => (enabled ? [cond] : [])),
        columns,
        rows: listed(rows),
        expiresAt: new Date(deps.clock.now() + LIFETIME_MS).toISOString(),
      });
      usage.count(found, records.length);
      return id;
    },

    async result(id, token) {
      const holder = token === undefined ? undefined : await heldToken(token);
      const found = await results.get(id);
      if (!found || isPast(found, deps.clock.now()) || (holder && holder.uid !== found.datasetUid))
        throw new NotFound("no such result", "010605");
      const { extractionId, time, condList, columns } = found;
      const rows = JSON.parse(found.rows) as (number | string | null)[][];
      // Entries, not assignments: a column may be called __proto__.
      const data = rows.map((row) => Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? null])));
      return { data: { extraction_id: extractionId, status: "success", time, cond_list: condList, columns, data } };
    },
  };
}

function listed(rows: unknown[][]): string {
  const text = JSON.stringify(rows);
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  throw new InvalidInput("010602", { path: "data", message: `The result would be larger than ${MOST_BYTES} bytes: send fewer rows` });
}

/** Of the file, before anything is made of them. Throws InvalidInput while there is no table. */
export async function columnsOf(deps: Pick<ApiDeps, "documents">, dataset: Resource<"Dataset">): Promise<NamedColumn[]> {
  const table = await describedTable(deps, dataset);
  if (!table) throw new InvalidInput("010201", { path: "", message: "The dataset is not read yet: try again when it is" });
  return table.columns;
}
