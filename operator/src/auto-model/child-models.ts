/** The Models of a batch: their names, which follow from the batch alone, and what the status says of them. */
import {
  API_VERSION,
  type AutoModelTrial,
  FINALIZER,
  type ModelSpec,
  type ModelType,
  type NewResource,
  type Resource,
  rankModels,
} from "@agatha/contracts";
import { isTrainingFinished } from "../plan/model-actions.js";
import { fingerprintOf } from "../runtime/fingerprint.js";

/** A model that a batch wants. */
export interface PlannedModel {
  /** c1, c2, …: a candidate; t1, t2: one whose settings are searched for; m1, m2: the mean of several; s1, s2: one with layers. */
  slot: string;
  /** Letters and digits, for the name that people see. */
  label: string;
  layers: ModelSpec["layers"];
  tuning?: ModelSpec["tuning"];
}

const MAX_LABEL_LENGTH = 40;

const uidDigest = ({ metadata }: Resource<"AutoModel">): string => fingerprintOf(metadata.uid).slice(0, 16);

/** The same slot of the same batch has the same name always, so that no crash can make it twice. */
export function childModelName(batch: Resource<"AutoModel">, slot: string): string {
  return `${batch.metadata.name.slice(0, 24).replace(/-+$/, "")}-${slot}-${uidDigest(batch)}`;
}

/** Columns that give the answer away are left out unless the batch names its columns. */
export function newChildModel(
  batch: Resource<"AutoModel">,
  type: ModelType,
  { slot, label, layers, tuning }: PlannedModel,
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

export function isChildOf(batch: Resource<"AutoModel">, { metadata }: Resource<"Model">): boolean {
  return (metadata.ownerReferences ?? []).some(({ kind, uid }) => kind === "AutoModel" && uid === batch.metadata.uid);
}

/**
 * A line for each model that the batch has or had, in the order of `slots`. What is over stays as it was seen; a model
 * that is gone before its training was over has failed.
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

/** Those that were trained, the best first. */
export function rankTrainedModels(lines: readonly AutoModelTrial[], type: ModelType): AutoModelTrial[] {
  const trained = lines.filter(({ phase, dropped }) => phase === "success" && !dropped);
  return rankModels(type, trained, ({ indicators = {}, heldOutRows = 0 }) => ({ indicators, heldOutRows }));
}
