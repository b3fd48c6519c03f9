import { DURATIONS, GROUPED, LENIENT, type ModelInput, writtenMark } from "@agatha/contracts";
import { createLevelFinder, truthLevels } from "../../tables/known-levels.js";
import { parseTime } from "../../tables/zoned-time.js";
import { EXCHANGED_DAY } from "../formats/date-formats.js";
import {
  type DecimalMark,
  groupedNumberPattern,
  NA_VALUES,
  parseDuration,
  parseNumberOrNaN,
  withoutGroups,
} from "../formats/number-formats.js";
import type { TextFormats } from "./text-formats.js";
import { writtenTimeParser } from "./written-times.js";

/** Reader of the cells of one model input, as clients send them: numbers, text, booleans or nothing. */
export interface CellReader {
  /**
   * Returns a number, milliseconds since the epoch, or the index of a level in `levels`. Returns NaN or -1 for a missing cell,
   * and undefined for one that it cannot read. `true` and `false` are no numbers: a file has them as text.
   */
  read(cell: unknown): number | undefined;
  /** Whether digits with a point, such as 1.037, are a number with a decimal point. */
  readonly pointIsDecimal: boolean;
  /** Description of a valid cell, for messages. */
  readonly expected: string;
}

/** Largest number of unreadable cells in one error. */
export const MAX_CELL_PROBLEMS = 20;

const NUMBER_PATTERN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const MAX_NA_VALUE_LENGTH = NA_VALUES.reduce((most, { length }) => Math.max(most, length), 0);

export interface CellFormats extends TextFormats {
  /** IANA time zone of times without an offset. */
  timezone: string;
}

/**
 * Numbers below it are no milliseconds of a time after 1973-03-03. They are seconds since 1970, or days of a spreadsheet, and would be
 * read as times of 1970.
 */
const FEWEST_MILLISECONDS = 1e11;
/** Numbers above it are microseconds or nanoseconds since 1970, as of NumPy: no milliseconds of a time until the year 9999. */
const MOST_MILLISECONDS = Date.UTC(10_000, 0) - 1;

/** Returns the reader of a model input's cells: of levels, of times in the time zone, or of numbers with the decimal mark. */
export function createCellReader(
  input: Pick<ModelInput, "type" | "levels"> & Partial<Pick<ModelInput, "name" | "min">>,
  { timezone, decimal = ".", written }: CellFormats,
): CellReader {
  if (input.type === "s") return createLevelReader(input.levels);
  const formats = (input.name !== undefined && written?.get(input.name)) || [];
  if (input.type === "d") return createTimeReader(input.min ?? null, formats, timezone);
  return formats.includes(DURATIONS) ? DURATION_READER : createNumberReader(decimal, formats);
}

/** Creates the reader of numbers. Text of a column that is declared numeric is read as the ingest reads it. */
function createNumberReader(fileMark: DecimalMark, formats: readonly string[]): CellReader {
  const isLenient = formats.includes(LENIENT);
  const isGrouped = formats.includes(GROUPED);
  const ownMark = writtenMark(formats);
  // Numbers that are neither may have both marks if the file or the column has commas.
  const decimal = ownMark && (isLenient || isGrouped || ownMark === ",") ? ownMark : fileMark;
  const readText = isLenient ? (text: string) => parseNumberOrNaN(text.trim(), decimal) : createNumberTextReader(decimal, isGrouped);
  return {
    pointIsDecimal: decimal === "." || !(isLenient || isGrouped),
    expected: decimal === "." ? "a number such as 12.5" : "a number such as 12,5 or 12.5",
    read: (cell) => (typeof cell === "string" ? readText(cell) : parseNumberCell(cell)),
  };
}

/** With a decimal comma, a point that separates no thousands is a decimal mark, too. */
function createNumberTextReader(decimal: DecimalMark, isGrouped: boolean): (text: string) => number | undefined {
  const grouped = isGrouped ? new RegExp(`^${groupedNumberPattern(decimal)}$`) : undefined;
  return (text) => {
    const plain = grouped?.test(text.trim()) ? withoutGroups(text, decimal) : text;
    return parseNumberCell(decimal === "," ? plain.replace(",", ".") : plain);
  };
}

/**
 * Creates the reader of times: text that begins with the year, text as the file has it, and milliseconds since 1970. A number that
 * cannot be milliseconds is unreadable, unless training had such early times.
 */
function createTimeReader(earliest: number | null, formats: readonly string[], timezone: string): CellReader {
  // A file shows by all of its values that their day and month are exchanged. Those that a client sends are as they are written.
  const parseWritten = writtenTimeParser(
    formats.map((format) => (format === EXCHANGED_DAY ? "yearFirst" : format)),
    timezone,
  );
  const mayBeEarly = earliest === null || earliest < FEWEST_MILLISECONDS;
  return {
    pointIsDecimal: false,
    expected: "a time such as 2024-02-29T13:00:00Z",
    read(cell) {
      if (typeof cell === "number" && Number.isFinite(cell))
        return parseWritten(String(cell)) ?? ((mayBeEarly || cell >= FEWEST_MILLISECONDS) && cell <= MOST_MILLISECONDS ? cell : undefined);
      if (isMissingCell(cell)) return Number.NaN;
      if (typeof cell !== "string") return undefined;
      const text = cell.trim();
      return parseTime(text, timezone) ?? parseWritten(text);
    },
  };
}

const DURATION_READER: CellReader = {
  pointIsDecimal: true,
  expected: "a number of hours such as 36.5, or a duration such as 36:30:00",
  read: (cell) => (typeof cell === "string" ? parseDuration(cell.trim()) : undefined) ?? parseNumberCell(cell),
};

/** Returns the number of a cell, NaN of one that is missing, undefined of any other text. */
export function parseNumberCell(cell: unknown): number | undefined {
  if (typeof cell === "number") return Number.isFinite(cell) ? cell : undefined;
  if (isMissingCell(cell)) return Number.NaN;
  if (typeof cell !== "string") return undefined;
  const text = cell.trim();
  const value = NUMBER_PATTERN.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** Returns whether a cell of a column of numbers or times is missing. */
export function isMissingCell(cell: unknown): boolean {
  if (cell === null || cell === undefined) return true;
  if (typeof cell !== "string") return false;
  const text = cell.trim();
  return text === "" || (text.length <= MAX_NA_VALUE_LENGTH && NA_VALUES.includes(text.toLowerCase()));
}

/** Creates the reader of a text input. The index after the last level stands for text that training did not see. */
function createLevelReader(levels: readonly string[]): CellReader {
  const find = createLevelFinder(levels);
  const truths = truthLevels(levels);
  return {
    pointIsDecimal: false,
    expected: "text",
    read(cell) {
      if (cell === null || cell === undefined) return -1;
      if (typeof cell === "boolean") return find(String(cell)) ?? truths.get(String(cell)) ?? levels.length;
      if (typeof cell !== "string" && typeof cell !== "number") return undefined;
      const text = String(cell);
      return find(text) ?? (text.trim() === "" ? -1 : levels.length);
    },
  };
}
