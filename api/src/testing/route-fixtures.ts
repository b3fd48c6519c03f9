/** A request for each route that succeeds for the owner of all fixtures, so that only what a test changes can make it fail. */
import { COLLECTIONS, isoTime, type Resource, type User, withDeletedAnnotation } from "@agatha/contracts";
import { sha256Hex } from "@agatha/contracts/api-access/api-tokens";
import { allRoutes, createApp } from "../app.js";
import type { Route } from "../http/route.js";
import { openSession } from "../http/sessions.js";
import { OVEN_PROFILE } from "../report/testing/table-profile.js";
import { createServices } from "../services.js";
import { addUser, type Client, serve, type TestDeps, type TestServer, testDeps } from "./deps.js";
import { addDataset, addTrainedModel, enableApi, stubModelCache } from "./models.js";
import { stubTableReaderCache } from "./table-reader-cache.js";

/** Name of the owner and of everything the owner has. No other user may see it. */
export const OWNER_NAME = "Confidential";
/** Password of the owner, and of everybody with the owner's passwordHash. */
export const PASSWORD = "the same for everybody";
export const UNSAFE_METHODS: ReadonlySet<string> = new Set(["post", "put", "patch", "delete"]);
/** Returns the name of a route, such as `GET /agatha/datasets`. */
export const routeName = ({ method, path }: Pick<Route, "method" | "path">): string => `${method.toUpperCase()} ${path}`;

/** Returns the table of routes. It does not depend on stored data, so it is available before the tests start. */
export function routeTable(): Route[] {
  const forNames = testDeps();
  const routes = allRoutes(forNames);
  forNames.cleanUp();
  return routes;
}

/** One object of each kind that the owner has. */
export interface OwnerFixtures {
  owner: User;
  dataset: Resource<"Dataset">;
  model: Resource<"Model">;
  clusteringId: string;
  calculationId: string;
  autoModelId: string;
  batchPredictionId: string;
  evaluationId: string;
  editStepId: string;
  deletedModelId: string;
  deletedAutoModelId: string;
  deletedEvaluationId: string;
  deletedTemplateId: string;
  clustersId: string;
  templateId: string;
  sessionId: string;
}

/** Starts a server for all routes, with models and tables that answer. */
export function serveAll(deps: TestDeps): Promise<TestServer> {
  return serve(
    deps,
    createApp(
      deps,
      allRoutes(deps, {
        ...createServices(deps),
        models: stubModelCache(deps),
        tables: stubTableReaderCache({ totalRows: 100 }),
        convertModel: ({ artifact }) => Promise.resolve(artifact),
      }),
    ),
  );
}

/** Stores an owner and one object of each kind, some of them deleted. `passwordHash` is that of `PASSWORD`. */
export async function createOwnerFixtures(deps: TestDeps, passwordHash: string): Promise<OwnerFixtures> {
  const owner = await addUser(deps, OWNER_NAME, { passwordHash });
  const dataset = await withProfilingReport(deps, await addDataset(deps, { owner, name: OWNER_NAME }));
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: OWNER_NAME } });
  await enableApi(deps, model.metadata.name);
  const { id: calculationId } = await deps.documents.collection(COLLECTIONS.calculations).insert({
    id: "calculation-of-the-owner",
    modelName: model.metadata.name,
    owner: owner.id,
    type: "whatif",
    status: "success",
    createdAt: "2024-05-01T08:00:00Z",
  });
  const batch = await deps.resources.create("AutoModel", {
    metadata: { name: "batch-of-the-owner" },
    spec: { owner: owner.id, datasetRef: dataset.metadata.name, mode: "AUTO_REGRESSION", response: "y" },
  });
  const predicted = await deps.resources.create("Calculation", {
    metadata: { name: "predictions-of-the-owner" },
    spec: { owner: owner.id, modelRef: model.metadata.name, type: "batch", datasetRef: dataset.metadata.name },
  });
  await deps.objects.put(dataset.spec.source.key!, Buffer.from("x"));
  const { key: result } = await deps.objects.put("calculations/result.json", Buffer.from('{"value":[1]}'));
  await deps.resources.updateStatus("Calculation", { ...predicted, status: { phase: "success", result, rows: 1 } });
  return {
    owner,
    dataset,
    model,
    clusteringId: await addClustering(deps, dataset),
    calculationId,
    autoModelId: batch.metadata.name,
    batchPredictionId: predicted.metadata.name,
    evaluationId: await addFinishedEvaluation(deps, dataset, model),
    editStepId: await addEditStep(deps, dataset),
    deletedModelId: await addDeletedModel(deps, dataset),
    deletedAutoModelId: await addDeletedAutoModel(deps, dataset),
    deletedEvaluationId: await addDeletedEvaluation(deps, dataset),
    deletedTemplateId: await addTemplate(deps, owner, "deleted"),
    clustersId: await addClusters(deps, dataset),
    templateId: await addTemplate(deps, owner),
    sessionId: sha256Hex(await openSession(deps, owner.id)),
  };
}

