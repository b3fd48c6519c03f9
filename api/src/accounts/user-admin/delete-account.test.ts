import { COLLECTIONS, isMarkedDeleted, type Resource, type User } from "@agatha/contracts";
import type { AuditAnswer } from "@agatha/contracts/wire";
import { auditRoutes } from "../../audit/routes.js";
import {
  addUser,
  type Client,
  readErrorCode,
  readJson,
  startServer,
  type TestDeps,
  type TestServer,
  testDeps,
} from "../../testing/deps.js";
import { addDataset, addTrainedModel } from "../../testing/models.js";
import { accountRoutes } from "../index.js";

let deps: TestDeps;
let server: TestServer;
let amber: User;
let asAmber: Client;
let manager: User;
let asManager: Client;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps, [...accountRoutes(deps), ...auditRoutes(deps)]);
  amber = await addUser(deps, "amber");
  manager = await addUser(deps, "manager", { auth: "manager" });
  [asAmber, asManager] = [await server.loggedInAs(amber), await server.loggedInAs(manager)];
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

const remove = (id: string, query = ""): Promise<Response> => asManager("DELETE", `/agatha/users/${id}/${query}`);
const isDeleted = async ({ metadata }: Resource<"Dataset">): Promise<boolean> => {
  const found = await deps.resources.get("Dataset", metadata.name);
  return !found || isMarkedDeleted(found);
};
const trail = async (query = ""): Promise<AuditAnswer> => readJson<AuditAnswer>(await asManager("GET", `/manage_agatha/audit/${query}`));

describe("deleting an account", () => {
  test("deleting an account deletes its sessions and links, frees its name and is audited", async () => {
    const revoked: string[] = [];
    deps.events.subscribe("accessRevoked", ({ userId }) => revoked.push(userId));
    await asManager("POST", `/agatha/users/${amber.id}/reset_link`);
    expect((await remove(amber.id)).status).toBe(204);
    expect((await asAmber("GET", "/agatha/user")).status).toBe(401);
    expect(revoked).toEqual([amber.id]);
    expect(await deps.documents.collection(COLLECTIONS.passwordResets).count()).toBe(0);
    expect((await asManager("POST", "/agatha/users", { body: { username: "amber" } })).status).toBe(201);
    expect((await trail("?action=user.delete")).data).toMatchObject([
      { user_id: manager.id, target: amber.id, detail: { username: "amber" } },
    ]);
  });

  // @contract delete-agatha-users-id
  test("an account with datasets is deleted only together with them; the refusal changes nothing", async () => {
    const dataset = await addDataset(deps, { owner: amber });
    await addTrainedModel(deps, { dataset });
    const others = await addDataset(deps, { owner: manager });
    expect(await readErrorCode(await remove(amber.id))).toEqual([409, "010314"]);
    expect(await readErrorCode(await asManager("DELETE", `/rest/users/${amber.id}`))).toEqual([409, "010314"]);
    expect([(await asAmber("GET", "/agatha/user")).status, await isDeleted(dataset)]).toEqual([200, false]);
    expect((await remove(amber.id, "?with_data=true")).status).toBe(204);
    expect([await isDeleted(dataset), await isDeleted(others)]).toEqual([true, false]);
  });

  test("a dataset that arrives while its account is deleted without data is kept, and so is the account", async () => {
    const { list } = deps.resources;
    let arrived: Resource<"Dataset"> | undefined;
    deps.resources.list = async (kind, query) => {
      const answer = await list(kind, query);
      if (kind === "Dataset") arrived ??= await addDataset(deps, { owner: amber });
      return answer;
    };
    expect(await readErrorCode(await remove(amber.id))).toEqual([409, "010314"]);
    expect(await isDeleted(arrived!)).toBe(false);
    expect(await deps.documents.collection(COLLECTIONS.users).get(amber.id)).toMatchObject({ active: true });
    expect((await trail("?action=user.delete")).data).toEqual([]);
  });

  // @contract only-managers-make-change-and-delete-accounts
  test("only managers delete accounts, and only existing accounts other than their own", async () => {
    for (const path of ["/agatha/users", "/rest/users"]) expect((await asAmber("DELETE", `${path}/${amber.id}`)).status).toBe(403);
    expect(await readErrorCode(await remove("nobody"))).toEqual([404, "010307"]);
    expect(await readErrorCode(await remove(manager.id))).toEqual([400, "010201"]);
    const answer = await asManager("DELETE", `/rest/users/${amber.id}`);
    expect(await readJson(answer)).toMatchObject({ id: amber.id, username: "amber", is_active: true });
  });

  test("one manager remains when two delete each other at the same time", async () => {
    const second = await addUser(deps, "second", { auth: "manager" });
    const asSecond = await server.loggedInAs(second);
    await Promise.all([remove(second.id), asSecond("DELETE", `/agatha/users/${manager.id}`)]);
    const left = await deps.documents.collection(COLLECTIONS.users).find();
    expect(left.some(({ auth, active }) => auth === "manager" && active)).toBe(true);
  });
});

describe("the audit trail", () => {
  // @contract get-manage-agatha-audit, only-managers-make-change-and-delete-accounts
  test("the audit trail is sorted newest first and filtered by page, account, action and target", async () => {
    for (const username of ["berta", "carl"]) {
      deps.advance(1000);
      await asManager("POST", "/agatha/users", { body: { username } });
    }
    deps.advance(1000);
    await asManager("PATCH", `/agatha/users/${amber.id}`, { body: { model_limit: 3 } });
    const { data, total } = await trail();
    expect([total, ...data.map(({ action, username }) => `${action} ${username}`)]).toEqual([
      3,
      "user.update manager",
      "user.create manager",
      "user.create manager",
    ]);
    expect(data[0]).toMatchObject({ at: "2024-05-01T08:00:03.000Z", target: amber.id, detail: { model_limit: 3 } });
    const details = async (query: string): Promise<unknown[]> => (await trail(query)).data.map(({ detail }) => detail.username ?? "amber");
    expect(await details("?start=1&limit=1")).toEqual(["carl"]);
    expect(await details("?action=user.create")).toEqual(["carl", "berta"]);
    expect(await details("?action=user")).toEqual(["amber", "carl", "berta"]);
    expect(await details("?action=use")).toEqual([]);
    expect(await details(`?target=${amber.id}`)).toEqual(["amber"]);
    expect(await details(`?user_id=${amber.id}`)).toEqual([]);
  });

  test("the audit trail keeps the records of deleted managers", async () => {
    const second = await addUser(deps, "second", { auth: "manager" });
    await (await server.loggedInAs(second))("POST", "/agatha/users", { body: { username: "berta" } });
    await remove(second.id);
    expect((await trail(`?user_id=${second.id}`)).data).toMatchObject([{ username: null, action: "user.create" }]);
  });

  test("the audit trail is only for managers and validates its bounds", async () => {
    expect((await asAmber("GET", "/manage_agatha/audit")).status).toBe(403);
    expect((await asManager("GET", "/manage_agatha/audit?limit=1001")).status).toBe(400);
  });
});
