import {
  canBeOptimized,
  type ModelInfo,
  type ModelInput,
  type OptimizationGoal,
  type OptimizationRequest,
  optimizationInputs,
  pastInputs,
} from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { useMemo } from "react";
import { useModels } from "../../api/queries.js";
import { useModelInfos } from "../../api/use-model-infos.js";
import { defaultLabel, fixedRange, type GoalDraft, type OptimizationDraft } from "./draft.js";

/** A model that goals ask. */
interface GoalModel {
  title: string;
  info: ModelInfo;
  /** Of a model of lags: its pastInputs. */
  past: readonly string[];
}

/** Models that goals ask, by the name that goals use for them. The model of the page has no name. */
export type GoalModels = ReadonlyMap<string | undefined, GoalModel>;

/** Returns true if an answer is the limit of the response that the goal moves it to: no settings have a better one. */
export function isAtResponseLimit({ goal, value = 0, column, model }: OptimizationGoal, answer: number, models: GoalModels): boolean {
  const { lower, upper } = models.get(model)?.info.regression?.limits ?? {};
  if (column !== undefined) return false;
  const movesDown = goal === "min" || goal === "at_most" || (goal === "value" && value < answer);
  const movesUp = goal === "max" || goal === "at_least" || (goal === "value" && value > answer);
  return (movesDown && answer === lower) || (movesUp && answer === upper);
}

/** Titles and responses of the models that goals ask. */
export type GoalSubjects = ReadonlyMap<string | undefined, Pick<GoalModel, "title"> & { info: Pick<ModelInfo, "response"> }>;

/** The model of the page and the others of its dataset. */
export function useGoalSubjects(model: ModelAnswer): GoalSubjects {
  const all = useModels(model.dataset_id).data ?? [];
  const subject = ({ title, response }: ModelAnswer) => ({ title, info: { response } });
  return new Map([[undefined, subject(model)], ...all.map((other) => [other.id, subject(other)] as const)]);
}

/** The model of the page, and the other models that goals ask once their descriptions are loaded. */
export function useGoalModels(model: ModelAnswer, info: ModelInfo, goals: readonly { model?: string | undefined }[]): GoalModels {
  const all = useModels(model.dataset_id).data;
  const asked = [...new Set(goals.flatMap((goal) => goal.model ?? []))];
  const infos = useModelInfos(asked.map((id) => ({ id, dataset_id: model.dataset_id })));
  const others = [...infos].map(([id, info]): [string, GoalModel] => [
    id,
    goalModel(
      all?.find((other) => other.id === id),
      info,
      id,
    ),
  ]);
  return new Map<string | undefined, GoalModel>([[undefined, goalModel(model, info)], ...others]);
}

function goalModel(model: ModelAnswer | undefined, info: ModelInfo, id = ""): GoalModel {
  const series = model?.time_series_params;
  return { title: model?.title ?? id, info, past: series ? pastInputs(info.inputs, { ...series, response: info.response }) : [] };
}

/** Other models of the dataset that a goal may ask. */
export function useOtherModels(model: ModelAnswer): ModelAnswer[] {
  const all = useModels(model.dataset_id).data;
  return useMemo(
    () =>
      (all ?? []).filter(
        (other) => other.id !== model.id && other.status === "success" && canBeOptimized({ ...other, type: other.model_type }),
      ),
    [all, model.id],
  );
}

/** The target and the further goals, which requests of earlier versions lack. */
export const goalsOf = ({ target, goals = [] }: Pick<OptimizationRequest, "target" | "goals">): OptimizationGoal[] => [target, ...goals];

/** Returns the inputs of all models together. */
export const inputsOf = (models: GoalModels): ModelInput[] => optimizationInputs([...models.values()].map(({ info }) => info));

/** Returns the classes of a model; none for other models. */
export const labelsOf = (info: ModelInfo | undefined): readonly string[] => info?.classification?.labels ?? [];

/** The goals, each with a class of its model where that has classes. */
export function withLabels(goals: readonly GoalDraft[], models: GoalModels): GoalDraft[] {
  return goals.map((goal) => {
    const labels = goal.column === undefined ? labelsOf(models.get(goal.model)?.info) : [];
    return labels.includes(goal.label) ? goal : { ...goal, label: defaultLabel(labels) };
  });
}

/** The ranges, with the past of models of lags fixed at that of the next period where nothing was entered. */
export function withPastFixed(ranges: OptimizationDraft["ranges"], models: GoalModels): OptimizationDraft["ranges"] {
  const fixed = [...models.values()].flatMap(({ info, past }) =>
    info.inputs.filter(({ name }) => past.includes(name)).map((input) => [input.name, fixedRange(input)] as const),
  );
  // Of two entries of one name the later one stays: what was entered, else that of the first model.
  return new Map([...fixed.reverse(), ...ranges]);
}

/** Returns the inputs that have to be fixed. */
export const pastOf = (models: GoalModels): ReadonlySet<string> => new Set([...models.values()].flatMap(({ past }) => past));

/**
 * Returns the responses whose past is known at the next period. If there are several series, each response has the series of that
 * period.
 */
export function responsesWithPast(models: GoalModels): ReadonlyMap<string, string | undefined> {
  const found = [...models.values()].flatMap(({ info, past }): [string, string | undefined][] => {
    const { inputs, response, forecast } = info;
    if (response === null || !inputs.some(({ name, next }) => past.includes(name) && typeof next === "number")) return [];
    const typical = inputs.find(({ name }) => name === forecast?.series_column)?.typical;
    return [[response, typical == null ? forecast?.series?.[0]?.name : String(typical)]];
  });
  return new Map(found);
}
