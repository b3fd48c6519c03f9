import { ERRORS } from "./error-catalogue.js";
import { NotWritable, toNotWritable } from "./not-writable.js";

const withCode = (message: string, code: unknown) => Object.assign(new Error(message), { code });
const withCause = (cause: unknown) => new Error("The write could not be stored", { cause });

test.each<[string, unknown, string | undefined]>([
  ["Node.js on a full disk", withCode("ENOSPC: no space left on device, write", "ENOSPC"), ERRORS.storageFull],
  ["Node.js at a quota", withCode("EDQUOT: disk quota exceeded, write", "EDQUOT"), ERRORS.storageFull],
  ["Node.js in a read-only folder", withCode("EROFS: read-only file system, open 'x'", "EROFS"), ERRORS.storageReadOnly],
  ["LMDB's commit on a full disk", withCause(withCode("No space left on device: Attempting to write page", 28)), ERRORS.storageFull],
  ["LMDB on a read-only disk", withCode("Read-only file system", 30), ERRORS.storageReadOnly],
  ["DuckDB on a full disk", new Error('IO Error: Could not write file "t": No space left on device'), ERRORS.storageFull],
  [
    "MinIO on a full disk",
    withCode("Storage backend has reached its minimum free drive threshold", "XMinioStorageFull"),
    ERRORS.storageFull,
  ],
  ["MongoDB on a full disk", withCode("Not enough space", 14031), ERRORS.storageFull],
  ["FerretDB on a full disk", new Error("database or disk is full (13)"), ERRORS.storageFull],
  ["itself", new NotWritable(ERRORS.storageReadOnly, "read-only"), ERRORS.storageReadOnly],
  ["another error of the disk", withCode("EIO: i/o error, read", "EIO"), undefined],
  ["a value that is no error", "ENOSPC", undefined],
])("the error of %s is recognised", (_whose, error, code) => {
  expect(toNotWritable(error)?.code).toBe(code);
});
