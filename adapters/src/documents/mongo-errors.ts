import { MongoNetworkError, MongoServerError, MongoServerSelectionError } from "mongodb";
import { isConnectionError } from "../node-errors.js";

const DUPLICATE_KEY = 11_000;
/**
 * Codes of a server that is starting, stopping or electing (MongoDB's src/mongo/base/error_codes.yml): NotYetInitialized,
 * InterruptedAtShutdown, PrimarySteppedDown, ShutdownInProgress, NotWritablePrimary, InterruptedDueToReplStateChange,
 * NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary; of its time limits, WriteConcernTimeout among them; and of one that does not
 * reach its replica set: HostUnreachable, HostNotFound, FailedToSatisfyReadPreference, ReadConcernMajorityNotAvailableYet,
 * SocketException.
 */
const UNAVAILABLE_CODES = new Set([6, 7, 50, 64, 89, 91, 94, 133, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);
/** Driver errors: a connection closed during an operation, or could not be obtained in time. */
const CONNECTION_ERROR_NAMES = new Set([
  "MongoPoolClearedError",
  "MongoPoolClosedError",
  "MongoWaitQueueTimeoutError",
  "PoolClearedOnNetworkError",
]);

/** Returns true if another document has the id or a unique index's values already. */
export function isDuplicateKeyError(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  // FerretDB 1 uses the code for inserts only; for updates it passes SQLite's message on.
  return error.code === DUPLICATE_KEY || error.message.includes("UNIQUE constraint failed");
}

/** Returns true if the server cannot be reached or cannot answer now, so that a retry may help. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (error instanceof MongoServerError) return UNAVAILABLE_CODES.has(Number(error.code));
  // The driver passes socket errors during a write on unchanged.
  return isConnectionError(error) || (error instanceof Error && CONNECTION_ERROR_NAMES.has(error.name));
}
