import { ERRORS } from "@agatha/contracts";

/** Errors of a file that is no table, or whose columns have no proper names. */
export const TABLE_FILE_ERRORS = [
  ERRORS.duplicateColumnName,
  ERRORS.columnName,
  ERRORS.datasetFormat,
  ERRORS.unreadableFile,
  ERRORS.unsupportedFileExtension,
  ERRORS.emptyColumnName,
  ERRORS.reservedColumnName,
] as const;
