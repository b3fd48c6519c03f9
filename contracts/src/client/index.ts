/** Calls of the wire contract for the console, the command line, tests, and other JavaScript programs. The caller passes in fetch. */
export * from "./api-client.js";
export * from "./api-error.js";
export * from "./cookies.js";
export * from "./http-client.js";
export type * from "./request-types.js";
export * from "./try-parse-json.js";
export * from "./upload-form.js";
