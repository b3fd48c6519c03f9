/** A model's report: one page of HTML that needs no script and no other file, to be read, sent and printed. */
import type { ModelGraph, ModelInfo, ModelInput } from "@agatha/contracts";
import { escaped } from "../http/html.js";
import { graphPicture } from "./graph.js";
import { factsTable, figure, htmlDocument, note, section, table } from "./html.js";
import { day, shown } from "./numbers.js";
import { classificationSection } from "./sections/classification.js";
import { dependenceSection } from "./sections/dependence.js";
import { figuresSection, importanceSection, nodesSection } from "./sections/figures.js";
import { forecastSection } from "./sections/forecast.js";
import { regressionSection } from "./sections/regression.js";
import { clusterSection, outlierSection } from "./sections/unsupervised.js";
import { TEXTS } from "./texts.js";

export interface ReportedModel {
  name: string;
  dataset: string;
  /** ISO 8601; null where nobody knows. */
  trainedAt: string | null;
  info: ModelInfo;
  graph: ModelGraph;
}

/** Levels of a text column that are listed. */
const LISTED_LEVELS = 8;

export function reportPage(model: ReportedModel): string {
  const { info, graph } = model;
  const sections = [
    warnings(info),
    figuresSection(info),
    nodesSection(info),
    forecastSection(info),
    importanceSection(info),
    dependenceSection(info),
    regressionSection(info),
    classificationSection(info),
    outlierSection(info),
    clusterSection(info),
    section(TEXTS.graph, figure(graphPicture(graph, TEXTS.graph), "")),
    inputsSection(info.inputs),
  ];
  return htmlDocument(`${model.name} – ${TEXTS.report}`, [heading(model), ...sections].filter((part) => part !== "").join("\n"));
}

/** The graph alone. */
export function graphPage({ name, graph }: Pick<ReportedModel, "name" | "graph">): string {
  return htmlDocument(`${name} – ${TEXTS.graph}`, `<h1>${escaped(name)}</h1>\n${graphPicture(graph, `${TEXTS.graph}: ${name}`)}`);
}

function heading({ name, dataset, trainedAt, info }: ReportedModel): string {
  const { validation, record } = info;
  const held = validation.method === "none" ? "" : ` (${TEXTS.rows(validation.heldOutRows, validation.trainRows)})`;
  const facts: (readonly [string, string])[] = [
    [TEXTS.facts.dataset, dataset],
    ...(info.response === null ? [] : [[TEXTS.facts.response, info.response] as const]),
    [TEXTS.facts.algorithms, info.algorithms.join(", ")],
    [TEXTS.facts.inputs, String(info.inputs.length)],
    ...(trainedAt === null ? [] : [[TEXTS.made, `${day(Date.parse(trainedAt))} UTC`] as const]),
    [TEXTS.facts.validation, `${TEXTS.validation[validation.method]}${held}`],
    ...(record
      ? [[TEXTS.facts.record, TEXTS.replay(record.recipe.seed, record.versions.agatha, `${record.table_sha256.slice(0, 12)}…`)] as const]
      : []),
  ];
  return `<h1>${escaped(name)}</h1>
<p>${escaped(TEXTS.types[info.type])}</p>
${factsTable(facts)}
${note(TEXTS.final)}`;
}

function warnings({ warnings: all }: ModelInfo): string {
  if (all.length === 0) return "";
  return section(TEXTS.warnings, `<ul class="warnings">${all.map(({ message }) => `<li>${escaped(message)}</li>`).join("\n")}</ul>`);
}

function inputsSection(inputs: readonly ModelInput[]): string {
  const T = TEXTS.inputs;
  const rows = inputs.map((input) => [input.name, T.types[input.type], rangeOf(input), cellText(input, input.typical)]);
  return section(T.title, table(T.header, rows));
}

function rangeOf(input: ModelInput): string {
  const { type, min, max, levels } = input;
  if (type !== "s") return min === null || max === null ? "–" : TEXTS.inputs.to(cellText(input, min), cellText(input, max));
  const listed = levels.slice(0, LISTED_LEVELS).join(", ");
  return levels.length > LISTED_LEVELS ? `${listed} ${TEXTS.inputs.more}` : listed;
}

function cellText({ type }: ModelInput, value: number | string | null): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  return type === "d" ? day(value) : shown(value);
}
