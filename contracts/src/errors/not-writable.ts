import { ERRORS } from "./error-catalogue.js";

/** Why nothing can be saved, as an error of the catalogue. */
export const STORAGE_PROBLEMS = [ERRORS.storageFull, ERRORS.storageReadOnly] as const;
export type StorageProblem = (typeof STORAGE_PROBLEMS)[number];

/** Header of each answer of the API while nothing can be saved, with the code of the problem. */
export const STORAGE_PROBLEM_HEADER = "X-Storage-Problem";

/** A store or a folder for temporary files cannot save anything (507): its disk is full or read-only. It can still be read. */
export class NotWritable extends Error {
  override name = "NotWritable";
  constructor(
    readonly code: StorageProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Signs of each problem in an error: its code, or strerror's text in its message, which LMDB, DuckDB and MongoDB pass on. The
 * codes are Node's, MinIO's (cmd/api-errors.go) and MongoDB's (error_codes.yml); FerretDB passes SQLite's texts on.
 */
const SIGNS: readonly { problem: StorageProblem; codes: readonly string[]; text: RegExp }[] = [
  {
    problem: ERRORS.storageFull,
    codes: ["ENOSPC", "EDQUOT", "XMinioStorageFull", "XMinioAdminBucketQuotaExceeded", "14031"],
    text: /no space left on device|disk quota exceeded|database or disk is full/i,
  },
  {
    problem: ERRORS.storageReadOnly,
    codes: ["EROFS"],
    text: /read-only file system|attempt to write a readonly database/i,
  },
];

/** Returns NotWritable if the error, or an error that caused it, is about a disk that is full or read-only. */
export function toNotWritable(error: unknown): NotWritable | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NotWritable) return cause;
    const { message } = cause;
    const code = "code" in cause ? String(cause.code) : "";
    const sign = SIGNS.find(({ codes, text }) => codes.includes(code) || text.test(message));
    if (sign) return new NotWritable(sign.problem, message, { cause: error });
  }
  return undefined;
}

/** Returns the error as NotWritable if it is one, and unchanged otherwise. For `throw` and `catch`. */
export const asNotWritable = (error: unknown): unknown => toNotWritable(error) ?? error;
