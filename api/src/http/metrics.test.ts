import { createApi } from "../index.js";
import { addUser, serve, testDeps } from "../testing/deps.js";

test("requests are measured by route and status, never by address", async () => {
  const deps = testDeps();
  const api = createApi(deps);
  const server = await serve(deps, api.server);
  const user = await server.loggedInAs(await addUser(deps, "someone"));
  await user("GET", "/agatha/datasets/d0123456789");
  await user("GET", "/agatha/user");
  await user("GET", "/nothing");
  await server.close();
  await api.close();
  deps.cleanUp();
  const text = await deps.metrics.metrics();
  const count = (route: string, status: number): RegExp =>
    new RegExp(`agatha_http_request_duration_seconds_count\\{method="GET",route="${route}",status="${status}"\\} 1`);
  expect(text).toMatch(count("/agatha/datasets/:id", 404));
  expect(text).toMatch(count("/agatha/user", 200));
  expect(text).toMatch(count("none", 404));
  expect(text).not.toContain("d0123456789");
});
