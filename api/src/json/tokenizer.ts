/**
 * Incremental JSON tokenizer (RFC 8259) over the bytes of a body. It creates no objects: a handler gets the place of each token.
 * It accepts what JSON.parse accepts, except where a limit of this file says otherwise, and a byte order mark at the start.
 */
import { isUtf8 } from "node:buffer";
import { ERRORS, InvalidInput } from "@agatha/contracts";
import { MAX_DEPTH } from "./body-limits.js";

/** Longest text in bytes that a handler gets. Longer ones are validated, and reported without their bytes. */
const MAX_TEXT_BYTES = 65_536;
const MAX_NUMBER_BYTES = 1_024;

/** Bytes of a text between its quotes. `escaped`: it contains a backslash. `tooLong`: the range is empty instead. */
export type TextForm = "plain" | "escaped" | "tooLong";

export interface JsonHandler {
  /** `depth` counts the containers around this one. */
  onBegin(isArray: boolean, depth: number): void;
  /** Returns true to pause: `write` then returns the offset after this token. */
  onEnd(isArray: boolean, depth: number): boolean;
  onKey(bytes: Buffer, start: number, end: number, form: TextForm): void;
  onText(bytes: Buffer, start: number, end: number, form: TextForm): void;
  onNumber(value: number): void;
  onLiteral(value: boolean | null): void;
}

/** Returns the text of a token. Throws InvalidInput for bytes that are not UTF-8: a name or a class would silently be another one. */
export function decodeText(bytes: Buffer, start: number, end: number, form: TextForm): string {
  const text = bytes.toString("utf8", start, end);
  if (text.includes("\ufffd") && !isUtf8(bytes.subarray(start, end))) throw notUtf8(text);
  return form === "escaped" ? (JSON.parse(`"${text}"`) as string) : text;
}

