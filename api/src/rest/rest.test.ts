import { NotFound, type User } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import { z } from "zod";
import { addUser, type Client, readJson, startServer, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { restRoutes } from "./index.js";

const record = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().nullable(),
  encoding: z.string().nullable(),
  owner: z.string(),
});
type Thing = z.infer<typeof record>;

let things: Thing[];
let deps: TestDeps;
let server: TestServer;
let client: Client;
let user: User;
let updates: unknown[];

function find(id: string): Thing {
  const thing = things.find((each) => each.id === id);
  if (!thing) throw new NotFound(id, "010401");
  return thing;
}

beforeEach(async () => {
  deps = testDeps();
  user = await addUser(deps, "someone");
  things = ["Oven2", "Press", "Oven10", "Mixer", "Oven1"].map((name, i) => ({
    id: `t${i}`,
    name,
    size: name === "Press" ? null : name.length * 10 - i,
    encoding: null,
    owner: user.id,
  }));
  updates = [];
  const routes = restRoutes({
    name: "things",
    record,
    errors: ["010401"],
    list: async (asking) => things.filter((thing) => thing.owner === asking.id),
    get: async (_user, id) => find(id),
    create: {
      body: z.object({ name: z.string() }),
      run: async ({ id: owner }, { name }) => ({ id: "new", name, size: 1, encoding: null, owner }),
    },
    update: {
      body: z.object({ name: z.string().max(6).optional(), encoding: z.enum(["utf-8", "big5"]).optional() }),
      run: async (_user, id, changes) => {
        updates.push(changes);
        return Object.assign(find(id), changes);
      },
    },
    remove: async (_user, id) => {
      const thing = find(id);
      things = things.filter((each) => each !== thing);
      return thing;
    },
  });
  server = await startServer(deps, routes);
  client = await server.loggedInAs(user);
});

afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

async function list(query: Record<string, unknown>): Promise<{ status: number; names: string[]; range: string | null }> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]));
  const answer = await client("GET", `/rest/things?${text}`);
  const body: unknown = await answer.json();
  return {
    status: answer.status,
    names: Array.isArray(body) ? body.map((t: Thing) => t.name) : [],
    range: answer.headers.get("Content-Range"),
  };
}

describe("a list", () => {
  test.each<[string, Record<string, unknown>, string[], string]>([
    ["without a query is everything", {}, ["Oven2", "Press", "Oven10", "Mixer", "Oven1"], "things 0-4/5"],
    [
      "sorts names with numbers in them as people do",
      { sort: ["name", "ASC"] },
      ["Mixer", "Oven1", "Oven2", "Oven10", "Press"],
      "things 0-4/5",
    ],
    [
      "sorts numbers downwards with missing ones last",
      { sort: ["size", "DESC"] },
      ["Oven10", "Oven2", "Mixer", "Oven1", "Press"],
      "things 0-4/5",
    ],
    [
      "sorts by an unknown field like not at all",
      { sort: ["nothing", "ASC"] },
      ["Oven2", "Press", "Oven10", "Mixer", "Oven1"],
      "things 0-4/5",
    ],
    [
      "sorts by a field whose name JSON writes at length",
      { sort: ["\u0001".repeat(100), "ASC"] },
      ["Oven2", "Press", "Oven10", "Mixer", "Oven1"],
      "things 0-4/5",
    ],
    ["pages", { sort: ["id", "ASC"], range: [1, 2] }, ["Press", "Oven10"], "things 1-2/5"],
    ["ends where the records end", { range: [3, 24] }, ["Mixer", "Oven1"], "things 3-4/5"],
    ["is empty beyond them", { range: [25, 49] }, [], "things */5"],
    ["is empty when it ends before it begins", { range: [3, 1] }, [], "things */5"],
    ["searches names", { filter: { q: "OVEN 1" } }, ["Oven10", "Oven1"], "things 0-1/2"],
    ["gives the records of some ids", { filter: { id: ["t0", "t3", "gone"] } }, ["Oven2", "Mixer"], "things 0-1/2"],
    ["filters by a field", { filter: { size: null } }, ["Press"], "things 0-0/1"],
    ["filters by a field that no record has", { filter: { __proto__: null, constructor: "x" } }, [], "things */0"],
  ])("the list %s", async (_case, query, names, range) => {
    expect(await list(query)).toEqual({ status: 200, names, range });
  });

  test.each([
    ["sort=name"],
    ['sort=["name","UP"]'],
    ["range=[0]"],
    ['range=["0","9"]'],
    ["filter=[1]"],
    ['filter={"a":{"$ne":null}}'],
    ["filter={"],
  ])("the list refuses %s", async (query) => {
    const answer = await client("GET", `/rest/things?${query}`);
    expect(answer.status).toBe(400);
    expect((await readJson<ErrorBody>(answer)).detail?.[0]?.path).toMatch(/^(sort|range|filter)/);
  });

  test("the list has only the user's own records", async () => {
    const stranger = await server.loggedInAs(await addUser(deps, "stranger"));
    expect(await (await stranger("GET", "/rest/things")).json()).toEqual([]);
  });
});

describe("a record", () => {
  test("every write returns the complete record", async () => {
    const whole = { name: "Oven2", size: 50, encoding: null, owner: user.id };
    expect(await (await client("GET", "/rest/things/t0")).json()).toEqual({ id: "t0", ...whole });
    expect(await (await client("PATCH", "/rest/things/t0", { body: { name: "Kiln" } })).json()).toEqual({
      id: "t0",
      ...whole,
      name: "Kiln",
    });
    expect(await (await client("DELETE", "/rest/things/t0")).json()).toMatchObject({ id: "t0", name: "Kiln" });
    expect((await client("GET", "/rest/things/t0")).status).toBe(404);
    const made = await client("POST", "/rest/things", { body: { name: "New" } });
    expect([made.status, await made.json()]).toEqual([201, { id: "new", ...whole, name: "New", size: 1 }]);
  });

  test("a complete record with one edit changes only that field", async () => {
    const sent = { ...find("t0"), encoding: "big5" };
    expect((await client("PUT", "/rest/things/t0", { body: sent })).status).toBe(200);
    expect(updates).toEqual([{ encoding: "big5" }]);
  });

  test("a wrong edit is refused with its path", async () => {
    const answer = await client("PUT", "/rest/things/t0", { body: { ...find("t0"), name: "TooLongAName" } });
    expect([answer.status, (await readJson<ErrorBody>(answer)).detail?.[0]?.path]).toEqual([400, "name"]);
    expect(updates).toEqual([]);
  });
});
