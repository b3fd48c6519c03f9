import type { Resource, User } from "@agatha/contracts";
import type { ErrorBody, ModelApiAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, startServer, type TestDeps, type TestServer, testDeps } from "../test-deps.js";
import { addDataset, addTrainedModel, numberInput } from "../test-models.js";
import { modelRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let asManager: Client;
let dataset: Resource<"Dataset">;
let models: string;

const json = async <T>(answer: Response | Promise<Response>): Promise<T> => (await (await answer).json()) as T;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, modelRoutes(deps));
  amber = await addUser(deps, "amber");
  asAmber = await server.as(amber);
  asManager = await server.as(await addUser(deps, "manager", { auth: "manager" }));
  dataset = await addDataset(deps, { owner: amber });
  models = `/agatha/datasets/${dataset.metadata.name}/models`;
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

describe("a model's API page", () => {
  test("shows the token, the address, and columns with values to try", async () => {
    const inputs = [
      numberInput("x"),
      { ...numberInput("kind"), type: "s" as const, typical: "red", min: null, max: null },
      { ...numberInput("at"), type: "d" as const, typical: Date.parse("2024-01-02T03:04:05Z") },
    ];
    const model = await addTrainedModel(deps, { dataset, inputs });
    const api = await json<ModelApiAnswer>(asAmber("GET", `${models}/${model.metadata.name}/api`));
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
      expect(program).toContain(api.api_token);
      expect(program).toContain(api.url);
    }
    expect((await json<ModelApiAnswer>(asManager("GET", `${models}/${model.metadata.name}/api`))).api_token).toBe(api.api_token);
  });

  test("makes a new token on demand", async () => {
    const path = `${models}/${(await addTrainedModel(deps, { dataset })).metadata.name}/api`;
    const old = await json<ModelApiAnswer>(asAmber("GET", path));
    const fresh = await json<ModelApiAnswer>(asAmber("POST", path));
    expect(fresh.api_token).not.toBe(old.api_token);
    expect((await json<ModelApiAnswer>(asAmber("GET", path))).api_token).toBe(fresh.api_token);
  });

  test("does not put a Host into programs that is no host", async () => {
    const path = `${models}/${(await addTrainedModel(deps, { dataset })).metadata.name}/api`;
    const trusting = testDeps({ trustedProxies: 1 });
    const behindProxy = { ...deps, config: trusting.config, metrics: trusting.metrics };
    const proxied = await startServer(behindProxy, modelRoutes(behindProxy));
    try {
      const client = await proxied.as(amber);
      const through = (host: string) => client("GET", path, { headers: { "X-Forwarded-Host": host, "X-Forwarded-Proto": "https" } });
      expect(await json(through("ml.example.com"))).toMatchObject({ url: "https://ml.example.com/tukey/tukey/api/" });
      expect(await json(through("[::1]:8443"))).toMatchObject({ url: "https://[::1]:8443/tukey/tukey/api/" });
      for (const host of ["a'b", 'a"$(id)', "a/b", "a b", "-a", "a:b"]) {
        const answer = await through(host);
        expect([answer.status, (await json<ErrorBody>(answer)).tukey_error]).toEqual([400, "010602"]);
      }
    } finally {
      await proxied.close();
      trusting.cleanUp();
    }
  });
});
