import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Thrown for bytes of a data file that are not as LMDB writes them. */
export class PageDamage extends Error {
  override name = "PageDamage";
}

/** Bytes of a data file at random positions. */
export interface PageFile {
  size: number;
  /** Throws PageDamage if the file ends before. */
  read(offset: number, length: number): Buffer;
  close(): void;
}

/** Opens a file of LMDB pages for reading. A read beyond the file's end throws PageDamage. */
export function openPageFile(path: string): PageFile {
  const descriptor = openSync(path, "r");
  const { size } = fstatSync(descriptor);
  return {
    size,
    read(offset, length) {
      if (!(offset >= 0 && length >= 0 && offset + length <= size)) throw new PageDamage("lies beyond the end of the file");
      const bytes = Buffer.allocUnsafe(length);
      let read = 0;
      while (read < length) {
        const count = readSync(descriptor, bytes, read, length - read, offset + read);
        if (count === 0) throw new PageDamage("lies beyond the end of the file");
        read += count;
      }
      return bytes;
    },
    close: () => closeSync(descriptor),
  };
}
