import { MongoNetworkError, MongoServerError, MongoServerSelectionError } from "mongodb";
import { isConnectionError } from "../connection-error.js";

const DUPLICATE_KEY = 11_000;
/**
 * Of a server that is starting, ending or electing (MongoDB's src/mongo/base/error_codes.yml): NotYetInitialized,
 * InterruptedAtShutdown, PrimarySteppedDown, ShutdownInProgress, NotWritablePrimary, InterruptedDueToReplStateChange,
 * NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary; and its time limits.
 */
const UNAVAILABLE_CODES = new Set([50, 89, 91, 94, 189, 262, 10107, 11600, 11602, 13435, 13436]);
/** Of the driver: connections that were closed, or could not be had in time, under an operation. */
const CONNECTION_ERROR_NAMES = new Set([
  "MongoPoolClearedError",
  "MongoPoolClosedError",
  "MongoWaitQueueTimeoutError",
  "PoolClearedOnNetworkError",
]);

export function isDuplicateKeyError(error: unknown): boolean {
  if (!(error instanceof MongoServerError)) return false;
  // FerretDB 1 has the code for inserts only; for updates it passes on what SQLite says.
  return error.code === DUPLICATE_KEY || error.message.includes("UNIQUE constraint failed");
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (error instanceof MongoServerError) return UNAVAILABLE_CODES.has(Number(error.code));
  // The driver passes on as it is what goes wrong in the middle of writing.
  return isConnectionError(error) || (error instanceof Error && CONNECTION_ERROR_NAMES.has(error.name));
}
