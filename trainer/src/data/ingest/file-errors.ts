import { ERRORS, InvalidInput } from "@agatha/contracts";

export function emptyFile(): InvalidInput {
  return new InvalidInput(ERRORS.datasetFormat, { path: "file", message: "the file is empty" });
}

export function missingHeader(): InvalidInput {
  const message = "the file has no header: add a first line that names the columns";
  return new InvalidInput(ERRORS.datasetFormat, { path: "file", message });
}

export function missingRows(): InvalidInput {
  const message = "the file has a header but no rows: add at least one row";
  return new InvalidInput(ERRORS.datasetFormat, { path: "file", message });
}
