/** Runs in a thread: explains predictions of the models that it was asked about last. */
import { InvalidInput, type PredictionResult } from "@agatha/contracts";
import { loadServingModel, type ServingModel } from "@agatha/trainer/serving";
import { LRUCache } from "lru-cache";
import type { ClientRecord } from "./records.js";

export interface ExplanationTask {
  /** Artifact of the model. Its bytes are shared, not copied, between threads. */
  bytes: SharedArrayBuffer;
  /** The same for all tasks with these bytes. */
  id: string;
  records: ClientRecord[];
  options: { outside?: boolean; forecast?: boolean };
}

export type ExplanationAnswer = { result: PredictionResult } | { refused: Pick<InvalidInput, "code" | "problems"> };

const models = new LRUCache<string, ServingModel>({ max: 4 });

export default function explain({ bytes, id, records, options }: ExplanationTask): ExplanationAnswer {
  const model = models.get(id) ?? loadServingModel(Uint8Array.from(new Uint8Array(bytes)));
  models.set(id, model);
  try {
    return { result: model.predict(records, { ...options, explain: true }) };
  } catch (error) {
    if (error instanceof InvalidInput) return { refused: { code: error.code, problems: error.problems } };
    throw error;
  }
}
