/**
 * Requests every route of a dataset as owner, manager, editor, viewer and stranger. A route without a place in
 * these tables fails.
 */
import type { DatasetShare, User } from "@agatha/contracts";
import type { Route } from "../http/route.js";
import { addUser, type TestDeps, type TestServer, testDeps } from "../testing/deps.js";
import { lowCostHash } from "../testing/low-cost-hash.js";
import {
  callRoute,
  createOwnerFixtures,
  type OwnerFixtures,
  PASSWORD,
  routeName,
  routeTable,
  serveAll,
  UNSAFE_METHODS,
} from "../testing/route-fixtures.js";

/** Calls by the least role that may make them. Others who see the dataset get 403, and strangers 404. */
const LEAST_ROLE = {
  viewer: [
    "GET /agatha/datasets/:id",
    "GET /agatha/datasets/:id/preview",
    "GET /rest/datasets/:id",
    "GET /agatha/datasets/:id/dashboard",
    "GET /agatha/datasets/:id/rows",
    "POST /agatha/datasets/:id/extraction/preview",
    "GET /agatha/datasets/:id/leakage",
    "GET /agatha/datasets/:id/series",
    "GET /agatha/datasets/:id/data_check",
    "GET /agatha/datasets/:id/download_gzip",
    "GET /tukey/download-gzip",
    "GET /agatha/datasets/:id/extraction/download_gzip",
    "GET /agatha/datasets/:id/profiling",
    "GET /agatha/datasets/:id/profiling/report",
    "GET /agatha/datasets/:id/models",
    "GET /agatha/datasets/:id/models/:mid",
    "GET /agatha/datasets/:id/models/:mid/info",
    "GET /agatha/datasets/:id/models/:mid/graph",
    "GET /agatha/datasets/:id/models/:mid/columns",
    "GET /agatha/datasets/:id/models/:mid/preds",
    "GET /agatha/datasets/:id/models/:mid/export",
    "GET /agatha/datasets/:id/models/:mid/report",
    "GET /agatha/datasets/:id/models/:mid/studio",
    "GET /agatha/datasets/:id/models/:mid/graph_html",
    "GET /rest/models/:id",
    // The new dataset belongs to whoever saves it.
    "POST /agatha/datasets/:id/models/:mid/save_to_tukey",
    "GET /agatha/datasets/:id/models/:mid/cluster_density",
    "GET /agatha/datasets/:id/automodels",
    "GET /agatha/datasets/:id/automodels/:aid",
    "GET /tukey/auto-job/:aid",
    "GET /rest/automodels/:id",
    // A what-if. Batch predictions and optimizations are for editors, see below.
    "POST /agatha/datasets/:id/models/:mid/calcs",
    "GET /agatha/datasets/:id/models/:mid/calcs",
    "GET /agatha/datasets/:id/models/:mid/calcs/:cid",
    "GET /agatha/datasets/:id/models/:mid/calcs/:cid/download_gzip",
    "POST /agatha/datasets/:id/models/:mid/response_curves",
    "GET /rest/calculations/:id",
    "GET /agatha/datasets/:id/evaluations",
    "GET /agatha/datasets/:id/evaluations/:eid",
    "GET /agatha/datasets/:id/evaluations/:eid/evaluation_bymodels",
    "GET /agatha/datasets/:id/evaluations/:eid/evaluation_bymodels/:emid",
    "GET /agatha/datasets/:id/evaluations/:eid/download_gzip",
    "GET /agatha/datasets/:id/evaluations/:eid/evaluation_bymodels/:emid/download_gzip",
    "GET /rest/evaluations/:id",
    "GET /agatha/datasets/:id/extraction",
    "GET /rest/extractions/:id",
    // The template belongs to whoever makes it.
    "POST /agatha/extraction_templates",
    "POST /rest/extraction_templates",
    "POST /agatha/service",
  ],
  editor: [
    "PATCH /agatha/datasets/:id",
    "PUT /rest/datasets/:id",
    "PATCH /rest/datasets/:id",
    "PUT /agatha/datasets/:id/dashboard",
    "POST /agatha/datasets/:id/profiling",
    "POST /agatha/datasets/:id/models",
    "PATCH /agatha/datasets/:id/models/:mid",
    "DELETE /agatha/datasets/:id/models/:mid",
    "POST /agatha/datasets/:id/models/:mid/restore",
    "POST /agatha/datasets/:id/models/:mid/clone",
    "POST /agatha/datasets/:id/models/:mid/cancel",
    "POST /rest/models",
    "PUT /rest/models/:id",
    "PATCH /rest/models/:id",
    "DELETE /rest/models/:id",
    "POST /agatha/datasets/:id/automodels",
    "PATCH /agatha/datasets/:id/automodels/:aid",
    "DELETE /agatha/datasets/:id/automodels/:aid",
    "POST /agatha/datasets/:id/automodels/:aid/restore",
    "POST /tukey/auto-job",
    "POST /rest/automodels",
    "PUT /rest/automodels/:id",
    "PATCH /rest/automodels/:id",
    "DELETE /rest/automodels/:id",
    "DELETE /agatha/datasets/:id/models/:mid/calcs/:cid",
    "POST /agatha/datasets/:id/evaluations",
    "PUT /agatha/datasets/:id/evaluations/:eid",
    "PATCH /agatha/datasets/:id/evaluations/:eid",
    "DELETE /agatha/datasets/:id/evaluations/:eid",
    "POST /agatha/datasets/:id/evaluations/:eid/restore",
    "POST /agatha/datasets/:id/evaluations/:eid/start",
    "POST /agatha/datasets/:id/evaluations/:eid/prepare_upload_data",
    "POST /agatha/datasets/:id/evaluations/:eid/upload",
    "POST /rest/evaluations",
    "PUT /rest/evaluations/:id",
    "PATCH /rest/evaluations/:id",
    "DELETE /rest/evaluations/:id",
    "POST /agatha/datasets/:id/extraction",
    "PATCH /agatha/datasets/:id/extraction",
    "PATCH /agatha/datasets/:id/extraction/:extId",
    "DELETE /agatha/datasets/:id/extraction/:extId",
    "POST /agatha/datasets/:id/extraction/:extId/restore",
    "POST /rest/extractions",
    "PUT /rest/extractions/:id",
    "PATCH /rest/extractions/:id",
    "DELETE /rest/extractions/:id",
  ],
  owner: [
    "DELETE /agatha/datasets/:id",
    "DELETE /rest/datasets/:id",
    "GET /agatha/datasets/:id/shares",
    "PUT /agatha/datasets/:id/shares/:account",
    "DELETE /agatha/datasets/:id/shares/:account",
    "GET /agatha/datasets/:id/models/:mid/api",
    "POST /agatha/datasets/:id/models/:mid/api",
    "DELETE /agatha/datasets/:id/models/:mid/api",
    "GET /agatha/datasets/:id/extraction/:extId/api",
    "POST /agatha/datasets/:id/extraction/:extId/api",
    "DELETE /agatha/datasets/:id/extraction/:extId/api",
  ],
} as const satisfies Record<string, string[]>;

