import { allRoutes } from "./app.js";
import type { API_PARTS } from "./deps.js";
import { createApi } from "./index.js";
import { serve, testDeps } from "./testing/deps.js";

function pathsOf(serves?: (typeof API_PARTS)[number]): string[] {
  const deps = testDeps(serves === undefined ? {} : { serves });
  const paths = allRoutes(deps).map(({ method, path }) => `${method} ${path}`);
  deps.cleanUp();
  return paths;
}
const documents = ["get /openapi.json", "get /docs"];

test("the two parts together are all routes and share only the API's documentation", () => {
  const [all, forPeople, models] = [pathsOf(), pathsOf("console"), pathsOf("models")];
  expect(all).toEqual(pathsOf("all"));
  expect(new Set([...forPeople, ...models])).toEqual(new Set(all));
  expect(forPeople.filter((path) => models.includes(path)).sort()).toEqual([...documents].sort());
});

test("a server for predictions has no other routes", async () => {
  const deps = testDeps({ serves: "models" });
  const api = createApi(deps);
  const server = await serve(deps, api.server);
  for (const path of ["/agatha/user", "/rest/models", "/accounts/csrf", "/agatha/datasets"]) {
    expect((await server.anonymous("GET", path)).status).toBe(404);
  }
  expect((await server.anonymous("POST", "/tukey/api", { body: { api_token: "wrong", data: {} } })).status).toBe(401);
  await server.close();
  await api.close();
  deps.cleanUp();
});
