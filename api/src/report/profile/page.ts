/** Profiling report of a table: one page of HTML without scripts or other files, to be read, sent and printed. */
import type { ColumnType, ProfileWarning, TableProfile } from "@agatha/contracts";
import { escapeHtml } from "../../http/html.js";
import { formatDate, formatPercent } from "../format.js";
import { definitionTable, htmlDocument, note, paragraph, section } from "../html.js";
import { associationsSection } from "./associations.js";
import { columnsSection } from "./columns.js";
import { missingSection } from "./missing.js";
import { overviewSection } from "./overview.js";
import { PROFILE, WARNINGS } from "./texts.js";

interface ProfiledDataset {
  name: string;
  fileName: string;
  profile: TableProfile;
}

/** Largest number of columns that one warning names. */
const MAX_NAMED_COLUMNS = 8;

export function profilePage({ name, fileName, profile }: ProfiledDataset): string {
  const sections = [
    heading(name, fileName, profile),
    warningsSection(profile.warnings),
    overviewSection(profile),
    missingSection(profile),
    associationsSection(profile),
    columnsSection(profile),
  ];
  return htmlDocument(`${name} – ${PROFILE.report}`, sections.filter((part) => part !== "").join("\n"));
}

function heading(name: string, fileName: string, profile: TableProfile): string {
  const { columns, rows, steps, completeRows, duplicateRows } = profile;
  const cells = rows * columns.length;
  const missing = columns.reduce((sum, column) => sum + column.missing, 0);
  const of = (type: ColumnType): number => columns.filter((column) => column.type === type).length;
  const shareOf = (count: number, all: number): string =>
    all === 0 ? "–" : `${count.toLocaleString("en")} (${formatPercent(count / all)})`;
  const T = PROFILE.facts;
  return `<h1>${escapeHtml(name)}</h1>
${paragraph(PROFILE.report)}
${definitionTable([
  [T.file, fileName],
  [T.rows, rowsText(profile)],
  [T.columns, `${columns.length.toLocaleString("en")} (${PROFILE.columnTypes({ n: of("n"), s: of("s"), d: of("d") })})`],
  [T.missing, shareOf(missing, cells)],
  [T.complete, shareOf(completeRows, rows)],
  [T.duplicates, shareOf(duplicateRows, rows)],
  ...(steps ? [[T.steps, steps.map((step) => PROFILE.steps[step] ?? step).join(" → ")] as const] : []),
  [T.timezone, profile.timezone],
  [T.finishedAt, `${formatDate(Date.parse(profile.finishedAt))} UTC`],
])}`;
}

function rowsText({ rows, totalRows, sampling, steps }: TableProfile): string {
  if (steps) return PROFILE.editedRows(rows, sampling === "raw" ? totalRows : Math.min(totalRows, 10_000));
  return rows < totalRows ? PROFILE.sampledRows(rows, totalRows, sampling) : PROFILE.rows(rows);
}

function warningsSection(warnings: readonly ProfileWarning[]): string {
  if (warnings.length === 0) return section(PROFILE.warnings, note(PROFILE.noWarnings));
  return section(PROFILE.warnings, `<ul class="warnings">${warnings.map((one) => `<li>${warningText(one)}</li>`).join("\n")}</ul>`);
}

function warningText({ about, columns, figure }: ProfileWarning): string {
  const text = WARNINGS[about](figure ?? 0, columns);
  if (!text.endsWith(":")) return escapeHtml(text);
  const named = columns.slice(0, MAX_NAMED_COLUMNS).map((column) => `<b>${escapeHtml(column)}</b>`);
  const more = columns.length > MAX_NAMED_COLUMNS ? ` ${escapeHtml(PROFILE.andMore(columns.length - MAX_NAMED_COLUMNS))}` : "";
  return `${escapeHtml(text)} ${named.join(", ")}${more}`;
}
