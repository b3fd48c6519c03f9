/** Bodies that are long, hostile, or sent in an unusual order. */
import { connect, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { COLLECTIONS, type ErrorCode, type Resource, type User } from "@agatha/contracts";
import { createTokenStore, modelSubject } from "@agatha/contracts/api-access/api-tokens";
import type { ErrorBody, PredictionAnswer } from "@agatha/contracts/wire";
import type { TextFormats } from "@agatha/trainer/serving";
import { createServices, type Services } from "../services.js";
import type { ModelCache } from "../serving/model-cache.js";
import { addUser, readError, readJson, startServer, type TestDeps, type TestServer, testDeps, waitFor } from "../testing/deps.js";
import { addDataset, addTrainedModel, enableApi, numericInput, stubModelCache, textInput } from "../testing/models.js";
import { predictionApiRoutes } from "./index.js";

let deps: TestDeps;
let services: Services;
let server: TestServer;
let owner: User;
let dataset: Resource<"Dataset">;
let model: Resource<"Model">;
let token: string;
/** How the file of the model's training writes its columns. */
let ownFormats: TextFormats | undefined;

beforeEach(async () => {
  deps = testDeps();
  services = createServices(deps);
  const stub = stubModelCache(deps);
  const models: ModelCache = { get: async (model) => ({ ...(await stub.get(model)), formats: ownFormats }) };
  ownFormats = undefined;
  server = await startServer(deps, predictionApiRoutes(deps, { ...services, models }));
  owner = await addUser(deps, "amber");
  dataset = await addDataset(deps, { owner });
  model = await addTrainedModel(deps, { dataset, inputs: ["x", "flow rate", "flow  rate"].map(numericInput) });
  await enableApi(deps, model.metadata.name);
  token = await createTokenStore(deps).rotate(modelSubject(model));
});
afterEach(async () => {
  await services.longPredictions.close();
  await server.close();
  deps.cleanUp();
});

const post = (body: string, headers: Record<string, string> = {}, path = ""): Promise<Response> =>
  server.anonymous("POST", `/tukey/api/${path}`, { body, headers: { "Content-Type": "application/json", ...headers } });
const ask = (data: unknown, path = ""): Promise<Response> => post(JSON.stringify({ api_token: token, data }), {}, path);
const resultAt = async (link: string): Promise<PredictionAnswer["data"]> => (await readJson<PredictionAnswer>(fetch(link))).data;
const linkOf = async (answer: Promise<Response>): Promise<string> => (await readJson<{ link: string }>(answer)).link;
const values = async (answer: Promise<Response>): Promise<unknown> => (await resultAt(await linkOf(answer))).value;

async function finishedResult(answer: Promise<Response>): Promise<PredictionAnswer["data"]> {
  const link = await linkOf(answer);
  let result = await resultAt(link);
  await waitFor(async () => {
    result = await resultAt(link);
    return result.status !== "init";
  });
  return result;
}

/** Sends the head of a request and a part of its body, and resolves with the answer although the rest is never sent. */
async function answerToPart(part: string, authorization?: string): Promise<{ status: number; code: ErrorCode }> {
  const { hostname, port } = new URL(server.url);
  const socket = await new Promise<Socket>((resolve) => {
    const opened = connect(Number(port), hostname, () => resolve(opened));
  });
  const headers = ["Host: localhost", "Content-Type: application/json", "Content-Length: 63000000"];
  if (authorization !== undefined) headers.push(`Authorization: ${authorization}`);
  socket.on("error", () => undefined);
  socket.write(`POST /tukey/tukey/api/ HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${part}`);
  let answer = "";
  for await (const chunk of socket) {
    answer += (chunk as Buffer).toString();
    const body = answer.split("\r\n\r\n")[1];
    if (body?.endsWith("}")) return { status: Number(answer.slice(9, 12)), code: (JSON.parse(body) as ErrorBody).tukey_error };
  }
  throw new Error(`the connection ended after ${answer}`);
}

describe("a token decides before the body is read", () => {
  const rows = (bytes: number): string => `{"data":[${'{"x":1},'.repeat(bytes / 8)}`;
  test.each<[string, string, string | undefined, number, ErrorCode]>([
    ["a wrong token in the header, after 64 KB", rows(80_000), "Bearer nonsense", 401, "010601"],
    ["a wrong token before the rows", '{"api_token":"nonsense","data":[{"x":1}', undefined, 401, "010601"],
    ["no token, after a megabyte of rows", rows(1_200_000), undefined, 413, "010201"],
    ["no token, after 64 KB of something else", `{"note":"${"x".repeat(80_000)}`, undefined, 413, "010201"],
    ["a token that is no text", '{"api_token":{"a":1},"data":', undefined, 400, "010602"],
    ["nesting", `{"data":${"[".repeat(100)}`, undefined, 400, "010201"],
  ])("a request is refused for %s", async (_case, part, authorization, status, code) => {
    expect(await answerToPart(part, authorization)).toEqual({ status, code });
  });

  test("rows of up to a megabyte may precede the token", async () => {
    const data = Array.from({ length: 9_000 }, (_, x) => ({ x, ignored: "x".repeat(80) }));
    expect(await values(post(JSON.stringify({ data, api_token: token })))).toEqual(data.map(({ x }) => x));
  });

  test("another token after the rows is refused, the same one is not", async () => {
    const after = (api_token: string | null) => post(JSON.stringify({ data: { x: 1, y: "y".repeat(70_000) }, api_token }), bearer);
    const bearer = { Authorization: `Bearer ${token}` };
    expect((await after(token)).status).toBe(200);
    expect((await after(null)).status).toBe(200);
    expect(await readError(after("nonsense"))).toEqual([401, "010601", undefined]);
  });

  test.each([
    ["text", { "Content-Type": "text/plain" }, 415],
    ["JSON in another encoding", { "Content-Type": "application/json; charset=utf-16le" }, 415],
    ["compressed JSON", { "Content-Encoding": "gzip" }, 415],
    ["rows sent twice", { Twice: "yes" }, 400],
  ])("a body is refused if it is %s", async (_case, headers, status) => {
    const twice = "Twice" in headers ? ',"data":{"x":2}' : "";
    expect((await post(`{"api_token":"${token}","data":{"x":1}${twice}}`, headers)).status).toBe(status);
  });
});

describe("a class that the training did not have", () => {
  const warning = "plant has a value that no row of the training had: it counts as none of the known ones";
  beforeEach(async () => {
    const withText = await addTrainedModel(deps, { dataset, inputs: [numericInput("x"), textInput("plant", ["north"])] });
    await enableApi(deps, withText.metadata.name);
    token = await createTokenStore(deps).rotate(modelSubject(withText));
  });

  test("its row has a warning, and a request without such a row has none", async () => {
    const rows = [{ x: 1, plant: "north" }, { x: 2, plant: "west" }, { x: 3 }];
    expect(await finishedResult(ask(rows))).toEqual({ status: "success", value: [1, 2, 3], warning: [null, warning, null] });
    expect(await finishedResult(ask([rows[0], rows[2]]))).toEqual({ status: "success", value: [1, 3] });
  });

  test.each([100, 3_000, 12_000])("it is told wherever among %i rows it is", async (count) => {
    const rows = Array.from({ length: count }, (_, x) => ({ x, plant: x === count - 5 ? "west" : "north" }));
    const result = await finishedResult(ask(rows));
    expect(result.value).toEqual(rows.map(({ x }) => x));
    expect(result.warning).toEqual(rows.map(({ plant }) => (plant === "west" ? warning : null)));
  });
});

describe("more than 10,000 rows", () => {
  // @contract a-prediction-of-more-than-10-000
  test("the link says init at once, and has all values when they are predicted", async () => {
    const data = Array.from({ length: 200_000 }, (_, x) => ({ x: x % 1000 }));
    const link = await linkOf(ask(data));
    expect(await resultAt(link)).toEqual({ status: "init" });
    await waitFor(async () => (await resultAt(link)).status !== "init");
    expect(await resultAt(link)).toEqual({ status: "success", value: data.map(({ x }) => x) });
    expect(await services.usage.list(model.metadata.uid)).toMatchObject([{ calls: 1, rows: 200_000 }]);
  });

  test.each([10_001, 10_499, 10_500, 12_345])("%i rows have as many values in their order", async (count) => {
    const data = Array.from({ length: count }, (_, x) => ({ x }));
    expect((await finishedResult(ask(data))).value).toEqual(data.map(({ x }) => x));
  });

  test("an explanation has contributions for each of them", async () => {
    const data = Array.from({ length: 10_600 }, (_, x) => ({ x }));
    const { status, varimp, explanation } = await finishedResult(ask(data, "varimp/"));
    expect([status, varimp?.length, explanation?.method, explanation?.prediction.length]).toEqual(["success", 10_600, "linear", 10_600]);
    expect(varimp?.at(-1)).toMatchObject({ x: 10_599 });
  });

  test.each([
    [
      "a row beyond them",
      (data: object[]) => JSON.stringify({ api_token: token, data: [...data, { x: "hot" }] }),
      /^data\[20000\]\.x: should be/,
    ],
    ["JSON that breaks off", (data: object[]) => JSON.stringify({ api_token: token, data }).slice(0, -2), /not valid JSON/],
  ])("the result is a failure with the place for %s", async (_case, body, message) => {
    const data = Array.from({ length: 20_000 }, (_, x) => ({ x }));
    const { status, message: told } = await finishedResult(post(body(data)));
    expect([status, told]).toEqual(["fail", expect.stringMatching(message)]);
  });

  test("a problem in the first of them is refused at once", async () => {
    const data = Array.from({ length: 20_000 }, (_, x) => (x === 7 ? { x: "hot" } : { x }));
    expect(await readError(ask(data))).toEqual([400, "010602", "data[7].x"]);
  });

  test("a result that nobody works on any more is a failure", async () => {
    const link = await linkOf(ask(Array.from({ length: 200_000 }, () => ({ x: 1 }))));
    await services.longPredictions.close();
    expect(await resultAt(link)).toMatchObject({ status: "fail", message: expect.stringContaining("send them again") });
    const killed = { id: "killed", modelName: "m", status: "init" as const, aliveUntil: "2024-05-01T08:01:00.000Z" };
    await deps.documents.collection(COLLECTIONS.predictions).insert(killed);
    expect((await resultAt(`${server.url}/tukey/api/killed`)).status).toBe("init");
    deps.advance(60_000);
    expect(await resultAt(`${server.url}/tukey/api/killed`)).toMatchObject({ status: "fail" });
  });
});

describe("names and numbers", () => {
  test.each([
    ["without its whitespace", { "f lowrate": 5 }, 10],
    ["exactly, before one without whitespace", { x: 1, flowrate: 7, "flow rate": 2 }, 5],
    ["exactly, although another follows", { x: 1, "flow rate": 2, flowrate: 7 }, 5],
  ])("a column is named %s", async (_case, row, value) => {
    const other = await addTrainedModel(deps, { dataset, inputs: ["x", "flow rate"].map(numericInput), spec: { displayName: "B" } });
    await enableApi(deps, other.metadata.name);
    token = await createTokenStore(deps).rotate(modelSubject(other));
    expect(await values(ask(row))).toEqual([value]);
  });

  test("a name without whitespace that two columns share is neither of them", async () => {
    expect(await values(ask({ x: 1, flowrate: 7 }))).toEqual([1]);
  });

  test("decimal commas and separators of thousands are taken if the dataset was read with them, unless the model knows its own formats", async () => {
    expect(await readError(ask({ x: "1,5" }))).toEqual([400, "010602", "data[0].x"]);
    const [description] = await deps.documents.collection(COLLECTIONS.tables).find();
    const columns = description!.table.columns.map((column) => (column.name === "x" ? { ...column, written: ["grouped"] } : column));
    const comma = { ...description!, id: "comma", table: { ...description!.table, columns, decimal: "," as const } };
    await deps.documents.collection(COLLECTIONS.tables).insert(comma);
    const present = (await deps.resources.get("Dataset", dataset.metadata.name))!;
    await deps.resources.updateStatus("Dataset", {
      ...present,
      status: { ...present.status!, table: { ...present.status!.table!, document: "comma" } },
    });
    const texts = ["1,5", "-2.5", 3, "1.037,5", "1.037", 1.037];
    expect(await values(ask(texts.map((x) => ({ x }))))).toEqual([1.5, -2.5, 3, 1037.5, 1037, 1.037]);
    ownFormats = {};
    expect(await readError(ask({ x: "1,5" }))).toEqual([400, "010602", "data[0].x"]);
    ownFormats = { written: new Map([["x", ["durations"]]]) };
    expect(await values(ask({ x: "1:30:00" }))).toEqual([1.5]);
    ownFormats = { decimal: ",", written: new Map([["x", ["lenient"]]]) };
    expect(await values(ask(["1.037", "k.A."].map((x) => ({ x, "flow rate": 1 }))))).toEqual([1039, 2]);
  });
});

test("no body holds up other requests", async () => {
  const names = (count: number): string => Array.from({ length: count }, (_, i) => `"${i}":0`).join(",");
  const authorised = `"api_token":"${token}",`;
  const bodies = [
    `{"data":{${names(1_000_000)}}}`,
    `{${authorised}"data":{${names(1_000_000)}}}`,
    `{${authorised}"data":${"[".repeat(5_000_000)}`,
    `{${authorised}"data":{"x":1,"y":"${"\\u0041".repeat(2_000_000)}"}}`,
    `{${authorised}"data":[${'{"x":1},'.repeat(500_000)}{"x":2}]}`,
  ];
  const delay = monitorEventLoopDelay({ resolution: 5 });
  // The test sends from the same process, so that only what the server does may be counted.
  const sending = bodies.map((body) => post(body).then((response) => response.status));
  await new Promise((resolve) => setTimeout(resolve, 100));
  delay.enable();
  expect(await Promise.all(sending)).toEqual([413, 400, 400, 200, 200]);
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(400);
});
