import { ERRORS, type InvalidInput, invalidFile } from "@agatha/contracts";

/** Error of a file without any content. */
export const emptyFile = (): InvalidInput => invalidFile(ERRORS.datasetFormat, "emptyFile");
/** Error of a file without column names. */
export const missingHeader = (): InvalidInput => invalidFile(ERRORS.datasetFormat, "noHeader");
/** Error of a file with column names alone. */
export const missingRows = (): InvalidInput => invalidFile(ERRORS.datasetFormat, "noRows");
