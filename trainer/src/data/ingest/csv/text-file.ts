import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { ERRORS, type InvalidInput, invalidFile, type TextEncoding } from "@agatha/contracts";
import iconv from "iconv-lite";
import {
  type DetectedEncoding,
  damagedByte,
  detectByteOrderMark,
  detectEncoding,
  hasFewZeros,
  notText,
} from "../encoding/detect-encoding.js";
import { type ByteScan, scanBytes } from "../encoding/scan-bytes.js";
import { delimitAlignedColumns } from "./aligned-columns.js";
import { isAnnotated, withoutAnnotations } from "./annotated-csv.js";
import { DELIMITER_LINE } from "./delimiter-line.js";
import { emptyFirstLines } from "./empty-first-lines.js";
import { emptyFile } from "./file-errors.js";
import type { SourceHead } from "./find-names-line.js";
import { delimitRuledTable } from "./ruled-table.js";

/** Text in the form that DuckDB reads: UTF-8 without a byte order mark, with one kind of line end. */
export interface TextFile extends SourceHead {
  path: string;
  encoding: TextEncoding;
  /** Delimiter that the file names itself, or that separates columns of a ruled table, or aligned by spaces. */
  delimiter?: string;
}

const HEAD_BYTES = 256 * 1024;
/** Beginnings of texts that are no delimited tables, though lines of them could be read as one: JSON, and pages of HTML or XML. */
const OTHER_TEXT = /^\s*(?:\[\s*\{\s*"|\{\s*"[^"]*"\s*:|<(?:!doctype|html|table|\?xml)\b)/i;
/** First bytes of Parquet files. Their magic number is text. */
const PARQUET = Buffer.from("PAR1");
const REPLACEMENT_CHARACTER = "\ufffd";
/** Encodings that `scanBytes` checks, or whose text can contain the replacement character itself. */
const UNICODE_ENCODINGS = new Set<TextEncoding>(["utf-8", "utf-16le", "utf-16be"]);
/** Names of the decoders. On the Web, and in files from Windows, Latin-1 means Windows-1252, and EUC-KR means code page 949. */
const CODEC_NAMES: Partial<Record<TextEncoding, string>> = { latin1: "windows-1252", "euc-kr": "cp949" };

interface TextFileOptions {
  scratch: string;
  /** Encoding to use instead of the detected one. */
  encoding?: TextEncoding;
  /** Delimiter to use instead of the detected one. */
  delimiter?: string;
  /** Number of lines before the table. */
  skipRows?: number;
  signal: AbortSignal;
}

/**
 * Makes an uploaded text readable for DuckDB, and rewrites it only if necessary. Throws InvalidInput for an empty file and for
 * bytes that are not text.
 */
export async function prepareText(uploaded: string, { skipRows = 0, ...options }: TextFileOptions): Promise<TextFile> {
  const { path, removed } = skipRows > 0 ? await emptyFirstLines(uploaded, skipRows, options) : { path: uploaded, removed: 0 };
  const scan = await scanBytes(path, options.signal, removed);
  if (scan.size === 0) throw emptyFile();
  if (scan.start.subarray(0, PARQUET.length).equals(PARQUET) && scan.zeros[0] + scan.zeros[1] > 0) throw notText();
  const found = await chooseEncoding(path, scan, options);
  const { lf, crlf, cr } = scan.lineEnds;
  const mixed = Number(lf) + Number(crlf) + Number(cr) > 1 || found.encoding.startsWith("utf-16");
  if (found.encoding === "utf-8" && found.bomLength === 0 && !mixed)
    return await toTable({ path, ...(await readHead(path)), encoding: "utf-8" }, options);
  const target = join(options.scratch, "text.csv");
  await transcode({ path, target }, found, { mixed, signal: options.signal });
  return await toTable({ path: target, ...(await readHead(target)), encoding: found.encoding }, options);
}

/**
 * Copies a text without its first line if that names the delimiter, one with annotations without these, and a ruled table or aligned
 * columns as a delimited one. Throws InvalidInput for a text that is no table.
 */
async function toTable(file: TextFile, { scratch, signal, delimiter: chosen }: TextFileOptions): Promise<TextFile> {
  if (OTHER_TEXT.test(file.head)) throw invalidFile(ERRORS.unreadableFile, "otherText");
  if (isAnnotated(file.head)) {
    const path = join(scratch, "without-annotations.csv");
    await withoutAnnotations(file.path, path, signal);
    return { ...file, path, ...(await readHead(path)) };
  }
  const [line, delimiter] = DELIMITER_LINE.exec(file.head) ?? [];
  if (line === undefined) {
    if (chosen !== undefined) return file;
    return (await delimitRuledTable(file, { scratch, signal })) ?? (await delimitAlignedColumns(file, { scratch, signal })) ?? file;
  }
  const path = join(scratch, "without-delimiter-line.csv");
  await pipeline(createReadStream(file.path, { start: Buffer.byteLength(line) }), createWriteStream(path), { signal });
  return { ...file, path, head: file.head.slice(line.length), delimiter, linesAdded: -1 };
}

async function chooseEncoding(path: string, scan: ByteScan, { encoding, signal }: TextFileOptions): Promise<DetectedEncoding> {
  if (!encoding) return detectEncoding(path, scan, signal);
  const mark = detectByteOrderMark(scan.start);
  if (encoding === "utf-8" && hasFewZeros(scan)) throw damagedByte(scan.removed + scan.firstZero);
  if (encoding === "utf-8" && (scan.utf8.firstInvalid !== undefined || scan.firstZero !== undefined)) throw notInEncoding(encoding);
  return { encoding, bomLength: mark?.encoding === encoding ? mark.bomLength : 0 };
}

function notInEncoding(encoding: TextEncoding): InvalidInput {
  return invalidFile(ERRORS.unreadableFile, "wrongEncoding", { encoding }, "encoding");
}

/** If kinds of line ends are mixed, they all become LF, inside quoted values too. */
async function transcode(
  { path, target }: { path: string; target: string },
  { encoding, bomLength }: DetectedEncoding,
  { mixed, signal }: { mixed: boolean; signal: AbortSignal },
): Promise<void> {
  const decoder =
    encoding === "utf-8" ? new StringDecoder("utf8") : iconv.getDecoder(CODEC_NAMES[encoding] ?? encoding, { stripBOM: false });
  async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
    let held = "";
    for await (const chunk of chunks) {
      const text = held + decoder.write(chunk);
      held = mixed && text.endsWith("\r") ? "\r" : "";
      yield clean(text.slice(0, text.length - held.length));
    }
    yield clean(held + (decoder.end() ?? ""));
  }
  const clean = (text: string) => {
    if (!UNICODE_ENCODINGS.has(encoding) && text.includes(REPLACEMENT_CHARACTER)) throw notInEncoding(encoding);
    if (text.includes("\0")) throw notText();
    return mixed ? text.replaceAll(/\r\n?/g, "\n") : text;
  };
  await pipeline(createReadStream(path, { start: bomLength, highWaterMark: 1 << 20 }), decoded, createWriteStream(target), { signal });
}

async function readHead(path: string): Promise<{ head: string; complete: boolean }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const { size } = await file.stat();
    return { head: new StringDecoder("utf8").write(buffer.subarray(0, bytesRead)), complete: bytesRead === size };
  } finally {
    await file.close();
  }
}
