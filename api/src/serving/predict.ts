import { setImmediate } from "node:timers/promises";
import { InvalidInput, type PredictionResult } from "@agatha/contracts";
import type { ServingModel } from "./model-cache.js";
import type { ClientRecord } from "./records.js";

/** Rows predicted without a pause: between the parts other requests have their turn. */
const PART = 500;

/** One element of each list a row, in the order sent. Throws 010602 when no row has any of the model's columns. */
export async function predictRows(
  model: ServingModel,
  records: ClientRecord[],
  options: { outside?: boolean } = {},
): Promise<PredictionResult> {
  if (!records.some((record) => model.inputs.some((input) => Object.hasOwn(record, input.name)))) {
    const names = model.inputs.slice(0, 10).map((input) => JSON.stringify(input.name));
    throw new InvalidInput("010602", { path: "data", message: `None of the model's columns is there: send ${names.join(", ")}` });
  }
  if (records.length <= PART) return model.predict(records, options);
  const parts: PredictionResult[] = [];
  for (let start = 0; start < records.length; start += PART) {
    if (start > 0) await setImmediate();
    parts.push(model.predict(records.slice(start, start + PART), options));
  }
  return joined(parts);
}

/** Predictions of a row do not depend on the other rows, so that parts can be put together. */
function joined(parts: PredictionResult[]): PredictionResult {
  const [first] = parts;
  return {
    value: parts.flatMap((part) => part.value),
    ...(first?.prob && { prob: parts.flatMap((part) => part.prob ?? []) }),
    ...(first?.score && { score: parts.flatMap((part) => part.score ?? []) }),
    ...(first?.threshold !== undefined && { threshold: first.threshold }),
    ...(first?.outside && { outside: parts.flatMap((part) => part.outside ?? []) }),
  };
}
