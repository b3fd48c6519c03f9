/** Checks that the typed client of the contracts has a call for each route, and that the server accepts each of its calls. */
import { type ApiClient, createApiClient, createCookieFetch, createHttpClient } from "@agatha/contracts/client";
import { cookieName, openSession } from "./http/sessions.js";
import { addUser, type TestDeps, type TestServer, testDeps } from "./testing/deps.js";
import { lowCostHash } from "./testing/low-cost-hash.js";
import {
  createOwnerFixtures,
  OWNER_NAME,
  type OwnerFixtures,
  PASSWORD,
  routeName,
  routeTable,
  serveAll,
} from "./testing/route-fixtures.js";
import { codeAt } from "./testing/second-factor.js";

/** Routes without a call, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "GET /docs": "a page for people",
  "GET /accounts/sign_on/start": "for browsers, which it leads to the provider",
  "GET /accounts/sign_on/callback": "for browsers, which the provider leads back",
  "GET /openapi.json": "what such clients are made from",
  "GET /agatha/datasets/:id/profiling/report": "a page for people, whose address profiling tells",
  "GET /agatha/datasets/:id/models/:mid/graph_html": "a page for people",
  "GET /agatha/datasets/:id/models/:mid/report": "a page for people, whose address modelStudio tells",
  "PATCH /agatha/datasets/:id/evaluations/:eid": "the same as PUT",
  "GET /tukey/download-gzip": "the same as a dataset's download_gzip",
  "GET /tukey/auto-job": "the same as automodels, of all datasets",
  "POST /tukey/auto-job": "the same as automodels",
  "GET /tukey/auto-job/:aid": "the same as automodels",
  "POST /tukey/api": "for programs with a token instead of a session; pages of APIs have examples",
  "GET /tukey/api/:id": "for programs with a token",
  "GET /tukey/api/next": "for programs with a token",
  "POST /tukey/api/varimp": "for programs with a token",
  "GET /tukey/api/varimp/:id": "for programs with a token",
  "POST /tukey/extapi": "for programs with a token",
  "GET /tukey/extapi/:id": "for programs with a token",
  "GET /tukey/extapi/:token/:id": "for programs with a token",
};
/** Called by react-admin's data provider for simple-rest. */
const isConsoleList = (name: string): boolean => name.includes(" /rest/");

interface TestHarness {
  has: OwnerFixtures;
  api: ApiClient;
}
type ArgumentsOf<M extends keyof ApiClient> = Parameters<ApiClient[M]>;

const csv = (name: string): File => new File([`x,y\n${Array.from({ length: 30 }, (_, i) => `${i},${2 * i}`).join("\n")}\n`], name);
const again = { new_password: "of eight or more", new_password_again: "of eight or more" };
const sort = { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] };
const datasetOf = ({ has }: TestHarness): string => has.dataset.metadata.name;
const modelOf = ({ has }: TestHarness): string => has.model.metadata.name;

