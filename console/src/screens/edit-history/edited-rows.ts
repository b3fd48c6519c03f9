import type { TextEncoding } from "@agatha/contracts";
import type { ApiClient } from "@agatha/contracts/client";

/** The table is being read, and its rows are not there yet. */
export class RowsNotReady extends Error {
  override name = "RowsNotReady";
}

/** Downloads the rows after the steps as gzipped CSV. Throws ApiError, and RowsNotReady while the table is being read. */
export async function downloadEditedRows(api: ApiClient, datasetId: string, encoding: TextEncoding): Promise<Blob> {
  const answer = await api.downloadExtraction(datasetId, { encoding });
  if (answer.status === 202) throw new RowsNotReady();
  return await answer.blob();
}
