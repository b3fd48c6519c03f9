/** Tables with bars between columns and rules between lines: Markdown, lists of SAP, and what clients of databases print. */
import { ERRORS, invalidFile } from "@agatha/contracts";
import { type DelimitedText, delimitLines, isRow, isRule, type LineReader, linesOf } from "./delimit-lines.js";
import type { SourceHead } from "./find-names-line.js";

/** Bar between columns. Markdown writes a bar inside a value with a backslash. */
const BAR = /(?<!\\)\|/;
const OUTER_BARS = /^\s*\|.*\|\s*$/;
const LOOKED_AT_LINES = 30;

/**
 * Copies a ruled table as a delimited text. Returns undefined for another text. Throws InvalidInput (unreadableFile) if other lines are
 * above the names.
 */
export async function delimitRuledTable<T extends SourceHead & { path: string }>(
  file: T,
  { scratch, signal }: { scratch: string; signal: AbortSignal },
): Promise<DelimitedText<T> | undefined> {
  const names = findNames(file);
  if (!names) return undefined;
  if (names.isBelowTitle) throw invalidFile(ERRORS.unreadableFile, "namesInLine", { names: names.line - (file.linesAdded ?? 0) });
  return await delimitLines(file, names.read, { scratch, signal });
}

/** Returns the first line with bars beside a rule, or within outer bars, if the row below it has as many values. */
function findNames(file: SourceHead): { line: number; read: LineReader; isBelowTitle: boolean } | undefined {
  const lines = linesOf(file)
    .slice(0, LOOKED_AT_LINES)
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== "");
  const isRuleAt = (index: number) => isRule(lines[index]?.text ?? "");
  const at = lines.findIndex(
    ({ text }, i) => isRow(text) && BAR.test(text) && (isRuleAt(i - 1) || isRuleAt(i + 1) || (i === 0 && OUTER_BARS.test(text))),
  );
  const [names, ...below] = lines.slice(Math.max(0, at)).filter(({ text }) => isRow(text));
  if (at === -1 || !names || !below[0]) return undefined;
  const read = rowReader(names.text);
  const width = read(names.text)?.length ?? 0;
  if (width < 2 || read(below[0].text)?.length !== width) return undefined;
  const above = lines.flatMap(({ text }, i) => (i < at && isRow(text) ? [text] : []));
  const isTable = above.some((text) => BAR.test(text)) || endsInQuotes(above);
  return isTable ? undefined : { line: names.line, read, isBelowTitle: above.length > 0 };
}

/** Returns true for lines of another table, whose quoted value goes on below them. */
const endsInQuotes = (lines: readonly string[]): boolean => lines.join("").split('"').length % 2 === 0;

/** Returns the reader of rows that have outer bars where the names have them. */
function rowReader(names: string): LineReader {
  const start = names.trimStart().startsWith("|") ? 1 : 0;
  const end = names.trimEnd().endsWith("|") ? -1 : undefined;
  return (line) => {
    const values = (start || end ? line.trim() : line).split(BAR).slice(start, end);
    return values.map((value) => value.trim().replaceAll("\\|", "|"));
  };
}
