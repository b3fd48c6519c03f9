import type { SourceFormat, TextEncoding } from "@agatha/contracts";

export interface Upload {
  format: SourceFormat;
  /** Bytes. */
  size: number;
  /** As the owner asked for; found when left out. */
  encoding?: TextEncoding;
  delimiter?: string;
  /** Bytes of the file, both ends inclusive. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** A folder for temporary files; nothing is left in it. */
  scratch: string;
}