/** Arguments of each call with which it succeeds for a manager. */
const CALLS: { readonly [M in keyof ApiClient]: (there: TestHarness) => ArgumentsOf<M> | Promise<ArgumentsOf<M>> } = {
  login: () => [{ username: "manager", password: PASSWORD }],
  logout: () => [],
  signOn: () => [],
  user: () => [],
  help: () => [],
  texts: () => [],
  textEdits: () => [],
  changeTexts: () => [{ ja: { "layout.menu": { text: "一覧" } } }],
  changeEmail: () => ["someone@example.com"],
  checkPassword: () => [PASSWORD],
  changePassword: () => [{ current_password: PASSWORD, ...again }],
  forgotPassword: () => [OWNER_NAME],
  sessions: () => [],
  endSession: async ({ api }) => [(await api.sessions())?.[0]?.id ?? "any"],
  endOtherSessions: () => [],
  beginSecondFactor: () => [PASSWORD],
  confirmSecondFactor: async ({ api }) => [codeAt(deps, (await api.beginSecondFactor(PASSWORD)).secret ?? "AAAA")],
  removeSecondFactor: () => [PASSWORD],
  checkResetLink: async ({ api, has }) => [(await api.resetLink(has.owner.id)).reset_token],
  resetPassword: async ({ api, has }) => [{ reset_token: (await api.resetLink(has.owner.id)).reset_token, ...again }],

  users: () => [],
  findUser: () => [OWNER_NAME],
  createUser: () => [{ username: "mine", model_limit: 3 }],
  importUsers: () => [new Blob(["username\nline1\nline2\n"]), "accounts.csv"],
  previewImport: () => [new Blob(["username\nline3\n"]), "accounts.csv"],
  changeUser: ({ has }) => [has.owner.id, { is_active: false }],
  deleteUser: ({ has }) => [has.owner.id, { withData: true }],
  removeSecondFactorOf: ({ has }) => [has.owner.id],
  resetLink: ({ has }) => [has.owner.id],
  updateTeamInfo: ({ has }) => [{ user_id: has.owner.id, api_enable_mode: "all" }],
  audit: () => [{ limit: 5 }],
  downloadAudit: () => [{ format: "csv" }],

  prepareUpload: () => [{ name: "Mine", size: 10 }],
  upload: () => [csv("mine.csv"), "mine.csv", { name: "Mine" }],
  previewUpload: () => [csv("mine.csv"), "mine.csv", { delimiter: ",", header: "none" }],
  previewDataset: (there) => [datasetOf(there), { decimal: "," }],
  datasets: () => [],
  sharedDatasets: () => [],
  dataset: (there) => [datasetOf(there)],
  updateDataset: (there) => [datasetOf(there), { name: "Renamed" }],
  deleteDataset: (there) => [datasetOf(there)],
  restoreDataset: async (there) => {
    await there.api.deleteDataset(datasetOf(there));
    return [datasetOf(there)];
  },
  shares: (there) => [datasetOf(there)],
  shareDataset: (there) => [datasetOf(there), "manager", "viewer"],
  unshareDataset: (there) => [datasetOf(there), "manager"],
  rows: (there) => [datasetOf(there), { limit: 5, use_ext_data: true }],
  downloadDataset: (there) => [datasetOf(there), { encoding: "big5", use_ext_data: false }],
  dataCheck: (there) => [datasetOf(there)],
  leakage: (there) => [datasetOf(there), { response: "y", model_type: "REGRESSION" }],
  series: (there) => [datasetOf(there), { time: "at", value: "x" }],
  createProfiling: (there) => [datasetOf(there), { use_ext_data: true }],
  profiling: (there) => [datasetOf(there)],

  extractions: (there) => [datasetOf(there)],
  createExtraction: (there) => [datasetOf(there), { spec: sort }],
  previewExtraction: (there) => [datasetOf(there), { spec: sort, index: 0 }],
  enableExtraction: (there) => [datasetOf(there), there.has.editStepId, false],
  replaceExtraction: (there) => [datasetOf(there), there.has.editStepId, { cond: "by x", spec: sort }],
  deleteExtraction: (there) => [datasetOf(there), there.has.editStepId],
  restoreExtraction: async (there) => {
    await there.api.deleteExtraction(datasetOf(there), there.has.editStepId);
    return [datasetOf(there), there.has.editStepId];
  },
  changeExtractions: (there) => [datasetOf(there), { change: "disable" }],
  downloadExtraction: (there) => [datasetOf(there), { encoding: "utf-8" }],
  templates: () => [],
  template: ({ has }) => [has.templateId],
  createTemplate: (there) => [{ name: "Mine", dataset_id: datasetOf(there) }],
  deleteTemplate: ({ has }) => [has.templateId],
  restoreTemplate: ({ has }) => [has.deletedTemplateId],
  applyTemplate: (there) => [datasetOf(there), there.has.templateId],
  extractionApi: (there) => [datasetOf(there), there.has.editStepId],
  rotateExtractionToken: (there) => [datasetOf(there), there.has.editStepId],
  revokeExtractionToken: (there) => [datasetOf(there), there.has.editStepId],
  extractionApis: () => [],
  enableExtractionApis: (there) => [{ api_update_list: [{ dataset_id: datasetOf(there), api_enabled: true }] }],

  allModels: () => [],
  allAutoModels: () => [],
  allEvaluations: () => [],
  allCalculations: () => [],
  models: (there) => [datasetOf(there)],
  model: (there) => [datasetOf(there), modelOf(there)],
  createModel: (there) => [datasetOf(there), { name: "Mine", model_type: "REGRESSION", response: "y" }],
  cloneModel: (there) => [datasetOf(there), modelOf(there), { name: "Again" }],
  changeModel: (there) => [datasetOf(there), modelOf(there), { title: "Renamed" }],
  cancelModel: (there) => [datasetOf(there), modelOf(there)],
  deleteModel: (there) => [datasetOf(there), modelOf(there)],
  restoreModel: (there) => [datasetOf(there), there.has.deletedModelId],
  saveGroups: (there) => [datasetOf(there), there.has.clustersId, { dataset_name: "Mine", group_col_name: "group" }],
  modelInfo: (there) => [datasetOf(there), modelOf(there)],
  modelGraph: (there) => [datasetOf(there), modelOf(there)],
  modelColumns: (there) => [datasetOf(there), modelOf(there)],
  heldOutPredictions: (there) => [datasetOf(there), modelOf(there)],
  clusterDensity: (there) => [datasetOf(there), there.has.clusteringId],
  modelStudio: (there) => [datasetOf(there), modelOf(there)],
  // The test model has no ONNX form.
  exportModel: (there) => [datasetOf(there), modelOf(there), "onnx"],
  modelApi: (there) => [datasetOf(there), modelOf(there)],
  rotateToken: (there) => [datasetOf(there), modelOf(there)],
  revokeToken: (there) => [datasetOf(there), modelOf(there)],
  managedModels: () => [],
  enableApis: (there) => [{ api_update_list: [{ model_id: modelOf(there), api_enabled: false }] }],

  autoModels: (there) => [datasetOf(there)],
  createAutoModel: (there) => [datasetOf(there), { mode: "AUTO_REGRESSION", response: "y" }],
  autoModel: (there) => [datasetOf(there), there.has.autoModelId],
  cancelAutoModel: (there) => [datasetOf(there), there.has.autoModelId],
  deleteAutoModel: (there) => [datasetOf(there), there.has.autoModelId],
  restoreAutoModel: (there) => [datasetOf(there), there.has.deletedAutoModelId],
  calculate: (there) => [datasetOf(there), modelOf(there), { type: "batch", data: [{ x: 1 }] }],
  whatIf: (there) => [datasetOf(there), modelOf(there), { x: 1 }],
  dashboard: (there) => [datasetOf(there)],
  replaceDashboard: (there) => [datasetOf(there), { version: 0, charts: [] }],
  responseCurves: (there) => [datasetOf(there), modelOf(there), { data: { x: 1 }, columns: ["x"] }],
  calculations: (there) => [datasetOf(there), modelOf(there)],
  calculation: (there) => [datasetOf(there), modelOf(there), there.has.calculationId],
  deleteCalculation: (there) => [datasetOf(there), modelOf(there), there.has.calculationId],
  downloadBatch: (there) => [datasetOf(there), modelOf(there), there.has.batchPredictionId, { encoding: "big5" }],

  evaluations: (there) => [datasetOf(there), { max_fpr: 0.5 }],
  createEvaluation: (there) => [datasetOf(there), { model_id_list: [modelOf(there)] }],
  evaluation: (there) => [datasetOf(there), there.has.evaluationId, { max_fpr: 0.5 }],
  changeEvaluation: (there) => [datasetOf(there), there.has.evaluationId, { model_id_list: [modelOf(there)] }],
  deleteEvaluation: (there) => [datasetOf(there), there.has.evaluationId],
  restoreEvaluation: (there) => [datasetOf(there), there.has.deletedEvaluationId],
  prepareTestData: (there) => [datasetOf(there), there.has.evaluationId, { name: "later.csv", size: 10 }],
  uploadTestData: (there) => [datasetOf(there), there.has.evaluationId, csv("later.csv"), { encoding: "utf-8" }],
  startEvaluation: (there) => [datasetOf(there), there.has.evaluationId],
  evaluationsByModel: (there) => [datasetOf(there), there.has.evaluationId],
  evaluationByModel: (there) => [datasetOf(there), there.has.evaluationId, modelOf(there)],
  downloadEvaluation: (there) => [datasetOf(there), there.has.evaluationId, { encoding: "big5" }],
  downloadEvaluationByModel: (there) => [datasetOf(there), there.has.evaluationId, modelOf(there), { max_fpr: 0.5 }],

  companion: () => [],
  trash: () => [],
  purge: ({ has }) => ["extraction_template", has.deletedTemplateId],
  emptyTrash: ({ has }) => [{ owner: has.owner.id }],
  companionState: (there) => [{ origin: "http://localhost", flow: "calculation", dataset_id: datasetOf(there), model_id: modelOf(there) }],
};

