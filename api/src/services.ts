import { createRecordExtractor, loadServingModel, type RecordExtractor } from "@agatha/trainer/serving";
import { createTableReaders, type TableReaders } from "./datasets/index.js";
import type { ApiDeps } from "./deps.js";
import { createModelCache, type ModelCache } from "./serving/model-cache.js";
import { createTokenUsage, type TokenUsage } from "./tokens/usage.js";

/** Bytes of trained models that are kept in memory for predictions. */
const MODEL_BYTES = 64 * 1024 * 1024;

/** For how long nobody may send rows to an extraction before its database is closed. */
const EXTRACTOR_IDLE_MS = 60_000;

/** What several resources share and keep in memory. */
export interface Services {
  models: ModelCache;
  tables: TableReaders;
  usage: TokenUsage;
  extractor: RecordExtractor;
}

export function createServices(deps: ApiDeps): Services {
  return {
    models: createModelCache({ objects: deps.objects, load: loadServingModel, maxBytes: MODEL_BYTES }),
    tables: createTableReaders(deps),
    usage: createTokenUsage(deps),
    extractor: createRecordExtractor({ idleMs: EXTRACTOR_IDLE_MS }),
  };
}
