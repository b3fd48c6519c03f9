import { extractionRequests } from "./extractions.js";
import type { Fuzzed } from "./fuzzed.js";
import { requests } from "./requests.js";
import { oldWorkbooks, textFiles, workbooks } from "./uploads.js";

/** Everything that reads what others send, by the name that `npm run fuzz` takes. */
export const PARSERS: Record<string, () => Fuzzed> = {
  csv: textFiles,
  xlsx: workbooks,
  xls: oldWorkbooks,
  extraction: extractionRequests,
  requests,
};
