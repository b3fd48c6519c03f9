import { type ApiClient, ApiError, type CalculationRequest } from "@agatha/contracts/client";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { type CommandContext, CommandFailed } from "./command-context.js";

const POLL_INTERVAL_MS = 500;

const AWAY_INTERVAL_MS = 2_000;
/** Longest time without an answer, as while the server is started again. */
const LONGEST_AWAY_MS = 5 * 60_000;

/** Work that the server does. */
interface AwaitedWork {
  /** The beginning of a line about its progress. */
  label: string;
  id: string;
}

/** Asks until `done`, and logs each further tenth of the progress of the work. Goes on for minutes while the server does not answer. */
export async function pollUntil<T extends { status: string; progress?: number }>(
  context: CommandContext,
  work: AwaitedWork,
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
): Promise<T> {
  const { sleep, log, signal } = context;
  let said = "";
  for (;;) {
    const answer = await askWhileAway(context, work, ask);
    if (done(answer)) return answer;
    const line = `${work.label}: ${Math.floor((answer.progress ?? 0) * 10) * 10} %`;
    if (line !== said) log(line);
    said = line;
    signal.throwIfAborted();
    await sleep(POLL_INTERVAL_MS);
  }
}

async function askWhileAway<T>(context: CommandContext, { id }: AwaitedWork, ask: () => Promise<T>): Promise<T> {
  const { sleep, monotonicNow, log, signal } = context;
  let awaySince: number | undefined;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      const now = monotonicNow();
      if (now - (awaySince ?? now) >= LONGEST_AWAY_MS) {
        log(`No longer waiting for ${id}, which the server goes on with: see agatha status`);
        throw error;
      }
      if (awaySince === undefined) {
        log(`The server does not answer. Asking for ${id} again, for up to ${LONGEST_AWAY_MS / 60_000} minutes`);
      }
      awaySince ??= now;
    }
    signal.throwIfAborted();
    await sleep(AWAY_INTERVAL_MS);
  }
}

/** Returns true if no response arrived, or a proxy or the server said that it cannot answer now. */
const isAway = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status));

/** Waits until the dataset is ready for training. Throws CommandFailed with the server's reason. */
export async function waitForDataset(context: CommandContext, api: ApiClient, id: string): Promise<DatasetAnswer> {
  const dataset = await pollUntil(
    context,
    { label: "Reading and checking the table", id },
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
    { label: "Training", id },
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
    { label: "Calculating", id: started.id },
    () => api.calculation(dataset_id, id, started.id, context.signal),
    ({ status }) => status !== "is_processed",
  );
  if (calculation.status !== "success") throw new CommandFailed(failureMessage(failed, calculation));
  return calculation;
}

/** Returns the message of something that failed, with its reason in brackets. */
export const failureMessage = (what: string, { reason, message }: { reason: string | null; message: string | null }): string =>
  `${what}: ${message ?? "no reason is known"}${reason === null ? "" : ` (${reason})`}`;
