import { createRecordEditor, type RecordEditor } from "@agatha/trainer/serving";
import type { ApiDeps } from "./deps.js";
import { createModelConverter, type ModelConverter } from "./models/index.js";
import { createLongPredictions, type LongPredictions } from "./prediction-api/long-predictions.js";
import { createStoredResults, type StoredResults } from "./prediction-api/stored-results.js";
import { createModelCache, type ModelCache } from "./serving/model-cache.js";
import { createModelThreads, type ModelThreads } from "./serving/model-threads.js";
import { createTableReaderCache, type TableReaderCache } from "./tables/index.js";
import { createTokenUsage, type TokenUsage } from "./tokens/usage.js";

/** Bytes of trained models that are cached for predictions. */
const MODEL_CACHE_BYTES = 64 * 1024 * 1024;

/** Idle time after which the database of an edit history's API is closed. */
const RECORD_EDITOR_IDLE_MS = 60_000;

/** In-memory services that several resources share. */
export interface Services {
  models: ModelCache;
  convertModel: ModelConverter;
  modelThreads: ModelThreads;
  tables: TableReaderCache;
  usage: TokenUsage;
  recordEditor: RecordEditor;
  results: StoredResults;
  longPredictions: LongPredictions;
}

export function createServices(deps: ApiDeps): Services {
  const modelThreads = createModelThreads();
  const results = createStoredResults(deps);
  return {
    modelThreads,
    models: createModelCache({ objects: deps.objects, load: modelThreads.load, maxBytes: MODEL_CACHE_BYTES }),
    convertModel: createModelConverter(),
    tables: createTableReaderCache(deps),
    usage: createTokenUsage(deps),
    recordEditor: createRecordEditor({ idleMs: RECORD_EDITOR_IDLE_MS }),
    results,
    longPredictions: createLongPredictions(deps, results),
  };
}
