import type { ModelInput } from "@agatha/contracts";
import type { Column, Table, TextColumn } from "./table.js";

/**
 * Returns a function that returns the index of the level that a text is, exactly or without the blanks at its ends; undefined for others.
 * Blanks at the ends of levels do not count where one level alone is such. Nor does case where all levels are truth values, which a
 * workbook has as TRUE, pandas writes as True, and JSON as true.
 */
export function createLevelFinder(levels: readonly string[]): (text: string) => number | undefined {
  const exact = new Map(levels.map((level, code) => [level, code]));
  const trimmed = new Map<string, number | undefined>();
  for (const [code, level] of levels.entries()) trimmed.set(level.trim(), trimmed.has(level.trim()) ? undefined : code);
  const truths = truthLevels(levels);
  const areTruths = truths.size === levels.length;
  const truth = (text: string) => (areTruths ? truths.get(foldedText(text)) : undefined);
  return (text) => exact.get(text) ?? exact.get(text.trim()) ?? trimmed.get(text.trim()) ?? truth(text);
}

/** Returns the level that each truth value is in any case, by its text in lower case; none for one that several levels are. */
export function truthLevels(levels: readonly string[]): ReadonlyMap<string, number> {
  const folded = levels.map(foldedText);
  const once = ["true", "false"].filter((text) => folded.includes(text) && folded.indexOf(text) === folded.lastIndexOf(text));
  return new Map(once.map((text) => [text, folded.indexOf(text)]));
}

const foldedText = (text: string): string => text.trim().toLowerCase();

/** Returns a function that gives the texts of a table's columns the levels of the inputs that they are. Other texts stay as they are. */
export function createLevelAligner(inputs: readonly Pick<ModelInput, "name" | "type" | "levels">[]): (table: Table) => Table {
  const aligners = new Map(inputs.flatMap(({ name, type, levels }) => (type === "s" ? [[name, columnAligner(levels)] as const] : [])));
  const align = (column: Column): Column => (column.type === "s" ? (aligners.get(column.name)?.(column) ?? column) : column);
  return ({ nrow, columns }) => ({ nrow, columns: columns.map(align) });
}

/** Tables often share a list of levels, so that its result is kept. */
function columnAligner(known: readonly string[]): (column: TextColumn) => TextColumn {
  const find = createLevelFinder(known);
  const aligned = new WeakMap<readonly string[], readonly string[]>();
  return (column) => {
    const levels = aligned.get(column.levels) ?? alignLevels(column.levels, (text) => known[find(text) ?? -1] ?? text);
    aligned.set(column.levels, levels);
    return levels === column.levels ? column : withEachLevelOnce({ ...column, levels });
  };
}

/** Texts that are one level have one code. */
function withEachLevelOnce(column: TextColumn): TextColumn {
  const places = new Map<string, number>();
  for (const level of column.levels) if (!places.has(level)) places.set(level, places.size);
  if (places.size === column.levels.length) return column;
  const codeOf = column.levels.map((level) => places.get(level)!);
  return { ...column, levels: [...places.keys()], codes: column.codes.map((code) => (code < 0 ? code : codeOf[code])) };
}

/** Returns the same list if no level changes: encoders keep what they know about a list. */
function alignLevels(levels: readonly string[], align: (text: string) => string): readonly string[] {
  const aligned = levels.map(align);
  return aligned.every((level, code) => level === levels[code]) ? levels : aligned;
}