/** Adds readable rows and a report to a dataset, as the operator does. */
async function withProfilingReport(deps: TestDeps, dataset: Resource<"Dataset">): Promise<Resource<"Dataset">> {
  const { key: report } = await deps.objects.put("datasets/profile.json", Buffer.from(JSON.stringify(OVEN_PROFILE)));
  const asked = await deps.resources.update("Dataset", { ...dataset, spec: { ...dataset.spec, profiling: { request: "first" } } });
  const profile = { fingerprint: "f", report };
  const observedGeneration = asked.metadata.generation;
  return deps.resources.updateStatus("Dataset", {
    ...asked,
    status: {
      ...asked.status,
      ...{ observedGeneration, nrow: 100, totalRows: 100, columnCount: 4 },
      ...{ profilingStatus: "success" as const, profile },
    },
  });
}

async function addClustering(deps: TestDeps, dataset: Resource<"Dataset">): Promise<string> {
  const spec = { displayName: `${OWNER_NAME}Groups`, type: "CLUSTERING", response: undefined } as const;
  return (await addTrainedModel(deps, { dataset, spec, info: { type: "CLUSTERING" } })).metadata.name;
}

/** Adds an evaluation of the owner's model on the rows of the owner's dataset. */
async function addFinishedEvaluation(deps: TestDeps, dataset: Resource<"Dataset">, model: Resource<"Model">): Promise<string> {
  const { name } = model.metadata;
  const { owner } = dataset.spec;
  const made = await deps.resources.create("Evaluation", {
    metadata: { name: "comparison-of-the-owner" },
    spec: { owner, datasetRef: dataset.metadata.name, testDataset: dataset.metadata.name, models: [name] },
  });
  const { key: result } = await deps.objects.put("evaluations/result.json", Buffer.from('{"prediction":{"value":[1]}}'));
  const models = [{ name, fingerprint: "f", indicators: { RMSE: 1 }, result }];
  await deps.resources.updateStatus("Evaluation", {
    ...made,
    status: { observedGeneration: 1, phase: "evaluating_finish", sampling: "raw", models },
  });
  return made.metadata.name;
}

/** Adds an edit step, deleted if the route needs that. */
async function addEditStep(deps: TestDeps, { metadata: { name, uid }, spec: { owner } }: Resource<"Dataset">): Promise<string> {
  const spec = { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] };
  const entry = { id: `${name}.entry`, order: 1, enabled: true, cond: OWNER_NAME, spec, owner, updatedAt: "2024-05-01T08:00:00Z" };
  const deleted = { ...entry, id: `${name}.deleted`, deletedAt: "2024-05-01T08:00:00Z" };
  await deps.documents.collection(COLLECTIONS.editHistories).insert({ id: uid, entries: [entry, deleted] });
  return entry.id;
}

