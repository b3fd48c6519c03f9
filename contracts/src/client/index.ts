/** The wire contract as calls: for the console, command line, tests, and any program in JavaScript. What fetches is passed in. */
export * from "./api-client.js";
export * from "./api-error.js";
export * from "./cookies.js";
export * from "./http-client.js";
export type * from "./request-types.js";
export * from "./upload-form.js";
