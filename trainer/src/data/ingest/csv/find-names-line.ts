import { detectDialect, type TextHead } from "./dialect.js";
import { parseFirstRecords } from "./parse-records.js";

/** Beginning of a text, and where its lines stand in the uploaded file. */
export interface SourceHead extends TextHead {
  /** Number of lines that were added before the file's own, or dropped if negative. */
  linesAdded?: number;
  /** Numbers of the first lines in the sheet that they were made of. */
  rowNumbers?: readonly number[];
}

/** Lines that may name the columns, and rows below one of them that must have as many values. */
const LOOKED_AT = { lines: 30, rows: 20, characters: 1 << 16 };

/**
 * Returns the line that names the columns below other lines, as values of the fault: the first one with as many values as all rows below
 * it. Returns undefined if no line is plain, or if the first line may be the names.
 */
export function findNamesLine(
  { head, complete, linesAdded = 0, rowNumbers }: SourceHead,
  delimiter?: string,
): { name: "namesInLine" | "namesInRow"; names: number } | undefined {
  let above: string[] | undefined;
  for (const { line, start } of lineStarts(head, rowNumbers !== undefined)) {
    const end = start + LOOKED_AT.characters;
    const text = { head: head.slice(start, end), complete: complete && end >= head.length };
    if (/^[\r\n]/.test(text.head)) continue;
    const records = parseFirstRecords(text.head, detectDialect(text, delimiter), { records: 1 + LOOKED_AT.rows, complete: text.complete });
    const [names = []] = records;
    if (above !== undefined && isTitle(above, names) && areNames(records)) {
      return rowNumbers ? { name: "namesInRow", names: rowNumbers[line - 1] } : { name: "namesInLine", names: line - linesAdded };
    }
    above ??= names;
  }
  return undefined;
}

/** Returns the beginnings of the first lines; of the rows if the text is of a sheet, whose cells may have several lines. */
function* lineStarts(head: string, isSheet: boolean): Generator<{ line: number; start: number }> {
  const ends = isSheet ? /(?:[^"\n]|"[^"]*")*\n/g : /\r\n|\n|\r/g;
  for (let line = 1, start = 0; line <= LOOKED_AT.lines && start < head.length; line++) {
    yield { line, start };
    if (!ends.exec(head)) return;
    start = ends.lastIndex;
  }
}

const countValues = (record: readonly string[]) => record.filter((value) => value.trim() !== "").length;

/** Returns true unless the first line of a text may name the columns too. */
function isTitle(first: readonly string[], { length }: readonly string[]): boolean {
  const count = countValues(first);
  return first[0] !== "" && (first.length === 1 || count < length / 2);
}

/** Returns true for different names with letters above rows of as many values. */
function areNames([names = [], ...rows]: readonly string[][]): boolean {
  const named = names.length > 1 && names.at(-1) === "" ? names.slice(0, -1) : names;
  return (
    named.length > 1 &&
    rows.length > 0 &&
    named.every((name) => /\p{L}/u.test(name)) &&
    new Set(named.map((name) => name.trim())).size === named.length &&
    rows.every((row) => row.length === names.length && countValues(row) <= named.length)
  );
}
