/** The Models of an automatic training: their names and their trials in the status. */
import {
  type AutoModelStatus,
  type AutoModelTrial,
  chosenRankBy,
  controllerReference,
  type EveryField,
  FINALIZER,
  fieldsOf,
  isMarkedDeleted,
  type ModelRecipe,
  type ModelSpec,
  type ModelType,
  type NewResource,
  nameBeside,
  parseNamespacedName,
  type Resource,
  rankModels,
  seriesNameColumns,
  TITLE_LENGTH,
  TRACE_ANNOTATION,
  trainingEnd,
  trainingOptions,
  truncateTitle,
} from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import { hasModelFailed, isTrainingFinished } from "../plan/model-actions.js";
import type { Search } from "./search.js";

/** A model to create for an automatic training. */
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
  /** Learns without the columns known ahead. */
  pastAlone?: true;
  tuning?: ModelSpec["tuning"];
}

type TimeSeries = NonNullable<ModelSpec["timeSeries"]>;

const MAX_LABEL_LENGTH = 40;

const uidDigest = ({ metadata }: Resource<"AutoModel">): string => fingerprintOf(metadata.uid).slice(0, 16);

/**
 * Returns the name of the model in a slot. A slot always has the same name, so that a crash cannot create its model twice. A model in
 * the status keeps its name when a restore gives the automatic training another uid.
 */
export function childModelName(autoModel: Resource<"AutoModel">, slot: string): string {
  const known = autoModel.status?.models?.find((trial) => trial.slot === slot);
  if (known) return known.name;
  const { name } = parseNamespacedName(autoModel.metadata.name);
  return nameBeside(autoModel.metadata.name, `${name.slice(0, 24).replace(/-+$/, "")}-${slot}-${uidDigest(autoModel)}`);
}

/** Returns the Model to create. It leaves out leaking columns unless the automatic training names its columns. */
export function newChildModel(
  autoModel: Resource<"AutoModel">,
  type: ModelType,
  { slot, label, method, layers, pastAlone, tuning }: PlannedModel,
  { dataset, number }: { dataset: string; number: number },
): NewResource<"Model"> {
  const { spec, metadata } = autoModel;
  const { [TRACE_ANNOTATION]: traceparent } = metadata.annotations ?? {};
  const recipe: EveryField<ModelRecipe> = {
    type,
    response: spec.response,
    columns: spec.columns,
    layers,
    timeSeries: spec.timeSeries && childSeries(spec.timeSeries, pastAlone),
    ...fieldsOf(trainingOptions, spec),
    seed: spec.seed,
    leaveOutLeaks: spec.columns === undefined ? true : undefined,
    tuning,
    validation: spec.validation ?? defaultValidation(spec, type),
  };
  return {
    metadata: {
      name: childModelName(autoModel, slot),
      ...(traceparent !== undefined && { annotations: { [TRACE_ANNOTATION]: traceparent } }),
      finalizers: [FINALIZER],
      ownerReferences: [controllerReference("AutoModel", metadata)],
    },
    spec: {
      title: childModelTitle(method, dataset, number),
      displayName: `Auto${uidDigest(autoModel).slice(0, 4)}${label.slice(0, MAX_LABEL_LENGTH)}`,
      owner: spec.owner,
      datasetRef: spec.datasetRef,
      ...recipe,
      extraction: spec.extraction,
      resources: spec.resources,
    },
  };
}

/**
 * Returns how a model learns the series: with the inputs that the data propose, unless the request chooses. A model that learns from
 * the past alone forecasts as many periods as the others.
 */
function childSeries({ lagInputs = "proposed", ...series }: TimeSeries, pastAlone: boolean | undefined): TimeSeries {
  const { knownAhead = [], horizonColumns = [] } = series;
  const ofHorizon = [...new Set([...knownAhead, ...horizonColumns])];
  return { ...series, lagInputs, ...(pastAlone && { knownAhead: undefined, horizonColumns: ofHorizon }) };
}

/** Returns the default validation. A time series has none, since it is validated on later rows anyway. */
function defaultValidation({ timeSeries }: Resource<"AutoModel">["spec"], type: ModelType): ModelSpec["validation"] {
  return type !== "CLUSTERING" && !timeSeries ? { rows: "auto" } : undefined;
}

/** Returns a title such as "XGB (slow learning) · glass · 3": the method, the dataset's title, and the model's number among all. */
function childModelTitle(method: string, dataset: string, number: number): string {
  const ending = ` · ${number}`;
  return truncateTitle(`${method} · ${dataset}`, TITLE_LENGTH - ending.length) + ending;
}

/**
 * Returns the models that the current try trains again: those that failed before it began, have not seen its request, and are not in
 * the trash. The first try trains no model again: if a trainer's clock is behind, a new failure would look earlier than the start.
 */
export function modelsToRetry(
  childModels: ReadonlyMap<string, Resource<"Model">>,
  { isRetry, startedAt }: AutoModelStatus,
): Resource<"Model">[] {
  if (!isRetry || startedAt === undefined) return [];
  return [...childModels.values()].filter((model) => {
    const { finishedAt, retried } = model.status ?? {};
    const failedEarlier = finishedAt !== undefined && Date.parse(finishedAt) < Date.parse(startedAt);
    return hasModelFailed(model) && !isMarkedDeleted(model) && failedEarlier && retried !== startedAt;
  });
}

/**
 * Returns an entry for each model that the automatic training has or had, in the order of `slots`. The entry of a finished model does
 * not change. A model deleted during its training has failed. A model that failed before the current try is trained again.
 */
export function trialsOf(
  autoModel: Resource<"AutoModel">,
  childModels: ReadonlyMap<string, Resource<"Model">>,
  slots: readonly string[],
): AutoModelTrial[] {
  const before = new Map((autoModel.status?.models ?? []).map((trial) => [trial.slot, trial]));
  const again = new Set(modelsToRetry(childModels, autoModel.status ?? {}));
  const all = [...new Set([...slots, ...before.keys()])];
  return all.flatMap((slot): AutoModelTrial[] => {
    const trial = before.get(slot);
    const name = childModelName(autoModel, slot);
    const model = childModels.get(name);
    if (trial && (isTrainingFinished(trial.phase) || !model))
      return [isTrainingFinished(trial.phase) ? trial : { ...trial, phase: "fail" }];
    if (!model) return [];
    if (again.has(model)) return [{ name, slot, phase: "init" }];
    const { phase = "init", indicators, heldOutRows, reason } = model.status ?? {};
    const end = hasModelFailed(model) ? trainingEnd(reason) : "failed";
    if (end !== "failed") return [{ name, slot, phase, endedEarly: end }];
    return [{ name, slot, phase, ...(phase === "success" && indicators && { indicators, heldOutRows }) }];
  });
}

/** Returns the trials of the trained models, the best first. */
export function rankTrials(trials: readonly AutoModelTrial[], { type, autoModel }: Search): AutoModelTrial[] {
  const trained = trials.filter(({ phase, dropped }) => phase === "success" && !dropped);
  return rankModels(type, trained, ({ indicators = {}, heldOutRows = 0 }) => ({ indicators, heldOutRows }), {
    rankBy: chosenRankBy(autoModel.spec, type),
    hasSeveralSeries: seriesNameColumns(autoModel.spec.timeSeries).length > 0,
  });
}