/** Calls for what is never shared: for its owner and managers. */
const NEVER_SHARED = [
  "POST /agatha/datasets/:id/restore",
  "GET /agatha/extraction_templates/:tid",
  "DELETE /agatha/extraction_templates/:tid",
  "POST /agatha/extraction_templates/:tid/restore",
  "DELETE /agatha/trash/:kind/:id",
  "GET /rest/extraction_templates/:id",
  "DELETE /rest/extraction_templates/:id",
];

/** Needs a template of one's own besides a dataset that one edits: `share.test.ts`. */
const TEMPLATE = "POST /agatha/datasets/:id/extraction/template";

/** Lists of what each user sees, and calls that are about no dataset: `isolation.test.ts` requests them. */
const OF_NO_DATASET = [
  "GET /agatha/user/sessions",
  "DELETE /agatha/user/sessions",
  "DELETE /agatha/user/sessions/:sid",
  "GET /agatha/user",
  "PATCH /agatha/user/update_info",
  "GET /agatha/users",
  "POST /agatha/users/check",
  "POST /accounts/change_password",
  "POST /accounts/second_factor",
  "POST /accounts/second_factor/confirm",
  "POST /accounts/second_factor/off",
  "GET /rest/users",
  "GET /rest/users/:id",
  "POST /rest/users",
  "PUT /rest/users/:id",
  "PATCH /rest/users/:id",
  "DELETE /rest/users/:id",
  "POST /agatha/datasets/upload",
  "POST /agatha/datasets/prepare_upload_data",
  "POST /agatha/datasets/preview_upload",
  "GET /agatha/datasets",
  "GET /rest/datasets",
  "GET /rest/models",
  "GET /tukey/auto-job",
  "GET /rest/automodels",
  "GET /rest/calculations",
  "GET /rest/evaluations",
  "GET /rest/extractions",
  "GET /agatha/extraction_templates",
  "GET /rest/extraction_templates",
  "GET /agatha/service",
  "GET /agatha/find_model_list",
  "GET /agatha/trash",
  "DELETE /agatha/trash",
  "GET /agatha/help",
];

