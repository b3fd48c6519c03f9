import type { SourceFormat, TextEncoding } from "@agatha/contracts";

export interface Upload {
  format: SourceFormat;
  /** Size in bytes. */
  size: number;
  /** Encoding that the owner chose; detected when left out. */
  encoding?: TextEncoding;
  delimiter?: string;
  /** Reads bytes of the file, both ends inclusive. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Folder for temporary files; the check leaves nothing in it. */
  scratch: string;
}
