import { ERRORS } from "@agatha/contracts";
import { ApiError } from "@agatha/contracts/client";

/** Extensions that can be uploaded. The server has the same rule but checks it only after it has the bytes. */
export const TABLE_EXTENSIONS = [".csv", ".xlsx", ".xls"] as const;

/** Returns true if the file's name has an extension of files that can be uploaded. */
export function hasTableExtension({ name }: Pick<File, "name">): boolean {
  return TABLE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

/** Throws ApiError unsupportedFileExtension for a file with another extension. */
export function assertTableExtension(file: Pick<File, "name">): void {
  if (hasTableExtension(file)) return;
  throw new ApiError(ERRORS.unsupportedFileExtension, 400, "The file extension is not supported");
}
