/** Bodies and queries of the HTTP API. Validation, the OpenAPI document and the console's types derive from these. */
export * from "./accounts.js";
export * from "./audit.js";
export * from "./auto-models.js";
export * from "./calculations.js";
export * from "./companion.js";
export * from "./dashboards.js";
export * from "./datasets.js";
export * from "./edit-history.js";
export * from "./evaluations.js";
export * from "./help.js";
export * from "./model-api.js";
export * from "./model-details.js";
export * from "./models.js";
export * from "./prediction-api.js";
export * from "./shared.js";
export * from "./texts.js";
export * from "./trash.js";
