import type { ApiClient, CalculationRequest } from "@agatha/contracts/client";
import type { OptimizationVariable } from "@agatha/contracts/kinds/optimization";
import type { ModelInput } from "@agatha/contracts/results/model-input";
import type { OptimizationResult } from "@agatha/contracts/results/optimization";
import type { ModelAnswer } from "@agatha/contracts/wire";
import type { Command, ParsedArguments } from "../command.js";
import { UsageError } from "../command-context.js";
import { parseNumber } from "../parse-arguments.js";
import { runCalculation } from "../polling.js";
import { openSession } from "../session-file.js";
import { findModel } from "./find-by-id-or-name.js";
import { readJson } from "./json-input.js";
import { alignRows, printJson, shortNumber } from "./output.js";

type Request = Extract<CalculationRequest, { type: "optimization" }>;
type Goal = Request["target"];
type Options = ParsedArguments["options"];

const SEARCH_OPTIONS = ["goal", "class", "at-least", "at-most", "maximize", "minimize", "within", "fixed", "solutions"];

export const optimize: Command = {
  operands: ["MODEL"],
  description: "Searches for inputs for which a model predicts what is wanted, and prints the settings found, the best first",
  options: {
    goal: { valueName: "GOAL", description: "max, min, or a number that the prediction comes near to; max when left out" },
    class: { valueName: "LABEL", description: "Of a model of classes: the class whose probability is meant" },
    "at-least": { valueName: "N", description: "Limit of the prediction, kept before the goal; the only goal without --goal" },
    "at-most": { valueName: "N", description: "Limit of the prediction, kept before the goal; the only goal without --goal" },
    maximize: { valueName: "A,B", description: "Numeric inputs that are to be large as well" },
    minimize: { valueName: "A,B", description: "Numeric inputs that are to be small as well" },
    within: { valueName: "A=1..5,B=..9", description: "Ranges of numeric inputs; the range in training when left out" },
    fixed: { valueName: "A=N,B=TEXT", description: "Inputs that have one value" },
    solutions: { valueName: "N", description: "Settings that are proposed at the most" },
    request: {
      valueName: "FILE",
      description: "JSON of the whole search as the HTTP API takes it, in place of these options; - reads standard input",
    },
    json: { description: "Prints the answer as JSON instead of a table" },
  },
  async run({ operands: [wanted = ""], options, flags }, context) {
    const given = SEARCH_OPTIONS.filter((option) => options[option] !== undefined);
    if (options.request !== undefined && given.length > 0) throw new UsageError(`--request has the whole search: leave out --${given[0]}`);
    const { api } = await openSession(context);
    const model = await findModel(api, wanted);
    const request =
      options.request === undefined
        ? await requestOf(options, model, api)
        : await readJson<Request>(options.request, "The search is no JSON");
    const done = await runCalculation(context, api, model, {
      request: { ...request, type: "optimization" },
      failed: "No settings were found",
    });
    const result = done.result as OptimizationResult;
    if (flags.has("json")) printJson(context, result);
    else context.stdout.write(`${solutionTable(result)}\n`);
  },
};

async function requestOf(options: Options, { dataset_id, id }: ModelAnswer, api: ApiClient): Promise<Request> {
  const { inputs } = await api.modelInfo(dataset_id, id);
  const solutions = options.solutions === undefined ? undefined : parseNumber("solutions", options.solutions);
  const [target, ...goals] = goalsOf(options);
  return {
    type: "optimization",
    target: target!,
    goals,
    variables: [...rangesOf(options.within), ...fixedValuesOf(options.fixed, inputs)],
    ...(solutions !== undefined && { solutions }),
  };
}

/** Returns the goal of the prediction, its limits, and the goals of inputs. A limit is the only goal of a prediction without another. */
function goalsOf({ goal, class: label, maximize = "", minimize = "", ...options }: Options): Goal[] {
  const meant = label === undefined ? {} : { label };
  const limits = (["at-least", "at-most"] as const).flatMap((option): Goal[] => {
    const limit = options[option];
    return limit === undefined
      ? []
      : [{ ...meant, goal: option === "at-least" ? "at_least" : "at_most", value: parseNumber(option, limit) }];
  });
  const aims: Goal[] = goal === undefined && limits.length > 0 ? [] : [{ ...meant, ...aimOf(goal ?? "max") }];
  const inputGoals = (columns: string, direction: "max" | "min") =>
    columns.split(",").flatMap((column): Goal[] => (column === "" ? [] : [{ goal: direction, column }]));
  return [...aims, ...limits, ...inputGoals(maximize, "max"), ...inputGoals(minimize, "min")];
}

function aimOf(goal: string): Goal {
  return goal === "max" || goal === "min" ? { goal } : { goal: "value", value: parseNumber("goal", goal) };
}

function rangesOf(within: string | undefined): OptimizationVariable[] {
  return pairsOf("within", within).map(([column, range]) => {
    const [, min = "", max = ""] = /^(.*?)\.\.(.*)$/.exec(range) ?? [];
    if (min === "" && max === "") throw new UsageError("--within is like A=1..5,B=..9");
    return {
      column,
      ...(min !== "" && { min: parseNumber("within", min) }),
      ...(max !== "" && { max: parseNumber("within", max) }),
    };
  });
}

function fixedValuesOf(fixed: string | undefined, inputs: readonly ModelInput[]): OptimizationVariable[] {
  return pairsOf("fixed", fixed).map(([column, value]) => {
    const type = inputs.find(({ name }) => name === column)?.type;
    if (type === "s") return { column, choices: [value] };
    if (type === "d") return { column, earliest: value, latest: value };
    return { column, fixed: parseNumber("fixed", value) };
  });
}

function pairsOf(option: string, pairs: string | undefined): [string, string][] {
  if (pairs === undefined) return [];
  return pairs.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    if (at <= 0) throw new UsageError(`--${option} has an = between each column and its value; names with commas go into --request`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

/** Returns a line for each proposal: its settings, what is predicted for them, and remarks. */
function solutionTable({ solutions }: OptimizationResult): string {
  const columns = Object.keys(solutions[0]?.settings ?? {});
  const rows = solutions.map(({ settings, prediction, goals = [], outside, unseen = [], distance }, i) => {
    const remarks = [
      ...(goals.some(({ met }) => met === false) ? ["misses a limit"] : []),
      ...(outside.length > 0 ? [`outside the range of training: ${outside.join(", ")}`] : []),
      ...(unseen.length > 0 ? [`never occurs in training: ${unseen.join(", ")}`] : []),
      ...(distance?.far ? ["far from all training rows"] : []),
      ...(goals[0]?.beyond ? ["predicted beyond all known values"] : []),
    ];
    const interval = goals[0]?.interval;
    const range = interval ? `${shortNumber(interval.lower)} to ${shortNumber(interval.upper)}` : "";
    return [String(i + 1), ...columns.map((column) => shortNumber(settings[column]!)), shortNumber(prediction), range, remarks.join("; ")];
  });
  return alignRows([["", ...columns, "prediction", "interval", "remarks"], ...rows]);
}
