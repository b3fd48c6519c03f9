import { COLLECTIONS, ERRORS, type Resource, ROW_LIMIT, Unavailable, type User } from "@agatha/contracts";
import { createTokenStore, modelSubject } from "@agatha/contracts/api-access/api-tokens";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import type { ApiConfig } from "../deps.js";
import { originsByHost } from "../http/public-url.js";
import { createServices, type Services } from "../services.js";
import { addUser, type Client, readErrorCode, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addTrainedModel, enableApi, numericInput, stubModelCache } from "../testing/models.js";
import { createTokenUsage, type TokenUsage } from "../tokens/usage.js";
import { predictionApiRoutes } from "./index.js";

interface Accepted {
  id: string;
  link: string;
}

let deps: TestDeps;
let server: TestServer;
let owner: User;
let dataset: Resource<"Dataset">;
let model: Resource<"Model">;
let token: string;
let usage: TokenUsage;
let services: Services;

async function begin(config: Partial<ApiConfig> = {}): Promise<void> {
  deps = testDeps(config);
  usage = createTokenUsage(deps);
  services = createServices(deps);
  server = await startServer(deps, predictionApiRoutes(deps, { ...services, models: stubModelCache(deps), usage }));
  owner = await addUser(deps, "amber");
  dataset = await addDataset(deps, { owner });
  const inputs = ["x", "constructor", "__proto__"].map(numericInput);
  model = await addTrainedModel(deps, { dataset, inputs });
  await enableApi(deps, model.metadata.name);
  token = await createTokenStore(deps).rotate(modelSubject(model));
}
beforeEach(() => begin());
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const post = (body: unknown, headers: Record<string, string> = {}): ReturnType<Client> =>
  server.anonymous("POST", "/tukey/api/", { body, headers });
const ask = (data: unknown): ReturnType<Client> => post({ api_token: token, data });
async function valuesOf(answer: Promise<Response>): Promise<unknown> {
  const { link } = (await (await answer).json()) as Accepted;
  return ((await (await fetch(link)).json()) as PredictionAnswer).data.value;
}

describe("a program with a model's token", () => {
  test("a program gets a link to its prediction, which needs no other credential", async () => {
    const answer = await ask([{ x: 1 }, { x: "2.5" }]);
    expect(answer.status).toBe(200);
    const { id, link } = (await answer.json()) as Accepted;
    expect(link).toBe(`${server.url}/tukey/api/${id}/`);
    expect(id).toMatch(/^[0-9a-z]{9}[A-Za-z0-9_-]{24}$/);
    expect(await (await fetch(link)).json()).toEqual({ data: { status: "success", value: [1, 2.5] } });
    expect(await (await server.anonymous("GET", `/tukey/api/${id}`)).json()).toMatchObject({ data: { value: [1, 2.5] } });
  });

  test.each([
    ["one record", { x: 4 }, [4]],
    ["columns the model does not know", { x: 4, y: "unknown", z: null }, [4]],
    ["columns that every object seems to have", JSON.parse('{ "constructor": 1, "__proto__": 10 }'), [32]],
    ["only some of its columns", [{ constructor: 1 }], [2]],
  ])("a request may send %s", async (_case, data, values) => {
    expect(await valuesOf(ask(data))).toEqual(values);
  });

  // @contract post-tukey-api
  test("the first GET returns 10,000 rows in the order sent", async () => {
    const rows = Array.from({ length: ROW_LIMIT }, (_, i) => ({ x: String(i) }));
    expect(await valuesOf(ask(rows))).toEqual(rows.map((_, i) => i));
  });

  test.each([
    ["no data", undefined, "data"],
    ["an empty list", [], "data"],
    ["none of the model's columns", { y: 1 }, "data[0]"],
    ["a value that is a record", { x: { $ne: null } }, "data.x"],
    ["a value that is a list", [{ x: 1 }, { x: [1] }], "data[1].x"],
  ])("a prediction is refused for %s, with the place, and nothing is stored", async (_case, data, path) => {
    const answer = await ask(data);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ tukey_error: "010602", detail: [{ path }] });
    expect(await deps.documents.collection(COLLECTIONS.predictions).count()).toBe(0);
  });

  // @contract get-tukey-api-id
  test("a result is available for 24 hours", async () => {
    const { link } = (await (await ask({ x: 1 })).json()) as Accepted;
    deps.advance(24 * 3_600_000 - 1);
    expect((await fetch(link)).status).toBe(200);
    deps.advance(1);
    expect(await readErrorCode(fetch(link))).toEqual([404, "010605"]);
  });

  test("the link has the address that a trusted proxy reports, and no other", async () => {
    const headers = { "X-Forwarded-Host": "ml.example.com", "X-Forwarded-Proto": "https" };
    const link = async (): Promise<string> => ((await (await post({ api_token: token, data: { x: 1 } }, headers)).json()) as Accepted).link;
    expect(await link()).toMatch(`${server.url}/tukey/api/`);
    await server.close();
    deps.cleanUp();
    await begin({ trustedProxies: 1, publicOrigins: originsByHost(["https://ml.example.com"]) });
    expect(await link()).toMatch("https://ml.example.com/tukey/tukey/api/");
  });
});

