import { COLLECTIONS, isoTime, type Resource, type User } from "@agatha/contracts";
import type { ErrorBody, ManagedModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { addDataset, addModel, addTrainedModel, setModelStatus } from "../testing/models.js";
import { createTokenUsage, type TokenUsage } from "../tokens/usage.js";
import { managementRoutes } from "./index.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let manager: User;
let asManager: Client;
let dataset: Resource<"Dataset">;

const UPDATE = "/agatha/openthirdapi/update_multi/";
const limited = (enableLimit: number): Pick<User, "products"> => {
  const free = { enabled: true, enableLimit: -1 };
  return { products: { occ: free, opt: free, timeseries: free, quality: { enabled: true, enableLimit } } };
};
const update = (wishes: [Resource<"Model">, boolean][], product_type?: string): Promise<Response> => {
  const api_update_list = wishes.map(([model, api_enabled]) => ({ model_id: model.metadata.name, api_enabled }));
  return asManager("PATCH", UPDATE, { body: { api_update_list, product_type } });
};
const isEnabled = async (model: Resource<"Model">): Promise<boolean | undefined> =>
  (await deps.resources.get("Model", model.metadata.name))?.spec.apiEnabled;
const trained = (displayName: string): Promise<Resource<"Model">> => addTrainedModel(deps, { dataset, spec: { displayName } });

let usage: TokenUsage;
beforeEach(async () => {
  deps = testDeps();
  usage = createTokenUsage(deps);
  server = await startServer(deps, managementRoutes(deps, usage));
  amber = await addUser(deps, "amber", limited(2));
  manager = await addUser(deps, "manager", { auth: "manager" });
  asManager = await server.loggedInAs(manager);
  dataset = await addDataset(deps, { owner: amber });
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

async function expectRefusal(answer: Response, status: number, code: string, paths: string[]): Promise<void> {
  expect(answer.status).toBe(status);
  const body = (await answer.json()) as ErrorBody;
  expect(body.tukey_error).toBe(code);
  expect(body.detail).toEqual(paths.map((path) => ({ path, message: expect.any(String), tukey_error: code })));
}

describe("enabling models' APIs", () => {
  // @contract patch-agatha-openthirdapi-update-multi
  test("enabling changes all models of the list, returns the new states and is audited", async () => {
    const [a, b] = [await trained("A"), await trained("B")];
    const answer = await update(
      [
        [a, true],
        [b, true],
      ],
      "quality",
    );
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      data: [a, b].map((model) => ({ model_id: model.metadata.name, api_enabled: true, api_update_at: isoTime(deps.clock) })),
      refused: [],
    });
    expect([await isEnabled(a), await isEnabled(b)]).toEqual([true, true]);
    expect((await update([[a, false]])).status).toBe(200);
    expect([await isEnabled(a), await isEnabled(b)]).toEqual([false, true]);
    const records = await deps.documents.collection(COLLECTIONS.audit).find({ where: { userId: manager.id } });
    expect(records.map(({ action, target }) => `${action} ${target}`).sort()).toEqual(
      [`model.api.disable ${a.metadata.name}`, `model.api.enable ${a.metadata.name}`, `model.api.enable ${b.metadata.name}`].sort(),
    );
  });

  // @contract a-bulk-change-names-what-it-refuses
  test("a partial change enables as many models as the limit allows, and names each of the others with its reason", async () => {
    const untrained = await addModel(deps, { dataset, spec: { displayName: "U" } });
    const [a, b, c] = [await trained("A"), await trained("B"), await trained("C")];
    const names = [untrained, a, b, c].map(({ metadata }) => metadata.name);
    const api_update_list = [...names, "gone"].map((model_id) => ({ model_id, api_enabled: true }));
    const answer = await asManager("PATCH", UPDATE, { body: { api_update_list, partial: true } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      data: [
        { model_id: names[1], api_enabled: true },
        { model_id: names[2], api_enabled: true },
      ],
      refused: [
        { model_id: names[0], tukey_error: "010517" },
        { model_id: names[3], tukey_error: "010603" },
        { model_id: "gone", tukey_error: "010514" },
      ],
    });
    expect([await isEnabled(a), await isEnabled(b), await isEnabled(c)]).toEqual([true, true, false]);
    expect((await update([[a, false]])).status).toBe(200);
  });

  test("a partial change makes the first change of a model that is listed twice, and refuses the second", async () => {
    const { name } = (await trained("A")).metadata;
    const api_update_list = [true, false].map((api_enabled) => ({ model_id: name, api_enabled }));
    const answer = await asManager("PATCH", UPDATE, { body: { api_update_list, partial: true } });
    expect(await answer.json()).toMatchObject({
      data: [{ model_id: name, api_enabled: true }],
      refused: [{ model_id: name, tukey_error: "010201", message: "The model is listed twice" }],
    });
  });

  test("a change of hundreds of models is sent to the store many at a time, and answered in the order of the request", async () => {
    dataset = await addDataset(deps, { owner: await addUser(deps, "unlimited"), name: "Press" });
    const models = await Promise.all(Array.from({ length: 230 }, (_, i) => trained(`M${i}`)));
    let [writing, most] = [0, 0];
    const { update: write } = deps.resources;
    jest.spyOn(deps.resources, "update").mockImplementation(async (...args: Parameters<typeof write>) => {
      most = Math.max(most, ++writing);
      await new Promise(setImmediate);
      return await write(...args).finally(() => writing--);
    });
    const answer = await update(models.map((model) => [model, true]));
    const { data } = (await answer.json()) as { data: { model_id: string }[] };
    expect(data.map(({ model_id }) => model_id)).toEqual(models.map(({ metadata }) => metadata.name));
    expect(await Promise.all(models.map(isEnabled))).toEqual(models.map(() => true));
    expect(most).toBeGreaterThan(50);
  });

  test("enabling writes nothing if nothing changes", async () => {
    const a = await trained("A");
    const { resourceVersion } = a.metadata;
    expect((await update([[a, false]])).status).toBe(200);
    expect((await deps.resources.get("Model", a.metadata.name))?.metadata.resourceVersion).toBe(resourceVersion);
    expect(await deps.documents.collection(COLLECTIONS.audit).count()).toBe(0);
  });

  test("enabling keeps a concurrent write of the operator", async () => {
    const a = await trained("A");
    const write = deps.resources.update;
    let first = true;
    deps.resources.update = async (kind, resource) => {
      if (first) await setModelStatus(deps, a.metadata.name, { apiUpdatedAt: "2024-05-01T08:00:00Z" });
      first = false;
      return await write(kind, resource);
    };
    expect(await (await update([[a, true]])).json()).toMatchObject({
      data: [{ api_enabled: true, api_update_at: isoTime(deps.clock) }],
    });
    expect((await deps.resources.get("Model", a.metadata.name))?.status?.apiUpdatedAt).toBe("2024-05-01T08:00:00Z");
    deps.advance(60_000);
    expect(await (await update([[a, true]])).json()).toMatchObject({ data: [{ api_update_at: "2024-05-01T08:00:00Z" }] });
  });

  // @contract enabled-models-are-limited-by-product-and
  test("enabling beyond the owner's limit in the product is refused and changes nothing", async () => {
    const [a, b, c] = [await trained("A"), await trained("B"), await trained("C")];
    await expectRefusal(
      await update([
        [a, true],
        [b, true],
        [c, true],
      ]),
      403,
      "010603",
      ["api_update_list[0].model_id", "api_update_list[1].model_id", "api_update_list[2].model_id"],
    );
    expect([await isEnabled(a), await isEnabled(b), await isEnabled(c)]).toEqual([false, false, false]);
    expect(
      (
        await update([
          [a, true],
          [b, true],
        ])
      ).status,
    ).toBe(200);
    await expectRefusal(await update([[c, true]]), 403, "010603", ["api_update_list[0].model_id"]);
    expect(
      (
        await update([
          [c, true],
          [b, false],
        ])
      ).status,
    ).toBe(200);
    expect([await isEnabled(a), await isEnabled(b), await isEnabled(c)]).toEqual([true, false, true]);
  });

  test("enabling is refused after the owner's contract has expired; disabling is not", async () => {
    const [on, off] = [await trained("On"), await trained("Off")];
    await update([[on, true]]);
    const contract = { ...amber.contract, type: "SP" as const, dueDate: "2024-05-01T08:00:00Z" };
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, contract });
    await expectRefusal(await update([[off, true]]), 403, "010313", ["api_update_list[0].model_id"]);
    expect((await update([[on, false]])).status).toBe(200);
  });

  test("concurrent requests of two managers do not exceed the limit", async () => {
    const models = [await trained("A"), await trained("B"), await trained("C"), await trained("D")];
    const answers = await Promise.all(models.map((model) => update([[model, true]])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403, 403]);
  });

  // @contract 1-means-unlimited-and-the-default-mode
  test("enabled models are counted by product and owner", async () => {
    const berta = await addUser(deps, "berta", limited(1));
    const hers = await addTrainedModel(deps, { dataset: await addDataset(deps, { owner: berta }) });
    const outliers = await addTrainedModel(deps, { dataset: await addDataset(deps, { owner: amber, productType: "occ" }) });
    expect(
      (
        await update([
          [await trained("A"), true],
          [await trained("B"), true],
          [hers, true],
          [outliers, true],
        ])
      ).status,
    ).toBe(200);
  });

  test("enabling is refused for untrained models, each with its place", async () => {
    const [a, waiting] = [await trained("A"), await addModel(deps, { dataset, spec: { displayName: "W" } })];
    await expectRefusal(
      await update([
        [a, true],
        [waiting, true],
      ]),
      409,
      "010517",
      ["api_update_list[1].model_id"],
    );
    expect(await isEnabled(a)).toBe(false);
  });

  test("enabling is refused for a model with an entirely empty column", async () => {
    const holey = await addDataset(deps, { owner: amber, columns: { x: "n", hole: "n", y: "n" }, empty: ["hole"] });
    const on = await addTrainedModel(deps, { dataset: holey, spec: { displayName: "On", columns: ["x", "hole"] } });
    const off = await addTrainedModel(deps, { dataset: holey, spec: { displayName: "Off" } });
    await expectRefusal(await update([[on, true]]), 409, "010519", ["api_update_list[0].model_id"]);
    expect((await update([[off, true]])).status).toBe(200);
  });

  test.each([
    ["a model that is not there", async () => ({ api_update_list: [{ model_id: "nowhere", api_enabled: true }] }), 404, "010514"],
    [
      "a model twice",
      async () => {
        const { name } = (await trained("A")).metadata;
        return {
          api_update_list: [
            { model_id: name, api_enabled: true },
            { model_id: name, api_enabled: false },
          ],
        };
      },
      400,
      "010201",
    ],
    [
      "a model of another product",
      async () => ({ api_update_list: [{ model_id: (await trained("A")).metadata.name, api_enabled: true }], product_type: "occ" }),
      400,
      "010201",
    ],
    ["an empty list", async () => ({ api_update_list: [] }), 400, "010201"],
  ])("enabling is refused for %s", async (_case, body, status, code) => {
    const answer = await asManager("PATCH", UPDATE, { body: await body() });
    expect([answer.status, ((await answer.json()) as ErrorBody).tukey_error]).toEqual([status, code]);
  });

  // @contract enabled-models-are-limited-by-product-and
  test("licences limit all products together, and disabling frees one", async () => {
    const { restriction } = amber;
    await deps.documents.collection(COLLECTIONS.users).put({ ...amber, ...limited(-1), restriction: { ...restriction, licenceLimit: 1 } });
    const [a, b] = [
      await trained("A"),
      await addTrainedModel(deps, { dataset: await addDataset(deps, { owner: amber, productType: "occ" }) }),
    ];
    expect((await update([[a, true]])).status).toBe(200);
    await expectRefusal(await update([[b, true]]), 403, "010522", ["api_update_list[0].model_id"]);
    const exchanged = await update([
      [a, false],
      [b, true],
    ]);
    expect([exchanged.status, await isEnabled(a), await isEnabled(b)]).toEqual([200, false, true]);
  });
});