const NAMES = Object.keys(CALLS) as (keyof ApiClient)[];

const routes = routeTable();
/** Returns the route of a request. Fixed segments precede parameters. */
function routeOf(method: string, path: string): string {
  const found = routes
    .filter((route) => route.method.toUpperCase() === method && new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+")}/?$`).test(path))
    .sort((a, b) => a.path.split(":").length - b.path.split(":").length)[0];
  if (!found) throw new Error(`no route for ${method} ${path}`);
  return routeName(found);
}

/** Returns a fetch that records the requested routes. */
function noting(routesAsked: string[], basePath: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    routesAsked.push(routeOf(init?.method ?? "GET", new URL(String(input)).pathname.slice(basePath.length)));
    return await send(input, init);
  };
}

async function make(name: keyof ApiClient, there: TestHarness): Promise<unknown> {
  const given = await CALLS[name](there);
  return await (there.api[name] as (...given: unknown[]) => Promise<unknown>)(...given);
}

const passwordHash = lowCostHash(PASSWORD);
let deps: TestDeps;
let server: TestServer;
let has: OwnerFixtures;

beforeEach(async () => {
  deps = testDeps();
  server = await serveAll(deps);
  has = await createOwnerFixtures(deps, passwordHash);
});
afterEach(async () => {
  await server.close();
  deps.cleanUp();
});

test.each(NAMES)("the server accepts %s", async (name) => {
  const manager = await addUser(deps, "manager", { auth: "manager", passwordHash });
  const cookies = new Map([[cookieName(deps.config, "session"), await openSession(deps, manager.id)]]);
  const api = createApiClient(createHttpClient(server.url, createCookieFetch(fetch, cookies).fetch));
  const answer = await make(name, { has, api });
  if (answer instanceof Response) expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
});

test("every route has a call or a reason not to have one", async () => {
  const asked: string[] = [];
  const send = noting(asked, deps.config.basePath, async () => Response.json({ csrftoken: "t" }));
  const api = createApiClient(createHttpClient(server.url, send));
  for (const name of NAMES) await make(name, { has, api });
  const without = routes.map(routeName).filter((name) => !asked.includes(name) && !isConsoleList(name));
  expect(without.sort()).toEqual(Object.keys(LEFT_OUT).sort());
});
