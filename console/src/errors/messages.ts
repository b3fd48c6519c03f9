import { ERRORS_BY_CODE, type ErrorCode } from "@agatha/contracts/errors/error-catalogue";
import { ERRORS_CN } from "./cn.js";
import { ERRORS_JA } from "./ja.js";
import { ERRORS_TW } from "./tw.js";

const english = Object.fromEntries(Object.entries(ERRORS_BY_CODE).map(([code, { message }]) => [code, message])) as Record<
  ErrorCode,
  string
>;

/** Error messages by code. The English texts are those of the error catalogue. */
export const messages = { namespace: "errors", en: english, tw: ERRORS_TW, cn: ERRORS_CN, ja: ERRORS_JA };
