import { fetchInTurn } from "./fetch-in-turn.js";

test("requests that begin at once are sent in their order, each in a task of its own", async () => {
  const events: string[] = [];
  const fetch = fetchInTurn(async (input) => {
    events.push(`${input}`);
    // All that this task still does comes before the next one.
    void Promise.resolve().then(() => events.push("end of the task"));
    return new Response(`${input}`);
  });
  const answers = ["/a", "/b", "/c"].map((path) => fetch(path));
  expect(events).toEqual([]);
  expect(await Promise.all(answers.map(async (answer) => await (await answer).text()))).toEqual(["/a", "/b", "/c"]);
  expect(events).toEqual(["/a", "end of the task", "/b", "end of the task", "/c", "end of the task"]);
});

test("a request that fails does not hold up the next one", async () => {
  const fetch = fetchInTurn(async (input) => {
    if (input === "/broken") throw new TypeError("Failed to fetch");
    return new Response("answered");
  });
  const broken = fetch("/broken");
  const next = fetch("/next");
  await expect(broken).rejects.toThrow("Failed to fetch");
  expect(await (await next).text()).toBe("answered");
});
