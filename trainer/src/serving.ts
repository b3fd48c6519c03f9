export { joinResults } from "./serving/join-results.js";
export * from "./serving/model.js";
export { preflightUpload, type Upload } from "./serving/preflight.js";
export * from "./serving/rows.js";
