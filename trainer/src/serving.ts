export * from "./serving/model.js";
export * from "./serving/rows.js";
