import { type DataFinding, ROW_LIMIT, type RowStructure, type TableColumn } from "@agatha/contracts";
import { isEqualUpToRounding, rangeOf } from "../../numeric/statistics.js";
import { findIdentifierColumns } from "../check/identifier-columns.js";
import { LEVEL_LIMIT } from "../encoding/encoder-state.js";
import { findCopies } from "../row-structure/find-copies.js";
import { findRowStructure } from "../row-structure/find-row-structure.js";
import { columnCodes, combineCodes, groupCodes } from "../row-structure/group-codes.js";
import { sampleRowNumbers } from "../tables/sampling.js";
import { type Column, type Table, takeRows } from "../tables/table.js";
import { findExchangedDays } from "./exchanged-days.js";
import { findDrift } from "./find-drift.js";
import { findTotals } from "./find-totals.js";
import { findAmongTexts, findTimesAsColumns } from "./text-findings.js";
import { findTimes } from "./time-findings.js";
import { findTimesInParts } from "./times-in-parts.js";
import { findAmongValues } from "./value-findings.js";
import { withMessage } from "./with-message.js";

type Finding = Omit<DataFinding, "message">;

/** Least share of missing values that is reported. */
const MIN_MISSING_SHARE = 0.1;

/** A column of the file, what of it can be read in two ways or not as its type, and the zone of its offsets. */
export interface ReadColumn extends Pick<TableColumn, "name" | "type" | "ambiguity" | "unread" | "offsetZone"> {
  /** Absent where the type in use is the detected one. */
  originalType?: TableColumn["originalType"];
  /** A text that keeps the column from being a column of numbers, if it is not in the rows that are looked at. */
  otherText?: string;
}

/** Numbers of rows of which a table has all or a part. */
interface RowsOfTable {
  /** Rows of the file. */
  totalRows?: number;
  /** Rows that the table is a random sample of. */
  population?: number;
  /** Rows in use that the table is a sample of. A sample does not show how many of them are copies. */
  rowsInUse?: number;
}

interface TableFindings {
  /** Which rows belong together; undefined where each stands for itself. */
  structure?: RowStructure;
  findings: DataFinding[];
}

/**
 * Returns what stands out in a table's values, column by column and then about rows. Each finding says what training does about it.
 * Columns that only name the row are passed over. If there are more than ROW_LIMIT rows, those of the data check are looked at. `read`
 * is how the file's columns were read.
 */
export function findFindings(
  all: Table,
  { totalRows = all.nrow, population = totalRows, rowsInUse = all.nrow }: RowsOfTable = {},
  read: readonly ReadColumn[] = [],
): TableFindings {
  const table = takeRows(all, sampleRowNumbers(ROW_LIMIT, all.nrow));
  const identifiers = findIdentifierColumns(table, population);
  const structure = findRowStructure(table);
  const now = Date.now();
  const described: Table = { nrow: table.nrow, columns: table.columns.filter(({ name }) => !identifiers.has(name)) };
  const drift = findDrift(described);
  const constant = findConstantInGroup(described, structure?.groupColumns ?? []);
  const reading = new Map(read.map((column) => [column.name, column]));
  // A column that the owner declared to be text was not meant as anything else.
  const isDeclared = ({ name }: Column) => (reading.get(name)?.originalType ?? "s") !== "s";
  const texts = new Map(
    table.columns
      .filter((column) => !isDeclared(column))
      .flatMap((column) => findAmongTexts(column, reading.get(column.name)?.otherText).map((found) => [column.name, found])),
  );
  const inParts = findTimesInParts(table.columns);
  const found = [
    ...read.flatMap((column) =>
      table.columns.some(({ name, type }) => name === column.name && type === column.type) ? readingFindings(column) : [],
    ),
    ...texts.values(),
    ...findTimesAsColumns(table.columns),
    ...inParts,
    ...findTimes(table.columns, now).filter(({ column: name }) => !inParts.some(({ column }) => column === name)),
    ...table.columns.flatMap((column) => (column.type === "s" || reading.get(column.name)?.ambiguity ? [] : findExchangedDays(column))),
    ...described.columns.flatMap((column) => [
      ...findInColumn(column, table.nrow).filter(({ code }) => code !== "near_unique_text" || !texts.has(column.name)),
      ...constant.filter(({ column: name }) => name === column.name),
      ...driftFinding(column.name, drift.get(column.name)),
    ]),
    ...numericNamesFinding(all.columns),
    ...(table.nrow === totalRows ? totalsFinding(table) : []),
    ...(table.nrow === rowsInUse ? copiesFindings(table) : []),
  ];
  return { structure, findings: found.map(withMessage) };
}

