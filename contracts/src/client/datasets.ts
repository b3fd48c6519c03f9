import type { DatasetShare, ShareRole } from "../kinds/index.js";
import type {
  DataCheckAnswer,
  DatasetAnswer,
  FilePreview,
  LeakageAnswer,
  ProfilingAnswer,
  RowsAnswer,
  SeriesAnswer,
} from "../wire/index.js";
import { datasetPath, type JsonClient, pathSegment, readyOrNull } from "./json-client.js";
import type {
  DatasetPatch,
  LeakageQuery,
  PrepareUploadRequest,
  PreviewFields,
  RowsQuery,
  SeriesQuery,
  TableFileQuery,
  UploadAnswer,
  UploadFields,
} from "./request-types.js";
import { uploadForm } from "./upload-form.js";

const sharePath = (id: string, account: string): string => `${datasetPath(id)}${pathSegment("shares", account)}/`;

/** Calls about datasets, their uploads and their rows. */
export const datasetCalls = ({ fetchJson, list, send, open }: JsonClient) => ({
  /** Checks name and limits before the upload. The returned id becomes a field of the upload. */
  prepareUpload: (request: PrepareUploadRequest) =>
    fetchJson<{ id: string }>("/agatha/datasets/prepare_upload_data/", { method: "POST", body: request }),
  /** Upload for programs. A browser that shows progress sends the same body with `uploadForm`. */
  upload: (file: Blob, name: string, fields: UploadFields = {}) =>
    fetchJson<UploadAnswer>("/agatha/datasets/upload/", { method: "POST", body: uploadForm(file, name, fields) }),
  /** First rows of a file that is not uploaded, as they would be read. */
  previewUpload: (file: Blob, name: string, options: PreviewFields = {}, signal?: AbortSignal) =>
    fetchJson<FilePreview>("/agatha/datasets/preview_upload/", { method: "POST", body: uploadForm(file, name, options), signal }),
  /** First rows of a dataset's file, as they would be read with other options. */
  previewDataset: (id: string, options: PreviewFields = {}, signal?: AbortSignal) =>
    fetchJson<FilePreview>(`${datasetPath(id)}/preview/`, { query: { ...options }, signal }),
  datasets: () => list<DatasetAnswer>("/agatha/datasets/"),
  /** Datasets of others that are shared with oneself. */
  sharedDatasets: () => list<DatasetAnswer>("/agatha/datasets/", { query: { role: "shared" } }),
  dataset: (id: string, signal?: AbortSignal) => fetchJson<DatasetAnswer>(`${datasetPath(id)}/`, { signal }),
  updateDataset: (id: string, patch: DatasetPatch) => fetchJson<DatasetAnswer>(`${datasetPath(id)}/`, { method: "PATCH", body: patch }),
  deleteDataset: (id: string) => send(`${datasetPath(id)}/`, { method: "DELETE" }),
  /** Accounts that a dataset is shared with, for its owner and managers. */
  shares: (id: string) => list<DatasetShare>(`${datasetPath(id)}/shares/`),
  /** Shares a dataset with an account of this name or e-mail address, or changes its role. Returns all shares. */
  shareDataset: async (id: string, account: string, role: ShareRole) =>
    (await fetchJson<{ data: DatasetShare[] }>(sharePath(id, account), { method: "PUT", body: { role } })).data,
  unshareDataset: (id: string, account: string) => send(sharePath(id, account), { method: "DELETE" }),
  /** Works within a day after the deletion. */
  restoreDataset: (id: string) => fetchJson<DatasetAnswer>(`${datasetPath(id)}/restore/`, { method: "POST" }),

  /** Returns null while the table is being parsed. */
  rows: async (id: string, wanted: RowsQuery = {}, signal?: AbortSignal): Promise<RowsAnswer | null> =>
    readyOrNull<RowsAnswer>(await send(`${datasetPath(id)}/rows/`, { query: { ...wanted }, signal })),
  /** Rows in use as gzipped CSV. Responds 202 while the table is being parsed. */
  downloadDataset: (id: string, wanted: TableFileQuery = {}) => open(`${datasetPath(id)}/download_gzip/`, { query: { ...wanted } }),
  dataCheck: (id: string, signal?: AbortSignal) => fetchJson<DataCheckAnswer>(`${datasetPath(id)}/data_check/`, { signal }),
  /** Returns null while the table is being parsed. */
  leakage: async (id: string, wanted: LeakageQuery, signal?: AbortSignal): Promise<LeakageAnswer | null> =>
    readyOrNull<LeakageAnswer>(await send(`${datasetPath(id)}/leakage/`, { query: { ...wanted }, signal })),
  /** Describes a time series. Returns null while the table is being parsed. */
  series: async (id: string, wanted: SeriesQuery, signal?: AbortSignal): Promise<SeriesAnswer | null> =>
    readyOrNull<SeriesAnswer>(await send(`${datasetPath(id)}/series/`, { query: { ...wanted }, signal })),

  /** Requests a report. `profiling` returns its location once it exists. */
  createProfiling: (id: string, request: { use_ext_data?: boolean } = {}) =>
    fetchJson<ProfilingAnswer>(`${datasetPath(id)}/profiling/`, { method: "POST", body: request }),
  profiling: (id: string, signal?: AbortSignal) => fetchJson<ProfilingAnswer>(`${datasetPath(id)}/profiling/`, { signal }),
});