async function addTemplate(deps: TestDeps, owner: User, state: "present" | "deleted" = "present"): Promise<string> {
  const entries = [{ cond: OWNER_NAME, spec: { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] } }];
  const createdAt = "2024-05-01T08:00:00Z";
  const common = { owner: owner.id, entries, createdAt };
  const template =
    state === "present"
      ? { ...common, id: "template-of-the-owner", name: OWNER_NAME }
      : { ...common, id: "deleted-template-of-the-owner", name: `${OWNER_NAME}Before`, deletedAt: createdAt };
  return (await deps.documents.collection(COLLECTIONS.editTemplates).insert(template)).id;
}

async function addDeletedAutoModel(deps: TestDeps, { metadata: { name }, spec: { owner } }: Resource<"Dataset">): Promise<string> {
  const made = await deps.resources.create("AutoModel", {
    metadata: { name: "deleted-batch-of-the-owner", annotations: withDeletedAnnotation({}, isoTime(deps.clock)) },
    spec: { owner, datasetRef: name, mode: "AUTO_REGRESSION", response: "y" },
  });
  return made.metadata.name;
}

async function addDeletedEvaluation(deps: TestDeps, { metadata: { name }, spec: { owner } }: Resource<"Dataset">): Promise<string> {
  const made = await deps.resources.create("Evaluation", {
    metadata: { name: "deleted-comparison-of-the-owner", annotations: withDeletedAnnotation({}, isoTime(deps.clock)) },
    spec: { owner, datasetRef: name, testDataset: name, models: ["model"] },
  });
  return made.metadata.name;
}

async function addDeletedModel(deps: TestDeps, dataset: Resource<"Dataset">): Promise<string> {
  const model = await addTrainedModel(deps, { dataset, spec: { displayName: `${OWNER_NAME}Before` } });
  const annotations = withDeletedAnnotation(model.metadata, isoTime(deps.clock));
  await deps.resources.update("Model", { ...model, metadata: { ...model.metadata, annotations } });
  return model.metadata.name;
}

async function addClusters(deps: TestDeps, dataset: Resource<"Dataset">): Promise<string> {
  const spec = { displayName: `${OWNER_NAME}Clusters`, type: "CLUSTERING", response: undefined } as const;
  return (await addTrainedModel(deps, { dataset, spec })).metadata.name;
}

function modelIdFor(path: string, { model, deletedModelId, clustersId, clusteringId }: OwnerFixtures): string {
  if (path.endsWith("/restore")) return deletedModelId;
  if (path.endsWith("/cluster_density")) return clusteringId;
  return path.endsWith("/save_to_tukey") ? clustersId : model.metadata.name;
}

/** Returns what `:id` is in the route's path. */
function ownIdFor(path: string, { owner, dataset, deletedTemplateId }: OwnerFixtures): string {
  if (path.startsWith("/agatha/trash/")) return deletedTemplateId;
  return path.includes("/users/") ? owner.id : dataset.metadata.name;
}

/** Returns the route's path with the owner's ids. */
export function pathForOwner({ method, path }: Pick<Route, "method" | "path">, has: OwnerFixtures): string {
  const { owner, dataset, model, calculationId, autoModelId, batchPredictionId, evaluationId, editStepId } = has;
  const rest: Record<string, string> = {
    models: model.metadata.name,
    users: owner.id,
    calculations: calculationId,
    automodels: autoModelId,
    evaluations: evaluationId,
    extractions: editStepId,
    extraction_templates: has.templateId,
  };
  const [, kind = ""] = /^\/rest\/(\w+)\//.exec(path) ?? [];
  const ids: Record<string, string> = {
    id: rest[kind] ?? ownIdFor(path, has),
    mid: modelIdFor(path, has),
    cid: path.includes("download_gzip") ? batchPredictionId : calculationId,
    aid: path.endsWith("/restore") ? has.deletedAutoModelId : autoModelId,
    eid: path.endsWith("/restore") ? has.deletedEvaluationId : evaluationId,
    tid: path.endsWith("/restore") ? has.deletedTemplateId : has.templateId,
    sid: has.sessionId,
    emid: model.metadata.name,
    account: "sharer",
    kind: "extraction_template",
    extId: path.endsWith("/restore") ? `${dataset.metadata.name}.deleted` : editStepId,
  };
  const named = path.replace(/:(\w+)/g, (_, name: string) => {
    const id = ids[name];
    if (!id) throw new Error(`${path}: say in this test what :${name} is`);
    return id;
  });
  if (path.endsWith("/download-gzip")) return `${named}?dataset_id=${dataset.metadata.name}`;
  if (method === "delete" && path === "/agatha/users/:id") return `${named}?with_data=true`;
  if (path === "/agatha/users/check") return `${named}?username=${OWNER_NAME}`;
  if (path.endsWith("/series")) return `${named}?time=at&value=x`;
  return path.endsWith("/leakage") ? `${named}?response=y&model_type=REGRESSION` : named;
}

