import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeAt } from "@agatha/api/testing/second-factor";
import { systemClock } from "@agatha/contracts";
import { freePort } from "../../listening.js";
import { PASSWORD } from "../testing/agatha-process.js";
import { TestClient } from "../testing/client.js";
import { table, useCommandLine } from "../testing/command-line.js";

const { client, folder, runProcess, runUnread, runAgathaCli, printedJson, logIn } = await useCommandLine();

test("a command whose reader closes the pipe ends without a word", async () => {
  expect(await runUnread(["--help"])).toEqual({ code: 0, said: "" });
});

test("a login to an account with a second factor takes its code, and says so without one", async () => {
  expect((await client.json("POST", "agatha/users/", { username: "careful", password: PASSWORD })).status).toBe(201);
  const careful = new TestClient(client.url);
  await careful.login("careful");
  const { secret } = await careful.api.beginSecondFactor(PASSWORD);
  const [recoveryCode = ""] = await careful.api.confirmSecondFactor(codeAt({ wallClock: systemClock }, secret));
  const login = ["login", client.url.replace(/\/$/, ""), "--user", "careful"];
  const env = { AGATHA_PASSWORD: PASSWORD };
  expect(await runAgathaCli(login, { env })).toMatchObject({ code: 2, said: expect.stringContaining("give its code with --code") });
  expect(await runAgathaCli([...login, "--code", "12345"], { env })).toMatchObject({ code: 1, said: expect.stringContaining("010319") });
  const [user] = await printedJson<{ username: string }>([...login, "--code", recoveryCode], { env });
  expect(user?.username).toBe("careful");
});

test("a dataset is shared with an account as viewer or editor, and no longer", async () => {
  await logIn();
  await client.api.createUser({ username: "colleague", password: PASSWORD });
  await writeFile(join(folder, "shared.csv"), table(20));
  const [dataset] = await printedJson<{ id: string }>(["upload", join(folder, "shared.csv"), "--name", "Shared"]);
  const shares = async (...args: string[]) => await printedJson(["share", "Shared", "colleague", ...args]);
  expect(await shares()).toEqual([{ id: dataset?.id, shares: [{ account: "colleague", role: "viewer" }] }]);
  expect(await shares("--role", "editor")).toEqual([{ id: dataset?.id, shares: [{ account: "colleague", role: "editor" }] }]);
  const colleague = new TestClient(client.url);
  await colleague.login("colleague");
  expect(await colleague.api.datasets()).toMatchObject([{ id: dataset?.id, owner_name: "admin", role: "editor" }]);
  expect(await shares("--stop")).toEqual([{ id: dataset?.id, shares: [] }]);
  expect(await colleague.api.datasets()).toEqual([]);
  expect(await runAgathaCli(["share", "Shared", "colleague", "--role", "owner"])).toMatchObject({
    code: 2,
    said: expect.stringContaining("--role is viewer or editor"),
  });
  await client.api.deleteDataset(dataset!.id);
});

describe("a failed command says why", () => {
  beforeAll(async () => {
    await logIn();
    await writeFile(join(folder, "bad.csv"), "a,a\n1,2\n");
  });

  test.each<[string, string[], number, RegExp]>([
    ["2 when there is no such command", ["fly"], 2, /no command "fly".*--help/],
    ["2 when no command is given", [], 2, /Usage: agatha COMMAND/],
    ["2 when an operand is missing", ["upload"], 2, /FILE is missing\nUsage: agatha upload FILE/],
    ["2 when an option is unknown", ["models", "--fast"], 2, /--fast/],
    ["2 when a choice is unknown", ["upload", "x.csv", "--product", "pears"], 2, /--product is one of occ, /],
    ["2 when the address is invalid", ["login", "localhost", "--user", "a"], 2, /"localhost" is no address/],
    ["1 when the file does not exist", ["upload", "nowhere.csv"], 1, /^The file "nowhere\.csv" is not there$/m],
    ["2 when the file is a folder", ["upload", "."], 2, /"\." is no file/],
    ["2 when the password is missing", ["login", "http://127.0.0.1:1/tukey", "--user", "admin"], 2, /password is missing/],
    ["1 when the server rejects the file", ["upload", "bad.csv"], 1, /Duplicate Field Name \(010404\)/],
    ["1 when there is no such dataset", ["train", "nothing", "--response", "y"], 1, /no dataset "nothing"\. See: agatha datasets/],
    ["1 when there is no such model", ["export", "nothing", "--output", "x"], 1, /no model "nothing"/],
  ])("a command exits with %s", async (_sentence, args, code, said) => {
    const ended = await runAgathaCli(args.map((arg) => (arg === "bad.csv" ? join(folder, arg) : arg)));
    expect(ended.said).toMatch(said);
    expect([ended.code, ended.out]).toEqual([code, ""]);
  });

  test("a command exits with 1 when the password is wrong, and nobody is logged in", async () => {
    const AGATHA_SESSION_FILE = join(folder, "nobody.json");
    const ended = await logIn({ AGATHA_PASSWORD: "wrong", AGATHA_SESSION_FILE });
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining("Incorrect account or password") });
    const after = await runAgathaCli(["datasets"], { env: { AGATHA_SESSION_FILE } });
    expect(after).toMatchObject({ code: 3, said: expect.stringContaining("Log in first") });
  });

  test("a command exits with 2 when something else answers at the address", async () => {
    const ended = await runAgathaCli(["login", new URL(client.url).origin, "--user", "admin"], { input: `${PASSWORD}\n` });
    expect(ended).toMatchObject({ code: 2, said: expect.stringMatching(/no Agatha at http:.*such as http:.*\/tukey/) });
  });

  test("a command exits with 2 when the address is one of the console's pages", async () => {
    const ended = await runAgathaCli(["login", `${client.url}home`, "--user", "admin"], { env: { AGATHA_PASSWORD: PASSWORD } });
    expect(ended).toMatchObject({ code: 2, said: expect.stringMatching(/no Agatha at http:.*home.*such as http:.*\/tukey/) });
  });

  test("a command exits with 4 when no server answers", async () => {
    const ended = await runAgathaCli(["login", `http://127.0.0.1:${await freePort()}/tukey`, "--user", "admin"], {
      input: `${PASSWORD}\n`,
    });
    expect(ended).toMatchObject({ code: 4, said: expect.stringMatching(/does not respond.*\n {2}connect ECONNREFUSED/) });
  });

  test("a command exits with 4 when the server does not speak HTTPS, and says to use HTTP", async () => {
    const url = client.url.replace("http:", "https:");
    const ended = await runAgathaCli(["login", url, "--user", "admin"], { env: { AGATHA_PASSWORD: PASSWORD } });
    expect(ended).toMatchObject({ code: 4, said: expect.stringContaining("log in with an address that begins with http://") });
  });

  test("a command exits with 1 when the file changes while it is sent", async () => {
    const file = join(folder, "growing.csv");
    await writeFile(file, table(5));
    const grow: typeof fetch = async (input, init) => {
      if (init?.body instanceof FormData) await writeFile(file, table(9));
      return await fetch(input, init);
    };
    const ended = await runAgathaCli(["upload", file], { fetch: grow });
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining("changed while it was sent") });
  });
});

test("help prints every command and its options on standard output", async () => {
  const { code, out } = await runProcess(["--help"]);
  expect(code).toBe(0);
  const commands = [...out.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!);
  expect(commands).toEqual(expect.arrayContaining(["login", "upload", "train", "predict", "export"]));
  for (const name of commands) {
    expect(await runAgathaCli([name, "--help"])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Usage: agatha ${name}`),
      said: "",
    });
  }
});