/** Exact powers of ten, by which a number of at most 15 digits is divided without a rounding error of its own (Clinger 1990). */
const POWERS_OF_TEN = Float64Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`));

/** Returns a number without exponent and of at most 15 digits, and NaN for everything else. */
export function parseDecimal(bytes: Buffer, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  if (end - first > 16 || first === end) return Number.NaN;
  if (bytes[first] === ZERO && end - first > 1 && bytes[first + 1] !== POINT) return Number.NaN;
  let mantissa = 0;
  let point = -1;
  for (let i = first; i < end; i++) {
    const byte = bytes[i] as number;
    if (byte >= ZERO && byte <= NINE) mantissa = mantissa * 10 + (byte - ZERO);
    else if (byte === POINT && point < 0 && i > first && i + 1 < end) point = i;
    else return Number.NaN;
  }
  const digits = point < 0 ? end - first : end - first - 1;
  if (digits > 15) return Number.NaN;
  const value = point < 0 ? mantissa : mantissa / (POWERS_OF_TEN[end - point - 1] as number);
  return isNegative ? -value : value;
}

/** Token that comes next. */
const VALUE = 0;
const VALUE_OR_END = 1;
const KEY = 2;
const KEY_OR_END = 3;
const COLON_NEXT = 4;
const COMMA_OR_END = 5;
const NOTHING = 6;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Value of `escape` after a backslash; after `\\u` it counts the missing hexadecimal digits. */
const ESCAPE_BEGINS = 5;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const NUMBER_PATTERN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What programs write for a missing value that do not keep to JSON, such as Python's json.dumps of a pandas table. */
const MISSING_VALUE = /^(?:nan|[+-]?inf(?:inity)?|none|undefined)$/i;
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const ESCAPABLE = byteSet('"\\/bfnrtu');
const HEX_DIGIT = byteSet("0123456789abcdefABCDEF");
const WHITESPACE = byteSet(" \t\n\r");
/** Bytes that end a number or a literal. */
const DELIMITER = byteSet(' \t\n\r,]}[{:"');

function byteSet(characters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) set[byte] = 1;
  return set;
}

const notUtf8 = (text: string): InvalidInput =>
  new InvalidInput(ERRORS.badRequest, { path: "", message: `The body is not in UTF-8, as JSON is: see "${text.slice(0, 50)}"` });
const invalidJson = (detail = ""): InvalidInput =>
  new InvalidInput(ERRORS.badRequest, { path: "", message: `The body is not valid JSON${detail}` });

export class JsonTokenizer {
  private expect = VALUE;
  private depth = 0;
  private readonly isArray = new Uint8Array(MAX_DEPTH + 1);
  private markBytes = 0;
  /** Token that the last chunk ended in. */
  private open: "none" | "text" | "scalar" = "none";
  private openBytes: Buffer[] = [];
  private openLength = 0;
  /** The text being read: whether it is escaped, and the bytes that its last escape sequence still needs. */
  private escaped = false;
  private escape = 0;

  constructor(private readonly handler: JsonHandler) {}

  /**
   * Reads a chunk from an offset and returns the offset where it stopped: the chunk's length, or less if the handler paused.
   * Throws InvalidInput (badRequest) for what is not JSON, and for JSON that nests too deep.
   */
  write(bytes: Buffer, from = 0): number {
    let i = this.skipMark(bytes, from);
    if (this.open !== "none") i = this.open === "text" ? this.readText(bytes, i, i) : this.readScalar(bytes, i);
    while (i < bytes.length) {
      const byte = bytes[i] as number;
      if (WHITESPACE[byte]) i++;
      else if (byte === QUOTE) i = this.readText(bytes, i + 1, i + 1);
      else if (byte === COMMA || byte === COLON) i = this.readSeparator(byte, i);
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) i = this.beginContainer(byte === OPEN_BRACKET, i);
      else if (byte !== CLOSE_BRACE && byte !== CLOSE_BRACKET) i = this.readScalar(bytes, i);
      else if (this.endContainer(byte === CLOSE_BRACKET)) return i + 1;
      else i++;
    }
    return i;
  }

  /** Ends the body. Throws InvalidInput (badRequest) if it is not complete. */
  end(): void {
    if (this.open === "scalar") this.endScalar(Buffer.concat(this.openBytes), 0, this.openLength);
    if (this.open === "text" || this.expect !== NOTHING) throw invalidJson();
  }

  private skipMark(bytes: Buffer, from: number): number {
    if (this.markBytes === BYTE_ORDER_MARK.length) return from;
    let i = from;
    while (i < bytes.length && this.markBytes < BYTE_ORDER_MARK.length && bytes[i] === BYTE_ORDER_MARK[this.markBytes]) {
      this.markBytes++;
      i++;
    }
    if (i === bytes.length) return i;
    if (this.markBytes > 0 && this.markBytes < BYTE_ORDER_MARK.length) throw invalidJson();
    this.markBytes = BYTE_ORDER_MARK.length;
    return i;
  }

  private readSeparator(byte: number, i: number): number {
    if (byte === COLON) {
      if (this.expect !== COLON_NEXT) throw invalidJson();
      this.expect = VALUE;
    } else {
      if (this.expect !== COMMA_OR_END) throw invalidJson();
      this.expect = this.isArray[this.depth] ? VALUE : KEY;
    }
    return i + 1;
  }

  private beginContainer(isArray: boolean, i: number): number {
    this.requireValue();
    if (this.depth === MAX_DEPTH)
      throw new InvalidInput(ERRORS.badRequest, { path: "", message: `The body nests deeper than ${MAX_DEPTH} levels` });
    this.handler.onBegin(isArray, this.depth);
    this.depth++;
    this.isArray[this.depth] = isArray ? 1 : 0;
    this.expect = isArray ? VALUE_OR_END : KEY_OR_END;
    return i + 1;
  }

  private endContainer(isArray: boolean): boolean {
    const mayEnd = this.expect === COMMA_OR_END || this.expect === (isArray ? VALUE_OR_END : KEY_OR_END);
    if (!mayEnd || this.depth === 0 || this.isArray[this.depth] !== (isArray ? 1 : 0)) throw invalidJson();
    this.depth--;
    this.afterValue();
    return this.handler.onEnd(isArray, this.depth);
  }

  private requireValue(): void {
    if (this.expect !== VALUE && this.expect !== VALUE_OR_END) throw invalidJson();
  }

  private afterValue(): void {
    this.expect = this.depth === 0 ? NOTHING : COMMA_OR_END;
  }

  /** Reads from `i` to the end of a text whose bytes in this chunk begin at `start`. */
  private readText(bytes: Buffer, start: number, from: number): number {
    let i = from;
    if (this.open === "none") {
      this.escaped = false;
      this.escape = 0;
    }
    for (;;) {
      while (this.escape > 0 && i < bytes.length) this.readEscape(bytes[i++] as number);
      while (i < bytes.length && bytes[i] !== QUOTE && bytes[i] !== BACKSLASH) {
        if ((bytes[i] as number) < 0x20) throw invalidJson();
        i++;
      }
      if (i === bytes.length) {
        this.keepOpen("text", bytes, start);
        return i;
      }
      if (bytes[i] === QUOTE) break;
      this.escaped = true;
      this.escape = ESCAPE_BEGINS;
      i++;
    }
    this.endText(bytes, start, i);
    return i + 1;
  }

  private readEscape(byte: number): void {
    if (this.escape === ESCAPE_BEGINS) {
      if (!ESCAPABLE[byte]) throw invalidJson();
      this.escape = byte === LOWER_U ? 4 : 0;
    } else {
      if (!HEX_DIGIT[byte]) throw invalidJson();
      this.escape--;
    }
  }

  private endText(bytes: Buffer, start: number, end: number): void {
    if (this.open === "text") {
      this.keepOpen("text", bytes.subarray(0, end), start);
      const whole = Buffer.concat(this.openBytes);
      this.dropOpen();
      this.passText(whole, 0, whole.length);
    } else this.passText(bytes, start, end);
  }

  private passText(bytes: Buffer, start: number, end: number): void {
    const tooLong = end - start > MAX_TEXT_BYTES;
    const form = tooLong ? "tooLong" : this.escaped ? "escaped" : "plain";
    const last = tooLong ? start : end;
    if (this.expect === KEY || this.expect === KEY_OR_END) {
      this.expect = COLON_NEXT;
      this.handler.onKey(bytes, start, last, form);
    } else {
      this.requireValue();
      this.afterValue();
      this.handler.onText(bytes, start, last, form);
    }
  }

  /** Keeps the bytes of a token that continues in the next chunk, as far as a handler gets to see them. */
  private keepOpen(open: "text" | "scalar", bytes: Buffer, start: number): void {
    const wanted = MAX_TEXT_BYTES + 1 - this.openLength;
    if (wanted > 0 && start < bytes.length) {
      const kept = Buffer.from(bytes.subarray(start, start + wanted));
      this.openBytes.push(kept);
      this.openLength += kept.length;
    }
    this.open = open;
  }

  private dropOpen(): void {
    this.open = "none";
    this.openBytes = [];
    this.openLength = 0;
  }

  /** Reads a number or a literal. */
  private readScalar(bytes: Buffer, start: number): number {
    let i = start;
    while (i < bytes.length && !DELIMITER[bytes[i] as number]) i++;
    if (this.openLength + i - start > MAX_NUMBER_BYTES) {
      const message = `The body has a number, or something that is not JSON, of more than ${MAX_NUMBER_BYTES} characters`;
      throw new InvalidInput(ERRORS.badRequest, { path: "", message });
    }
    if (i === bytes.length) this.keepOpen("scalar", bytes, start);
    else if (this.open === "scalar") {
      this.keepOpen("scalar", bytes.subarray(0, i), start);
      this.endScalar(Buffer.concat(this.openBytes), 0, this.openLength);
    } else this.endScalar(bytes, start, i);
    return i;
  }

  private endScalar(bytes: Buffer, start: number, end: number): void {
    this.requireValue();
    this.dropOpen();
    this.afterValue();
    const simple = parseDecimal(bytes, start, end);
    if (Number.isNaN(simple)) this.passScalar(bytes.toString("latin1", start, end));
    else this.handler.onNumber(simple);
  }

  private passScalar(text: string): void {
    const literal = LITERALS.get(text);
    if (literal !== undefined) this.handler.onLiteral(literal);
    else if (NUMBER_PATTERN.test(text)) this.handler.onNumber(Number(text));
    else throw invalidJson(MISSING_VALUE.test(text) ? `, which has no ${text}: send null for a value that is missing` : "");
  }
}
