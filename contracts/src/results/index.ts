/** What trainings, evaluations and data checks find out. */
export * from "./data-finding.js";
export * from "./diagnostics.js";
export * from "./evaluation-result.js";
export * from "./figure-resamples.js";
export * from "./model-info.js";
export * from "./optimization.js";
export * from "./profile.js";
export * from "./row-structure.js";
export * from "./saved-chart.js";
export * from "./series-anomalies.js";
export * from "./series-description.js";
export * from "./table.js";
export * from "./threshold-choices.js";
export * from "./time-series.js";
export * from "./training-record.js";
