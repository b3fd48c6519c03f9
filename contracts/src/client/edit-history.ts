import type {
  DashboardAnswer,
  DashboardRequest,
  EditHistoryApiAnswer,
  EditHistoryApiState,
  EditHistoryPatch,
  EditStepAnswer,
  EditTemplateAnswer,
  PreviewEditStepAnswer,
} from "../wire/index.js";
import { datasetPath, type JsonClient, pathSegment, readyOrNull } from "./json-client.js";
import type {
  EditStepReplacement,
  EditStepToPreview,
  NewEditStep,
  NewEditTemplate,
  TableFileQuery,
  UpdateEditHistoryApisRequest,
} from "./request-types.js";

const historyPath = (datasetId: string): string => `${datasetPath(datasetId)}/extraction`;
const editStepPath = (datasetId: string, id: string): string => `${historyPath(datasetId)}/${encodeURIComponent(id)}`;

/** Calls for the edit history of a dataset. */
export const editHistoryCalls = ({ fetchJson, list, send, open }: JsonClient) => ({
  extractions: (datasetId: string, signal?: AbortSignal) => list<EditStepAnswer>(`${historyPath(datasetId)}/`, { signal }),
  createExtraction: (datasetId: string, entry: NewEditStep) =>
    fetchJson<EditStepAnswer>(`${historyPath(datasetId)}/`, { method: "POST", body: entry }),
  /** The first rows that a step would leave in its place. Returns null while the table is being parsed. */
  previewExtraction: async (datasetId: string, step: EditStepToPreview, signal?: AbortSignal): Promise<PreviewEditStepAnswer | null> =>
    readyOrNull<PreviewEditStepAnswer>(await send(`${historyPath(datasetId)}/preview/`, { method: "POST", body: step, signal })),
  enableExtraction: (datasetId: string, id: string, enabled: boolean) =>
    fetchJson<EditStepAnswer>(`${editStepPath(datasetId, id)}/`, { method: "PATCH", body: { enabled } }),
  /** Replaces what an entry does, in its place. Responds 409 if somebody has changed the entry since `updated_at`. */
  replaceExtraction: (datasetId: string, id: string, { cond, spec, updated_at }: EditStepReplacement) =>
    fetchJson<EditStepAnswer>(`${editStepPath(datasetId, id)}/`, { method: "PATCH", body: { cond, spec, updated_at } }),
  deleteExtraction: (datasetId: string, id: string) => send(`${editStepPath(datasetId, id)}/`, { method: "DELETE" }),
  /** Works within a day after the deletion. */
  restoreExtraction: (datasetId: string, id: string) =>
    fetchJson<EditStepAnswer>(`${editStepPath(datasetId, id)}/restore/`, { method: "POST" }),
  /** Changes several entries, or all of them, in one write that succeeds or fails as a whole. Returns the history. */
  changeExtractions: (datasetId: string, patch: EditHistoryPatch) =>
    list<EditStepAnswer>(`${historyPath(datasetId)}/`, { method: "PATCH", body: patch }),
  /** Rows after the enabled entries, as gzipped CSV. Responds 202 while the table is being parsed. */
  downloadExtraction: (datasetId: string, wanted: Omit<TableFileQuery, "use_ext_data"> = {}) =>
    open(`${historyPath(datasetId)}/download_gzip/`, { query: { ...wanted } }),
});

/** Calls for the saved charts of a dataset. */
export const dashboardCalls = ({ fetchJson }: JsonClient) => ({
  dashboard: (datasetId: string, signal?: AbortSignal) => fetchJson<DashboardAnswer>(`${datasetPath(datasetId)}/dashboard/`, { signal }),
  /** Responds 409 if somebody has changed the dashboard since that version. */
  replaceDashboard: (datasetId: string, dashboard: DashboardRequest) =>
    fetchJson<DashboardAnswer>(`${datasetPath(datasetId)}/dashboard/`, { method: "PUT", body: dashboard }),
});

const templatePath = (id: string): string => `/agatha${pathSegment("extraction_templates", id)}`;

/** Calls about templates of edit histories. */
export const editTemplateCalls = ({ fetchJson, list, send }: JsonClient) => ({
  templates: (signal?: AbortSignal) => list<EditTemplateAnswer>("/agatha/extraction_templates/", { signal }),
  template: (id: string, signal?: AbortSignal) => fetchJson<EditTemplateAnswer>(`${templatePath(id)}/`, { signal }),
  createTemplate: (template: NewEditTemplate) =>
    fetchJson<EditTemplateAnswer>("/agatha/extraction_templates/", { method: "POST", body: template }),
  deleteTemplate: (id: string) => send(`${templatePath(id)}/`, { method: "DELETE" }),
  /** Works within a day after the deletion. */
  restoreTemplate: (id: string) => fetchJson<EditTemplateAnswer>(`${templatePath(id)}/restore/`, { method: "POST" }),
  /** Appends the template's entries to the dataset's history, and returns the history. */
  applyTemplate: (datasetId: string, templateId: string) =>
    list<EditStepAnswer>(`${historyPath(datasetId)}/template/`, { method: "POST", body: { template_id: templateId } }),
});

/** Calls for the API of a dataset's edit history. All entries share one API, so the id of any entry works. */
export const editHistoryApiCalls = ({ fetchJson, list, send }: JsonClient) => ({
  extractionApi: (datasetId: string, id: string, signal?: AbortSignal) =>
    fetchJson<EditHistoryApiAnswer>(`${editStepPath(datasetId, id)}/api/`, { signal }),
  /** Creates a new token. The old token stops working at once. */
  rotateExtractionToken: (datasetId: string, id: string) =>
    fetchJson<EditHistoryApiAnswer>(`${editStepPath(datasetId, id)}/api/`, { method: "POST" }),
  revokeExtractionToken: (datasetId: string, id: string) => send(`${editStepPath(datasetId, id)}/api/`, { method: "DELETE" }),
  /** Lists all datasets that have an edit history. Managers only. */
  extractionApis: (signal?: AbortSignal) => list<EditHistoryApiState>("/manage_agatha/extraction_list/", { signal }),
  /** Managers only. */
  enableExtractionApis: (request: UpdateEditHistoryApisRequest) =>
    list<EditHistoryApiState>("/agatha/openthirdapi/update_extractions/", { method: "PATCH", body: request }),
});
