import type { Resource, User } from "@agatha/contracts";
import type { Route } from "../http/route.js";
import { addUser, type Client, startServer, type TestDeps, type TestServer, testDeps } from "./deps.js";
import { addDataset } from "./models.js";

/** A ready dataset, its owner, a manager, and a client of each. */
export interface OwnerAndManager {
  deps: TestDeps;
  server: TestServer;
  amber: User;
  asAmber: Client;
  manager: User;
  asManager: Client;
  /** Dataset of amber. */
  dataset: Resource<"Dataset">;
  close(): Promise<void>;
}

/** Serves these routes to the owner of a dataset and to a manager. */
export async function createOwnerAndManager(routesOf: (deps: TestDeps) => Route[]): Promise<OwnerAndManager> {
  const deps = testDeps();
  const server = await startServer(deps, routesOf(deps));
  const amber = await addUser(deps, "amber");
  const manager = await addUser(deps, "manager", { auth: "manager" });
  return {
    deps,
    server,
    amber,
    asAmber: await server.loggedInAs(amber),
    manager,
    asManager: await server.loggedInAs(manager),
    dataset: await addDataset(deps, { owner: amber }),
    async close() {
      await server.close();
      deps.cleanUp();
    },
  };
}
