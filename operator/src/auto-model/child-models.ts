/** The Models of a batch: their names, which derive from the batch alone, and their entries in the status. */
import {
  API_VERSION,
  type AutoModelTrial,
  FINALIZER,
  type ModelSpec,
  type ModelType,
  type NewResource,
  type Resource,
  rankModels,
  TITLE_LENGTH,
} from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/fingerprint";
import { isTrainingFinished } from "../plan/model-actions.js";

/** A model to create for a batch. */
export interface PlannedModel {
  /**
   * Letter and number. c1, c2, …: a candidate; t1, t2: a tuned candidate; m1, m2: the mean of several models; s1, s2: a stacked
   * model with two layers.
   */
  slot: string;
  /** Letters and digits, for the display name. */
  label: string;
  /** The method in words, for the title. */
  method: string;
  layers: ModelSpec["layers"];
  tuning?: ModelSpec["tuning"];
}

const MAX_LABEL_LENGTH = 40;

const uidDigest = ({ metadata }: Resource<"AutoModel">): string => fingerprintOf(metadata.uid).slice(0, 16);

/** Returns the name of the model in a slot. The same slot of a batch always has the same name, so that a crash cannot create it twice. */
export function childModelName(batch: Resource<"AutoModel">, slot: string): string {
  return `${batch.metadata.name.slice(0, 24).replace(/-+$/, "")}-${slot}-${uidDigest(batch)}`;
}

/** Returns the Model to create. It leaves out leaking columns unless the batch names its columns. */
export function newChildModel(
  batch: Resource<"AutoModel">,
  type: ModelType,
  { slot, label, method, layers, tuning }: PlannedModel,
  { dataset, number }: { dataset: string; number: number },
): NewResource<"Model"> {
  const { spec, metadata } = batch;
  const { name, uid } = metadata;
  return {
    metadata: {
      name: childModelName(batch, slot),
      finalizers: [FINALIZER],
      ownerReferences: [{ apiVersion: API_VERSION, kind: "AutoModel", name, uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      title: childModelTitle(method, dataset, number),
      displayName: `Auto${uidDigest(batch).slice(0, 4)}${label.slice(0, MAX_LABEL_LENGTH)}`,
      owner: spec.owner,
      datasetRef: spec.datasetRef,
      type,
      response: spec.response,
      columns: spec.columns,
      layers,
      timeSeries: spec.timeSeries,
      semilabel: spec.semilabel,
      maxFpr: spec.maxFpr,
      seed: spec.seed,
      extraction: spec.extraction,
      leaveOutLeaks: spec.columns === undefined ? true : undefined,
      tuning,
    },
  };
}

/** Returns a title such as "XGB, slow learning · glass · 3": the method, the dataset's title, and the model's number in the batch. */
function childModelTitle(method: string, dataset: string, number: number): string {
  const ending = ` · ${number}`;
  return `${`${method} · ${dataset}`.slice(0, TITLE_LENGTH - ending.length)}${ending}`;
}

export function isChildOf(batch: Resource<"AutoModel">, { metadata }: Resource<"Model">): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind, uid }) => kind === "AutoModel" && uid === batch.metadata.uid);
}

/**
 * Returns an entry for each model that the batch has or had, in the order of `slots`. The entry of a finished model does not
 * change. A model deleted during its training has failed.
 */
export function modelLines(
  batch: Resource<"AutoModel">,
  members: ReadonlyMap<string, Resource<"Model">>,
  slots: readonly string[],
): AutoModelTrial[] {
  const before = new Map((batch.status?.models ?? []).map((line) => [line.slot, line]));
  const all = [...new Set([...slots, ...before.keys()])];
  return all.flatMap((slot): AutoModelTrial[] => {
    const line = before.get(slot);
    const name = childModelName(batch, slot);
    const member = members.get(name);
    if (line && (isTrainingFinished(line.phase) || !member)) return [isTrainingFinished(line.phase) ? line : { ...line, phase: "fail" }];
    if (!member) return [];
    const { phase = "init", indicators, heldOutRows } = member.status ?? {};
    return [{ name, slot, phase, ...(phase === "success" && indicators && { indicators, heldOutRows }) }];
  });
}

/** How the models of a batch are ranked. */
export interface BatchRanking {
  type: ModelType;
  batch: Resource<"AutoModel">;
}

/** Returns the trained models, the best first. */
export function rankTrainedModels(lines: readonly AutoModelTrial[], { type, batch }: BatchRanking): AutoModelTrial[] {
  const trained = lines.filter(({ phase, dropped }) => phase === "success" && !dropped);
  return rankModels(type, trained, ({ indicators = {}, heldOutRows = 0 }) => ({ indicators, heldOutRows }), batch.spec.rankBy);
}
