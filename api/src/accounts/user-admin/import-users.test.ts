import { readdir } from "node:fs/promises";
import { COLLECTIONS, type User } from "@agatha/contracts";
import type { ErrorBody, UserAnswer } from "@agatha/contracts/wire";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../../testing/deps.js";
import { stubCollection } from "../../testing/stub-collection.js";
import { formData } from "../../testing/upload-fixture.js";

let deps: TestDeps;
let server: TestServer;
let manager: User;
let asManager: Client;

beforeEach(async () => {
  deps = testDeps();
  server = await startServer(deps);
  await addUser(deps, "amber");
  manager = await addUser(deps, "manager", { auth: "manager" });
  asManager = await server.loggedInAs(manager);
});
afterEach(async () => {
  expect(await readdir(deps.config.scratch)).toEqual([]);
  await server.close();
  deps.cleanUp();
});

const send = (text: string, fileName = "accounts.csv"): Promise<Response> =>
  asManager("POST", "/agatha/users/import/", { body: formData(["file", fileName, text]) });
const names = async (): Promise<string[]> =>
  (await deps.documents.collection(COLLECTIONS.users).find()).map(({ username }) => username).sort();

// @contract post-agatha-users-import
test("a file creates an account for each row from its columns", async () => {
  const answer = await send(
    "username;email;auth;model_limit;product_occ_enable;contract_type;due_date\r\n" +
      "berta;berta@example.com;manager;-1;no;SP;2030-01-31\r\n" +
      ";;;;;;\r\n" +
      " clara ;;;12;TRUE;;2030-01-31 12:30:00\r\n",
  );
  expect(answer.status).toBe(201);
  const { data } = await readJson<{ data: UserAnswer[] }>(answer);
  expect(data).toMatchObject([
    {
      username: "berta",
      email: "berta@example.com",
      auth: "manager",
      model_limit: -1,
      product_occ_enable: false,
      contract: { type: "SP" },
      due_date: "2030-01-31T23:59:59Z",
    },
    { username: "clara", email: null, auth: "normal", model_limit: 12, product_occ_enable: true, due_date: "2030-01-31T12:30:00Z" },
  ]);
  expect(await names()).toEqual(["amber", "berta", "clara", "manager"]);
  const records = await deps.documents.collection(COLLECTIONS.audit).find({ where: { userId: manager.id } });
  expect(records.map(({ action, target }) => `${action} ${target}`).sort()).toEqual(data.map(({ id }) => `user.create ${id}`).sort());
});

test("roles and other fixed words may be written in any case, days without a time", async () => {
  const answer = await send("username,auth,contract_type,due_date\nberta,Manager,sp,2030-12-31\n");
  expect((await readJson<{ data: UserAnswer[] }>(answer)).data).toMatchObject([
    { username: "berta", auth: "manager", contract: { type: "SP" }, due_date: "2030-12-31T23:59:59Z" },
  ]);
});

// @contract post-agatha-users-import-preview
test("the preview of a file has the settings of each row, and creates no account", async () => {
  const preview = (text: string) => asManager("POST", "/agatha/users/import/preview/", { body: formData(["file", "accounts.csv", text]) });
  const answer = await preview("username,model_limit,product_occ_enable\nberta,12,no\nclara,,\n");
  expect(answer.status).toBe(200);
  expect(await readJson(answer)).toEqual({
    data: [{ username: "berta", model_limit: 12, product_occ_enable: false }, { username: "clara" }],
  });
  expect((await readJson<ErrorBody>(await preview("username\namber\n"))).tukey_error).toBe("010308");
  expect(await names()).toEqual(["amber", "manager"]);
});

test.each<[string, string, string, string[]]>([
  ["a name that is taken", "username\nberta\namber\n", "010308", ["rows[1].username"]],
  ["a name twice", "username\nberta\nberta\n", "010308", ["rows[1].username"]],
  ["a bad name", "username\nb/c\n", "010201", ["rows[0].username"]],
  ["a row without a name", "username,auth\n,normal\n", "010201", ["rows[0].username"]],
  [
    "several wrong values",
    "username,auth,model_limit,model_create_enable\nberta,root,many,1\nclara,normal,1,perhaps\n",
    "010201",
    ["rows[0].auth", "rows[0].model_limit", "rows[1].model_create_enable"],
  ],
  [
    "wrong values, a subscription without end and a taken name, all told at once,",
    "username,auth,contract_type\nberta,root,RF\nclara,normal,SP\namber,normal,RF\n",
    "010201",
    ["rows[0].auth", "rows[1].due_date", "rows[2].username"],
  ],
  ["an address that is none", "username,email\nberta,nowhere\n", "010311", ["rows[0].email"]],
  ["a subscription without end", "username,contract_type\nberta,SP\n", "010201", ["rows[0].due_date"]],
  ["a column that is no field", "username,password\nberta,correct horse\n", "010405", ["columns[1]"]],
  ["a column that every object has", "username,constructor\nberta,1\n", "010405", ["columns[1]"]],
  ["no column of names", "email\nberta@example.com\n", "010405", ["columns"]],
  ["a header only", "username,auth\n", "010406", ["file"]],
  ["more than 1,000 rows", `username\n${Array.from({ length: 1001 }, (_, i) => `user${i}`).join("\n")}\n`, "010406", ["file"]],
])("a file with %s creates no account", async (_case, text, code, paths) => {
  const answer = await send(text);
  const body = await readJson<ErrorBody>(answer);
  expect([body.tukey_error, body.detail?.map(({ path }) => path)]).toEqual([code, paths]);
  expect(answer.status).toBe(code === "010308" ? 409 : 400);
  expect(await names()).toEqual(["amber", "manager"]);
});

test.each<[string, string, string, number, string]>([
  ["of another kind", "username\nberta\n", "accounts.pdf", 400, "010408"],
  ["of more than a megabyte", `username,email\nberta,${"x".repeat(1_000_000)}\n`, "accounts.csv", 413, "010413"],
  ["that is no workbook, whatever its name says", "username\nberta\n", "accounts.xlsx", 400, "010407"],
])("a file %s is refused", async (_case, text, fileName, status, code) => {
  const answer = await send(text, fileName);
  expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([status, code]);
  expect(await names()).toEqual(["amber", "manager"]);
});

test("created accounts are deleted again if another request takes a name meanwhile", async () => {
  stubCollection(deps, COLLECTIONS.users, (found) => ({
    async insert(document) {
      if (document.username === "berta") await addUser(deps, "clara");
      return await found.insert(document);
    },
  }));
  const answer = await send("username\nberta\nclara\n");
  expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([409, "010308"]);
  expect(await names()).toEqual(["amber", "clara", "manager"]);
  const undone = (await deps.documents.collection(COLLECTIONS.audit).find()).filter(({ action }) => action === "user.create.undo");
  expect(undone).toHaveLength(1);
});
