import { ERRORS, type InvalidInput, invalidFile } from "@agatha/contracts";

export const emptyFile = (): InvalidInput => invalidFile(ERRORS.datasetFormat, "emptyFile");
export const missingHeader = (): InvalidInput => invalidFile(ERRORS.datasetFormat, "noHeader");
export const missingRows = (): InvalidInput => invalidFile(ERRORS.datasetFormat, "noRows");
