import { uploadForm } from "@agatha/contracts/client";
import { ApiError, errorOfAnswer } from "./api-error.js";
import type { Connection } from "./connection.js";
import type { TestDataFields, UploadAnswer, UploadFields } from "./shapes.js";

export interface UploadWatch {
  /** Share of the bytes that are sent, 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
}

type NamedBlob = Blob & { name: string };

/** Throws ApiError, or AbortError when cancelled. */
export async function uploadDataset(
  connection: Connection,
  file: NamedBlob,
  fields: UploadFields,
  watch: UploadWatch,
): Promise<UploadAnswer> {
  return (await sendForm(connection, "/agatha/datasets/upload/", uploadForm(file, file.name, fields), watch)) as UploadAnswer;
}

/** The comparison that test rows are for, and how they are to be read. */
export interface TestRowsFor {
  datasetId: string;
  evaluationId: string;
  fields: TestDataFields;
}

/** The rows that models are compared on. Throws ApiError, or AbortError when cancelled. */
export async function uploadTestRows(
  connection: Connection,
  file: NamedBlob,
  { datasetId, evaluationId, fields }: TestRowsFor,
  watch: UploadWatch,
): Promise<void> {
  const path = `/agatha/datasets/${encodeURIComponent(datasetId)}/evaluations/${encodeURIComponent(evaluationId)}/upload/`;
  await sendForm(connection, path, uploadForm(file, file.name, fields), watch);
}

/**
 * Sends a file with the text fields before it, as the server wants to know them before the bytes.
 * XMLHttpRequest, because fetch tells nothing of the bytes that it has sent.
 */
async function sendForm(connection: Connection, path: string, form: FormData, watch: UploadWatch): Promise<unknown> {
  const token = await connection.csrfToken();
  try {
    return await post(`${connection.basePath}${path}`, token, form, watch);
  } catch (error) {
    if (error instanceof ApiError) connection.reportFailure(error);
    throw error;
  }
}

function post(url: string, token: string, form: FormData, { onProgress, signal }: UploadWatch): Promise<unknown> {
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
      if (request.status === 201) resolve(jsonOf(request.responseText));
      else reject(errorOfAnswer(request.status, jsonOf(request.responseText)));
    };
    request.onerror = () => reject(errorOfAnswer(0, undefined));
    request.onabort = cancelled;
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.open("POST", url);
    request.setRequestHeader("X-CSRFToken", token);
    request.setRequestHeader("Accept", "application/json");
    request.send(form);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
