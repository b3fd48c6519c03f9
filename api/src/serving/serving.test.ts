import { Readable } from "node:stream";
import { DamagedObject, type ObjectStore, type Resource, ROW_LIMIT } from "@agatha/contracts";
import { testDeps } from "../testing/deps.js";
import { loadWeightedSum, numericInput } from "../testing/models.js";
import { createModelCache } from "./model-cache.js";
import { predictRows } from "./predict.js";
import { parseRecords } from "./records.js";

describe("the model cache", () => {
  const deps = testDeps();
  const { objects } = deps;
  const reads: string[] = [];
  const counted: ObjectStore = {
    ...objects,
    get: (key, range) => {
      reads.push(key);
      return objects.get(key, range);
    },
  };
  const bytes = Buffer.from(JSON.stringify([numericInput("x")]));
  const trained = async (key: string, spec = {}) => {
    const artifact = { ...(await objects.put(key, bytes)), info: "i", predictions: "p" };
    return { spec, status: { phase: "success", artifact } } as Resource<"Model">;
  };
  const cache = (maxBytes: number) => createModelCache({ objects: counted, load: loadWeightedSum, maxBytes });
  beforeEach(() => {
    reads.length = 0;
  });
  afterAll(() => deps.cleanUp());

  test("concurrent requests load a model once", async () => {
    const models = cache(1000);
    const a = await trained("a");
    const loaded = await Promise.all([models.get(a), models.get(a), models.get(a)]);
    expect(new Set(loaded).size).toBe(1);
    expect(await models.get(a)).toBe(loaded[0]);
    expect(reads).toEqual(["a"]);
  });
  test("the least recently used model is evicted first", async () => {
    const models = cache(2 * bytes.length);
    const [a, b, c] = [await trained("a"), await trained("b"), await trained("c")];
    for (const one of [a, b, a, c, a, b]) await models.get(one);
    expect(reads).toEqual(["a", "b", "c", "b"]);
  });
  test("a model with another decision is loaded with it", async () => {
    const decisions: unknown[] = [];
    const load = (artifact: Uint8Array, decision?: unknown) => {
      decisions.push(decision);
      return loadWeightedSum(artifact);
    };
    const models = createModelCache({ objects: counted, load, maxBytes: 1000 });
    const decision = {
      labels: ["a", "b"],
      costs: [
        [0, 1],
        [2, 0],
      ],
    };
    for (const spec of [{}, { decision }, { decision }, {}]) await models.get(await trained("a", spec));
    expect(decisions).toEqual([undefined, decision]);
  });
  test("a model larger than the cache is kept", async () => {
    const models = cache(1);
    const a = await trained("a");
    await models.get(a);
    await models.get(a);
    expect(reads).toEqual(["a"]);
  });
  test("a model is loaded again after a failure", async () => {
    const a = await trained("a");
    let broken = true;
    const get: ObjectStore["get"] = (key) => (broken ? Promise.reject(new Error("store is down")) : objects.get(key));
    const models = createModelCache({ objects: { ...objects, get }, load: loadWeightedSum, maxBytes: 1000 });
    await expect(models.get(a)).rejects.toThrow("store is down");
    broken = false;
    expect((await models.get(a)).inputs).toHaveLength(1);
  });
  test("a model whose bytes differ from the trained ones is refused", async () => {
    const a = await trained("a");
    const get: ObjectStore["get"] = async () => Readable.from([Buffer.from("[]")]);
    const models = createModelCache({ objects: { ...objects, get }, load: loadWeightedSum, maxBytes: 1000 });
    await expect(models.get(a)).rejects.toThrow(DamagedObject);
  });
});

