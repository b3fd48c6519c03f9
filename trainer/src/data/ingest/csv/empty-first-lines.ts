import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ERRORS, invalidFile } from "@agatha/contracts";
import { type CodeUnits, codeUnits, type UnitFormat } from "../encoding/code-units.js";
import { detectByteOrderMark } from "../encoding/detect-encoding.js";
import { readChunks } from "../encoding/scan-bytes.js";
import { DELIMITER_LINE } from "./delimiter-line.js";

const LF = 0x0a;
const CR = 0x0d;
/** Code units in which a line that names the delimiter ends. */
const DELIMITER_LINE_UNITS = 16;

/** Text whose first lines are empty. */
interface EmptiedText {
  path: string;
  /** Number of bytes that the file has more. */
  removed: number;
}

/**
 * Copies a text with nothing in its first lines but their ends, so that line numbers stay. It keeps a byte order mark, and a first line
 * that names the delimiter. Throws InvalidInput (datasetFormat) if no other lines are left.
 */
export async function emptyFirstLines(
  path: string,
  count: number,
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<EmptiedText> {
  const found = await findLines(path, count, signal);
  if (!found) throw invalidFile(ERRORS.datasetFormat, "nothingBelow", {}, "source.skipRows");
  const { kept, end, ends } = found;
  const target = join(scratch, "without-first-lines.csv");
  async function* lines(): AsyncGenerator<Buffer> {
    yield Buffer.concat([kept, ends]);
    yield* createReadStream(path, { start: end, highWaterMark: 1 << 20 });
  }
  await pipeline(lines, createWriteStream(target), { signal });
  return { path: target, removed: end - kept.length - ends.length };
}

interface FirstLines {
  /** Bytes at the beginning that stay. */
  kept: Buffer;
  /** Bytes up to the end of the lines. */
  end: number;
  /** Ends of the lines after the kept bytes. */
  ends: Buffer;
}

/** Returns undefined if the text ends with these lines. */
async function findLines(path: string, count: number, signal: AbortSignal): Promise<FirstLines | undefined> {
  const lines = createLineCounter();
  let from = 0;
  let start: (ReturnType<typeof keptBytes> & { format: UnitFormat }) | undefined;
  for await (const chunk of readChunks(path, signal)) {
    const units = codeUnits(chunk, start?.format);
    start ??= { ...keptBytes(chunk, units), format: units };
    for (let at = 0; at < units.count; at++) {
      if (lines.countBefore(units.unitAt(at)) < count) continue;
      const ends = encoded(lines.lastEnd().repeat(count - start.lines), units);
      return { kept: start.kept, end: from + at * units.width, ends };
    }
    from += chunk.length;
  }
  return undefined;
}

/** Counts the lines of a text, which is given by its code units. */
function createLineCounter() {
  let lines = 0;
  let last = 0;
  let beforeLast = 0;
  let lastEnd = "\n";
  return {
    /** Takes the next code unit, and returns the number of lines that are complete before it. */
    countBefore(unit: number): number {
      if (last === LF || (last === CR && unit !== LF)) {
        lines++;
        lastEnd = last === CR ? "\r" : beforeLast === CR ? "\r\n" : "\n";
      }
      beforeLast = last;
      last = unit;
      return lines;
    },
    /** Returns the end of the last complete line. */
    lastEnd: () => lastEnd,
  };
}

/** Returns the bytes at the beginning that stay, and the number of lines that they are. */
function keptBytes(start: Buffer, { width, unitAt, count }: CodeUnits): { kept: Buffer; lines: number } {
  const mark = detectByteOrderMark(start)?.bomLength ?? 0;
  const text = Array.from({ length: Math.min(count, DELIMITER_LINE_UNITS) }, (_, at) => String.fromCharCode(unitAt(at))).join("");
  const [line] = DELIMITER_LINE.exec(text.slice(mark / width)) ?? [];
  return { kept: start.subarray(0, mark + (line?.length ?? 0) * width), lines: line === undefined ? 0 : 1 };
}

function encoded(text: string, { width, bigEndian }: UnitFormat): Buffer {
  const bytes = Buffer.from(text, width === 1 ? "latin1" : "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
}
