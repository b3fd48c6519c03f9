/** Report of a model: one page of HTML without scripts or other files, to be read, sent and printed. */
import type { ModelGraph, ModelInfo, ModelInput } from "@agatha/contracts";
import { escapeHtml } from "../http/html.js";
import { formatDate, formatNumber } from "./format.js";
import { graphSvg } from "./graph.js";
import { definitionTable, figure, htmlDocument, note, section, table } from "./html.js";
import { classificationSection } from "./sections/classification.js";
import { forecastSection } from "./sections/forecast.js";
import { importanceSection, indicatorsSection, nodesSection } from "./sections/indicators.js";
import { partialDependenceSection } from "./sections/partial-dependence.js";
import { regressionSection } from "./sections/regression.js";
import { clusterSection, outlierSection } from "./sections/unsupervised.js";
import { TEXTS } from "./texts.js";

interface ReportedModel {
  name: string;
  dataset: string;
  /** ISO 8601, or null if unknown. */
  trainedAt: string | null;
  info: ModelInfo;
  graph: ModelGraph;
}

/** Largest number of listed levels of a text column. */
const MAX_LISTED_LEVELS = 8;

export function reportPage(model: ReportedModel): string {
  const { info, graph } = model;
  const sections = [
    warningsSection(info),
    indicatorsSection(info),
    nodesSection(info),
    forecastSection(info),
    importanceSection(info),
    partialDependenceSection(info),
    regressionSection(info),
    classificationSection(info),
    outlierSection(info),
    clusterSection(info),
    section(TEXTS.graph, figure(graphSvg(graph, TEXTS.graph), "")),
    inputsSection(info.inputs),
  ];
  return htmlDocument(`${model.name} – ${TEXTS.report}`, [heading(model), ...sections].filter((part) => part !== "").join("\n"));
}

/** Returns a page with the graph alone. */
export function graphPage({ name, graph }: Pick<ReportedModel, "name" | "graph">): string {
  return htmlDocument(`${name} – ${TEXTS.graph}`, `<h1>${escapeHtml(name)}</h1>\n${graphSvg(graph, `${TEXTS.graph}: ${name}`)}`);
}

function heading({ name, dataset, trainedAt, info }: ReportedModel): string {
  const { validation, record } = info;
  const held = validation.method === "none" ? "" : ` (${TEXTS.rows(validation.heldOutRows, validation.trainRows)})`;
  const facts: (readonly [string, string])[] = [
    [TEXTS.facts.dataset, dataset],
    ...(info.response === null ? [] : [[TEXTS.facts.response, info.response] as const]),
    [TEXTS.facts.algorithms, info.algorithms.join(", ")],
    [TEXTS.facts.inputs, String(info.inputs.length)],
    ...(trainedAt === null ? [] : [[TEXTS.trainedAt, `${formatDate(Date.parse(trainedAt))} UTC`] as const]),
    [TEXTS.facts.validation, `${TEXTS.validation[validation.method]}${held}`],
    ...(record
      ? [
          [
            TEXTS.facts.record,
            TEXTS.reproducibility(record.recipe.seed, record.versions.agatha, `${record.table_sha256.slice(0, 12)}…`),
          ] as const,
        ]
      : []),
  ];
  return `<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(TEXTS.types[info.type])}</p>
${definitionTable(facts)}
${note(TEXTS.refitNote)}`;
}

function warningsSection({ warnings: all }: ModelInfo): string {
  if (all.length === 0) return "";
  return section(TEXTS.warnings, `<ul class="warnings">${all.map(({ message }) => `<li>${escapeHtml(message)}</li>`).join("\n")}</ul>`);
}

function inputsSection(inputs: readonly ModelInput[]): string {
  const T = TEXTS.inputs;
  const rows = inputs.map((input) => [input.name, T.types[input.type], rangeText(input), cellText(input, input.typical)]);
  return section(T.title, table(T.header, rows));
}

function rangeText(input: ModelInput): string {
  const { type, min, max, levels } = input;
  if (type !== "s") return min === null || max === null ? "–" : TEXTS.inputs.to(cellText(input, min), cellText(input, max));
  const listed = levels.slice(0, MAX_LISTED_LEVELS).join(", ");
  return levels.length > MAX_LISTED_LEVELS ? `${listed} ${TEXTS.inputs.more}` : listed;
}

function cellText({ type }: ModelInput, value: number | string | null): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  return type === "d" ? formatDate(value) : formatNumber(value);
}