test("the token may be a bearer token in the header instead; the one in the body takes precedence", async () => {
  const withHeader = (Authorization: string, body: object = {}) => post({ data: { x: 1 }, ...body }, { Authorization });
  expect((await withHeader(`Bearer ${token}`)).status).toBe(200);
  expect(await readErrorCode(withHeader("Bearer nonsense"))).toEqual([401, "010601"]);
  expect(await readErrorCode(withHeader(`Basic ${token}`))).toEqual([400, "010602"]);
  expect(await readErrorCode(withHeader(`Bearer ${token}`, { api_token: "nonsense" }))).toEqual([401, "010601"]);
});

describe("token usage", () => {
  const used = () => usage.list(model.metadata.uid);

  test("usage counts answered calls and their rows, by token", async () => {
    await ask([{ x: 1 }, { x: 2 }]);
    deps.advance(1000);
    await ask({ x: 3 });
    expect((await ask([])).status).toBe(400);
    token = await createTokenStore(deps).rotate(modelSubject(model));
    deps.advance(1000);
    await ask({ x: 4 });
    expect(await used()).toMatchObject([
      { calls: 1, rows: 1, firstUsedAt: "2024-05-01T08:00:02.000Z", lastUsedAt: "2024-05-01T08:00:02.000Z" },
      { calls: 2, rows: 3, firstUsedAt: "2024-05-01T08:00:00.000Z", lastUsedAt: "2024-05-01T08:00:01.000Z" },
    ]);
  });

  test("usage does not count refused calls", async () => {
    await enableApi(deps, model.metadata.name, false);
    await ask({ x: 1 });
    await post({ api_token: "nonsense", data: { x: 1 } });
    expect(await used()).toEqual([]);
  });
});

