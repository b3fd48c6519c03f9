/** Every route refuses what is disabled, expired, revoked or at its limit, with the message for it. */
import { COLLECTIONS, ERRORS_BY_CODE, type ErrorCode, type User } from "@agatha/contracts";
import { createTokenStore, modelSubject, type TokenSubject } from "@agatha/contracts/api-access/api-tokens";
import type { ErrorBody } from "@agatha/contracts/wire";
import type { Route } from "./http/route.js";
import { addUser, type Client, type TestDeps, type TestServer, testDeps } from "./testing/deps.js";
import { lowCostHash } from "./testing/low-cost-hash.js";
import { enableApi } from "./testing/models.js";
import {
  callRoute,
  createOwnerFixtures,
  type OwnerFixtures,
  PASSWORD,
  pathForOwner,
  routeName,
  routeTable,
  serveAll,
} from "./testing/route-fixtures.js";

const table = routeTable();
const making = table.filter(({ method, needsLicence }) => method === "post" && needsLicence);
const ending = (pattern: RegExp) => (route: Route) => pattern.test(route.path);
const makesModels = ending(/\/(models|clone|automodels|auto-job)$/);
const makesBatches = ending(/\/(automodels|auto-job)$/);
const makesDatasets = ending(/\/datasets\/(upload|prepare_upload_data)$|\/save_to_tukey$/);
const asksModels = ({ method, path }: Route): boolean => method === "post" && path.startsWith("/tukey/api");
const asksExtractions = ({ method, path }: Route): boolean => method === "post" && path.startsWith("/tukey/extapi");

const passwordHash = lowCostHash(PASSWORD);
let deps: TestDeps;
let server: TestServer;
let has: OwnerFixtures;
let token: string;
let extractionToken: string;

/** Starts one server for all routes of a state: refused requests change nothing. */
async function begin(): Promise<void> {
  deps = testDeps();
  server = await serveAll(deps);
  has = await createOwnerFixtures(deps, passwordHash);
  token = (await createTokenStore(deps).getOrCreate(modelSubject(has.model))) ?? "";
  extractionToken = (await createTokenStore(deps).getOrCreate(extraction())) ?? "";
  await enableExtraction(true);
}
const extraction = (): TokenSubject => ({ kind: "extraction", name: has.dataset.metadata.name, uid: has.dataset.metadata.uid });
async function enableExtraction(enabled: boolean): Promise<void> {
  const histories = deps.documents.collection(COLLECTIONS.editHistories);
  const history = (await histories.get(has.dataset.metadata.uid))!;
  await histories.replace({ ...history, api: { ...history.api, enabled, updatedAt: "2024-05-01T08:00:00Z" } });
}
async function end(): Promise<void> {
  await server.close();
  deps.cleanUp();
}

const change = (changes: Partial<User>) => async (): Promise<void> => {
  await deps.documents.collection(COLLECTIONS.users).put({ ...has.owner, ...changes });
};
const nothing = { enabled: false, enableLimit: -1 };
const noProduct = { occ: nothing, opt: nothing, quality: nothing, timeseries: nothing };
const expired = (): Partial<User> => ({ contract: { ...has.owner.contract, type: "SP", dueDate: "2024-05-01T08:00:00Z" } });

