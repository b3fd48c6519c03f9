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

/** Errors of a dataset whose table could not be made, as its status has them. */
export const FAILED_TABLE_ERRORS = [
  ...TABLE_FILE_ERRORS,
  ERRORS.fileTooLarge,
  ERRORS.datasetUploadFailed,
  ERRORS.sourceFileMissing,
] as const;
