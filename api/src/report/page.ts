/** Report of a model: one page of HTML without scripts or other files, to be read, sent and printed. */
import type { ModelGraph, ModelInfo, ModelInput } from "@agatha/contracts";
import type { Language } from "@agatha/contracts/wire";
import { escapeHtml } from "../http/html.js";
import { algorithmLabel, algorithmName, rotationName } from "./algorithm-label.js";
import { findingLines } from "./finding-lines.js";
import { formatDate, formatNumber } from "./format.js";
import { graphSvg } from "./graph.js";
import { definitionTable, figure, htmlDocument, note, section, table } from "./html.js";
import { REPORT_TEXTS } from "./languages/index.js";
import { classificationSection } from "./sections/classification.js";
import { forecastSection } from "./sections/forecast.js";
import { type ChosenMetric, importanceSection, metricsSection, nodesSection } from "./sections/metrics.js";
import { partialDependenceSection } from "./sections/partial-dependence.js";
import { regressionSection } from "./sections/regression.js";
import { clusterSection, outlierSection } from "./sections/unsupervised.js";
import type { ReportTexts } from "./texts.js";
import { warningLines } from "./warning-lines.js";

interface ReportedModel {
  name: string;
  dataset: string;
  /** IANA time zone of the dataset, whose clocks forecasts and warnings follow. */
  timezone: string;
  /** ISO 8601, or null if unknown. */
  trainedAt: string | null;
  info: ModelInfo;
  graph: ModelGraph;
  /** A decision among classes is stored on the model. */
  beforeDecision?: boolean;
  /** Of a model that was chosen among several: its figure, corrected for the choice, and which rows were held out. */
  chosen?: ChosenMetric;
}

/** Largest number of listed levels of a text column. */
const MAX_LISTED_LEVELS = 8;

/** Returns the report of a trained model as one HTML document without scripts. A section without data is left out. */
export function reportPage(model: ReportedModel, language: Language = "en"): string {
  const texts = REPORT_TEXTS[language];
  const { info, graph, timezone } = model;
  const sections = [
    warningsSection(model, texts, language),
    metricsSection(info, texts, model),
    nodesSection(info, texts),
    forecastSection(info, texts, timezone),
    importanceSection(info, texts),
    partialDependenceSection(info, texts),
    regressionSection(info, texts),
    classificationSection(info, texts, model.beforeDecision),
    outlierSection(info, texts),
    clusterSection(info, texts),
    section(texts.graph, figure(graphSvg(withNames(graph, texts, info.type), texts.graph), "")),
    inputsSection(info.inputs, texts),
  ];
  return htmlDocument(
    `${model.name} – ${texts.report}`,
    [heading(model, texts), ...sections].filter((part) => part !== "").join("\n"),
    language,
  );
}

/** Returns a page with the graph alone. */
export function graphPage({ name, graph }: Pick<ReportedModel, "name" | "graph">, language: Language = "en"): string {
  const texts = REPORT_TEXTS[language];
  return htmlDocument(
    `${name} – ${texts.graph}`,
    `<h1>${escapeHtml(name)}</h1>\n${figure(graphSvg(withNames(graph, texts), `${texts.graph}: ${name}`), "")}`,
    language,
  );
}

/** Names the algorithms, the rotations, and the answer of a model without a target column, in the reader's language. */
function withNames(graph: ModelGraph, texts: ReportTexts, type?: ModelInfo["type"]): ModelGraph {
  const answer = type === "OCC" || type === "CLUSTERING" ? texts.answers[type] : undefined;
  const nameOf = ({ kind, label }: ModelGraph["nodes"][number]): string => {
    if (kind === "algorithm") return algorithmName(label, texts);
    if (kind === "rotation") return rotationName(label, texts);
    return kind === "answer" ? (answer ?? label) : label;
  };
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, label: nameOf(node) })) };
}

function heading({ name, dataset, trainedAt, info }: ReportedModel, texts: ReportTexts): string {
  const { validation, record } = info;
  const { method, folds, heldOutRows, trainRows } = validation;
  const parts = [
    ...(method === "cross_validation" || method === "rolling_origin" ? [texts.folds(folds)] : []),
    texts.rows(heldOutRows, trainRows),
  ];
  const held = method === "none" ? "" : ` (${parts.join("; ")})`;
  const facts: (readonly [string, string])[] = [
    [texts.facts.dataset, dataset],
    ...(info.response === null ? [] : [[texts.facts.response, info.response] as const]),
    [texts.facts.algorithms, info.algorithms.map((code) => algorithmLabel(code, texts)).join(", ")],
    [texts.facts.inputs, String(info.inputs.length)],
    ...(trainedAt === null ? [] : [[texts.trainedAt, `${formatDate(Date.parse(trainedAt))} UTC`] as const]),
    [texts.facts.validation, `${texts.validation[method]}${held}`],
    ...(record
      ? [
          [
            texts.facts.record,
            texts.reproducibility(record.recipe.seed, record.versions.agatha, `${record.table_sha256.slice(0, 12)}…`),
          ] as const,
        ]
      : []),
  ];
  return `<h1>${escapeHtml(name)}</h1>
<p>${escapeHtml(texts.types[info.type])}</p>
${definitionTable(facts)}
${note(texts.refitNote)}`;
}

function warningsSection({ info, timezone }: ReportedModel, texts: ReportTexts, language: Language): string {
  const { warnings, findings = [] } = info;
  const lines = [...warningLines(warnings, language, timezone), ...findingLines(findings, language)];
  return lines.length === 0 ? "" : section(texts.warnings, `<ul class="warnings">${lines.join("\n")}</ul>`);
}

function inputsSection(inputs: readonly ModelInput[], texts: ReportTexts): string {
  const T = texts.inputs;
  const rows = inputs.map((input) => [input.name, T.types[input.type], rangeText(input, texts), cellText(input, input.typical)]);
  return section(T.title, table(T.header, rows));
}

function rangeText(input: ModelInput, texts: ReportTexts): string {
  const { type, min, max, levels } = input;
  if (type !== "s") return min === null || max === null ? "–" : texts.inputs.to(cellText(input, min), cellText(input, max));
  const listed = levels.slice(0, MAX_LISTED_LEVELS).join(", ");
  return levels.length > MAX_LISTED_LEVELS ? `${listed} ${texts.inputs.more}` : listed;
}

function cellText({ type }: ModelInput, value: number | string | null): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  return type === "d" ? formatDate(value) : formatNumber(value);
}
