import {
  automaticType,
  COLLECTIONS,
  type DocumentStore,
  type EventBus,
  emptyColumnsUsed,
  type ModelInfo,
  type Resource,
} from "@agatha/contracts";
import type { View } from "@agatha/contracts/informer";
import { allowedTo, checkOf } from "../enabling/facts.js";
import { type Footing, footingOf } from "../model/footing.js";
import type { Outcome } from "../runtime/controller.js";
import { type ApplyDeps, apply } from "../work/apply.js";
import { isOver } from "../work/models.js";
import { release } from "../work/release.js";
import { isMemberOf } from "./members.js";
import { planAutoModel, type Seen } from "./plan.js";

export interface AutoModelDeps extends ApplyDeps {
  autoModels: View<"AutoModel">;
  models: View<"Model">;
  datasets: View<"Dataset">;
  events: Pick<EventBus, "publish">;
}

/** Brings one batch nearer to its end. Throws to be called again later. */
export async function reconcileAutoModel(deps: AutoModelDeps, name: string): Promise<Outcome> {
  const batch = deps.autoModels.get(name);
  if (!batch) return {};
  if (batch.metadata.deletionTimestamp !== undefined) {
    await release(deps, batch, async () => undefined);
    return {};
  }
  const plan = planAutoModel(batch, await look(deps, batch), deps.timers);
  return await apply(deps, batch, plan, async () => {
    const { phase = "fitting_processing", models = [], reason } = plan.status;
    deps.logger.info({ kind: "AutoModel", name, phase, reason }, "status changed");
    const told = models.filter(({ dropped }) => !dropped).map((line) => ({ name: line.name, phase: line.phase }));
    deps.events.publish("autoModelChanged", { name, owner: batch.spec.owner, phase, models: told });
  });
}

async function look(deps: AutoModelDeps, batch: Resource<"AutoModel">): Promise<Seen> {
  const { spec, status = {} } = batch;
  const footing = await footingFor(deps, batch);
  const members = await membersOf(deps, batch);
  const trained = [...members.values()].filter((member) => member.status?.phase === "success");
  const atWork = status.phase !== "fitting_finished" && status.phase !== "fitting_fail";
  const infos = atWork ? await infosOf(deps.documents, trained) : new Map<string, ModelInfo>();
  const check = spec.enabling !== "manual" && atWork ? await checkOf(deps.documents, footing.dataset) : undefined;
  return {
    footing,
    type: status.type ?? (await typeOf(deps.documents, batch, footing)),
    members,
    settings: new Map([...infos].map(([name, info]) => [name, info.tuning?.settings ?? []])),
    leftOut: new Map([...infos].map(([name, info]) => [name, leftOutBy(info)])),
    ...(spec.enabling !== "manual" && atWork
      ? await allowedTo(deps, spec.owner, footing.dataset, (model) => isMemberOf(batch, model))
      : { room: 0, expired: false }),
    emptyColumns: new Map([...infos].map(([name, info]) => [name, emptyColumnsUsed(spec.columns, info, check)])),
  };
}

/** Before a batch fails for want of its dataset the store is asked: the view may lag behind. */
async function footingFor(deps: AutoModelDeps, batch: Resource<"AutoModel">): Promise<Footing> {
  const seen = footingOf(batch, deps.datasets.get(batch.spec.datasetRef));
  return seen.is === "failed" ? footingOf(batch, await deps.resources.get("Dataset", batch.spec.datasetRef)) : seen;
}

/** The view may not have the models yet that were just made: those of which the status tells are asked for. */
async function membersOf({ models, resources }: AutoModelDeps, batch: Resource<"AutoModel">): Promise<Map<string, Resource<"Model">>> {
  const members = new Map(models.list().flatMap((model) => (isMemberOf(batch, model) ? [[model.metadata.name, model] as const] : [])));
  for (const { name, phase } of batch.status?.models ?? []) {
    if (members.has(name) || isOver(phase)) continue;
    const model = await resources.get("Model", name);
    if (model && isMemberOf(batch, model)) members.set(name, model);
  }
  return members;
}

async function typeOf(documents: DocumentStore, { spec }: Resource<"AutoModel">, footing: Footing): Promise<Seen["type"]> {
  if (footing.is !== "ready") return undefined;
  // The response may be a column that only the steps make.
  if (spec.extraction !== undefined) return spec.type;
  const found = await documents.collection(COLLECTIONS.tables).get(footing.dataset.status!.table!.document);
  return found && automaticType(spec, footing.dataset.spec.productType, found.table.columns);
}

async function infosOf(documents: DocumentStore, trained: readonly Resource<"Model">[]): Promise<Map<string, ModelInfo>> {
  const infos = documents.collection(COLLECTIONS.modelInfos);
  const found = await Promise.all(
    trained.map(async ({ metadata, status }) => {
      const document = status?.artifact && (await infos.get(status.artifact.info));
      return document ? [[metadata.name, document.info] as const] : [];
    }),
  );
  return new Map(found.flat());
}

/** Columns and reasons told, within the bounds of the status. */
const MOST_LEFT_OUT = 10;
const REASON_LENGTH = 256;
/** Warnings of columns that a model which names none does not learn from. */
const LEFT_OUT: ReadonlySet<ModelInfo["warnings"][number]["code"]> = new Set(["leakage", "among_leaks", "names_the_row"]);

function leftOutBy({ warnings }: ModelInfo): { column: string; reason: string }[] {
  return warnings
    .flatMap(({ code, column, message }) =>
      column !== undefined && LEFT_OUT.has(code) ? [{ column, reason: message.slice(0, REASON_LENGTH) }] : [],
    )
    .slice(0, MOST_LEFT_OUT);
}