function editHistoryBody(path: string, dataset_id: string, template_id: string): object {
  if (path.endsWith("/update_extractions")) return { api_update_list: [{ dataset_id, api_enabled: false }] };
  if (path.endsWith("/extraction_templates")) return { name: "Mine", dataset_id };
  if (path.endsWith("/extraction/template")) return { template_id };
  const spec = { type: "sort", by: [{ column: "x" }] };
  return { spec, dataset_id, enabled: false, change: "disable" };
}

/**
 * Returns a valid body for the route, from the first pattern that matches "method path", so that only the identity can make the
 * request fail.
 */
function validBody({ method, path }: Route, { owner, dataset, model, templateId }: OwnerFixtures): object {
  const [dataset_id, model_id] = [dataset.metadata.name, model.metadata.name];
  const create = { name: "Mine", model_type: "REGRESSION", response: "y" };
  const again = { new_password: "of eight or more", new_password_again: "of eight or more" };
  const bodies: [RegExp, object][] = [
    [/\/save_to_tukey$/, { dataset_name: "Mine", group_col_name: "group" }],
    [/\/dashboard$/, { version: 0, charts: [] }],
    [/\/calcs$/, { type: "whatif", data: { x: 1 } }],
    [/\/response_curves$/, { data: { x: 1 }, columns: ["x"] }],
    [/ \/agatha\/service$/, { origin: "http://localhost", flow: "calculation", dataset_id, model_id }],
    [/extraction/, editHistoryBody(path, dataset_id, templateId)],
    [/\/update_multi$/, { api_update_list: [{ model_id, api_enabled: false }] }],
    [/^post \/rest\/models$/, { ...create, dataset_id }],
    [/^post .*\/models$/, create],
    [/\/automodels\/:/, { cancelled: true }],
    [/automodels$|auto-job$/, { mode: "AUTO_REGRESSION", response: "y", dataset_id }],
    [/\/evaluations$/, { dataset_id, model_id_list: [model_id] }],
    [/\/evaluations\//, { name: "mine.csv", size: 1, max_fpr: 0.5 }],
    [/\/change_password$/, { current_password: PASSWORD, ...again }],
    [/ \/agatha\/users\/check$/, { password: PASSWORD }],
    [/\/update_info$/, { email: "someone@example.com" }],
    [/\/update_team_info$/, { user_id: owner.id, api_enable_mode: "disabled" }],
    [/^post .*users/, { username: "mine", password: "of eight or more" }],
    [/users/, { is_active: false }],
    [/\/shares\//, { role: "viewer" }],
    [/\/prepare_upload_data$/, { name: "Mine", size: 1 }],
  ];
  return bodies.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? { name: "Mine" };
}

/** Calls the route for the owner's objects, with a body that its schema accepts. */
export function callRoute(
  send: Client,
  route: Route,
  { has, headers = {} }: { has: OwnerFixtures; headers?: Record<string, string> },
): Promise<Response> {
  const body = UNSAFE_METHODS.has(route.method) && !route.request?.multipart ? validBody(route, has) : undefined;
  return send(route.method.toUpperCase(), pathForOwner(route, has), { body, headers });
}