const placed: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LEAST_ROLE).flatMap(([role, names]) => names.map((name) => [name, role] as const)),
  ...NEVER_SHARED.map((name) => [name, "never shared"] as const),
]);
const table = routeTable().filter(({ access }) => access === "user");

const SHARES: DatasetShare[] = [
  { account: "editor", role: "editor" },
  { account: "viewer", role: "viewer" },
];
const passwordHash = lowCostHash(PASSWORD);
let deps: TestDeps;
let server: TestServer;
let has: OwnerFixtures;
let users: Record<"owner" | "manager" | "editor" | "viewer" | "stranger", User>;

beforeEach(start);
afterEach(stop);

/** Starts a server with the owner's data, whose dataset is shared. */
async function start(): Promise<void> {
  deps = testDeps();
  server = await serveAll(deps);
  has = await createOwnerFixtures(deps, passwordHash);
  const { dataset, owner } = has;
  await deps.resources.update("Dataset", { ...dataset, spec: { ...dataset.spec, visibility: "shared", shares: SHARES } });
  users = {
    owner,
    manager: await addUser(deps, "manager", { auth: "manager" }),
    editor: await addUser(deps, "editor"),
    viewer: await addUser(deps, "viewer"),
    stranger: await addUser(deps, "stranger"),
  };
}

async function stop(): Promise<void> {
  await server.close();
  deps.cleanUp();
}

/** Returns the answer's status. After a change, the data are made anew. */
async function statusFor(who: keyof typeof users, route: Route): Promise<number> {
  const { status, ok } = await callRoute(await server.loggedInAs(users[who]), route, { has });
  if (ok && UNSAFE_METHODS.has(route.method)) {
    await stop();
    await start();
  }
  return status;
}

test("every route has a place in the table", () => {
  expect([...placed.keys(), TEMPLATE, ...OF_NO_DATASET].sort()).toEqual(table.map(routeName).sort());
});

// @contract who-may-do-what-in-a-shared-dataset
test.each(
  table.flatMap((route) => {
    const role = placed.get(routeName(route));
    return role ? [[routeName(route), role, route] as const] : [];
  }),
)("%s is for: %s", async (_name, role, route) => {
  const owner = await statusFor("owner", route);
  const refused = role === "never shared" ? 404 : 403;
  expect({
    manager: await statusFor("manager", route),
    editor: await statusFor("editor", route),
    viewer: await statusFor("viewer", route),
    stranger: await statusFor("stranger", route),
  }).toEqual({
    manager: owner,
    editor: role === "viewer" || role === "editor" ? owner : refused,
    viewer: role === "viewer" ? owner : refused,
    stranger: 404,
  });
});
