/**
 * Requests every route with every identity: nobody reads or changes what belongs to another user, including through newly added
 * routes.
 */
import { COLLECTIONS } from "@agatha/contracts";
import { openSession } from "./http/sessions.js";
import { addUser, type Client, createClient, sessionHeaders, type TestDeps, type TestServer, testDeps } from "./testing/deps.js";
import { lowCostHash } from "./testing/low-cost-hash.js";
import {
  callRoute,
  createOwnerFixtures,
  OWNER_NAME,
  type OwnerFixtures,
  PASSWORD,
  pathForOwner,
  routeName,
  routeTable,
  serveAll,
  UNSAFE_METHODS,
} from "./testing/route-fixtures.js";

const passwordHash = lowCostHash(PASSWORD);
let deps: TestDeps;
let server: TestServer;
let has: OwnerFixtures;
const table = routeTable().filter((route) => route.access !== "public");

async function start(): Promise<void> {
  deps = testDeps();
  server = await serveAll(deps);
  has = await createOwnerFixtures(deps, passwordHash);
}
async function stop(): Promise<void> {
  await server.close();
  deps.cleanUp();
}

/** One server for all tests of the describe block, each of which proves that it changes nothing. */
function useOneServer(): void {
  beforeAll(start);
  afterAll(stop);
}
function useServerOfEachTest(): void {
  beforeEach(start);
  afterEach(stop);
}

async function stored(): Promise<string> {
  const [datasets, models, batches, evaluations] = await Promise.all([
    deps.resources.list("Dataset"),
    deps.resources.list("Model"),
    deps.resources.list("AutoModel"),
    deps.resources.list("Evaluation"),
  ]);
  const users = await deps.documents.collection(COLLECTIONS.users).get(has.owner.id);
  const histories = await deps.documents.collection(COLLECTIONS.editHistories).find();
  const templates = await deps.documents.collection(COLLECTIONS.editTemplates).find();
  const tokens = await deps.documents.collection(COLLECTIONS.apiTokens).find();
  return JSON.stringify([datasets.items, models.items, batches.items, evaluations.items, users, tokens, histories, templates]);
}

const IDENTITIES: [string, () => Promise<Client>, number[]][] = [
  ["nobody", async () => server.anonymous, [401]],
  ["a made-up session", async () => createClient(server.url, sessionHeaders(deps.config, "made-up")), [401]],
  [
    "the owner's session that has run out",
    async () => {
      const expired = await server.loggedInAs(has.owner);
      deps.advance(24 * 3_600_000);
      return expired;
    },
    [401],
  ],
  [
    "the owner, disabled",
    async () => {
      const disabled = await server.loggedInAs(has.owner);
      await deps.documents.collection(COLLECTIONS.users).put({ ...has.owner, active: false });
      return disabled;
    },
    [403],
  ],
  [
    "the owner without an anti-forgery token",
    async () => {
      const { Cookie = "" } = sessionHeaders(deps.config, await openSession(deps, has.owner.id));
      return createClient(server.url, { Cookie });
    },
    [403],
  ],
];

describe.each(IDENTITIES)("requests of %s", (identity, begin, refusals) => {
  useOneServer();
  const refused = table.filter((route) => !identity.includes("anti-forgery") || UNSAFE_METHODS.has(route.method));
  test.each(refused.map((route) => [routeName(route), route] as const))(
    "%s is refused without the right identity",
    async (_name, route) => {
      const send = await begin();
      const before = await stored();
      const answer = await callRoute(send, route, { has });
      expect(refusals).toContain(answer.status);
      expect(await answer.text()).not.toContain(OWNER_NAME);
      expect(await stored()).toBe(before);
    },
  );
});

