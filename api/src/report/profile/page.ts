/** Profiling report of a table: one page of HTML without scripts or other files, to be read, sent and printed. */
import type { ColumnType, ProfileWarning, TableProfile } from "@agatha/contracts";
import type { Language } from "@agatha/contracts/wire";
import { escapeHtml } from "../../http/html.js";
import { findingLines } from "../finding-lines.js";
import { formatDate, formatPercent } from "../format.js";
import { definitionTable, htmlDocument, note, paragraph, section } from "../html.js";
import { associationsSection } from "./associations.js";
import { columnsSection } from "./columns.js";
import { PROFILE_TEXTS } from "./languages/index.js";
import { missingSection } from "./missing.js";
import { overviewSection } from "./overview.js";
import type { ProfileTexts } from "./texts.js";

interface ProfiledDataset {
  name: string;
  fileName: string;
  profile: TableProfile;
}

/** Largest number of columns that one warning names. */
const MAX_NAMED_COLUMNS = 8;

/** Returns the profiling report of a dataset as one HTML document without scripts. */
export function profilePage({ name, fileName, profile }: ProfiledDataset, language: Language = "en"): string {
  const texts = PROFILE_TEXTS[language];
  const sections = [
    heading({ name, fileName, profile }, texts),
    warningsSection(profile, texts, language),
    overviewSection(profile, texts),
    missingSection(profile, texts),
    associationsSection(profile, texts),
    columnsSection(profile, texts),
  ];
  return htmlDocument(`${name} – ${texts.report}`, sections.filter((part) => part !== "").join("\n"), language);
}

function heading({ name, fileName, profile }: ProfiledDataset, texts: ProfileTexts): string {
  const { columns, rows, steps, completeRows, duplicateRows } = profile;
  const cells = rows * columns.length;
  const missing = columns.reduce((sum, column) => sum + column.missing, 0);
  const of = (type: ColumnType): number => columns.filter((column) => column.type === type).length;
  const shareOf = (count: number, all: number): string =>
    all === 0 ? "–" : `${count.toLocaleString("en")} (${formatPercent(count / all)})`;
  const T = texts.facts;
  return `<h1>${escapeHtml(name)}</h1>
${paragraph(texts.report)}
${definitionTable([
  [T.file, fileName],
  [T.rows, rowsText(profile, texts)],
  [T.columns, `${columns.length.toLocaleString("en")} (${texts.columnTypes({ n: of("n"), s: of("s"), d: of("d") })})`],
  [T.missing, shareOf(missing, cells)],
  [T.complete, shareOf(completeRows, rows)],
  [T.duplicates, shareOf(duplicateRows, rows)],
  ...(steps ? [[T.steps, steps.map((step) => texts.steps[step] ?? step).join(" → ")] as const] : []),
  [T.timezone, profile.timezone],
  [T.finishedAt, `${formatDate(Date.parse(profile.finishedAt))} UTC`],
])}`;
}

function rowsText({ rows, totalRows, sampling, steps }: TableProfile, texts: ProfileTexts): string {
  if (steps) return texts.editedRows(rows, sampling === "raw" ? totalRows : Math.min(totalRows, 10_000));
  return rows < totalRows ? texts.sampledRows(rows, totalRows, sampling) : texts.rows(rows);
}

function warningsSection({ warnings, findings = [] }: TableProfile, texts: ProfileTexts, language: Language): string {
  const lines = [...warnings.map((one) => `<li>${warningText(one, texts)}</li>`), ...findingLines(findings, language)];
  return section(texts.warnings, lines.length === 0 ? note(texts.noWarnings) : `<ul class="warnings">${lines.join("\n")}</ul>`);
}

function warningText({ about, columns, figure }: ProfileWarning, texts: ProfileTexts): string {
  const text = texts.warningTexts[about](figure ?? 0, columns);
  if (!/[:：]$/.test(text)) return escapeHtml(text);
  const named = columns.slice(0, MAX_NAMED_COLUMNS).map((column) => `<b>${escapeHtml(column)}</b>`);
  const more = columns.length > MAX_NAMED_COLUMNS ? ` ${escapeHtml(texts.andMore(columns.length - MAX_NAMED_COLUMNS))}` : "";
  const space = text.endsWith("：") ? "" : " ";
  return `${escapeHtml(text)}${space}${named.join(", ")}${more}`;
}
