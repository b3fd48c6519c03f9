import { ERRORS } from "@agatha/contracts";
import { fakeTimers, flushPromises } from "@agatha/contracts/testing/fake-timers";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { testDeps, waitFor } from "../testing/deps.js";
import { createLongPredictions } from "./long-predictions.js";
import type { RowPrediction } from "./row-prediction.js";
import { createStoredResults } from "./stored-results.js";

test("a model has 16 bodies at once, which leaves room for other models, and more as they end", async () => {
  const deps = testDeps();
  const long = createLongPredictions(deps, createStoredResults(deps));
  const prediction = fromPartial<RowPrediction>({ rows: 1, predicted: 0, read: async () => undefined });
  const onSuccess = () => undefined;
  let finish = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    finish = resolve;
  });
  async function* slowBody(): AsyncGenerator<Buffer> {
    await arrived;
    yield Buffer.from("]");
  }
  const send = (id: string, modelName: string) =>
    long.accept({ id, modelName, prediction, unread: Buffer.from("["), body: slowBody(), onSuccess });
  const slow = Array.from({ length: 16 }, (_, i) => send(`slow${i}`, "busy"));
  await expect(send("late", "busy")).rejects.toMatchObject({ code: ERRORS.tooManyRequests, headers: { "Retry-After": "60" } });
  const other = send("other", "other");
  finish();
  await Promise.all([...slow, other]);
  const retry = (): Promise<boolean> =>
    send("late", "busy").then(
      () => true,
      () => false,
    );
  await waitFor(retry);
  await long.close();
  deps.cleanUp();
});

/** Explanations of 500 rows by a large model may take minutes. */
test("a result is at work however long a part of its rows takes", async () => {
  const deps = testDeps();
  const timers = fakeTimers();
  const results = createStoredResults({ ...deps, clock: timers });
  const long = createLongPredictions(deps, results, timers);
  let finish = (): void => undefined;
  const part = new Promise<undefined>((resolve) => {
    finish = () => resolve(undefined);
  });
  const prediction = fromPartial<RowPrediction>({ rows: 500, predicted: 500, take: () => ({ value: [1] }), read: () => part });
  const body = (async function* () {})();
  await long.accept({ id: "result", modelName: "model", prediction, unread: Buffer.from("[]"), body, onSuccess: () => undefined });
  for (let seconds = 0; seconds < 200; seconds += 10) {
    await timers.advance(10_000);
    await flushPromises();
    expect((await results.find("result")).status).toBe("init");
  }
  finish();
  await waitFor(async () => (await results.find("result")).status === "success");
  await timers.advance(60_000);
  expect((await results.find("result")).status).toBe("success");
  expect(timers.pending()).toBe(0);
  await long.close();
  deps.cleanUp();
});
