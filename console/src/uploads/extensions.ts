import { ApiError } from "../api/api-error.js";

/** What can be uploaded; the server says the same, but only once it has the bytes. */
export const EXTENSIONS = [".csv", ".xlsx", ".xls"] as const;

/** Throws ApiError 010408 for a file of another kind. */
export function ensureExtension({ name }: Pick<File, "name">): void {
  if (EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))) return;
  throw new ApiError("010408", 400, "The file extension is not supported");
}
