import { ApiError } from "../api/api-error.js";

/** What can be uploaded; the server says the same, but only once it has the bytes. */
export const EXTENSIONS = [".csv", ".xlsx", ".xls"] as const;

export function isTable({ name }: Pick<File, "name">): boolean {
  return EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

/** Throws ApiError 010408 for a file of another kind. */
export function ensureExtension(file: Pick<File, "name">): void {
  if (isTable(file)) return;
  throw new ApiError("010408", 400, "The file extension is not supported");
}
