/** Accounts as rows of a table. Each column has the name of a field of the request that creates one account. */
import { ERRORS, fileProblem, InvalidInput, invalidFile, type Problem, validate } from "@agatha/contracts";
import { accountSettings, type ImportedUser, importedUser } from "@agatha/contracts/wire";
import type { TableFile } from "@agatha/trainer/serving";
import { z } from "zod";

const BOOLEAN_VALUES: Readonly<Record<string, boolean>> = { true: true, yes: true, "1": true, false: false, no: false, "0": false };
/** Day, or time without a zone, as spreadsheets write them: a day has midnight in some. The zone is UTC. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;
const TIME_FIELDS: ReadonlySet<string> = new Set(["start_date", "due_date"]);

/**
 * Returns what `accept` makes of the account of each row. An empty cell omits its field, and an empty row is skipped. Throws
 * InvalidInput with columnName for wrong columns, or with the problems of all rows (path: `rows[0].auth`), those that `accept`
 * throws included.
 */
export function parseImportedUsers<T>({ columns, rows }: TableFile, accept: (user: ImportedUser) => T): T[] {
  validateColumns(columns);
  const found = new ProblemCollector();
  const users = rows.flatMap((row, i) => {
    if (row.every((cell) => cell === null || cell.trim() === "")) return [];
    const user = found.collect(`rows[${i}]`, () => accept(validate(importedUser, rowToRecord(columns, row))));
    return user === undefined ? [] : [user];
  });
  found.throwIfAny();
  if (users.length === 0) throw invalidFile(ERRORS.datasetFormat, "noAccounts");
  return users;
}

/** Collects the problems of several rows, each of which throws separately. The error's code is that of the first. */
class ProblemCollector {
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
  const problems = columns.flatMap((name, i): Problem[] =>
    known.includes(name) ? [] : [fileProblem("unknownAccountColumn", { position: i + 1, column: name }, `columns[${i}]`)],
  );
  if (!columns.includes("username")) problems.push({ path: "columns", message: "The column username is missing" });
  if (problems.length > 0) throw new InvalidInput(ERRORS.columnName, problems);
}

function rowToRecord(columns: string[], row: (string | null)[]): Record<string, unknown> {
  const cells = columns.map((name, i): [string, string] => [name, row[i]?.trim() ?? ""]);
  return Object.fromEntries(cells.filter(([, text]) => text !== "").map(([name, text]) => [name, parseCell(name, text)]));
}

/** Returns the cell's value. Text that is not a value of the field is returned as it is, so that the schema rejects it. */
function parseCell(name: string, text: string): unknown {
  const shape: Record<string, z.ZodType> = accountSettings.shape;
  const field = shape[name] instanceof z.ZodOptional ? shape[name].unwrap() : undefined;
  if (field instanceof z.ZodBoolean) return BOOLEAN_VALUES[text.toLowerCase()] ?? text;
  if (field instanceof z.ZodEnum) return field.options.find((option) => String(option).toLowerCase() === text.toLowerCase()) ?? text;
  if (field instanceof z.ZodNumber) return Number.isNaN(Number(text)) ? text : Number(text);
  return TIME_FIELDS.has(name) ? text.replace(LOCAL_TIME, (_, day: string, time?: string) => `${day}T${timeOfDay(name, time)}Z`) : text;
}

/** A day begins a contract with its first second, and ends it with its last: the due date is the last day. */
function timeOfDay(name: string, time = "00:00:00"): string {
  return name === "due_date" && time === "00:00:00" ? "23:59:59" : time;
}
