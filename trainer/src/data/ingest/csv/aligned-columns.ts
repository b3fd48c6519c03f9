/** Text whose columns are aligned by spaces, as programs print tables. */
import { type DelimitedText, delimitLines, isRow, type LineReader, linesOf } from "./delimit-lines.js";
import { detectDialect, type TextHead } from "./dialect.js";
import type { SourceHead } from "./find-names-line.js";

/** Fewest lines, and least share of numbers below the first one, from which any spaces delimit values rather than words. */
const CLEAR = { lines: 3, numbers: 0.5 };
/** Fewest positions that are blank in all lines between columns: in so many lines, one is no chance. */
const GAP = { width: 2, widthInManyLines: 1, manyLines: 8 };
const READ_LINES = 200;
/** Two numbers in one value, or a quoted text beside another one. */
const MERGED_VALUES = /^[+-]?[\d.,]+(?:[eE][+-]?\d+)?(?: +[+-]?[\d.,]+(?:[eE][+-]?\d+)?)+$|" +\S|\S +"/;

/**
 * Copies a text of aligned columns as a delimited one, line by line. Returns undefined where a delimiter or the layout leaves open what
 * the columns are. Throws InvalidInput (unreadableFile) for a later line that does not fit the layout.
 */
export async function delimitAlignedColumns<T extends SourceHead & { path: string }>(
  file: T,
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<DelimitedText<T> | undefined> {
  const read = findLayout(file);
  return read && (await delimitLines(file, read, { scratch, signal }));
}

/** Returns the reader of the lines if the head has one delimiter-free layout of columns, the same in all of its lines. */
function findLayout(text: TextHead): LineReader | undefined {
  const lines = linesOf(text).filter(isRow).slice(0, READ_LINES);
  const hasWideGap = lines.some((line) => / {2}/.test(line.trim()) || line.startsWith(" "));
  if (lines.length < CLEAR.lines || !hasWideGap || hasDelimiter(text)) return undefined;
  const readers = [splitWideGaps, cutAtGaps(lines), splitSpaces];
  return readers.find((read) => read !== undefined && isClear(lines, read, { needsNumbers: read === splitSpaces }));
}

function hasDelimiter(text: TextHead): boolean {
  const { delimiter } = detectDialect(text);
  const first = linesOf(text).find((line) => line.trim() !== "") ?? "";
  return first.includes(delimiter) && delimiter !== " ";
}

/** Splits where two spaces or more are. */
const splitWideGaps: LineReader = (line) => line.trim().split(/ {2,}/);

/** Splits at all spaces outside quotes. */
const splitSpaces: LineReader = (line) =>
  Array.from(line.matchAll(/"(?:[^"]|"")*"|\S+/g), ([value]) => (/^".*"$/.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value));

function isClear(lines: readonly string[], read: LineReader, { needsNumbers }: { needsNumbers: boolean }): boolean {
  const [header = [], ...rows] = lines.map((line) => read(line) ?? []);
  if (header.length < 2 || header.includes("") || rows.some((row) => row.length !== header.length)) return false;
  const values = rows.flat();
  if (values.some((value) => MERGED_VALUES.test(value))) return false;
  const numbers = values.filter((value) => value !== "" && Number.isFinite(Number(value))).length;
  return !needsNumbers || numbers >= CLEAR.numbers * values.length;
}

interface Gap {
  start: number;
  end: number;
}

/** Returns the reader that cuts lines in the gaps between columns; undefined without a gap. */
function cutAtGaps(lines: readonly string[]): LineReader | undefined {
  if (lines.some((line) => line.includes("\t"))) return undefined;
  const least = lines.length < GAP.manyLines ? GAP.width : GAP.widthInManyLines;
  const blank = blankRuns(lines).filter(({ start, end }) => end - start >= least);
  const hasValues = (from = 0, to?: number) => lines.some((line, row) => row > 0 && line.slice(from, to).trim() !== "");
  // A blank between two words of a name is no gap: the values below one of them are all missing.
  const gaps = blank.filter(
    ({ start, end }, i) => end - start >= GAP.width || (hasValues(blank[i - 1]?.end, start) && hasValues(end, blank[i + 1]?.start)),
  );
  if (gaps.length === 0) return undefined;
  return (line) => {
    // Text that is longer than any in the head may reach into a gap, but not across it.
    const cuts = gaps.map(({ start, end }) => {
      const at = line.padEnd(end).slice(start, end).indexOf(" ");
      return at === -1 ? undefined : start + at;
    });
    if (cuts.includes(undefined)) return undefined;
    return [...cuts, undefined].map((cut, i) => line.slice(cuts[i - 1] ?? 0, cut).trim());
  };
}

/** Returns the runs of positions that are blank in all lines, between others. */
function blankRuns(lines: readonly string[]): Gap[] {
  const width = Math.max(...lines.map(({ length }) => length));
  const isBlank = Array.from({ length: width }, (_, at) => lines.every((line) => (line[at] ?? " ") === " "));
  const runs: Gap[] = [];
  for (let start = isBlank.indexOf(false); start < width; ) {
    let end = start;
    while (end < width && isBlank[end]) end++;
    if (end > start && end < width) runs.push({ start, end });
    start = Math.max(end, start + 1);
  }
  return runs;
}
