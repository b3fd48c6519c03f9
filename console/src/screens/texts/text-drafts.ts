/** What a manager enters for one text in all languages. */
import type { TextEdit } from "@agatha/contracts/wire";
import { LANGUAGE_CODES, type Language } from "../../i18n/languages.js";
import { placeholdersOf, type TextCell, type TextRow } from "./text-rows.js";

export interface TextDraft {
  text: string;
  checked: boolean;
}
export type TextDrafts = Partial<Record<Language, TextDraft>>;

export function draftsOf({ cells }: TextRow): TextDrafts {
  return Object.fromEntries(
    LANGUAGE_CODES.flatMap((code) => {
      const cell = cells[code];
      return cell ? [[code, { text: cell.text, checked: cell.checked }]] : [];
    }),
  );
}

export function hasPlaceholders(draft: TextDraft | undefined, cell: TextCell | undefined): boolean {
  if (!draft || !cell || draft.text.trim() === "") return true;
  return placeholdersOf(draft.text).join() === placeholdersOf(cell.own).join();
}

/** Returns the changes of a text by language and key. A text that is shown without a manager's change is no change. */
export function editsOf({ cells }: TextRow, drafts: TextDrafts): Partial<Record<Language, Record<string, TextEdit>>> {
  const english = cells.en && drafts.en && savedText(cells.en, drafts.en);
  const edits: Partial<Record<Language, Record<string, TextEdit>>> = {};
  for (const code of LANGUAGE_CODES) {
    const [cell, draft] = [cells[code], drafts[code]];
    if (!cell || !draft) continue;
    const text = savedText(cell, draft);
    edits[code] = {
      [cell.key]: { ...(text !== cell.base && { text }), ...(draft.checked && english !== undefined && { checked: english }) },
    };
  }
  return edits;
}

/** Returns the text that is shown once the draft is saved: of an empty field the product's own. Blanks around a text do not count. */
function savedText({ own, base }: TextCell, { text }: TextDraft): string {
  const entered = text.trim();
  if (entered === "") return own;
  return [base, own].find((known) => known.trim() === entered) ?? entered;
}
