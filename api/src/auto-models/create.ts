import { randomBytes } from "node:crypto";
import {
  API_VERSION,
  autoModelSpec,
  automaticCandidates,
  automaticType,
  enablingOf,
  FINALIZER,
  InvalidInput,
  type Misfit,
  type ModelType,
  type NewResource,
  type Resource,
  roomUnder,
  type User,
} from "@agatha/contracts";
import type { CreateAutoModelRequest } from "@agatha/contracts/wire";
import { accessibleDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { columnsThen, presentSteps } from "../extractions/steps.js";
import { notAllowed, Refusal } from "../http/failures.js";
import { audit } from "../management/audit.js";
import { columnsOf, ensureMakesModels, ownerOf, settledSeries, tooManyModels } from "../models/create.js";
import { type Columns, type Finding, findings } from "../models/findings.js";

type CreateDeps = Pick<ApiDeps, "resources" | "documents" | "clock">;

/** Throws NotFound, Refusal (not allowed, over the limit) or InvalidInput (everything that is wrong with the request). */
export async function createBatch(
  deps: CreateDeps,
  user: User,
  datasetId: string,
  request: CreateAutoModelRequest,
): Promise<Resource<"AutoModel">> {
  const dataset = await accessibleDataset(deps, user, datasetId);
  const owner = await ownerOf(deps, user, dataset);
  ensureAllowed(user, owner, dataset, request);
  const extraction = request.use_extraction ? await presentSteps(deps, dataset) : undefined;
  const columns = await columnsThen(deps, await columnsOf(deps, dataset), extraction);
  const { time_series_params: series } = request;
  const enabling = request.enabling ?? enablingOf(owner.contract.apiEnableMode);
  const settled = { ...request, enabling, ...(series && { time_series_params: settledSeries(series, columns) }) };
  const type = typeOf(settled, dataset, columns);
  const found = batchFindings(settled, type, columns);
  const [first] = found;
  if (first)
    throw new InvalidInput(
      first.code,
      found.map(({ path, message }) => ({ path, message })),
    );
  const room = await roomFor(deps, owner);
  if (room === 0) throw tooManyModels(owner);
  const wanted = newBatch({ ...settled, ...(extraction !== undefined && { model_type: typed(type) }) }, dataset, { room, extraction });
  await audit(deps, user, { action: "automodel.create", target: wanted.metadata.name, detail: { dataset: datasetId, mode: request.mode } });
  return await deps.resources.create("AutoModel", wanted);
}

/** Only managers enable models: by what they say of the account, or by a batch that they begin. */
function ensureAllowed(user: User, owner: User, dataset: Resource<"Dataset">, { enabling }: CreateAutoModelRequest): void {
  if (!owner.restriction.autoModelEnable) throw new Refusal("010513");
  ensureMakesModels(user, owner, dataset);
  const free = enabling === undefined || enabling === "manual" || enabling === enablingOf(owner.contract.apiEnableMode);
  if (!free && user.auth !== "manager") throw notAllowed("Only managers choose which models of a batch are enabled");
}

function typeOf(request: CreateAutoModelRequest, { spec }: Resource<"Dataset">, columns: Columns): ModelType | Misfit {
  const { mode, response, model_type, candidates, semilabel } = request;
  return automaticType({ mode, response, type: model_type, candidates, semilabel }, spec.productType, [...columns.values()]);
}

const typed = (type: ModelType | Misfit): ModelType | undefined => (typeof type === "string" ? type : undefined);

/** Pure: all that is wrong with the request, by the rules for a single model too. */
function batchFindings(request: CreateAutoModelRequest, type: ModelType | Misfit, columns: Columns): Finding[] {
  const { mode, candidates } = request;
  if (mode === "MANUAL" && !candidates) return [{ code: "010201", path: "candidates", message: "MANUAL needs the candidates to be tried" }];
  if (typeof type !== "string") return [type];
  if (mode === "MANUAL") {
    const each = candidates ?? [];
    const all = each.flatMap(({ layers }, i) => candidateFindings(request, type, columns, { layers, at: `candidates[${i}].` }));
    // What the candidates have in common is wrong once, not with each of them.
    return all.filter((one, i) => all.findIndex(({ path, message }) => path === one.path && message === one.message) === i);
  }
  const [candidate] = automaticCandidates({ mode, clusters: [2] }, type, Number.POSITIVE_INFINITY);
  if (!candidate) return [{ code: "010501", path: "mode", message: `There is no algorithm for ${type}` }];
  return candidateFindings(request, type, columns, { layers: candidate.layers, at: "" });
}

type Layers = NonNullable<CreateAutoModelRequest["candidates"]>[number]["layers"];

function candidateFindings(
  { response, columns: names, time_series_params, semilabel }: CreateAutoModelRequest,
  model_type: ModelType,
  columns: Columns,
  { layers, at }: { layers: Layers; at: string },
): Finding[] {
  const plan = { name: "Candidate", model_type, response, columns: names, layers, time_series_params, semilabel };
  return findings(plan, columns).map((found) => (found.path.startsWith("layers") ? { ...found, path: `${at}${found.path}` } : found));
}

/** How many models the owner may still have. */
async function roomFor(deps: CreateDeps, owner: User): Promise<number> {
  const { items } = await deps.resources.list("Model", { owner: owner.id });
  const own = items.filter(({ metadata }) => !metadata.deletionTimestamp);
  return roomUnder(owner.restriction.modelLimit, own.length);
}

function newBatch(
  request: CreateAutoModelRequest,
  dataset: Resource<"Dataset">,
  { room, extraction }: { room: number; extraction: string | undefined },
): NewResource<"AutoModel"> {
  const { name, uid } = dataset.metadata;
  const limit = typeof request.limit === "number" ? { models: request.limit } : (request.limit ?? {});
  const { time, ...series } = request.time_series_params ?? {};
  const limits = autoModelSpec.shape.limits.parse(limit);
  return {
    metadata: {
      name: `a${randomBytes(10).toString("hex")}`,
      finalizers: [FINALIZER],
      ownerReferences: [{ apiVersion: API_VERSION, kind: "Dataset", name, uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      owner: dataset.spec.owner,
      datasetRef: name,
      mode: request.mode,
      response: request.response,
      type: request.model_type,
      candidates: request.candidates,
      clusters: request.clusters,
      columns: request.columns,
      semilabel: request.semilabel,
      maxFpr: request.max_fpr,
      timeSeries: time === undefined ? undefined : { time, ...series },
      limits: { ...limits, models: Math.min(limits.models, room) },
      enabling: request.enabling,
      seed: request.seed,
      extraction,
    },
  };
}
