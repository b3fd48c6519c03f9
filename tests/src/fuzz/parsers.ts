import { editStepRequests } from "./edit-steps.js";
import type { FuzzTarget } from "./fuzz-target.js";
import { jsonBodies } from "./json-bodies.js";
import { requests } from "./requests.js";
import { oldWorkbooks, textFiles, workbooks } from "./uploads.js";

/** All parsers of external input, by the name that `npm run fuzz` takes. */
export const PARSERS: Record<string, () => FuzzTarget> = {
  csv: textFiles,
  xlsx: workbooks,
  xls: oldWorkbooks,
  extraction: editStepRequests,
  json: jsonBodies,
  requests,
};