/** A disabled account's first request ends its sessions. */
const asOwner = (): Promise<Client> => server.loggedInAs(has.owner);
const ask = async (route: Route): Promise<Response> => {
  if (asksModels(route)) return await server.anonymous("POST", route.path, { body: { api_token: token, data: { x: 1 } } });
  if (asksExtractions(route)) return await server.anonymous("POST", route.path, { body: { token: extractionToken, data: [{ x: 1 }] } });
  const send = await asOwner();
  if (!route.request?.multipart) return await callRoute(send, route, { has });
  const form = new FormData();
  form.append("file", new Blob(["x,y\n1,2\n"]), "new.csv");
  return await send(route.method.toUpperCase(), pathForOwner(route, has), { body: form });
};
async function expectRefusal(answer: Response, code: ErrorCode): Promise<void> {
  const { status, message } = ERRORS_BY_CODE[code];
  const body = (await answer.json()) as ErrorBody;
  expect([answer.status, body.tukey_error, body.message]).toEqual([status, code, message]);
}
async function made(): Promise<number> {
  const [datasets, models, batches, reservations, uploads] = await Promise.all([
    deps.resources.list("Dataset"),
    deps.resources.list("Model"),
    deps.resources.list("AutoModel"),
    deps.documents.collection(COLLECTIONS.nameReservations).count(),
    deps.documents.collection(COLLECTIONS.uploadsInProgress).count(),
  ]);
  return datasets.items.length + models.items.length + batches.items.length + reservations + uploads;
}

interface State {
  begin(): Promise<unknown>;
  /** Whether this state makes the route refuse requests. */
  refuses(route: Route): boolean;
  code: ErrorCode;
}
const STATES: Record<string, State> = {
  "a disabled account": { begin: change({ active: false }), refuses: ({ access }) => access !== "public", code: "010304" },
  "an account whose contract has expired": {
    begin: () => change(expired())(),
    refuses: (route) => route.needsLicence === true || asksModels(route) || asksExtractions(route),
    code: "010313",
  },
  "an account at its limit of models": {
    begin: () => change({ restriction: { ...has.owner.restriction, modelLimit: 0 } })(),
    refuses: (route) => making.includes(route) && makesModels(route),
    code: "010510",
  },
  "an account that may make no models": {
    begin: change({ modelCreateEnable: false }),
    refuses: (route) => making.includes(route) && makesModels(route),
    code: "010302",
  },
  "an account without automatic models": {
    begin: () => change({ restriction: { ...has.owner.restriction, autoModelEnable: false } })(),
    refuses: (route) => making.includes(route) && makesBatches(route),
    code: "010513",
  },
  "an account that may make no datasets": { begin: change({ datasetCreateEnable: false }), refuses: makesDatasets, code: "010302" },
  "an account without the product": {
    begin: change({ products: noProduct }),
    // Templates belong to no product.
    refuses: (route) =>
      (making.includes(route) && !route.path.endsWith("/extraction_templates")) || asksModels(route) || asksExtractions(route),
    code: "010302",
  },
  "an account without explanations": {
    begin: change({ openCalcVarImpEnable: false }),
    refuses: (route) => asksModels(route) && route.path.endsWith("/varimp"),
    code: "010302",
  },
  "a program whose token is replaced": {
    begin: () => createTokenStore(deps).rotate(modelSubject(has.model)),
    refuses: asksModels,
    code: "010601",
  },
  "a program whose token is revoked": {
    begin: () => createTokenStore(deps).revoke(modelSubject(has.model)),
    refuses: asksModels,
    code: "010601",
  },
  "a program whose token for an extraction is replaced": {
    begin: () => createTokenStore(deps).rotate(extraction()),
    refuses: asksExtractions,
    code: "010601",
  },
  "a program whose token for an extraction is revoked": {
    begin: () => createTokenStore(deps).revoke(extraction()),
    refuses: asksExtractions,
    code: "010601",
  },
  "a program whose extraction is disabled": { begin: () => enableExtraction(false), refuses: asksExtractions, code: "010606" },
  "a program whose extraction's owner is disabled": { begin: change({ active: false }), refuses: asksExtractions, code: "010606" },
  "a program whose model is disabled": {
    begin: () => enableApi(deps, has.model.metadata.name, false),
    refuses: asksModels,
    code: "010604",
  },
  "a program whose model is deleted": {
    begin: () => deps.resources.delete("Model", has.model.metadata),
    refuses: asksModels,
    code: "010601",
  },
  "a program whose owner is disabled": { begin: change({ active: false }), refuses: asksModels, code: "010604" },
  "a program whose owner's APIs are switched off": {
    begin: () => change({ contract: { ...has.owner.contract, apiEnableMode: "disabled" } })(),
    refuses: asksModels,
    code: "010604",
  },
};

