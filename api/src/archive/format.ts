/**
 * Archive of the stores: lines of JSON, each a document or an object. The bytes of an object follow its line. The last line
 * counts both, so that a truncated archive is detected.
 */
import { z } from "zod";

export const FORMAT_VERSION = 1;

const count = z.int().min(0);
export const archiveEntry = z.union([
  z.strictObject({ archive: z.literal(FORMAT_VERSION) }),
  z.strictObject({ document: z.looseObject({ id: z.string().min(1) }), collection: z.string() }),
  z.strictObject({ object: z.strictObject({ key: z.string(), size: count, sha256: z.string() }) }),
  z.strictObject({ end: z.strictObject({ documents: count, objects: count }) }),
]);
export type ArchiveEntry = z.infer<typeof archiveEntry>;

/** Returns the entry as one line, with its end. */
export const encodeEntry = (value: ArchiveEntry): string => `${JSON.stringify(value)}\n`;

export interface ByteReader {
  /** Returns the next line without its end, or undefined at the end of the input. */
  readLine(): Promise<string | undefined>;
  /** Yields the next `size` bytes, which the caller reads to their end. Throws if there are fewer. */
  readBytes(size: number): AsyncGenerator<Buffer>;
}

const NEWLINE = 10;

/** Reads lines and bytes in turns from one stream. `readLine` throws if the input ends within a line. */
export function createByteReader(input: AsyncIterable<Buffer>): ByteReader {
  const chunks = input[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function more(): Promise<Buffer | undefined> {
    const { done, value } = await chunks.next();
    return done ? undefined : value;
  }

  return {
    async readLine() {
      const parts: Buffer[] = [];
      for (let part: Buffer | undefined = rest; part !== undefined; part = await more()) {
        const end = part.indexOf(NEWLINE);
        if (end === -1) {
          parts.push(part);
          continue;
        }
        rest = part.subarray(end + 1);
        return Buffer.concat([...parts, part.subarray(0, end)]).toString();
      }
      rest = Buffer.alloc(0);
      if (parts.some(({ length }) => length > 0)) throw new Error("The archive is incomplete: it ends within a line");
      return undefined;
    },
    async *readBytes(size) {
      for (let left = size; left > 0; ) {
        const part = rest.length > 0 ? rest : await more();
        if (part === undefined) throw new Error("The archive is incomplete: it ends within an object");
        const taken = part.subarray(0, left);
        rest = part.subarray(taken.length);
        left -= taken.length;
        yield taken;
      }
    },
  };
}
