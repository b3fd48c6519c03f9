import { detectDialect, type TextHead } from "./dialect.js";
import { parseFirstRecords } from "./parse-records.js";

/** Beginning of a text, and where its lines stand in the uploaded file. */
export interface SourceHead extends TextHead {
  /** Number of lines that were added before the file's own, or dropped if negative. */
  linesAdded?: number;
  /** Numbers of the first lines in the sheet that they were made of. */
  rowNumbers?: readonly number[];
}

/**
 * Lines that may name the columns, rows below one of them that must have as many values, and characters that are looked at: in all, and
 * for one line, of which long ones are looked at with two rows.
 */
const LOOKED_AT = { lines: 30, rows: 20, characters: 1 << 18, charactersOfLine: 1 << 13, longRows: 2 };

export type NamesLine = { name: "namesInLine" | "namesInRow"; names: number };
/** Values of the first records, the names first, and the delimiter between them. */
type Candidate = { records: readonly string[][]; delimiter: string };

/**
 * Returns the line that names the columns below other lines, as values of the fault: the first one with as many values as all rows below
 * it. Returns undefined if no line is plain, if the first line may be the names, or if they name no table (`isTable`).
 */
export function findNamesLine(
  { head, complete, linesAdded = 0, rowNumbers }: SourceHead,
  delimiter?: string,
  isTable: (found: Candidate) => boolean = () => true,
): NamesLine | undefined {
  let above: string[] | undefined;
  for (const { line, start, end } of parts(head, rowNumbers !== undefined)) {
    const text = { head: head.slice(start, end), complete: complete && end === head.length };
    if (/^[\r\n]/.test(text.head)) continue;
    const dialect = detectDialect(text, delimiter);
    const records = parseFirstRecords(text.head, dialect, { records: 1 + LOOKED_AT.rows, complete: text.complete });
    const [names = []] = records;
    if (above && isTitle(above, records) && areNames(records)) {
      if (!isTable({ records, delimiter: dialect.delimiter })) return undefined;
      return rowNumbers ? { name: "namesInRow", names: rowNumbers[line - 1] } : { name: "namesInLine", names: line - linesAdded };
    }
    above ??= names;
    if (above[0] === "") return undefined;
  }
  return undefined;
}

/** Returns the first lines, each with the rows below it. */
function* parts(head: string, isSheet: boolean): Generator<{ line: number; start: number; end: number }> {
  const starts = lineStarts(head, isSheet);
  let left = LOOKED_AT.characters;
  for (const [index, start] of starts.slice(0, LOOKED_AT.lines).entries()) {
    const rows = (count: number) => starts[index + 1 + count] ?? head.length;
    const end = Math.min(rows(LOOKED_AT.rows), Math.max(start + LOOKED_AT.charactersOfLine, rows(LOOKED_AT.longRows)));
    left -= end - start;
    if (left < 0) return;
    yield { line: index + 1, start, end };
  }
}

/** Returns where the first lines begin; the rows if the text is of a sheet, whose cells may have several lines. */
function lineStarts(head: string, isSheet: boolean): number[] {
  const starts = [0];
  let quoted = false;
  for (let at = 0; at < head.length - 1 && starts.length <= LOOKED_AT.lines + LOOKED_AT.rows; at++) {
    if (isSheet && head[at] === '"') quoted = !quoted;
    else if (!quoted && (head[at] === "\n" || (head[at] === "\r" && head[at + 1] !== "\n"))) starts.push(at + 1);
  }
  return starts;
}

const HAS_LETTER = /\p{L}/u;
const countValues = (record: readonly string[]) => record.filter((value) => value.trim() !== "").length;

/** Returns true unless the first line of a text may name the columns too, as it may above rows of texts with commas. */
function isTitle(first: readonly string[], [{ length } = [], ...rows]: readonly string[][]): boolean {
  if (first.length < length) return rows.flat().some((value) => value.trim() !== "" && !HAS_LETTER.test(value));
  return countValues(first) < length / 2;
}

/** Returns true for different names with letters above rows of as many values. */
function areNames([names = [], ...rows]: readonly string[][]): boolean {
  const named = names.length > 1 && names.at(-1) === "" ? names.slice(0, -1) : names;
  return (
    named.length > 1 &&
    rows.length > 0 &&
    named.every((name) => HAS_LETTER.test(name)) &&
    new Set(named.map((name) => name.trim())).size === named.length &&
    rows.every((row) => row.length === names.length && countValues(row) <= named.length)
  );
}
