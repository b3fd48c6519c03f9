/** Search for settings of a model by hand. Pure. */
import type { ModelType, TuningMeasure } from "@agatha/contracts";
import type { AlgorithmName } from "@agatha/contracts/algorithms/index";
import { searchSpaceOf } from "@agatha/contracts/algorithms/search-space";
import { TUNING_MEASURES, tuningParams } from "@agatha/contracts/kinds/tuning";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import { numberBounds } from "../../fields/number-bounds.js";
import { isIntegerWithin } from "../training-draft/time-series.js";

export interface TuningDraft {
  enabled: boolean;
  /** Time limit in seconds, as entered. */
  seconds: string;
  /** Figure that the search follows. Null, or one that the model does not have: the default of the model. */
  measure: TuningMeasure | null;
}

/** Facts about the model that its search depends on. */
export interface TunedModel {
  type: ModelType;
  /** Whether wrong answers have costs. */
  hasCosts: boolean;
  /** Methods with the settings that were typed. */
  methods: readonly { algorithm: AlgorithmName; given: Readonly<Record<string, number | boolean>> }[];
}

/** The server's own bounds and default. */
const { seconds: SECONDS_SCHEMA } = tuningParams.shape;
export const TUNING_SECONDS = numberBounds(SECONDS_SCHEMA.unwrap());

export const NO_TUNING: TuningDraft = { enabled: false, seconds: String(SECONDS_SCHEMA.def.defaultValue), measure: null };

/** Figures that the search can follow, and the one that it follows; undefined for a model without a column to predict. */
export function tuningMeasures(
  { measure }: Pick<TuningDraft, "measure">,
  { type, hasCosts }: Pick<TunedModel, "type" | "hasCosts">,
): { options: TuningMeasure[]; chosen: TuningMeasure } | undefined {
  if (type !== "REGRESSION" && type !== "CLASSIFICATION") return undefined;
  const options = TUNING_MEASURES[type].filter((each) => each !== "cost" || hasCosts);
  const usual = hasCosts ? "cost" : options[0]!;
  return { options, chosen: measure !== null && options.includes(measure) ? measure : usual };
}

/** Returns true if a setting of some method is left to search for. Settings that were typed are not searched. */
export function hasOpenSettings({ methods }: Pick<TunedModel, "methods">): boolean {
  return methods.some(({ algorithm, given }) => Object.keys(searchSpaceOf(algorithm)).some((name) => !Object.hasOwn(given, name)));
}

/** Returns the search that the draft asks for. */
export function tuningOf(tuning: TuningDraft, model: TunedModel): Pick<CreateModelRequest, "tuning"> {
  const measures = tuningMeasures(tuning, model);
  if (!tuning.enabled || !measures || !hasOpenSettings(model)) return {};
  return { tuning: { ...tuningParams.parse({}), seconds: Number(tuning.seconds), measure: measures.chosen } };
}

/** Returns true if the time limit is valid, or no search is asked for. */
export function isTuningValid(tuning: TuningDraft, model: TunedModel): boolean {
  return tuningOf(tuning, model).tuning === undefined || isIntegerWithin(tuning.seconds, TUNING_SECONDS);
}
