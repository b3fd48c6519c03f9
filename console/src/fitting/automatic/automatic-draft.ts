/** An automatic training that is being described, beside what it has in common with a model by hand. Pure, so that the form only shows it. */
import type { AutoModelMode, EnablingMode } from "@agatha/contracts";
import { automaticCandidates } from "@agatha/contracts/automatic";
import { autoModelSpec } from "@agatha/contracts/kinds/auto-model";
import { semilabelProblem } from "@agatha/contracts/semilabel";
import type { CreateAutoModelRequest } from "@agatha/contracts/wire";
import { z } from "zod";
import type { Choice } from "../new-model/choices.js";
import {
  type Draft,
  type DraftPlace,
  type Goal,
  isSeries,
  learnedColumns,
  offeredColumns,
  seriesProblemsOf,
  typeOf,
} from "../new-model/draft.js";
import { mostClusters } from "../new-model/parameters.js";
import { type SeriesProblems, seriesParams } from "../new-model/series.js";

export interface AutomaticDraft {
  /** Every method, the best ones combined and tuned; or a few that take a moment. */
  effort: "thorough" | "quick";
  /** Which columns are learned from: all that the server finds usable, without those that give the answer away, or those chosen. */
  columns: "usable" | "chosen";
  /** Minutes at the most, as entered. */
  minutes: string;
  /** Numbers of groups that are tried, as entered. */
  fewest: string;
  most: string;
  /** Column that marks known anomalies. */
  semilabel: string | null;
  /** Per cent of the rows without a mark that may be flagged, as entered. */
  flagged: string;
  enabling: EnablingMode;
}

/** The server's own bounds and default, in seconds. */
const SECONDS = z.toJSONSchema(autoModelSpec.shape.limits.unwrap().shape.seconds, { io: "input" });
export const MINUTES = { default: Number(SECONDS.default) / 60, min: 1, max: Math.floor((SECONDS.maximum ?? 0) / 60) };
/** Numbers of groups that one training tries at the most (specification, section 5). */
export const MOST_COUNTS = 5;
const MODES: Record<Goal, AutoModelMode> = { predict: "AUTO_REGRESSION", outliers: "AUTO_OCC", groups: "AUTO_CLUSTER" };

type Place = Pick<DraftPlace, "choices" | "rows">;

export function newAutomaticDraft(enabling: EnablingMode, rows: number): AutomaticDraft {
  const most = Math.min(groupBounds(rows).max, groupBounds(rows).min + MOST_COUNTS - 1);
  return {
    effort: "thorough",
    columns: "usable",
    minutes: String(MINUTES.default),
    fewest: String(groupBounds(rows).min),
    most: String(most),
    semilabel: null,
    flagged: "100",
    enabling,
  };
}

/** How many groups a table of so many rows can have. */
export function groupBounds(rows: number): { min: number; max: number } {
  return { min: 2, max: mostClusters(50, rows) };
}

export function modeOf({ goal }: Draft, { effort }: AutomaticDraft): AutoModelMode {
  return effort === "quick" ? "AUTO_MINIMUM" : MODES[goal];
}

/** Columns that can mark known anomalies. */
export function semilabelsOf(choices: readonly Choice[]): Choice[] {
  return choices.filter(({ column }) => semilabelProblem(column) === undefined);
}

/** What can be learned from: what marks anomalies is not. */
export function columnsLeft(draft: Draft, { semilabel }: AutomaticDraft, choices: readonly Choice[]): Choice[] {
  const marks = draft.goal === "outliers" ? semilabel : null;
  return offeredColumns(draft, choices).filter(({ column }) => column.name !== marks);
}

export interface AutomaticProblems {
  target?: "targetNeeded";
  columns?: "columnsNeeded";
  series?: SeriesProblems;
  minutes?: "minutesRule";
  fewest?: "groupsRule";
  most?: "groupsRule" | "groupsOrder" | "groupsMany";
  flagged?: "flaggedRule";
}

export function automaticProblems(draft: Draft, wanted: AutomaticDraft, { choices, rows }: Place): AutomaticProblems {
  const problems: AutomaticProblems = {};
  if (draft.goal === "predict" && draft.target === null) problems.target = "targetNeeded";
  const series = seriesProblemsOf(draft);
  if (series) problems.series = series;
  const offered = columnsLeft(draft, wanted, choices);
  const learned = wanted.columns === "usable" ? offered : learnedColumns(draft, offered);
  if (learned.length === 0 && !isSeries(draft)) problems.columns = "columnsNeeded";
  if (!isWhole(wanted.minutes, MINUTES)) problems.minutes = "minutesRule";
  if (draft.goal === "groups") Object.assign(problems, groupProblems(wanted, rows));
  const share = Number(wanted.flagged);
  const badShare = wanted.flagged.trim() === "" || !(share >= 0 && share <= 100);
  if (draft.goal === "outliers" && wanted.semilabel !== null && badShare) problems.flagged = "flaggedRule";
  return problems;
}

function groupProblems({ fewest, most }: AutomaticDraft, rows: number): AutomaticProblems {
  const bounds = groupBounds(rows);
  if (!isWhole(fewest, bounds)) return { fewest: "groupsRule" };
  if (!isWhole(most, bounds)) return { most: "groupsRule" };
  if (Number(most) < Number(fewest)) return { most: "groupsOrder" };
  return countsOf({ fewest, most }).length > MOST_COUNTS ? { most: "groupsMany" } : {};
}

function isWhole(entered: string, { min, max }: { min: number; max: number }): boolean {
  const value = Number(entered);
  return entered.trim() !== "" && Number.isInteger(value) && value >= min && value <= max;
}

/** Both ends are among them. */
function countsOf({ fewest, most }: Pick<AutomaticDraft, "fewest" | "most">): number[] {
  const [from, to] = [Number(fewest), Number(most)];
  return Array.from({ length: Math.max(0, Math.min(50, to) - from + 1) }, (_, i) => from + i);
}

/** Models that are tried before the best are combined and tuned; 0 where the range of groups is none. */
export function candidateCount(draft: Draft, wanted: AutomaticDraft, rows: number): number {
  const clusters = draft.goal === "groups" && Object.keys(groupProblems(wanted, rows)).length === 0 ? countsOf(wanted) : [];
  return automaticCandidates({ mode: modeOf(draft, wanted), clusters }, typeOf(draft), rows).length;
}

/** Of a draft without problems. */
export function automaticRequest(draft: Draft, wanted: AutomaticDraft, { choices }: Place): CreateAutoModelRequest {
  const { semilabel, enabling } = wanted;
  return {
    mode: modeOf(draft, wanted),
    model_type: typeOf(draft),
    ...(draft.goal === "predict" && draft.target !== null ? { response: draft.target } : {}),
    ...(wanted.columns === "chosen" ? { columns: learnedColumns(draft, columnsLeft(draft, wanted, choices)) } : {}),
    ...(isSeries(draft) ? { time_series_params: seriesParams(draft.series) } : {}),
    ...(draft.goal === "groups" ? { clusters: countsOf(wanted) } : {}),
    ...(draft.goal === "outliers" && semilabel !== null ? { semilabel, max_fpr: Number(wanted.flagged) / 100 } : {}),
    limit: { seconds: 60 * Number(wanted.minutes) },
    enabling,
  };
}