describe("the lists of models", () => {
  // @contract get-manage-agatha-model-list
  test("managers see each API's usage, summed over all tokens", async () => {
    const [a] = [await trained("A"), await trained("B")];
    for (const tokenHash of ["old", "new"]) {
      usage.record({ name: a.metadata.name, uid: a.metadata.uid, tokenHash }, 100);
      deps.advance(1000);
    }
    const { data } = (await (await asManager("GET", "/manage_agatha/model_list/")).json()) as { data: ManagedModelAnswer[] };
    const told = data.map(({ name, api_calls, api_rows, api_last_used_at }) => [name, api_calls, api_rows, api_last_used_at]);
    expect(told.sort()).toEqual([
      ["A", 2, 200, "2024-05-01T08:00:01.000Z"],
      ["B", 0, 0, null],
    ]);
  });

  // @contract lists-of-models-can-be-restricted-to
  test("the list can be limited to one account", async () => {
    await trained("A");
    const own = await addDataset(deps, { owner: manager });
    await addTrainedModel(deps, { dataset: own, spec: { displayName: "B" } });
    for (const path of ["/manage_agatha/model_list", "/agatha/find_model_list"]) {
      const { data } = (await (await asManager("GET", `${path}/?owner=${manager.id}`)).json()) as { data: ModelAnswer[] };
      expect(data.map(({ name }) => name)).toEqual(["B"]);
    }
  });

  // @contract get-agatha-find-model-list
  test("managers list all models, other users their own, by product", async () => {
    await trained("A");
    await addTrainedModel(deps, { dataset: await addDataset(deps, { owner: amber, productType: "occ" }), spec: { displayName: "B" } });
    const berta = await addUser(deps, "berta");
    await addTrainedModel(deps, { dataset: await addDataset(deps, { owner: berta }), spec: { displayName: "C" } });
    const names = async (client: Client, path: string): Promise<string[]> => {
      const { data } = (await (await client("GET", path)).json()) as { data: ModelAnswer[] };
      return data.map(({ name }) => name).sort();
    };
    expect(await names(asManager, "/manage_agatha/model_list/")).toEqual(["A", "B", "C"]);
    expect(await names(asManager, "/manage_agatha/model_list/?product_type=occ")).toEqual(["B"]);
    expect(await names(asManager, "/manage_agatha/model_list/?product_type=all")).toEqual(["A", "B", "C"]);
    expect(await names(await server.loggedInAs(berta), "/agatha/find_model_list/")).toEqual(["C"]);
    expect(await names(await server.loggedInAs(amber), "/agatha/find_model_list/?product_type=quality")).toEqual(["A"]);
  });
});
