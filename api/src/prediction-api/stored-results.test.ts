import { COLLECTIONS, Unavailable } from "@agatha/contracts";
import { type FakeTimers, fakeTimers, flushPromises } from "@agatha/contracts/testing/fake-timers";
import { type TestDeps, testDeps } from "../testing/deps.js";
import { createIdGenerator } from "./id-generator.js";
import { createLateResults } from "./late-results.js";
import { createStoredResults } from "./stored-results.js";

let deps: TestDeps;
let timers: FakeTimers;
beforeEach(() => {
  deps = testDeps();
  timers = fakeTimers();
});
afterEach(() => deps.cleanUp());

test("results that are stored together are one document, and each id finds its own rows only", async () => {
  const results = createStoredResults(deps);
  const newId = createIdGenerator(deps.clock);
  const parts = [
    { start: 0, end: 1 },
    { start: 1, end: 3 },
  ];
  const ids = await results.insertTogether([newId(), newId()], "m", { value: [7, 8, 9], interval_level: 0.9 }, parts);
  const [stored, ...others] = await deps.documents.collection(COLLECTIONS.predictions).find();
  expect(others).toEqual([]);
  expect(await Promise.all(ids.map((id) => results.find(id)))).toEqual([
    { status: "success", result: { value: [7], interval_level: 0.9 } },
    { status: "success", result: { value: [8, 9], interval_level: 0.9 } },
  ]);
  for (const id of [stored?.id ?? "", `${stored?.id}${"A".repeat(16)}`, `${stored?.id}__proto__`])
    await expect(results.find(id)).rejects.toMatchObject({ code: "010605" });
  deps.advance(24 * 3_600_000);
  await expect(results.find(ids[0] ?? "")).rejects.toMatchObject({ code: "010605" });
});

test("the process that stored results answers them while the store does not answer", async () => {
  const predictions = deps.documents.collection(COLLECTIONS.predictions);
  const get = () => Promise.reject(new Unavailable("the document store does not answer"));
  const results = createStoredResults({ ...deps, documents: { ...deps.documents, collection: () => ({ ...predictions, get }) as never } });
  const newId = createIdGenerator(deps.clock);
  const parts = [
    { start: 0, end: 1 },
    { start: 1, end: 2 },
  ];
  const [, second = ""] = await results.insertTogether([newId(), newId()], "m", { value: [7, 8] }, parts);
  expect(await results.find(second)).toEqual({ status: "success", result: { value: [8] } });
  await results.insert("alone", "m", { value: [9] });
  expect(await results.find("alone")).toMatchObject({ status: "success", result: { value: [9] } });
  await expect(results.find(newId())).rejects.toThrow(Unavailable);
});

test("results of many rows that are stored together have pages of their own", async () => {
  const results = createStoredResults(deps);
  const newId = createIdGenerator(deps.clock);
  const value = Array.from({ length: 5000 }, (_, i) => i);
  const parts = [
    { start: 0, end: 1 },
    { start: 1, end: 5000 },
  ];
  const [short = "", long = ""] = await results.insertTogether([newId(), newId()], "m", { value }, parts);
  expect(await results.find(short)).toMatchObject({ result: { value: [0] } });
  const { pages } = await results.find(long);
  expect((await results.readPages(long, pages ?? 0)).value).toEqual(value.slice(1));
});

test("results are answered while the store takes none, and other processes find them once it is back", async () => {
  const results = createStoredResults(deps, createLateResults(deps, timers.after));
  const newId = createIdGenerator(deps.clock);
  const parts = [
    { start: 0, end: 1 },
    { start: 1, end: 2 },
  ];
  deps.documentStoreError = new Unavailable("the document store does not answer");
  const [, second = ""] = await results.insertTogether([newId(), newId()], "m", { value: [7, 8] }, parts);
  expect(await results.find(second)).toEqual({ status: "success", result: { value: [8] } });
  const predictions = deps.documents.collection(COLLECTIONS.predictions);
  deps.documentStoreError = undefined;
  await timers.advance(1_000);
  expect(await predictions.find()).toHaveLength(1);
  expect(await createStoredResults(deps).find(second)).toEqual({ status: "success", result: { value: [8] } });
});

/** A store that takes results by this function. */
const lateResultsOf = (insert: (result: { id: string }) => Promise<unknown>) =>
  createLateResults({ ...deps, documents: { ...deps.documents, collection: () => ({ insert }) as never } }, timers.after);
const waitingResult = (id: string) => ({
  id,
  modelName: "m",
  status: "success" as const,
  result: { value: [1] },
  expiresAt: new Date(deps.clock.now() + 1_000).toISOString(),
});

test("results that wait are written once, and make room once, however long the store takes", async () => {
  const asked: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const late = lateResultsOf(async ({ id }) => {
    asked.push(id);
    await answered;
  });
  for (const id of ["a", "b", "c"]) {
    late.keep(waitingResult(id), 50_000);
    await timers.advance(1_000);
  }
  expect(asked).toEqual(["a"]);
  answer();
  await flushPromises();
  expect(late.get("c")).toBeUndefined();
  expect(asked).toEqual(["a", "b", "c"]);
  expect([late.keep(waitingResult("d"), 200_000), late.keep(waitingResult("e"), 1)]).toEqual([true, false]);
});

test("a result that the store refuses does not hold up those after it", async () => {
  const written: string[] = [];
  const late = lateResultsOf(async ({ id }) => {
    if (id === "refused") throw new Error("the document is too large");
    written.push(id);
  });
  for (const id of ["refused", "a"]) late.keep(waitingResult(id), 1);
  await timers.advance(1_000);
  expect(written).toEqual(["a"]);
  expect([late.get("refused")?.id, late.get("a")]).toEqual(["refused", undefined]);
});

test("without the store no more is kept than there is room for, no explanation, and a stop tells what is lost", async () => {
  const results = createStoredResults(deps);
  deps.documentStoreError = new Unavailable("the document store does not answer");
  const value = Array.from({ length: 1_000 }, () => 1);
  await expect(results.insert("explained", "m", { value: [1], explanation: { base: [0], contributions: {} } as never })).rejects.toThrow(
    Unavailable,
  );
  for (let i = 0; i < 200; i++) await results.insert(`r${i}`, "m", { value });
  await expect(results.insert("last", "m", { value })).rejects.toThrow(Unavailable);
  await results.close();
  expect(deps.logLines.join("")).toContain('"results":200');
});
