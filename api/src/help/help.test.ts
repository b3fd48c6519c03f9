import { addUser, readJson, startServer, testDeps } from "../testing/deps.js";
import { helpRoutes } from "./index.js";

// @contract get-agatha-help
test.each([
  ["named", { email: "quality@example.com", url: "https://help.example.com/agatha" }],
  ["not set", {}],
])("whom users ask is %s by the installation's settings", async (_case, contact: { email?: string; url?: string }) => {
  const deps = testDeps({ contact });
  const server = await startServer(deps, helpRoutes(deps));
  try {
    const user = await server.loggedInAs(await addUser(deps, "someone"));
    expect(await readJson(await user("GET", "/agatha/help/"))).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      contact_email: contact.email ?? null,
      contact_url: contact.url ?? null,
    });
  } finally {
    await server.close();
    deps.cleanUp();
  }
});