describe.each(Object.entries(STATES))("%s", (_state, { begin: enter, refuses, code }) => {
  let before: number;
  beforeAll(async () => {
    await begin();
    await enter();
    before = await made();
  });
  afterAll(end);

  const refused = table.filter(refuses);
  test.each(refused.map((route) => [routeName(route), route] as const))(`is refused with ${code} by %s`, async (_name, route) => {
    await expectRefusal(await ask(route), code);
    expect(await made()).toBe(before);
  });
});

describe("the limits of enabled models and of licences", () => {
  beforeAll(begin);
  afterAll(end);

  const free = { enabled: true, enableLimit: -1 };
  test.each<[string, () => Partial<User>, ErrorCode]>([
    ["enabled models", () => ({ products: { ...has.owner.products, quality: { ...free, enableLimit: 1 } } }), "010603"],
    ["licences", () => ({ restriction: { ...has.owner.restriction, licenceLimit: 1 } }), "010522"],
    ["the contract's end", expired, "010313"],
    ["a product that the owner does not have", () => ({ products: noProduct }), "010302"],
    // @contract enabled-models-are-limited-by-product-and
  ])("a further model is not enabled because of %s", async (_limit, changes, code) => {
    await change(changes())();
    const asManager = await server.loggedInAs(await addUser(deps, `manager of ${code}`, { auth: "manager" }));
    const api_update_list = [{ model_id: has.clusteringId, api_enabled: true }];
    await expectRefusal(await asManager("PATCH", "/agatha/openthirdapi/update_multi", { body: { api_update_list } }), code);
  });
});

describe("an account without the product", () => {
  beforeAll(async () => {
    await begin();
    await change({ products: noProduct })();
  });
  afterAll(end);

  // @contract a-product-flag-gates-its-area
  test("an account without the product reads and downloads what it has", async () => {
    const client = await asOwner();
    const dataset = `/agatha/datasets/${has.dataset.metadata.name}`;
    const model = `${dataset}/models/${has.model.metadata.name}`;
    for (const path of [
      "/agatha/datasets",
      dataset,
      `${dataset}/data_check`,
      `${dataset}/models`,
      model,
      `${model}/info`,
      `${model}/api`,
    ]) {
      expect([path, (await client("GET", path)).status]).toEqual([path, 200]);
    }
  });
});

describe("the table of routes", () => {
  // @contract products-datasets-and-models-are-for-accounts
  test("the refused routes above are all that create datasets, models and batches", async () => {
    const makers: string[] = [];
    for (const route of making) {
      await begin();
      try {
        const before = await made();
        await ask(route);
        if ((await made()) > before) makers.push(routeName(route));
      } finally {
        await end();
      }
    }
    const known = making.filter((route) => makesModels(route) || makesDatasets(route)).map(routeName);
    expect(makers.sort()).toEqual(known.sort());
  });

  test("only these routes need no session", () => {
    const open = table.filter(({ access }) => access === "public").map(routeName);
    expect(open.sort()).toEqual([
      "GET /accounts/csrf",
      "GET /accounts/sign_on",
      "GET /accounts/sign_on/callback",
      "GET /accounts/sign_on/start",
      "GET /agatha/texts",
      "GET /docs",
      "GET /openapi.json",
      // Results are kept for a day under an unguessable id.
      "GET /tukey/api/:id",
      // A token in the query or the header.
      "GET /tukey/api/next",
      "GET /tukey/api/varimp/:id",
      "GET /tukey/extapi/:id",
      "GET /tukey/extapi/:token/:id",
      "POST /accounts/forgot_password",
      "POST /accounts/login",
      "POST /accounts/logout",
      "POST /accounts/reset_password",
      "POST /accounts/reset_password/check",
      "POST /tukey/api",
      "POST /tukey/api/varimp",
      "POST /tukey/extapi",
    ]);
  });
});
