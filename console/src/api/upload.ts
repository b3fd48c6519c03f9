import type { HttpClient } from "@agatha/contracts/client";
import { apiErrorFromResponse, tryParseJson, uploadForm } from "@agatha/contracts/client";
import type { EvaluationInputFields, UploadAnswer, UploadFields } from "@agatha/contracts/client/request-types";

export interface UploadOptions {
  /** `share`: fraction of the bytes sent, 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
}

type NamedFile = Blob & { name: string };

/** Uploads a dataset. Throws ApiError, or AbortError when cancelled. */
export async function uploadDataset(
  httpClient: HttpClient,
  file: NamedFile,
  fields: UploadFields,
  watch: UploadOptions,
): Promise<UploadAnswer> {
  return (await sendForm(httpClient, "/agatha/datasets/upload/", uploadForm(file, file.name, fields), watch)) as UploadAnswer;
}

/** The comparison that the test rows belong to, and the options for reading them. */
export interface EvaluationInputUpload {
  datasetId: string;
  evaluationId: string;
  fields: EvaluationInputFields;
}

/** Uploads the rows that models are compared on. Throws ApiError, or AbortError when cancelled. */
export async function uploadEvaluationInput(
  httpClient: HttpClient,
  file: NamedFile,
  { datasetId, evaluationId, fields }: EvaluationInputUpload,
  watch: UploadOptions,
): Promise<void> {
  const path = `/agatha/datasets/${encodeURIComponent(datasetId)}/evaluations/${encodeURIComponent(evaluationId)}/upload/`;
  await sendForm(httpClient, path, uploadForm(file, file.name, fields), watch);
}

/**
 * Sends a form with the text fields before the file because the server needs them before the bytes. Uses XMLHttpRequest because
 * fetch does not report upload progress.
 */
async function sendForm(httpClient: HttpClient, path: string, form: FormData, watch: UploadOptions): Promise<unknown> {
  return await httpClient.inSession(async () => postForm(`${httpClient.basePath}${path}`, await httpClient.headersOfChange(), form, watch));
}

function postForm(url: string, headers: Record<string, string>, form: FormData, { onProgress, signal }: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancelled = () => reject(new DOMException("The upload was cancelled", "AbortError"));
    if (signal.aborted) return cancelled();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status === 201) resolve(tryParseJson(request.responseText));
      else reject(apiErrorFromResponse(request.status, tryParseJson(request.responseText)));
    };
    request.onerror = () => reject(apiErrorFromResponse(0, undefined));
    request.onabort = cancelled;
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader("Accept", "application/json");
    request.send(form);
  });
}
