export { createLmdbDocumentStore, type LmdbDocumentStoreOptions } from "./documents/lmdb-document-store.js";
export { createInProcessEventBus, type InProcessEventBusOptions } from "./events/in-process-event-bus.js";
export { awaitJobEnvironment } from "./jobs/await-job-environment.js";
export { type ChildProcessJobRunnerOptions, createChildProcessJobRunner } from "./jobs/child-process-job-runner.js";
export { exitWithParent } from "./jobs/exit-with-parent.js";
export type { JobCommand } from "./jobs/job-process.js";
export { createDirectoryObjectStore, type DirectoryObjectStoreOptions } from "./objects/directory-object-store.js";
export { createLmdbResourceStore, type LmdbResourceStoreOptions } from "./resources/lmdb-resource-store.js";
