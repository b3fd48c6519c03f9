export * from "./clock.js";
export * from "./document-store.js";
export * from "./event-bus.js";
export * from "./events.js";
export * from "./job-runner.js";
export * from "./object-store.js";
export * from "./resource-store.js";
export * from "./transition-recorder.js";