describe("rows that clients send", () => {
  test.each([
    ["a record", { x: 1 }, 1],
    ["values of every kind", { a: 1, b: "1", c: null, d: true, e: "" }, 1],
    ["a list", [{ x: 1 }, {}], 2],
    ["as many as allowed", Array.from({ length: ROW_LIMIT }, () => ({ x: 1 })), ROW_LIMIT],
  ])("rows may be %s", async (_case, data, rows) => {
    expect(await parseRecords(data)).toHaveLength(rows);
  });
  test("rows may have a column named __proto__", async () => {
    const [record] = await parseRecords(JSON.parse('{"__proto__": 3}'));
    expect(Object.entries(record!)).toEqual([["__proto__", 3]]);
  });
  test.each([
    ["nothing", undefined, "data"],
    ["text", "x", "data"],
    ["an empty list", [], "data"],
    ["one too many", Array.from({ length: ROW_LIMIT + 1 }, () => ({})), "data"],
    ["a row that is a list", [{ x: 1 }, [1]], "data[1]"],
    ["a row that is nothing", [null], "data[0]"],
    ["a value that is a record", { x: { $ne: null } }, "data.x"],
    ["a value that is a list", [{ x: 1 }, { x: [1] }], "data[1].x"],
  ])("rows are refused if they are %s", async (_case, data, path) => {
    await expect(parseRecords(data)).rejects.toMatchObject({ code: "010602", problems: [{ path }] });
  });
});

describe("predictions of many rows", () => {
  const model = loadWeightedSum(Buffer.from(JSON.stringify([numericInput("x"), numericInput("y")])));

  test("predictions are in the order sent, whatever parts they were made in", async () => {
    const rows = Array.from({ length: 1234 }, (_, x) => ({ x }));
    const { value, outside } = await predictRows(model, rows, { outside: true });
    expect(value).toEqual(rows.map(({ x }) => x));
    expect(outside?.[1233]).toEqual(["x"]);
    expect(outside?.[0]).toEqual([]);
  });
  test.each([
    ["predicted", 600, {}],
    ["explained", 500, { explain: true }],
  ])("rows that a model sees together are %s together", async (_how, count, options) => {
    const sizes: number[] = [];
    const together: typeof model = {
      ...model,
      rowsTogether: true,
      predict(records, ...asked) {
        sizes.push(records.length);
        return model.predict(records, ...asked);
      },
    };
    await predictRows(together, new Array(count).fill({ x: 1 }), options);
    expect(sizes).toEqual([count]);
  });
  test("more rows than are explained together are refused", async () => {
    const refused = predictRows({ ...model, rowsTogether: true }, new Array(501).fill({ x: 1 }), { explain: true });
    await expect(refused).rejects.toMatchObject({
      code: "010602",
      problems: [{ path: "data", message: expect.stringContaining("at most 500 rows") }],
    });
  });
  test("other requests run between the parts", async () => {
    let turns = 0;
    const count = (): void => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await predictRows(
      model,
      Array.from({ length: 5000 }, () => ({ x: 1 })),
    );
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(4);
  });
  test("predictions explain each row on request", async () => {
    const { varimp, explanation } = await predictRows(model, [{ x: 1 }, { x: 2, y: 5 }, { y: 1 }], { explain: true });
    expect(varimp).toEqual([
      { x: 1, y: 0 },
      { x: 2, y: 10 },
      { x: 0, y: 2 },
    ]);
    expect(explanation).toEqual({ of: "value", method: "linear", base: [0, 0, 0], prediction: [1, 12, 2] });
  });
  test.each([
    ["a minute's worth of rows is explained", 300, undefined],
    ["more are refused with how many are not", 302, /more than 60 s: send at most 2\d\d rows/],
  ])("%s", async (_case, count, message) => {
    let clock = 0;
    const slow: typeof model = {
      ...model,
      predict(...asked) {
        clock += 200;
        return model.predict(...asked);
      },
    };
    const explained = predictRows(slow, new Array(count).fill({ x: 1 }), { explain: true }, () => clock);
    if (message === undefined) expect((await explained).varimp).toHaveLength(count);
    else {
      await expect(explained).rejects.toMatchObject({
        code: "010602",
        problems: [{ path: "data", message: expect.stringMatching(message) }],
      });
      expect(clock).toBeLessThan(2000);
    }
  });
  test.each([0, 3, 999, 1233])("an invalid row %i is named by its number in the request", async (bad) => {
    const rows = Array.from({ length: 1234 }, (_, i) => (i === bad ? { z: 1 } : { x: 1 }));
    await expect(predictRows(model, rows)).rejects.toMatchObject({ code: "010602", problems: [{ path: `data[${bad}]` }] });
  });
});
