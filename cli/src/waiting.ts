import type { ApiClient } from "@agatha/contracts/client";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Failed, type World } from "./world.js";

const BETWEEN_MS = 500;

/** Asks until `done`, and says when a whole tenth more is reached. */
export async function until<T extends { status: string; progress?: number }>(
  { pause, say, signal }: World,
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
): Promise<T> {
  let said = "";
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    const line = `${answer.status} ${Math.floor((answer.progress ?? 0) * 10) * 10} %`;
    if (line !== said) say(line);
    said = line;
    signal.throwIfAborted();
    await pause(BETWEEN_MS);
  }
}

/** Until the dataset can be trained on. Throws Failed with the server's reason. */
export async function readyDataset(world: World, api: ApiClient, id: string): Promise<DatasetAnswer> {
  const dataset = await until(
    world,
    () => api.dataset(id, world.signal),
    ({ status }) => status === "evaluating_finish" || status.endsWith("_fail"),
  );
  if (dataset.status !== "evaluating_finish") throw new Failed(failure(`Dataset ${id} cannot be used`, dataset));
  return dataset;
}

/** Until the model can be asked. Throws Failed with the server's reason. */
export async function trainedModel(world: World, api: ApiClient, datasetId: string, id: string): Promise<ModelAnswer> {
  const model = await until(
    world,
    () => api.model(datasetId, id, world.signal),
    ({ status }) => ["success", "fail", "fitting_fail"].includes(status),
  );
  if (model.status !== "success") throw new Failed(failure(`Model ${id} was not trained`, model));
  return model;
}

export const failure = (what: string, { reason, message }: { reason: string | null; message: string | null }): string =>
  `${what}: ${message ?? "no reason is known"}${reason === null ? "" : ` (${reason})`}`;