describe("explanations", () => {
  beforeEach(async () => {
    model = await addTrainedModel(deps, { dataset, inputs: ["x", "constructor"].map(numericInput), spec: { displayName: "Why" } });
    await enableApi(deps, model.metadata.name);
    token = await createTokenStore(deps).rotate(modelSubject(model));
  });
  const explain = (data: unknown): ReturnType<Client> =>
    server.anonymous("POST", "/tukey/api/varimp/", { body: { api_token: token, data } });

  // @contract post-tukey-api-varimp, get-tukey-api-varimp-id
  test("an explanation has the contribution of each input to each row's prediction, in the order sent", async () => {
    const { id, link } = (await (await explain([{ x: 1, constructor: "2" }, { x: 5 }])).json()) as Accepted;
    expect(link).toBe(`${server.url}/tukey/api/varimp/${id}/`);

    const { data } = (await (await fetch(link)).json()) as PredictionAnswer;
    expect(data).toMatchObject({ status: "success", value: [5, 5], explanation: { base: [0, 0], prediction: [5, 5] } });
    expect(data.varimp?.map((row) => [row.x, row.constructor])).toEqual([
      [1, 4],
      [5, 0],
    ]);
  });

  test("an explanation counts towards the same rate limit and is refused for the same reasons", async () => {
    await server.close();
    deps.cleanUp();
    await begin({ rateLimits: { login: 10, predictionApi: 1 }, trustedProxies: 1 });
    const from = (path: string, address: number) =>
      server.anonymous("POST", path, { body: { api_token: token, data: { x: 1 } }, headers: { "X-Forwarded-For": `192.0.2.${address}` } });
    expect((await from("/tukey/api/", 1)).status).toBe(200);
    expect(await readErrorCode(from("/tukey/api/varimp", 2))).toEqual([429, "010305"]);
    deps.advance(60_000);
    await enableApi(deps, model.metadata.name, false);
    expect(await readErrorCode(from("/tukey/api/varimp", 3))).toEqual([403, "010604"]);
  });

  test("explanations are refused if the owner's account lacks them; predictions are not", async () => {
    await deps.documents.collection(COLLECTIONS.users).put({ ...owner, openCalcVarImpEnable: false });
    expect(await readErrorCode(explain({ x: 1 }))).toEqual([403, "010302"]);
    expect((await ask({ x: 1 })).status).toBe(200);
  });
});

describe("access to predictions", () => {
  test.each([
    ["an unknown token", () => ({ api_token: "nonsense", data: { x: 1 } }), 401, "010601"],
    ["the hash of the token", async () => ({ api_token: await tokenField("tokenHash"), data: { x: 1 } }), 401, "010601"],
    ["the encrypted token", async () => ({ api_token: await tokenField("encrypted"), data: { x: 1 } }), 401, "010601"],
    ["no token", () => ({ data: { x: 1 } }), 400, "010602"],
    ["a query instead of a token", () => ({ api_token: { $ne: null }, data: { x: 1 } }), 400, "010602"],
    ["an endless token", () => ({ api_token: "x".repeat(300), data: { x: 1 } }), 400, "010602"],
    ["a body that is a list", () => [1], 400, "010602"],
  ])("a prediction is refused for %s", async (_case, body, status, code) => {
    expect(await readErrorCode(post(await body()))).toEqual([status, code]);
  });

  const change = async (spec: Partial<Resource<"Model">["spec"]>): Promise<void> => {
    const present = await deps.resources.get("Model", model.metadata.name);
    await deps.resources.update("Model", { ...present!, spec: { ...present!.spec, ...spec } });
  };
  const changeOwner = async (changes: Partial<User>): Promise<void> => {
    await deps.documents.collection(COLLECTIONS.users).put({ ...owner, ...changes });
  };
  test.each(["enabled", "first", "all"])("an enabled API answers in any mode of enabling new models: %s", async (apiEnableMode) => {
    await changeOwner({ contract: { ...owner.contract, apiEnableMode } });
    expect((await ask({ x: 1 })).status).toBe(200);
  });

  test("a program is answered while the document store is away, with the token and the owner of just before", async () => {
    expect(await valuesOf(ask([{ x: 1 }]))).toEqual([1]);
    deps.documentStoreError = new Unavailable("the document store does not answer", { service: "document store" });
    deps.advance(3_600_000);
    expect(await valuesOf(ask([{ x: 2 }]))).toEqual([2]);
    expect(await readErrorCode(await post({ api_token: "another", data: [{ x: 2 }] }))).toEqual([503, ERRORS.databaseUnavailable]);
  });

  test.each<[string, () => Promise<unknown>, number, string]>([
    ["the API is disabled", () => change({ apiEnabled: false }), 403, "010604"],
    [
      "the model is deleted, although it still waits for its finalizer",
      () => deps.resources.delete("Model", model.metadata),
      401,
      "010601",
    ],
    ["the dataset is deleted", () => deps.resources.delete("Dataset", dataset.metadata), 401, "010601"],
    ["the token is rotated", () => createTokenStore(deps).rotate(modelSubject(model)), 401, "010601"],
    ["the token is revoked", () => createTokenStore(deps).revoke(modelSubject(model)), 401, "010601"],
    ["the owner's account is disabled", () => changeOwner({ active: false }), 403, "010604"],
    ["the owner's contract has no API", () => changeOwner({ contract: { ...owner.contract, apiEnableMode: "disabled" } }), 403, "010604"],
    [
      "the owner's contract has expired",
      () => changeOwner({ contract: { ...owner.contract, type: "SP", dueDate: "2024-05-01T08:00:00Z" } }),
      403,
      "010313",
    ],
    [
      "the model is made anew under the same name",
      async () => {
        const { metadata, spec } = (await deps.resources.get("Model", model.metadata.name))!;
        await deps.resources.update("Model", { ...model, metadata: { ...metadata, finalizers: [] } });
        await deps.resources.delete("Model", metadata);
        await deps.resources.create("Model", { metadata: { name: metadata.name }, spec: { ...spec, apiEnabled: true } });
      },
      401,
      "010601",
    ],
    // @contract apis-answer-as-long-as-the-owner
  ])("predictions are refused as soon as %s", async (_case, stop, status, code) => {
    expect((await ask({ x: 1 })).status).toBe(200);
    await stop();
    expect(await readErrorCode(ask({ x: 1 }))).toEqual([status, code]);
  });

  test("an API that is enabled again answers", async () => {
    await change({ apiEnabled: false });
    expect((await ask({ x: 1 })).status).toBe(403);
    await change({ apiEnabled: true });
    expect((await ask({ x: 1 })).status).toBe(200);
  });

  test("the random parts of ids have nothing in common", async () => {
    const ids = await Promise.all(Array.from({ length: 600 }, async () => ((await (await ask({ x: 1 })).json()) as Accepted).id.slice(9)));
    expect(new Set(ids.map((id) => id.slice(0, 6))).size).toBe(600);
  });

  test("guessed ids are not found", async () => {
    const { id } = (await (await ask({ x: 1 })).json()) as Accepted;
    for (const other of [id.slice(1), `${id}A`, id.toLowerCase(), "..%2f", "__proto__"]) {
      expect((await server.anonymous("GET", `/tukey/api/${other}`)).status).toBe(other.includes("%") ? 400 : 404);
    }
  });
});

