import { COLLECTIONS, type User } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readError, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../../testing/deps.js";
import { stubCollection } from "../../testing/stub-collection.js";

const PASSWORD = "correct horse battery staple";
let deps: TestDeps;
let server: TestServer;
let amber: User;
let manager: User;
let asManager: Client;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps);
  amber = await addUser(deps, "amber");
  manager = await addUser(deps, "manager", { auth: "manager" });
  asManager = await server.loggedInAs(manager);
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const login = (username: string): Promise<Response> =>
  server.anonymous("POST", "/accounts/login", { body: { username, password: PASSWORD } });
const change = (id: string, body: object): Promise<Response> => asManager("PATCH", `/agatha/users/${id}/`, { body });
const audited = async (): Promise<unknown[]> =>
  (await deps.documents.collection(COLLECTIONS.audit).find({ where: { userId: manager.id } })).map(({ action, target, detail }) => ({
    action,
    target,
    detail,
  }));

describe("a new account", () => {
  // @contract post-agatha-users, apis-answer-as-long-as-the-owner, 1-means-unlimited-and-the-default-mode
  test("a new account can log in, has the given settings and otherwise all rights", async () => {
    const sent = { username: "berta@example.com", password: PASSWORD, model_limit: 3, product_occ_enable: false };
    const answer = await asManager("POST", "/agatha/users/", { body: sent });
    expect(answer.status).toBe(201);
    const made = await readJson<UserAnswer>(answer);
    expect(made).toMatchObject({
      username: "berta@example.com",
      auth: "normal",
      is_active: true,
      model_limit: 3,
      product_opt_enable: true,
      api_enable_mode: "enabled",
    });
    expect([made.product_occ_enable, made.product_occ_enable_limit]).toEqual([false, -1]);
    expect((await login("berta@example.com")).status).toBe(200);
    const detail = { username: "berta@example.com", model_limit: 3, product_occ_enable: false };
    expect(await audited()).toEqual([{ action: "user.create", target: made.id, detail }]);
  });

  test.each<[string, { password?: string; externalId?: string }, Pick<UserAnswer, "needs_password" | "has_password">]>([
    ["without a password", {}, { needs_password: true, has_password: false }],
    ["with a password", { password: PASSWORD }, { needs_password: false, has_password: true }],
    ["that signs on with a provider", { externalId: "0".repeat(64) }, { needs_password: false, has_password: false }],
  ])("an account %s says whether it has one, and whether it needs one", async (_which, { externalId, ...body }, expected) => {
    const { id } = await readJson<UserAnswer>(await asManager("POST", "/agatha/users/", { body: { username: "berta", ...body } }));
    const users = deps.documents.collection(COLLECTIONS.users);
    if (externalId) await users.put({ ...(await users.get(id))!, externalId });
    expect(await readJson(asManager("GET", `/rest/users/${id}`))).toMatchObject(expected);
  });

  test.each<[string, object, number, string, string]>([
    ["a name that is taken", { username: "amber" }, 409, "010308", "username"],
    ["a name that is taken, but for blanks around", { username: " amber " }, 409, "010308", "username"],
    ["a blank name", { username: "  " }, 400, "010201", "username"],
    ["a name with a slash", { username: "a/b" }, 400, "010201", "username"],
    ["a password of seven characters", { password: "1234567" }, 400, "010201", "password"],
    ["a role that there is not", { auth: "root" }, 400, "010201", "auth"],
    ["a limit below -1", { model_limit: -2 }, 400, "010201", "model_limit"],
    ["a subscription without end", { contract_type: "SP" }, 400, "010201", "due_date"],
  ])("an account with %s is refused and not created", async (_case, fault, status, code, path) => {
    const body = { username: "berta", password: PASSWORD, ...fault };
    expect(await readError(await asManager("POST", "/agatha/users/", { body }))).toEqual([status, code, path]);
    expect(await deps.documents.collection(COLLECTIONS.users).count()).toBe(2);
  });

  test("two managers who create the same account at the same time create it once", async () => {
    const body = { username: "berta", password: PASSWORD };
    const answers = await Promise.all([0, 1].map(() => asManager("POST", "/agatha/users/", { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe("disabling an account", () => {
  // @contract a-disabled-account-is-refused-with-a
  test("disabling an account ends its sessions, notifies its sockets and blocks logins until it is enabled again", async () => {
    const { id } = await readJson<UserAnswer>(
      await asManager("POST", "/agatha/users", { body: { username: "berta", password: PASSWORD } }),
    );
    const berta = await server.loggedInAs((await deps.documents.collection(COLLECTIONS.users).get(id))!);
    const revoked: string[] = [];
    deps.events.subscribe("accessRevoked", ({ userId }) => revoked.push(userId));
    expect((await berta("GET", "/agatha/user")).status).toBe(200);
    expect((await readJson<UserAnswer>(await change(id, { is_active: false }))).is_active).toBe(false);
    expect(revoked).toEqual([id]);
    expect(await deps.documents.collection(COLLECTIONS.sessions).count({ userId: id })).toBe(0);
    expect((await berta("GET", "/agatha/user")).status).toBe(401);
    expect((await readError(await login("berta"))).slice(0, 2)).toEqual([403, "010304"]);
    await change(id, { is_active: true });
    expect((await login("berta")).status).toBe(200);
    expect((await berta("GET", "/agatha/user")).status).toBe(401);
  });

  test.each([
    ["disable themselves", { is_active: false }, "is_active"],
    ["give up their role", { auth: "normal" }, "auth"],
  ])("managers cannot %s", async (_case, body, path) => {
    expect(await readError(await change(manager.id, body))).toEqual([400, "010201", path]);
    expect(await audited()).toEqual([]);
  });
});

/** Delays the first change until the second has passed the check too, so that both are allowed. */
function bothAuditedBeforeEitherWrites(): void {
  let arrived = 0;
  let release: () => void;
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  stubCollection(deps, COLLECTIONS.audit, (found) => ({
    async insert(document) {
      if (document.action === "user.update") {
        if (++arrived === 2) release();
        await both;
      }
      return await found.insert(document);
    },
  }));
}

test.each([
  ["disable", { is_active: false }],
  ["demote", { auth: "normal" }],
])("if two managers %s each other at the same time, at least one remains", async (_case, body) => {
  const other = await addUser(deps, "other", { auth: "manager" });
  const asOther = await server.loggedInAs(other);
  bothAuditedBeforeEitherWrites();
  await Promise.all([change(other.id, body), asOther("PATCH", `/agatha/users/${manager.id}`, { body })]);
  const users = await deps.documents.collection(COLLECTIONS.users).find();
  expect(users.filter(({ auth, active }) => auth === "manager" && active).length).toBeGreaterThan(0);
});

describe("an account's settings", () => {
  test.each<[string, Record<string, unknown>]>([
    ["its role", { auth: "manager" }],
    ["its contract", { start_date: "2024-01-01T00:00:00Z", due_date: "2025-01-01T00:00:00Z", duration: 30 }],
    ["whether its APIs answer", { api_enable_mode: "disabled" }],
    ["what it may make", { dataset_create_enable: false, model_create_enable: false, auto_model_enable: false }],
    ["explanations by the open API", { open_calc_varimp_enable: false }],
    ["its limit of models", { model_limit: 0 }],
    ["its licences of models", { model_licence_limit: 2 }],
    ["outlier detection", { product_occ_enable: false, product_occ_enable_limit: 1 }],
    ["optimization", { product_opt_enable: false, product_opt_enable_limit: 2 }],
    ["quality", { product_quality_enable: false, product_quality_enable_limit: 3 }],
    ["time series", { product_timeseries_enable: false, product_timeseries_enable_limit: 4 }],
    // @contract patch-agatha-users-id
  ])("only the given settings of an account change: %s", async (_case, settings) => {
    const before = await readJson<UserAnswer>(await asManager("GET", `/rest/users/${amber.id}`));
    expect((await change(amber.id, settings)).status).toBe(200);
    const after = await readJson<UserAnswer>(await asManager("GET", `/rest/users/${amber.id}`));
    const { contract: _c, restriction: _r, ...flat } = before;
    const { contract, restriction, ...changed } = after;
    expect(changed).toEqual({ ...flat, ...settings });
    expect(contract).toMatchObject({ duration: after.duration, dueDate: after.due_date, apiEnableMode: after.api_enable_mode });
    expect(restriction).toEqual({
      autoModelEnable: after.auto_model_enable,
      modelLimit: after.model_limit,
      licenceLimit: after.model_licence_limit,
    });
    expect(await audited()).toEqual([{ action: "user.update", target: amber.id, detail: settings }]);
  });

  // @contract products-datasets-and-models-are-for-accounts
  test("changed settings apply to the next request of an open session", async () => {
    const open = await server.loggedInAs(amber);
    const prepare = async (name: string): Promise<number> =>
      (await open("POST", "/agatha/datasets/prepare_upload_data/", { body: { name, size: 1, product_type: "occ" } })).status;
    expect(await prepare("Before")).toBe(201);
    await change(amber.id, { product_occ_enable: false });
    expect(await prepare("After")).toBe(403);
  });

  // @contract get-rest-users
  test("settings also change by lists' requests, which send the whole record back", async () => {
    const record = await readJson<UserAnswer>(await asManager("GET", `/rest/users/${amber.id}`));
    const answer = await asManager("PUT", `/rest/users/${amber.id}`, { body: { ...record, model_limit: 7 } });
    expect(await readJson<UserAnswer>(answer)).toMatchObject({ id: amber.id, model_limit: 7, restriction: { modelLimit: 7 } });
    expect(await audited()).toEqual([{ action: "user.update", target: amber.id, detail: { model_limit: 7 } }]);
  });

  test.each<[string, object, string]>([
    ["a subscription without a due date", { contract_type: "SP" }, "due_date"],
    ["an end before the start", { start_date: "2024-02-01T00:00:00Z", due_date: "2024-01-01T00:00:00Z" }, "due_date"],
    ["a mode that there is not", { api_enable_mode: "sometimes" }, "api_enable_mode"],
    ["half a model", { model_limit: 0.5 }, "model_limit"],
  ])("settings cannot change to %s", async (_case, settings, path) => {
    expect(await readError(await change(amber.id, settings))).toEqual([400, "010201", path]);
    expect(await deps.documents.collection(COLLECTIONS.users).get(amber.id)).toEqual(amber);
    expect(await audited()).toEqual([]);
  });

  test("the settings of a missing account are not found", async () => {
    expect((await readError(await change("nobody", { model_limit: 1 }))).slice(0, 2)).toEqual([404, "010307"]);
  });

  test("users cannot change settings, not even their own", async () => {
    const own = await server.loggedInAs(amber);
    for (const [method, path, body] of [
      ["PATCH", `/agatha/users/${amber.id}`, { model_limit: 1 }],
      ["PATCH", `/rest/users/${amber.id}`, { model_limit: 1 }],
      ["POST", "/rest/users", { username: "berta", password: PASSWORD }],
      ["PATCH", "/backstage/account/update_team_info", { user_id: amber.id, api_enable_mode: "disabled" }],
    ] as const) {
      expect((await readError(await own(method, path, { body }))).slice(0, 2)).toEqual([403, "010302"]);
    }
    expect(await deps.documents.collection(COLLECTIONS.users).find()).toHaveLength(2);
    expect(await deps.documents.collection(COLLECTIONS.users).get(amber.id)).toEqual(amber);
  });
});

// @contract patch-backstage-account-update-team-info
test.each(["disabled", "first", "all", "enabled"])(
  "update_team_info sets whether an account's APIs answer and which models are enabled automatically: %s",
  async (mode) => {
    const body = { user_id: amber.id, api_enable_mode: mode };
    const answer = await asManager("PATCH", "/backstage/account/update_team_info/", { body });
    expect(await readJson<UserAnswer>(answer)).toMatchObject({ id: amber.id, api_enable_mode: mode, contract: { apiEnableMode: mode } });
    expect((await deps.documents.collection(COLLECTIONS.users).get(amber.id))?.contract.apiEnableMode).toBe(mode);
  },
);

// @contract get-agatha-users-check
test("managers can check whether an account with a name exists", async () => {
  expect(await readJson(await asManager("GET", "/agatha/users/check/?username=amber"))).toEqual({
    id: amber.id,
    username: "amber",
    is_active: true,
  });
  expect((await readError(await asManager("GET", "/agatha/users/check/?username=nobody"))).slice(0, 2)).toEqual([404, "010307"]);
});

test.each([
  ["bought for good", { contract_type: "RF", due_date: null }, "normal", null],
  ["a subscription", { contract_type: "SP", due_date: "2024-07-01T00:00:00Z", duration: 30 }, "normal", 61],
  ["a subscription that is soon over", { contract_type: "SP", due_date: "2024-05-02T00:00:00Z", duration: 30 }, "warning", 1],
  ["a subscription that is over", { contract_type: "SP", due_date: "2024-04-30T00:00:00Z", duration: 30 }, "expired", 0],
  // @contract a-contract-is-normal-then-within-the
])("an account's answer has the contract's stage and its remaining days: %s", async (_case, settings, stage, left) => {
  await change(amber.id, { start_date: null, ...settings });
  const told = await readJson<UserAnswer>(await (await server.loggedInAs(amber))("GET", "/agatha/user/"));
  expect([told.contract_stage, told.days_left]).toEqual([stage, left]);
});
