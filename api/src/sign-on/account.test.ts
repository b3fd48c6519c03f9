import { COLLECTIONS, type User } from "@agatha/contracts";
import { hasActiveManager } from "../accounts/user-admin/active-manager.js";
import { addUser, type TestDeps, testDeps } from "../testing/deps.js";
import { accountOf } from "./account.js";
import type { SignOnConfig } from "./config.js";
import type { Identity } from "./provider.js";

const CONFIG: SignOnConfig = {
  issuer: "https://login.example.com",
  clientId: "agatha",
  name: "Example",
  scopes: "openid",
  groupsClaim: "groups",
  managerGroups: [],
  userGroups: [],
};

let deps: TestDeps;
beforeEach(() => {
  deps = testDeps();
});
afterEach(() => deps.cleanUp());

const amber: Identity = { issuer: CONFIG.issuer, subject: "1", verifiedEmail: "amber@example.com", preferredName: "amber", groups: [] };
const signOn = (identity: Partial<Identity> = {}, config: Partial<SignOnConfig> = {}): Promise<User> =>
  accountOf(deps, { ...CONFIG, ...config }, { ...amber, ...identity });
const stored = (id: string) => deps.documents.collection(COLLECTIONS.users).get(id);
/** Returns the code of the refusal. */
const refusal = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => "accepted",
    (error: { code: string }) => error.code,
  );

test("the first sign-on makes an account without a password, and the next one finds it by issuer and subject", async () => {
  const made = await signOn();
  expect(made).toMatchObject({
    username: "amber@example.com",
    email: "amber@example.com",
    auth: "normal",
    active: true,
    passwordHash: "none",
  });
  expect((await signOn({ verifiedEmail: "new-name@example.com", preferredName: "new" })).id).toBe(made.id);
  expect((await signOn({ subject: "2", verifiedEmail: undefined })).id).not.toBe(made.id);
  expect(await refusal(signOn({ issuer: "https://other.example" }))).toBe("010322");
});

test("concurrent first sign-ons make one account", async () => {
  const made = await Promise.all([signOn(), signOn()]);
  expect(made[0]!.id).toBe(made[1]!.id);
});

describe("an account that exists", () => {
  test("an account is linked if its name is the verified address, and keeps its settings", async () => {
    const present = await addUser(deps, "amber@example.com", { modelCreateEnable: false });
    expect(await signOn()).toMatchObject({ id: present.id, modelCreateEnable: false });
    expect((await signOn({ verifiedEmail: undefined })).id).toBe(present.id);
  });

  test.each<[string, string, Partial<User>, Partial<Identity>]>([
    ["an address that is not verified", "amber@example.com", {}, { verifiedEmail: undefined, preferredName: "amber@example.com" }],
    ["the address in its settings, which its user chose", "mallory", { email: "amber@example.com" }, {}],
  ])("an account is not linked by %s", async (_what, username, settings, identity) => {
    const present = await addUser(deps, username, settings);
    const made = await signOn(identity);
    expect(made.id).not.toBe(present.id);
    expect(made.username).not.toBe(username);
    expect(await stored(present.id)).toEqual(present);
  });

  test.each<[string, string, Partial<Identity>, string]>([
    [
      "the preferred name, which its user chose",
      "admin",
      { verifiedEmail: undefined, preferredName: "admin" },
      "send a verified e-mail address, which then names the account, or ask a manager to delete the account",
    ],
    ["an address of somebody who had it before", "amber@example.com", { subject: "successor" }, "has left, ask a manager to delete it"],
  ])("an account is not taken over by %s", async (_what, username, identity, advice) => {
    if (identity.subject) await signOn();
    else await addUser(deps, username, { auth: "manager" });
    const [before] = await deps.documents.collection(COLLECTIONS.users).find({ where: { username } });
    await expect(signOn(identity)).rejects.toMatchObject({ code: "010322", reason: expect.stringContaining(advice) });
    expect(await stored(before!.id)).toEqual(before);
  });

  test("signs nobody on while it is disabled", async () => {
    await addUser(deps, "amber@example.com", { active: false });
    expect(await refusal(signOn())).toBe("010304");
  });
});

test("nobody takes a name that looks like another person's address", async () => {
  const made = await signOn({ verifiedEmail: undefined, preferredName: "victim@example.com", subject: "a b" });
  expect(made.username).toMatch(/^user-[0-9a-f]{12}$/);
});

describe("groups", () => {
  const groups = { managerGroups: ["admins"], userGroups: ["staff"] };

  test("make managers and normal users at each sign-on", async () => {
    await addUser(deps, "admin", { auth: "manager" });
    const made = await signOn({ groups: ["staff"] }, groups);
    expect(made.auth).toBe("normal");
    expect((await signOn({ groups: ["staff", "admins"] }, groups)).auth).toBe("manager");
    expect((await signOn({ groups: ["staff"] }, groups)).auth).toBe("normal");
    expect((await stored(made.id))?.auth).toBe("normal");
  });

  test("the accounts and roles that they give are recorded for ever", async () => {
    await addUser(deps, "admin", { auth: "manager" });
    const { id } = await signOn({ groups: ["staff"] }, groups);
    deps.advance(1);
    await signOn({ groups: ["admins"] }, groups);
    deps.advance(365 * 86_400_000);
    const records = await deps.documents.collection(COLLECTIONS.audit).find({ sort: { field: "at", order: "asc" } });
    expect(records).toMatchObject([
      { action: "user.create", userId: id, target: id, detail: { username: "amber@example.com", method: "oidc" } },
      { action: "user.update", userId: id, target: id, detail: { auth: "manager", method: "oidc" } },
    ]);
  });

  test("refuse who is in none of them, and make no account", async () => {
    expect(await refusal(signOn({ groups: ["guests"] }, groups))).toBe("010321");
    expect(await deps.documents.collection(COLLECTIONS.users).count()).toBe(0);
  });

  test("without groups of managers, roles stay as managers gave them", async () => {
    const present = await addUser(deps, "amber@example.com", { auth: "manager" });
    expect(await signOn({ groups: ["staff"] }, { userGroups: ["staff"] })).toMatchObject({ id: present.id, auth: "manager" });
  });

  test("a manager remains if the last two sign on at once without their group", async () => {
    const managers = ["1", "2"].map((subject) => ({ subject, verifiedEmail: `manager${subject}@example.com` }));
    for (const identity of managers) await signOn({ ...identity, groups: ["admins"] }, groups);
    await Promise.all(managers.map((identity) => signOn({ ...identity, groups: ["staff"] }, groups)));
    expect(await hasActiveManager(deps)).toBe(true);
  });

  test("the last manager stays one", async () => {
    await addUser(deps, "old", { auth: "manager", active: false });
    await addUser(deps, "amber@example.com", { auth: "manager" });
    expect((await signOn({ groups: ["staff"] }, groups)).auth).toBe("manager");
  });
});
