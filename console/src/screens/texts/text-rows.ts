/** Texts of all screens side by side, as managers change them. */
import type { ConsoleTexts, TextEditsAnswer } from "@agatha/contracts/wire";
import { LANGUAGE_CODES, type Language } from "../../i18n/languages.js";
import type { AnyMessages, MessageTree } from "../../i18n/messages.js";

export interface TextCell {
  /** Key of the text in this language. The other languages have one form where English has a singular and a plural. */
  key: string;
  /** The product's own text. */
  own: string;
  /** Text that is shown unless a manager has changed it: that of the deployment's file, or the product's own. */
  base: string;
  /** Text that is shown: the manager's, that of the deployment's file, or the product's own. */
  text: string;
  changed: boolean;
  /** Whether a manager has checked the translation against the present English text. */
  checked: boolean;
}

export interface TextRow {
  key: string;
  /** Folder of the text, which is mostly a screen. */
  folder: string;
  /** Absent where the language needs no such form, or has no text. */
  cells: Partial<Record<Language, TextCell>>;
}

type Edits = Pick<TextEditsAnswer, "edits" | "file">;

/** Returns a row for each English text, with the same text of the other languages. */
export function textRows(all: readonly AnyMessages[], edits: Edits): TextRow[] {
  return all.flatMap((messages) => {
    const texts = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, flatten(messages[code])])) as Record<
      Language,
      Map<string, string>
    >;
    return [...texts.en].map(([path, english]) => {
      const cells: TextRow["cells"] = {};
      const shown = cellOf("en", { key: `${messages.namespace}.${path}`, own: english }, edits);
      for (const language of LANGUAGE_CODES) {
        const place = language === "en" ? path : translatedPath(path);
        const own = place === null ? undefined : texts[language].get(place);
        if (own !== undefined) cells[language] = cellOf(language, { key: `${messages.namespace}.${place}`, own }, edits, shown.text);
      }
      return { key: `${messages.namespace}.${path}`, folder: messages.namespace, cells };
    });
  });
}

function cellOf(language: Language, { key, own }: Pick<TextCell, "key" | "own">, { edits, file }: Edits, english?: string): TextCell {
  const edit = edits[language]?.[key];
  const base = file[language]?.[key] ?? own;
  const text = edit?.text ?? base;
  return { key, own, base, text, changed: text !== own, checked: edit?.checked !== undefined && edit.checked === english };
}

/** Path in the languages without a plural form; null for the singular, which they do not have. */
function translatedPath(path: string): string | null {
  return path.endsWith("_one") ? null : path.replace(/_other$/, "");
}

function flatten(tree: MessageTree, path = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") texts.set(path + key, value);
    else for (const [inner, text] of flatten(value, `${path}${key}.`)) texts.set(inner, text);
  }
  return texts;
}

export const TEXT_STATES = ["all", "missing", "same", "unchecked", "changed"] as const;
export type TextState = (typeof TEXT_STATES)[number];

export interface TextFilter {
  language: Language;
  state: TextState;
  /** Empty for all folders. */
  folder: string;
  search: string;
}

/** Whether the row has the state in the filter's language, lies in its folder, and has the searched words in its key or a text. */
export function matches(row: TextRow, { language, state, folder, search }: TextFilter): boolean {
  if (folder !== "" && row.folder !== folder) return false;
  if (!hasState(row, language, state)) return false;
  const wanted = search.trim().toLowerCase();
  return [row.key, ...Object.values(row.cells).map(({ text }) => text)].some((text) => text.toLowerCase().includes(wanted));
}

function hasState({ key, cells }: TextRow, language: Language, state: TextState): boolean {
  const cell = cells[language];
  if (state === "all") return true;
  if (state === "missing") return cell === undefined && !key.endsWith("_one");
  if (cell === undefined) return false;
  if (state === "changed") return cell.changed;
  if (state === "unchecked") return !cell.checked;
  return language !== "en" && cell.text === cells.en?.text;
}

/** Placeholders such as `{{count}}`, sorted. */
export function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].sort();
}

/** Returns the changed texts in the shape of a deployment's file. */
export function changedTexts(rows: readonly TextRow[]): ConsoleTexts {
  return textsOf(rows, ({ changed }) => changed);
}

/** Returns all texts that are shown, in the shape of a deployment's file. */
export function allTexts(rows: readonly TextRow[]): ConsoleTexts {
  return textsOf(rows, () => true);
}

function textsOf(rows: readonly TextRow[], wanted: (cell: TextCell) => boolean): ConsoleTexts {
  const entries = LANGUAGE_CODES.map((language) => {
    const cells = rows.flatMap(({ cells }) => cells[language] ?? []).filter(wanted);
    return [language, Object.fromEntries(cells.map(({ key, text }) => [key, text]))] as const;
  });
  return Object.fromEntries(entries.filter(([, texts]) => Object.keys(texts).length > 0));
}
