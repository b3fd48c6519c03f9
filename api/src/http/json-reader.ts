import { ERRORS, InvalidInput, ROW_LIMIT } from "@agatha/contracts";
import { BODY_LIMITS, MAX_DEPTH, MAX_MEMBERS } from "./body-limits.js";

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Longest element of a list, and the longest text of all that is in no list. */
const MAX_PART_BYTES = BODY_LIMITS.plan;
/** Elements of a list that are kept, one more than any route takes: the route refuses the list for its length. */
const MAX_ELEMENTS = ROW_LIMIT + 1;
/** Bytes before a list that are searched for its name. */
const MAX_NAME_BYTES = 100;

const invalid = (message: string): InvalidInput => new InvalidInput(ERRORS.badRequest, { path: "", message });
const notJson = (): InvalidInput => invalid("The body is not valid JSON");

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    throw notJson();
  }
}

/** Maps each row: each element of the list that is the member of this name. */
export interface RowMapping {
  name: string;
  map(row: unknown): unknown;
}

/** List that is a member of the outermost object. */
interface List {
  elements: unknown[];
  map: RowMapping["map"] | undefined;
  /** Bytes of elements that are not parsed yet. */
  waiting: Buffer[];
  waitingBytes: number;
  /** Whether a comma is the last thing that was parsed, so that another element must follow. */
  afterComma: boolean;
}

/**
 * Reads JSON as it arrives. The lists that are members of the outermost object are parsed a few elements at a time, so that
 * a call takes as long as JSON.parse of its chunk; everything else is parsed at the end. It checks the depth and the number of members
 * before it parses anything.
 */
export class JsonReader {
  private chunk: Buffer = Buffer.alloc(0);
  /** Position in the chunk of what is not stored yet. */
  private begun = 0;
  /** Position in the chunk of the last comma between two elements of the open list. */
  private comma = -1;
  private depth = 0;
  private inText = false;
  private escaped = false;
  /** Opening bracket and number of commas at each depth. */
  private readonly brackets = new Uint8Array(MAX_DEPTH + 1);
  private readonly commas = new Uint32Array(MAX_DEPTH + 1);
  /** Everything but the elements of the lists; each list contains its number instead. */
  private rest: Buffer[] = [];
  private restBytes = 0;
  private restEnd: Buffer = Buffer.alloc(0);
  /** Bytes of `rest` with whole members of the outermost object. */
  private completeBytes = 0;
  private readonly lists: List[] = [];
  private list: List | undefined;

  constructor(public rows?: RowMapping) {}

  /** Throws InvalidInput (badRequest). */
  write(chunk: Buffer): void {
    this.chunk = chunk;
    this.begun = 0;
    this.comma = -1;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (this.inText) this.readText(byte);
      else if (byte === QUOTE) this.inText = true;
      else if (byte === COMMA) this.readComma(i);
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.open(byte, i);
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.close(byte, i);
    }
    if (this.list && this.comma >= this.begun) {
      this.addElements(this.comma);
      this.parseElements(this.list);
      this.list.afterComma = true;
      this.begun = this.comma + 1;
    }
    if (this.list) this.addElements(chunk.length);
    else this.addRest(chunk.subarray(this.begun));
  }

  /** Returns the members of the outermost object that have arrived, without the elements of lists. */
  members(): Record<string, unknown> {
    const text = Buffer.concat(this.rest).subarray(0, this.completeBytes).toString("utf8");
    const value: unknown = this.completeBytes === 0 ? {} : parseJson(`${text}}`);
    return typeof value === "object" && value !== null ? { ...value } : {};
  }

  /** Returns the whole value. Throws InvalidInput (badRequest). */
  end(): unknown {
    if (this.depth > 0 || this.inText) throw notJson();
    const value = parseJson(Buffer.concat(this.rest).toString("utf8"));
    if (this.lists.length === 0 || typeof value !== "object" || value === null) return value;
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(member)) continue;
      const { elements } = this.lists[member[0]]!;
      Object.defineProperty(value, name, { value: elements, enumerable: true, writable: true, configurable: true });
    }
    return value;
  }

  private readText(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inText = false;
  }

  private readComma(at: number): void {
    if (this.list && this.depth === 2) {
      this.comma = at;
      return;
    }
    if (this.depth === 1) this.completeBytes = this.restBytes + at - this.begun;
    if (++this.commas[this.depth]! >= MAX_MEMBERS) throw invalid(`The body has an object or a list with more than ${MAX_MEMBERS} members`);
  }

  private open(bracket: number, at: number): void {
    if (++this.depth > MAX_DEPTH) throw invalid(`The body nests deeper than ${MAX_DEPTH} levels`);
    this.brackets[this.depth] = bracket;
    this.commas[this.depth] = 0;
    if (bracket === OPEN_LIST && this.depth === 2 && this.brackets[1] === OPEN_OBJECT) this.openList(at + 1);
  }

  private close(bracket: number, at: number): void {
    // An opening bracket is two less than its closing one.
    if (this.brackets[this.depth] !== bracket - 2) throw notJson();
    this.depth--;
    if (this.list && this.depth === 1) this.closeList(this.list, at);
  }

  private openList(at: number): void {
    this.addRest(this.chunk.subarray(this.begun, at));
    this.begun = at;
    const name = /"([^"\\]*)"\s*:\s*\[$/.exec(this.restEnd.toString("utf8"))?.[1];
    const map = name === this.rows?.name ? this.rows?.map : undefined;
    this.addRest(Buffer.from(`${this.lists.length}`));
    this.list = { elements: [], map, waiting: [], waitingBytes: 0, afterComma: false };
    this.lists.push(this.list);
  }

  private closeList(list: List, at: number): void {
    this.addElements(at);
    const blank = list.waiting.every((bytes) => bytes.toString("latin1").trim() === "");
    if (!blank) this.parseElements(list);
    else if (list.afterComma) throw notJson();
    this.list = undefined;
    this.begun = at;
    this.comma = -1;
  }

  private addRest(bytes: Buffer): void {
    this.restBytes += bytes.length;
    if (this.restBytes > MAX_PART_BYTES) throw invalid(`The body has more than ${MAX_PART_BYTES} bytes that are no element of a list`);
    this.rest.push(bytes);
    this.restEnd = Buffer.concat([this.restEnd, bytes.subarray(-MAX_NAME_BYTES)]).subarray(-MAX_NAME_BYTES);
  }

  private addElements(end: number): void {
    const { list } = this;
    const bytes = this.chunk.subarray(this.begun, end);
    if (!list || bytes.length === 0) return;
    list.waitingBytes += bytes.length;
    list.waiting.push(bytes);
    if (list.waitingBytes > MAX_PART_BYTES + bytes.length) throw invalid(`A row has more than ${MAX_PART_BYTES} bytes`);
  }

  private parseElements(list: List): void {
    const bytes = list.waiting;
    list.waiting = [];
    list.waitingBytes = 0;
    list.afterComma = false;
    if (list.elements.length >= MAX_ELEMENTS) return;
    const text = Buffer.concat(bytes).toString("utf8");
    if (text.trim() === "") throw notJson();
    const parsed = parseJson(`[${text}]`) as unknown[];
    for (const element of parsed.slice(0, MAX_ELEMENTS - list.elements.length)) list.elements.push(list.map ? list.map(element) : element);
  }
}
