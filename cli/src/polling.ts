import type { ApiClient, CalculationRequest } from "@agatha/contracts/client";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { type CommandContext, CommandFailed } from "./command-context.js";

const POLL_INTERVAL_MS = 500;

/** Asks until `done`, and logs each further tenth of the progress of the work. */
export async function pollUntil<T extends { status: string; progress?: number }>(
  { sleep, log, signal }: CommandContext,
  work: string,
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
): Promise<T> {
  let said = "";
  for (;;) {
    const answer = await ask();
    if (done(answer)) return answer;
    const line = `${work}: ${Math.floor((answer.progress ?? 0) * 10) * 10} %`;
    if (line !== said) log(line);
    said = line;
    signal.throwIfAborted();
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Waits until the dataset is ready for training. Throws CommandFailed with the server's reason. */
export async function waitForDataset(context: CommandContext, api: ApiClient, id: string): Promise<DatasetAnswer> {
  const dataset = await pollUntil(
    context,
    "Reading and checking the table",
    () => api.dataset(id, context.signal),
    ({ status }) => status === "evaluating_finish" || status.endsWith("_fail"),
  );
  if (dataset.status !== "evaluating_finish") throw new CommandFailed(failureMessage(`Dataset ${id} cannot be used`, dataset));
  return dataset;
}

/** Waits until the model is trained. Throws CommandFailed with the server's reason. */
export async function waitForModel(context: CommandContext, api: ApiClient, datasetId: string, id: string): Promise<ModelAnswer> {
  const model = await pollUntil(
    context,
    "Training",
    () => api.model(datasetId, id, context.signal),
    ({ status }) => ["success", "fail", "fitting_fail"].includes(status),
  );
  if (model.status !== "success") throw new CommandFailed(failureMessage(`Model ${id} was not trained`, model));
  return model;
}

/** Starts a calculation and waits until it has ended. Throws CommandFailed with `failed` and the server's reason. */
export async function runCalculation(
  context: CommandContext,
  api: ApiClient,
  { dataset_id, id }: ModelAnswer,
  { request, failed }: { request: CalculationRequest; failed: string },
): Promise<Awaited<ReturnType<ApiClient["calculation"]>>> {
  const started = await api.calculate(dataset_id, id, request);
  const calculation = await pollUntil(
    context,
    "Calculating",
    () => api.calculation(dataset_id, id, started.id, context.signal),
    ({ status }) => status !== "is_processed",
  );
  if (calculation.status !== "success") throw new CommandFailed(failureMessage(failed, calculation));
  return calculation;
}

/** Returns the message of something that failed, with its reason in brackets. */
export const failureMessage = (what: string, { reason, message }: { reason: string | null; message: string | null }): string =>
  `${what}: ${message ?? "no reason is known"}${reason === null ? "" : ` (${reason})`}`;
