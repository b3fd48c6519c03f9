import type { ExtractionAnswer, ExtractionApiAnswer, ExtractionApiState, ExtractionsPatch, TemplateAnswer } from "../wire/index.js";
import { type Calls, datasetPath, part } from "./calls.js";
import type { NewExtraction, NewTemplate, TableFileWanted, UpdateExtractionApisRequest } from "./shapes.js";

const historyPath = (datasetId: string): string => `${datasetPath(datasetId)}/extraction`;
const entryPath = (datasetId: string, id: string): string => `${historyPath(datasetId)}/${encodeURIComponent(id)}`;

/** The edit history of a dataset. */
export const extractionCalls = ({ ask, list, send, open }: Calls) => ({
  extractions: (datasetId: string, signal?: AbortSignal) => list<ExtractionAnswer>(`${historyPath(datasetId)}/`, { signal }),
  createExtraction: (datasetId: string, entry: NewExtraction) =>
    ask<ExtractionAnswer>(`${historyPath(datasetId)}/`, { method: "POST", body: entry }),
  enableExtraction: (datasetId: string, id: string, enabled: boolean) =>
    ask<ExtractionAnswer>(`${entryPath(datasetId, id)}/`, { method: "PATCH", body: { enabled } }),
  deleteExtraction: (datasetId: string, id: string) => send(`${entryPath(datasetId, id)}/`, { method: "DELETE" }),
  /** Within a day of its deletion. */
  restoreExtraction: (datasetId: string, id: string) => ask<ExtractionAnswer>(`${entryPath(datasetId, id)}/restore/`, { method: "POST" }),
  /** Many entries, or all: either all of them are changed, or none. Answers with the history. */
  changeExtractions: (datasetId: string, patch: ExtractionsPatch) =>
    list<ExtractionAnswer>(`${historyPath(datasetId)}/`, { method: "PATCH", body: patch }),
  /** The rows that the enabled entries leave as gzipped CSV; 202 while the table is being parsed. */
  downloadExtraction: (datasetId: string, wanted: Omit<TableFileWanted, "use_ext_data"> = {}) =>
    open(`${historyPath(datasetId)}/download_gzip/`, { query: { ...wanted } }),
});

const templatePath = (id: string): string => `/agatha${part("extraction_templates", id)}`;

export const templateCalls = ({ ask, list, send }: Calls) => ({
  templates: (signal?: AbortSignal) => list<TemplateAnswer>("/agatha/extraction_templates/", { signal }),
  template: (id: string, signal?: AbortSignal) => ask<TemplateAnswer>(`${templatePath(id)}/`, { signal }),
  createTemplate: (template: NewTemplate) => ask<TemplateAnswer>("/agatha/extraction_templates/", { method: "POST", body: template }),
  deleteTemplate: (id: string) => send(`${templatePath(id)}/`, { method: "DELETE" }),
  /** Adds its entries to the dataset's history, and answers with it. */
  applyTemplate: (datasetId: string, templateId: string) =>
    list<ExtractionAnswer>(`${historyPath(datasetId)}/template/`, { method: "POST", body: { template_id: templateId } }),
});

/** There is one for all entries of a dataset: any of their ids will do. */
export const extractionApiCalls = ({ ask, list, send }: Calls) => ({
  extractionApi: (datasetId: string, id: string, signal?: AbortSignal) =>
    ask<ExtractionApiAnswer>(`${entryPath(datasetId, id)}/api/`, { signal }),
  /** A new token; the old one stops at once. */
  rotateExtractionToken: (datasetId: string, id: string) =>
    ask<ExtractionApiAnswer>(`${entryPath(datasetId, id)}/api/`, { method: "POST" }),
  revokeExtractionToken: (datasetId: string, id: string) => send(`${entryPath(datasetId, id)}/api/`, { method: "DELETE" }),
  /** Of all datasets that have an edit history. Managers only. */
  extractionApis: (signal?: AbortSignal) => list<ExtractionApiState>("/manage_agatha/extraction_list/", { signal }),
  /** Managers only. */
  enableExtractionApis: (request: UpdateExtractionApisRequest) =>
    list<ExtractionApiState>("/agatha/openthirdapi/update_extractions/", { method: "PATCH", body: request }),
});
