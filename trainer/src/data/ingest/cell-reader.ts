import type { ModelInput } from "@agatha/contracts";
import { parseTime } from "../tables/zoned-time.js";
import { type DecimalMark, NA_VALUES } from "./number-formats.js";

/** Reader of the cells of one model input, as clients send them: numbers, text, booleans or nothing. */
export interface CellReader {
  /**
   * Returns a number, milliseconds since the epoch, or the index of a level in `levels`. Returns NaN or -1 for a missing cell,
   * and undefined for one that it cannot read.
   */
  read(cell: unknown): number | undefined;
  /** Description of a valid cell, for messages. */
  readonly expected: string;
}

/** Largest number of unreadable cells in one error. */
export const MAX_CELL_PROBLEMS = 20;

const NUMBER_PATTERN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const MAX_NA_VALUE_LENGTH = 4;

export interface CellFormats {
  /** IANA time zone of times without an offset. */
  timezone: string;
  /** With a comma, numbers in text may have either mark. */
  decimal?: DecimalMark | undefined;
}

/** Returns the reader of a model input's cells: of levels, of times in the time zone, or of numbers with the decimal mark. */
export function createCellReader(input: Pick<ModelInput, "type" | "levels">, { timezone, decimal = "." }: CellFormats): CellReader {
  if (input.type === "s") return createLevelReader(input.levels);
  if (input.type === "d") return { read: (cell) => parseTimeCell(cell, timezone), expected: "a time such as 2024-02-29T13:00:00Z" };
  if (decimal === ".") return { read: parseNumberCell, expected: "a number such as 12.5" };
  return {
    read: (cell) => parseNumberCell(typeof cell === "string" ? cell.replace(",", ".") : cell),
    expected: "a number such as 12,5 or 12.5",
  };
}

function parseNumberCell(cell: unknown): number | undefined {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : undefined;
  if (typeof cell === "boolean") return cell ? 1 : 0;
  if (isMissingCell(cell)) return Number.NaN;
  if (typeof cell !== "string") return undefined;
  const text = cell.trim();
  const value = NUMBER_PATTERN.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

function parseTimeCell(cell: unknown, timezone: string): number | undefined {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : undefined;
  if (isMissingCell(cell)) return Number.NaN;
  return typeof cell === "string" ? parseTime(cell.trim(), timezone) : undefined;
}

function isMissingCell(cell: unknown): boolean {
  if (cell === null || cell === undefined) return true;
  if (typeof cell !== "string") return false;
  const text = cell.trim();
  return text === "" || (text.length <= MAX_NA_VALUE_LENGTH && NA_VALUES.includes(text.toLowerCase()));
}

/** Creates the reader of a text input. The index after the last level stands for text that training did not see. */
function createLevelReader(levels: readonly string[]): CellReader {
  const position = new Map(levels.map((level, code) => [level, code]));
  const truth = new Map(levels.map((level, code) => [level.trim().toLowerCase(), code]));
  return {
    expected: "text",
    read(cell) {
      if (cell === null || cell === undefined) return -1;
      if (typeof cell === "boolean") return truth.get(String(cell)) ?? levels.length;
      if (typeof cell !== "string" && typeof cell !== "number") return undefined;
      const text = String(cell);
      const exact = position.get(text);
      if (exact !== undefined) return exact;
      const trimmed = text.trim();
      return trimmed === "" ? -1 : (position.get(trimmed) ?? levels.length);
    },
  };
}
