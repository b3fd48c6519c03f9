/** Results of the open model API in the document store: one document, or for many rows one and a document for each page of rows. */
import {
  COLLECTIONS,
  ERRORS,
  isoTime,
  type NewDocument,
  NotFound,
  type PredictionDocument,
  type PredictionResult,
  Unavailable,
} from "@agatha/contracts";
import { joinResults, sliceResult } from "@agatha/trainer/serving";
import { LRUCache } from "lru-cache";
import type { ApiDeps } from "../deps.js";
import { turn } from "../event-loop/turns.js";
import { createLateResults, type LateResults } from "./late-results.js";
import { pagesAsJson } from "./pages-as-json.js";
import { isExpired, RESULT_LIFETIME_MS } from "./request.js";

/** Most rows and values of a stored page, so few that it is written and read in a few milliseconds. */
const PAGE_ROWS = 2_000;
const PAGE_VALUES = 20_000;
/** Characters that the ids of results share that are stored together. As many again are known to one client only: 96 bits. */
const SHARED_LENGTH = 17;
/** Values of results in memory: most clients fetch a result at once, from the process that stored it. */
const VALUES_IN_MEMORY = 200_000;
/** Time after which a result that nobody works on counts as failed. */
const ALIVE_MS = 60_000;

/** Message of a result whose server ended before it had predicted the rows. */
export const SERVER_STOPPED = "The server was stopped before these rows were predicted: send them again";

interface FoundResult {
  status: "init" | "success" | "fail";
  message?: string | undefined;
  result?: PredictionResult | undefined;
  /** Number of pages with the result, if there are any. */
  pages?: number | undefined;
}

/** Rows from `start` up to, and without, `end`. */
export interface RowRange {
  start: number;
  end: number;
}

/** Up to a page of rows without explanations is kept while the document store is away, and written once it is back. */
export interface StoredResults {
  insert(id: string, modelName: string, result: PredictionResult): Promise<void>;
  /** Stores parts of a result as results of their own, in one write, and returns their ids, which are made of these new ones. */
  insertTogether(ids: readonly string[], modelName: string, result: PredictionResult, parts: readonly RowRange[]): Promise<string[]>;
  /** Stores the result of further rows after `from` pages, and returns the number of pages by now. */
  insertPages(id: string, modelName: string, result: PredictionResult, from?: number): Promise<number>;
  readPages(id: string, pages: number): Promise<PredictionResult>;
  /** Stores that somebody works on the result, which has to be repeated within a minute. */
  begin(id: string, modelName: string): Promise<void>;
  keepAlive(id: string, modelName: string): Promise<void>;
  succeed(id: string, modelName: string, pages: number): Promise<void>;
  fail(id: string, modelName: string, message: string): Promise<void>;
  /** Throws NotFound (resultNotFound). */
  find(id: string): Promise<FoundResult>;
  /** Yields the JSON of an answer with all pages, a piece for each page. */
  pagesAsJson(id: string, pages: number): AsyncGenerator<string>;
  /** Writes what is still kept. */
  close(): Promise<void>;
}

