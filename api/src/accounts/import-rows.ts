/** Accounts as rows of a table, each column named as the field of the call that makes one account. */
import { ERRORS, InvalidInput, type Problem, validate } from "@agatha/contracts";
import { accountSettings, importedUser } from "@agatha/contracts/wire";
import type { TableFile } from "@agatha/trainer/serving";
import { z } from "zod";

export type ImportedUser = z.output<typeof importedUser>;

const BOOLEAN_VALUES: Readonly<Record<string, boolean>> = { true: true, yes: true, "1": true, false: false, no: false, "0": false };
/** A day, or a time without a zone, as spreadsheets write them: taken as UTC. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;
const TIME_FIELDS: ReadonlySet<string> = new Set(["start_date", "due_date"]);

/** Empty cells leave a field out, empty rows nothing. Throws InvalidInput (columnName: the columns) or what is wrong in all rows, by `rows[0].auth`. */
export function parseImportedUsers({ columns, rows }: TableFile): { at: string; user: ImportedUser }[] {
  validateColumns(columns);
  const found = new ProblemCollector();
  const users = rows.flatMap((row, i) => {
    if (row.every((cell) => cell === null || cell.trim() === "")) return [];
    const at = `rows[${i}]`;
    const user = found.collect(at, () => validate(importedUser, rowToRecord(columns, row)));
    return user ? [{ at, user }] : [];
  });
  found.throwIfAny();
  if (users.length === 0) throw new InvalidInput(ERRORS.datasetFormat, { path: "file", message: "The file has no row with an account" });
  return users;
}

/** What is wrong with several things, each of which throws by itself. The code is that of the first. */
export class ProblemCollector {
  private code: InvalidInput["code"] | undefined;
  private readonly problems: Problem[] = [];

  collect<T>(at: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      this.code ??= error.code;
      this.problems.push(...error.problems.map(({ path, message }) => ({ path: `${at}.${path}`, message })));
      return undefined;
    }
  }

  throwIfAny(): void {
    if (this.code) throw new InvalidInput(this.code, this.problems.slice(0, 100));
  }
}

function validateColumns(columns: string[]): void {
  const known = Object.keys(importedUser.shape);
  const problems = columns.flatMap((name, i) =>
    known.includes(name)
      ? []
      : [{ path: `columns[${i}]`, message: `There is no field ${JSON.stringify(name)}: take one of ${known.join(", ")}` }],
  );
  if (!columns.includes("username")) problems.push({ path: "columns", message: "The column username is missing" });
  if (problems.length > 0) throw new InvalidInput(ERRORS.columnName, problems);
}

function rowToRecord(columns: string[], row: (string | null)[]): Record<string, unknown> {
  const cells = columns.map((name, i): [string, string] => [name, row[i]?.trim() ?? ""]);
  return Object.fromEntries(cells.filter(([, text]) => text !== "").map(([name, text]) => [name, parseCell(name, text)]));
}

/** Text that is no value of its field stays as it is, for the schema to refuse. */
function parseCell(name: string, text: string): unknown {
  const shape: Record<string, z.ZodType> = accountSettings.shape;
  const field = shape[name] instanceof z.ZodOptional ? shape[name].unwrap() : undefined;
  if (field instanceof z.ZodBoolean) return BOOLEAN_VALUES[text.toLowerCase()] ?? text;
  if (field instanceof z.ZodNumber) return Number.isNaN(Number(text)) ? text : Number(text);
  return TIME_FIELDS.has(name) ? text.replace(LOCAL_TIME, (_, day: string, time = "00:00:00") => `${day}T${time}Z`) : text;
}
