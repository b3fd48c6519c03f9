import { ApiError } from "@agatha/contracts/client";
import { ERRORS } from "@agatha/contracts/errors/error-catalogue";

/** Returns the text of a file that the console's build contains. Throws ApiError if it cannot be loaded. */
export async function fetchSiteFile(path: string, signal: AbortSignal): Promise<string> {
  // Relative to <base href>.
  const response = await fetch(`./${path}`, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError(ERRORS.serverUnavailable, 0, "No answer");
  });
  if (!response.ok) throw new ApiError(ERRORS.serverUnavailable, response.status, `HTTP ${response.status}`);
  return await response.text();
}
