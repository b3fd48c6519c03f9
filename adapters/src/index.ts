export { createLmdbDocumentStore, type LmdbDocumentStoreOptions } from "./documents/lmdb-document-store.js";
export { createDirectoryObjectStore, type DirectoryObjectStoreOptions } from "./objects/directory-object-store.js";