function readingFindings({ name, ambiguity, unread, offsetZone }: ReadColumn): Finding[] {
  const others: Finding[] = [
    ...(unread ? [{ code: "unread_values" as const, column: name, values: unread }] : []),
    ...(offsetZone ? [{ code: "offsets_of_zone" as const, column: name, values: offsetZone }] : []),
  ];
  if (!ambiguity) return others;
  const { kind, ...values } = ambiguity;
  return [{ code: `ambiguous_${kind}`, column: name, values }, ...others];
}

function driftFinding(column: string, correlation: number | undefined): Finding[] {
  return correlation === undefined ? [] : [{ code: "drift", column, values: { correlation: Number(correlation.toFixed(2)) } }];
}

function findInColumn(column: Column, rows: number): Finding[] {
  const { name } = column;
  const present = column.type === "s" ? column.codes.filter((code) => code >= 0) : column.values.filter(Number.isFinite);
  if (present.length === 0) return [];
  const share = 1 - present.length / rows;
  // Text of one value separates the rows that have it from those that do not.
  const isConstant = column.type !== "s" && isEqualUpToRounding(rangeOf(Float64Array.from(present)));
  const code = isConstant ? "one_value_or_none" : "missing_values";
  const findings: Finding[] = share >= MIN_MISSING_SHARE ? [{ code, column: name, values: { share } }] : [];
  if (column.type === "n") {
    const values = Float64Array.from(present);
    return [...findings, ...findAmongValues(values).map((found) => ({ ...found, column: name }))];
  }
  const distinct = new Set(present).size;
  if (column.type === "s" && distinct > LEVEL_LIMIT)
    findings.push({ code: "near_unique_text", column: name, values: { distinct, rows: present.length } });
  return findings;
}

/** Returns the columns with one value in each group, several in the table. */
function findConstantInGroup(table: Table, groupColumns: readonly string[]): Finding[] {
  if (!groupColumns.every((name) => table.columns.some((column) => column.name === name)) || groupColumns.length === 0) return [];
  const codes = groupCodes(table, groupColumns);
  const groups = { codes, count: codes.reduce((most, code) => Math.max(most, code), 0) + 1 };
  const count = new Set(codes).size;
  const values = { groupColumns: groupColumns.join(", "), groups: count, rows: table.nrow };
  return table.columns
    .filter(({ name }) => !groupColumns.includes(name))
    .filter((column) => {
      const own = columnCodes(column);
      return own.count > 1 && combineCodes(groups, own).count === count;
    })
    .map(({ name }): Finding => ({ code: "constant_in_group", column: name, values }));
}

/** Largest number of names in a finding. */
const MAX_NAMES = 5;

/**
 * Returns a finding where all names are numbers, as in a file of numbers without names. Whole numbers that rise, such as 0, 1, 2 or
 * years, are names.
 */
function numericNamesFinding(columns: readonly Column[]): Finding[] {
  const numbers = columns.map(({ name }) => (name.trim() === "" ? Number.NaN : Number(name)));
  const areNames = numbers.every((number, i) => Number.isInteger(number) && (i === 0 || number > numbers[i - 1]));
  if (areNames || !numbers.every(Number.isFinite)) return [];
  const told = columns.slice(0, MAX_NAMES).map(({ name }) => name);
  return [{ code: "numeric_names", values: { names: [...told, ...(columns.length > MAX_NAMES ? ["…"] : [])].join(", ") } }];
}

function totalsFinding(table: Table): Finding[] {
  const rows = findTotals(table);
  const last = rows.at(-1);
  return last === undefined ? [] : [{ code: "totals", values: { count: rows.length, row: last + 1 } }];
}

function copiesFindings(table: Table): Finding[] {
  const { copies = 0, nearCopies = 0 } = findCopies(table) ?? {};
  const found = [
    { code: "copied_rows", count: copies },
    { code: "near_copies", count: nearCopies },
  ] as const;
  return found.filter(({ count }) => count > 0).map(({ code, count }) => ({ code, values: { count, share: count / table.nrow } }));
}