describe("requests of another user", () => {
  useOneServer();
  let stranger: Client;
  beforeAll(async () => {
    stranger = await server.loggedInAs(await addUser(deps, "stranger"));
  });

  // @contract nobody-but-the-owner-and-managers-sees, only-managers-enable-and-disable-models-their
  test.each(table.map((route) => [routeName(route), route] as const))(
    "%s neither shows nor changes the owner's data",
    async (_name, route) => {
      const before = await stored();
      const answer = await callRoute(stranger, route, { has });
      if (route.access === "manager") expect(answer.status).toBe(403);
      else if (route.path.includes(":")) expect([403, 404]).toContain(answer.status);
      const text = await answer.text();
      for (const word of [OWNER_NAME, has.dataset.metadata.name, has.model.metadata.name, has.owner.id]) {
        // An error may repeat the requested id.
        expect(answer.ok ? text : text.replaceAll(pathForOwner(route, has), "")).not.toContain(word);
      }
      expect(await stored()).toBe(before);
    },
  );
});

describe("the same requests of the owner and of a manager", () => {
  useServerOfEachTest();
  const own = table.filter(
    ({ path, request }) =>
      !request?.multipart &&
      /models|calc|evaluations|extraction|model_list|update_multi|auto-job|agatha\/user|change_password|update_team_info/.test(path),
  );
  // @contract fields-of-a-body-that-a-call
  test.each(own.map((route) => [routeName(route), route] as const))("%s succeeds for both", async (_name, route) => {
    const user = route.access === "manager" ? await addUser(deps, "manager", { auth: "manager", passwordHash }) : has.owner;
    const answer = await callRoute(await server.loggedInAs(user), route, { has });
    expect([200, 201, 204]).toContain(answer.status);
  });
});

describe("requests of the owner with an expired contract", () => {
  useServerOfEachTest();
  const asExpired = async (): Promise<Client> => {
    const contract = { ...has.owner.contract, type: "SP" as const, dueDate: "2024-05-01T08:00:00Z" };
    await deps.documents.collection(COLLECTIONS.users).put({ ...has.owner, contract });
    return await server.loggedInAs(has.owner);
  };
  // @contract whoever-has-an-expired-contract-is-told
  test.each(table.map((route) => [routeName(route), route.needsLicence ? "refused" : "not refused for that", route] as const))(
    "with an expired contract %s is %s",
    async (_name, _outcome, route) => {
      const send = await asExpired();
      const before = await stored();
      const answer = await callRoute(send, route, { has });
      const text = await answer.text();
      if (route.needsLicence) expect([answer.status, JSON.parse(text).tukey_error]).toEqual([403, "010313"]);
      else expect(text).not.toContain("010313");
      if (route.needsLicence) expect(await stored()).toBe(before);
    },
  );

  // @contract after-expiry-what-makes-something-new-is
  test("only these POST routes need no licence", () => {
    const free = table.filter(({ method, needsLicence }) => method === "post" && !needsLicence).map(({ path }) => path);
    expect(free.sort()).toEqual([
      "/accounts/change_password",
      "/accounts/second_factor",
      "/accounts/second_factor/confirm",
      "/accounts/second_factor/off",
      "/agatha/datasets/:id/automodels/:aid/restore",
      "/agatha/datasets/:id/evaluations/:eid/restore",
      // Same reason as for a model's API, below.
      "/agatha/datasets/:id/extraction/:extId/api",
      // Restores a deleted entry.
      "/agatha/datasets/:id/extraction/:extId/restore",
      "/agatha/datasets/:id/extraction/preview",
      // A new token invalidates the previous one; after a leak this must not wait for a contract.
      "/agatha/datasets/:id/models/:mid/api",
      "/agatha/datasets/:id/models/:mid/cancel",
      // These routes restore what was deleted.
      "/agatha/datasets/:id/models/:mid/restore",
      // Describes existing rows.
      "/agatha/datasets/:id/profiling",
      "/agatha/datasets/:id/restore",
      "/agatha/datasets/preview_upload",
      "/agatha/extraction_templates/:tid/restore",
      "/agatha/service",
      "/agatha/users",
      "/agatha/users/:id/reset_link",
      "/agatha/users/check",
      "/agatha/users/import",
      "/agatha/users/import/preview",
      "/rest/users",
    ]);
  });
});
