import { COLLECTIONS, type Collection, type CollectionDefinition, type Document, type Resource, type User } from "@agatha/contracts";
import { createTokenStore } from "@agatha/contracts/api-access/api-tokens";
import type { ErrorBody, ModelAnswer, ModelApiAnswer } from "@agatha/contracts/wire";
import { originsByHost } from "../http/public-url.js";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { modelsOf } from "../testing/model-fixture.js";
import { addDataset, addTrainedModel, numericInput } from "../testing/models.js";
import { createOwnerAndManager, type OwnerAndManager } from "../testing/owner-and-manager.js";
import { createTokenUsage, type TokenUsage } from "../tokens/usage.js";
import { modelRoutes } from "./index.js";

let fixture: OwnerAndManager;
let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let asManager: Client;
let dataset: Resource<"Dataset">;
let models: string;
let usage: TokenUsage;

beforeEach(async () => {
  fixture = await createOwnerAndManager((made) => {
    usage = createTokenUsage(made);
    return modelRoutes(made, usage);
  });
  ({ deps, server, amber, asAmber, asManager, dataset } = fixture);
  models = modelsOf(dataset);
});
afterEach(() => fixture.close());

describe("a model's API page", () => {
  // @contract get-agatha-datasets-id-models-mid-api
  test("the page shows the token, the address, and columns with sample values", async () => {
    const inputs = [
      numericInput("x"),
      { ...numericInput("kind"), type: "s" as const, typical: "red", min: null, max: null },
      { ...numericInput("at"), type: "d" as const, typical: Date.parse("2024-01-02T03:04:05Z") },
    ];
    const model = await addTrainedModel(deps, { dataset, inputs });
    const api = await readJson<ModelApiAnswer>(asAmber("GET", `${models}/${model.metadata.name}/api`));
    expect(api).toMatchObject({
      api_enabled: false,
      url: `${server.url}/tukey/api/`,
      columns: [
        { name: "x", type: "n", example: 5 },
        { name: "kind", type: "s", example: "red" },
        { name: "at", type: "d", example: "2024-01-02T03:04:05.000Z" },
      ],
    });
    for (const program of Object.values(api.examples)) {
      expect(program).toContain(api.api_token!);
      expect(program).toContain(api.url);
    }
    expect((await readJson<ModelApiAnswer>(asManager("GET", `${models}/${model.metadata.name}/api`))).api_token).toBe(api.api_token);
  });

  test("the page and the lists of models say that the API answers nobody while all APIs of the owner are disabled", async () => {
    const model = await addTrainedModel(deps, { dataset });
    const refusal = async () => (await readJson<ModelApiAnswer>(asAmber("GET", `${models}/${model.metadata.name}/api`))).owner_refusal;
    const listed = async () =>
      (await readJson<{ data: ModelAnswer[] }>(asAmber("GET", `${models}/`))).data.map(({ owner_refusal }) => owner_refusal);
    expect([await refusal(), ...(await listed())]).toEqual([null, null]);
    const stored = (await deps.documents.collection(COLLECTIONS.users).get(amber.id))!;
    await deps.documents.collection(COLLECTIONS.users).put({ ...stored, contract: { ...stored.contract, apiEnableMode: "disabled" } });
    expect([await refusal(), ...(await listed())]).toEqual(["disabled", "disabled"]);
  });

  test("the page of a model says that the API answers nobody while the account of the owner is disabled", async () => {
    const model = await addTrainedModel(deps, { dataset });
    const stored = (await deps.documents.collection(COLLECTIONS.users).get(amber.id))!;
    await deps.documents.collection(COLLECTIONS.users).put({ ...stored, active: false });
    const page = await readJson<ModelApiAnswer>(asManager("GET", `${models}/${model.metadata.name}/api`));
    expect(page.owner_refusal).toBe("inactive");
  });

  test("the lists of models say that an enabled API refuses calls while its token is revoked", async () => {
    const model = await addTrainedModel(deps, { dataset, spec: { apiEnabled: true } });
    const path = `${models}/${model.metadata.name}/api`;
    const listed = async () =>
      (await readJson<{ data: ModelAnswer[] }>(asAmber("GET", `${models}/`))).data.map(({ api_token_revoked }) => api_token_revoked);
    expect(await listed()).toEqual([false]);
    await asAmber("DELETE", path);
    expect(await listed()).toEqual([true]);
    await asAmber("POST", path);
    expect(await listed()).toEqual([false]);
  });

  test("a list reads documents as often for twenty models as for two", async () => {
    const { collection } = deps.documents;
    let reads = 0;
    deps.documents.collection = <T extends Document>(definition: CollectionDefinition<T>): Collection<T> => {
      const found = collection(definition);
      const counted = <A extends unknown[], R>(read: (...args: A) => R) => {
        return (...args: A): R => {
          reads++;
          return read(...args);
        };
      };
      return { ...found, get: counted(found.get), getMany: counted(found.getMany), find: counted(found.find) };
    };
    const readsOfList = async (models: number): Promise<number> => {
      const owner = await addUser(deps, `owner-of-${models}`);
      const own = await addDataset(deps, { owner });
      for (let i = 0; i < models; i++) await addTrainedModel(deps, { dataset: own, spec: { apiEnabled: true } });
      const client = await server.loggedInAs(owner);
      const before = reads;
      const { data } = await readJson<{ data: ModelAnswer[] }>(client("GET", `/agatha/datasets/${own.metadata.name}/models/`));
      expect(data).toHaveLength(models);
      return reads - before;
    };
    expect(await readsOfList(20)).toBe(await readsOfList(2));
  });

  // @contract post-agatha-datasets-id-models-mid-api
  test("the page creates a new token on request", async () => {
    const path = `${models}/${(await addTrainedModel(deps, { dataset })).metadata.name}/api`;
    const old = await readJson<ModelApiAnswer>(asAmber("GET", path));
    const fresh = await readJson<ModelApiAnswer>(asAmber("POST", path));
    expect(fresh.api_token).not.toBe(old.api_token);
    expect((await readJson<ModelApiAnswer>(asAmber("GET", path))).api_token).toBe(fresh.api_token);
  });

  // @contract delete-agatha-datasets-id-models-mid-api
  test("a revoked token is gone at once, and a new one is created only on request", async () => {
    const path = `${models}/${(await addTrainedModel(deps, { dataset })).metadata.name}/api`;
    const old = await readJson<ModelApiAnswer>(asAmber("GET", path));
    expect((await asManager("DELETE", path)).status).toBe(204);
    expect(await deps.documents.collection(COLLECTIONS.audit).find()).toMatchObject([{ action: "model.api.revoke" }]);
    const without = await readJson<ModelApiAnswer>(asAmber("GET", path));
    expect(without.api_token).toBeNull();
    expect(without.examples.python).toContain("YOUR_API_TOKEN");
    const fresh = await readJson<ModelApiAnswer>(asAmber("POST", path));
    expect(fresh.api_token).not.toBe(old.api_token);
    expect(fresh.examples.python).toContain(fresh.api_token!);
  });

  test("the owner and managers see each token's usage", async () => {
    const model = await addTrainedModel(deps, { dataset });
    const path = `${models}/${model.metadata.name}/api`;
    const use = async (times: number): Promise<void> => {
      const { api_token } = await readJson<ModelApiAnswer>(asAmber("GET", path));
      const found = await createTokenStore(deps).verify("model", api_token!);
      for (let i = 0; i < times; i++) usage.record(found!, 10);
      deps.advance(1000);
    };
    await use(3);
    await asAmber("POST", path);
    await use(1);
    const expected = [
      { current: true, calls: 1, rows: 10 },
      { current: false, calls: 3, rows: 30 },
    ];
    for (const person of [asAmber, asManager]) expect((await readJson<ModelApiAnswer>(person("GET", path))).usage).toMatchObject(expected);
  });

  test("an unlisted or invalid Host does not get into code samples", async () => {
    const path = `${models}/${(await addTrainedModel(deps, { dataset })).metadata.name}/api`;
    const trusting = testDeps({ trustedProxies: 1, publicOrigins: originsByHost(["https://ml.example.com"]) });
    const behindProxy = { ...deps, config: trusting.config, metrics: trusting.metrics };
    const proxied = await startServer(behindProxy, modelRoutes(behindProxy, usage));
    try {
      const client = await proxied.loggedInAs(amber);
      const through = (host: string) => client("GET", path, { headers: { "X-Forwarded-Host": host, "X-Forwarded-Proto": "https" } });
      expect(await readJson(through("ml.example.com"))).toMatchObject({ url: "https://ml.example.com/tukey/tukey/api/" });
      expect(await readJson(through("[::1]:8443"))).toMatchObject({ url: "https://[::1]:8443/tukey/tukey/api/" });
      for (const host of ["evil.example", "ml.example.com.evil.example", "a'b", 'a"$(id)', "a/b", "a b", "-a", "a:b"]) {
        const answer = await through(host);
        expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([421, "010201"]);
      }
    } finally {
      await proxied.close();
      trusting.cleanUp();
    }
  });
});