export function createStoredResults(
  deps: Pick<ApiDeps, "documents" | "clock" | "logger">,
  late: LateResults = createLateResults(deps),
): StoredResults {
  const { documents, clock } = deps;
  const predictions = documents.collection(COLLECTIONS.predictions);
  /** Documents of results without pages, which never change. */
  const recent = new LRUCache<string, NewDocument<PredictionDocument>>({ maxSize: VALUES_IN_MEMORY });
  const expiry = (): string => new Date(clock.now() + RESULT_LIFETIME_MS).toISOString();
  const pageId = (id: string, page: number): string => `${id}.${page}`;

  async function insertShort(fields: { id: string; modelName: string; result: PredictionResult } & Pick<PredictionDocument, "parts">) {
    const { result, id } = fields;
    const document = { ...fields, status: "success" as const, expiresAt: expiry() };
    // Explanations are large, and few ask for them.
    const size = result.explanation ? undefined : Math.max(1, result.value.length * valuesPerRow(result));
    try {
      await predictions.insert(document);
    } catch (error) {
      if (!(error instanceof Unavailable) || size === undefined || !late.keep(document, size)) throw error;
      return;
    }
    if (size !== undefined) recent.set(id, document, { size });
  }

  const inMemory = (id: string): NewDocument<PredictionDocument> | undefined => late.get(id) ?? recent.get(id);
  const read = async (id: string): Promise<NewDocument<PredictionDocument> | undefined> => inMemory(id) ?? (await predictions.get(id));

  async function page(id: string, number: number): Promise<PredictionResult> {
    await turn();
    const found = await predictions.get(pageId(id, number));
    if (!found?.result) throw new NotFound("no such result", ERRORS.resultNotFound);
    return found.result;
  }

  const put = async (id: string, modelName: string, fields: Omit<FoundResult, "result"> & { aliveUntil?: string }): Promise<void> => {
    await predictions.put({ id, modelName, ...fields, expiresAt: expiry() });
  };
  const putAlive = (id: string, modelName: string): Promise<void> =>
    put(id, modelName, { status: "init", aliveUntil: isoTime({ now: () => clock.now() + ALIVE_MS }) });

  async function insertPages(id: string, modelName: string, result: PredictionResult, from = 0): Promise<number> {
    const rows = rowsPerPage(result);
    let number = from;
    for (let start = 0; start < result.value.length; start += rows) {
      if (start > 0) await turn();
      const part = sliceResult(result, start, start + rows);
      await predictions.insert({ id: pageId(id, number), modelName, status: "success", result: part, expiresAt: expiry() });
      number++;
    }
    return number;
  }

  async function insert(id: string, modelName: string, result: PredictionResult): Promise<void> {
    if (isLongResult(result)) await put(id, modelName, { status: "success", pages: await insertPages(id, modelName, result) });
    else await insertShort({ id, modelName, result });
  }

  /** Returns a result that was stored together with others. */
  async function findPart(id: string): Promise<FoundResult | undefined> {
    const shared = id.slice(0, SHARED_LENGTH);
    const found = await read(shared);
    const rest = id.slice(SHARED_LENGTH);
    if (!found?.result || !found.parts || !Object.hasOwn(found.parts, rest) || isExpired(found, clock.now())) return undefined;
    const [start, end] = found.parts[rest] as [number, number];
    return { status: found.status, result: sliceResult(found.result, start, end) };
  }

  return {
    insert,
    async insertTogether(ids, modelName, result, parts) {
      const [first = ""] = ids;
      if (parts.length === 1 || isLongResult(result)) {
        await Promise.all(parts.map(({ start, end }, i) => insert(ids[i] as string, modelName, sliceResult(result, start, end))));
        return [...ids];
      }
      const shared = first.slice(0, SHARED_LENGTH);
      const rests = ids.map((id) => id.slice(SHARED_LENGTH));
      const parted = Object.fromEntries(parts.map(({ start, end }, i) => [rests[i], [start, end] as [number, number]]));
      await insertShort({ id: shared, modelName, result, parts: parted });
      return rests.map((rest) => shared + rest);
    },
    insertPages,
    async readPages(id, pages) {
      const parts: PredictionResult[] = [];
      for (let number = 0; number < pages; number++) parts.push(await page(id, number));
      return joinResults(parts);
    },
    begin: putAlive,
    keepAlive: putAlive,
    succeed: (id, modelName, pages) => put(id, modelName, { status: "success", pages }),
    fail: (id, modelName, message) => put(id, modelName, { status: "fail", message }),
    async find(id) {
      const part = inMemory(id) ? undefined : await findPart(id);
      if (part) return part;
      // Neither a page nor what several results share is a result of its own.
      const found = id.includes(".") ? undefined : await read(id);
      if (!found || found.parts || isExpired(found, clock.now())) throw new NotFound("no such result", ERRORS.resultNotFound);
      if (found.aliveUntil !== undefined && Date.parse(found.aliveUntil) <= clock.now()) return { status: "fail", message: SERVER_STOPPED };
      return found;
    },
    pagesAsJson: (id, pages) => pagesAsJson((number) => page(id, number), pages),
    close: () => late.close(),
  };
}

/** Whether a result takes more than one page. */
export const isLongResult = (result: PredictionResult): boolean => result.value.length > rowsPerPage(result);

function rowsPerPage(result: PredictionResult): number {
  return Math.max(1, Math.min(PAGE_ROWS, Math.floor(PAGE_VALUES / Math.max(1, valuesPerRow(result)))));
}

function valuesPerRow(result: PredictionResult): number {
  const ofFirstRow = Object.values(result).map((values) => (Array.isArray(values) ? valueCount(values[0]) : 0));
  return ofFirstRow.reduce((sum, count) => sum + count, 0);
}

const valueCount = (value: unknown): number => (typeof value === "object" && value !== null ? Object.keys(value).length : 1);
