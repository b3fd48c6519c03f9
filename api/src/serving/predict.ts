import { setImmediate } from "node:timers/promises";
import { InvalidInput, type PredictionResult } from "@agatha/contracts";
import { joinResults, type ServingModel } from "@agatha/trainer/serving";
import type { ClientRecord } from "./records.js";

/** Rows predicted without a pause: between the parts other requests have their turn. */
const PART = 500;

/** One element of each list a row, in the order sent. Throws InvalidInput (010602) with the place of each cell that cannot be read. */
export async function predictRows(
  model: ServingModel,
  records: ClientRecord[],
  options: { outside?: boolean } = {},
): Promise<PredictionResult> {
  if (records.length <= PART) return model.predict(records, options);
  const parts: PredictionResult[] = [];
  for (let start = 0; start < records.length; start += PART) {
    if (start > 0) await setImmediate();
    parts.push(inPart(start, () => model.predict(records.slice(start, start + PART), options)));
  }
  return joinResults(parts);
}

/** Problems of a part name their rows as the client counts them. */
function inPart(start: number, predict: () => PredictionResult): PredictionResult {
  try {
    return predict();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const path = (text: string): string => text.replace(/^data\[(\d+)\]/, (_, row) => `data[${Number(row) + start}]`);
    throw new InvalidInput(
      error.code,
      error.problems.map((problem) => ({ ...problem, path: path(problem.path) })),
    );
  }
}
