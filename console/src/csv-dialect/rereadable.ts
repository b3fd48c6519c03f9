import type { FileFault, FileFaultName } from "@agatha/contracts/errors/file-faults";

/** Faults of a file that stay, however it is read and whichever sheet is. */
const LASTING_FAULTS = new Set<string>([
  "emptyFile",
  "otherText",
  "encryptedWorkbook",
  "damagedWorkbook",
  "otherWorkbook",
  "noWorkbook",
  "largeWorkbook",
  "largeUnpackedWorkbook",
  "tooManyRows",
  "otherExtension",
  "missingFile",
  "refusedFile",
] satisfies FileFaultName[]);

/** Returns true unless no other way to read the file can mend what is wrong with it. */
export function isRereadable(faults: readonly (FileFault | null | undefined)[]): boolean {
  return !faults.some((fault) => fault && LASTING_FAULTS.has(fault.name));
}