describe("the rate limit", () => {
  test("the rate is limited by address, also for wrong tokens", async () => {
    await server.close();
    deps.cleanUp();
    await begin({ rateLimits: { login: 10, predictionApi: 3 } });
    for (let i = 0; i < 3; i++) expect((await post({ api_token: `guess${i}`, data: { x: 1 } })).status).toBe(401);
    const answer = await ask({ x: 1 });
    expect(await readErrorCode(answer)).toEqual([429, "010305"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("the rate is limited by token, for all addresses together", async () => {
    await server.close();
    deps.cleanUp();
    await begin({ rateLimits: { login: 10, predictionApi: 3 }, trustedProxies: 1 });
    const from = (address: number, api_token = token): Promise<Response> =>
      post({ api_token, data: { x: 1 } }, { "X-Forwarded-For": `192.0.2.${address}` });
    for (let i = 0; i < 3; i++) expect((await from(i)).status).toBe(200);
    const answer = await from(9);
    expect(await readErrorCode(answer)).toEqual([429, "010305"]);
    expect(answer.headers.get("retry-after")).toBe("60");
    expect((await from(9, "another")).status).toBe(401);
    deps.advance(60_000);
    expect((await from(9)).status).toBe(200);
  });
});

async function tokenField(field: "tokenHash" | "encrypted"): Promise<string> {
  const [found] = await deps.documents.collection(COLLECTIONS.apiTokens).find();
  return found![field]!;
}
